//! The remaining pieces, in games whose pieces belong to neither side.

use eframe::egui::{
    CornerRadius, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};

use super::board::Scene;
use super::pieces;
use super::user_action::UserAction;
use crate::games::{Move, Note, Piece, Square};
use crate::interpreter::MoveInput;
use crate::screens::board_look::BoardLook;
use crate::screens::theme::Rgb;
use crate::screens::words::window as words;

const PER_ROW: usize = 8;

/// The height of the pool below a board of width `width`.
pub(super) fn height(note: Option<&Note>, width: f32) -> f32 {
    let Some(note) = note else { return 0.0 };
    let rows = note.left.len().div_ceil(PER_ROW).max(1);
    #[expect(clippy::cast_precision_loss, reason = "a handful")]
    let rows = rows as f32;
    rows * side(width) + 54.0
}

fn side(width: f32) -> f32 {
    (width / 8.0).clamp(24.0, 52.0)
}

/// Draws the piece in hand and the remaining ones. Pieces that can be chosen are buttons.
pub(super) fn show(ui: &mut Ui, room: Rect, scene: &Scene<'_>, actions: &mut Vec<UserAction>) {
    let game = scene.position.game();
    let Some(note) = game.note() else { return };
    let side = side(room.width());
    let mut ui = ui.new_child(eframe::egui::UiBuilder::new().max_rect(room));
    ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
    if let Some(hand) = &note.hand {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
            ui.painter().rect_filled(rect, CornerRadius::same(4), ground(&scene.look));
            pieces::piece(ui.painter(), hand, rect, 1.0, &scene.look);
            ui.label(words::in_hand(hand));
        });
    } else {
        ui.label(words::LEFT);
    }
    let width = side * 8.0;
    let start = ui.cursor().min + vec2(((room.width() - width) / 2.0).max(0.0), 0.0);
    for (index, piece) in note.left.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "a handful")]
        let at = vec2((index % PER_ROW) as f32, (index / PER_ROW) as f32);
        let rect = Rect::from_min_size(start + at * side, Vec2::splat(side)).shrink(1.0);
        let named = |&mv: &Move| {
            game.move_square(mv).is_none() && game.move_name(mv) == piece.letter.to_string()
        };
        let legal = scene.legal.iter().copied().find(named).filter(|_| scene.is_playable());
        one(&mut ui, rect, (piece, legal), scene, actions);
    }
}

/// The wood under a piece.
fn ground(look: &BoardLook) -> Rgb {
    look.ground(Square { row: 0, column: 0 })
}

fn one(
    ui: &mut Ui,
    rect: Rect,
    (piece, legal): (&Piece, Option<Move>),
    scene: &Scene<'_>,
    actions: &mut Vec<UserAction>,
) {
    let sense = if legal.is_some() { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, Id::unique(("piece", piece.letter)), sense);
    response
        .widget_info(|| WidgetInfo::labeled(Role::Button, legal.is_some(), words::piece(piece)));
    ui.painter().rect_filled(rect, CornerRadius::same(4), ground(&scene.look));
    let opacity = if legal.is_some() { 1.0 } else { 0.6 };
    pieces::piece(ui.painter(), piece, rect, opacity, &scene.look);
    if legal.is_some() && (response.hovered() || response.has_focus()) {
        let stroke = Stroke::new(3.0, scene.theme.cursor);
        ui.painter().rect_stroke(rect, CornerRadius::same(4), stroke, StrokeKind::Inside);
    }
    if let Some(mv) = legal.filter(|_| response.clicked()) {
        actions.push(UserAction::play(MoveInput::Of(mv)));
    }
}
