//! The evaluation bar: who is ahead in the position shown, and by how much.

use eframe::egui::{
    Align2, CornerRadius, FontId, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2,
};

use super::super::super::words::study as words;
use super::super::palette::Palette;
use crate::games::Player;
use crate::session::Sides;

/// Half of the bar is reached by about this lead, in discs.
const SCALE: f32 = 16.0;

/// Draws the bar: Black's part at the left.
pub(super) fn show(ui: &mut Ui, sides: &Sides, score_for_black: i32, palette: &Palette) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::hover());
    let text = words::balance(sides, score_for_black);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    #[expect(clippy::cast_precision_loss, reason = "a score has two digits")]
    let part = 0.5 + 0.5 * (score_for_black as f32 / SCALE).tanh();
    let painter = ui.painter();
    let corner = CornerRadius::same(4);
    painter.rect_filled(rect, corner, palette.disc(Player::White));
    let black = Rect::from_min_size(rect.min, vec2(rect.width() * part, rect.height()));
    painter.rect_filled(black, corner, palette.disc(Player::Black));
    painter.rect_stroke(rect, corner, Stroke::new(1.0, palette.dim), StrokeKind::Inside);
    // The text stands on the larger part.
    let font = FontId::proportional(13.0);
    let margin = vec2(8.0, 0.0);
    if part >= 0.5 {
        let at = rect.left_center() + margin;
        painter.text(at, Align2::LEFT_CENTER, text, font, palette.disc(Player::White));
    } else {
        let at = rect.right_center() - margin;
        painter.text(at, Align2::RIGHT_CENTER, text, font, palette.disc(Player::Black));
    }
}
