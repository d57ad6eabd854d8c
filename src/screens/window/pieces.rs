//! Draws discs and pieces.

use eframe::egui::{
    Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2,
};
use eframe::epaint::EllipseShape;

use crate::games::{Cell, Piece, Player};
use crate::screens::theme::Theme;

/// The radius of a disc, in squares.
pub(super) const DISC: f32 = 0.42;

/// Draws the content of a square, scaled by `size`, 0 to 1.
pub(super) fn cell(painter: &Painter, cell: Cell, rect: Rect, size: f32, theme: &Theme) {
    match cell {
        Cell::Empty => {}
        Cell::Disc(player) => {
            disc(painter, player, rect.center(), Vec2::splat(DISC * rect.width() * size), theme);
        }
        Cell::Piece(shown) => piece(painter, shown, rect, size, theme),
    }
}

/// Draws a disc, or an ellipse while it turns over.
pub(super) fn disc(painter: &Painter, player: Player, at: Pos2, radius: Vec2, theme: &Theme) {
    let shadow = vec2(0.04, 0.07) * radius.y;
    painter.add(EllipseShape::filled(at + shadow, radius, Color32::from_black_alpha(70)));
    painter.add(EllipseShape {
        center: at,
        radius,
        fill: theme.disc(player).into(),
        stroke: Stroke::new((radius.y * 0.08).max(1.0), theme.outline(player)),
        angle: 0.0,
    });
}

/// Draws a piece by its four traits: size, color, shape, and whether it is hollow.
pub(super) fn piece(painter: &Painter, piece: &Piece, rect: Rect, size: f32, theme: &Theme) {
    paint(painter, piece, rect, size, theme, |color| color);
}

/// Draws a translucent piece by mixing its colors with `behind`. Real translucency would show where the shapes
/// overlap.
pub(super) fn ghost(
    painter: &Painter,
    piece: &Piece,
    rect: Rect,
    opacity: f32,
    behind: Color32,
    theme: &Theme,
) {
    paint(painter, piece, rect, 1.0, theme, |color| behind.lerp_to_gamma(color, opacity));
}

fn paint(
    painter: &Painter,
    piece: &Piece,
    rect: Rect,
    size: f32,
    theme: &Theme,
    shade: impl Fn(Color32) -> Color32,
) {
    let radius = rect.width() * size * if piece.is_large() { DISC } else { 0.27 };
    let body = Rect::from_center_size(rect.center(), Vec2::splat(2.0 * radius));
    let stroke = Stroke::new((radius * 0.1).max(1.5), shade(theme.outline(piece.color).into()));
    let fill = shade(theme.disc(piece.color).into());
    let shadow = vec2(0.04, 0.07) * radius;
    let dark = Color32::from_black_alpha(70);
    if piece.is_square() {
        let corner = CornerRadius::same(2);
        painter.rect_filled(body.translate(shadow), corner, dark);
        painter.rect(body, corner, fill, stroke, StrokeKind::Inside);
    } else {
        painter.circle_filled(body.center() + shadow, radius, dark);
        painter.circle(body.center(), radius, fill, stroke);
    }
    if piece.is_hollow() {
        let hole =
            Shape::circle_filled(body.center(), radius * 0.5, shade(theme.board_light.into()));
        painter.add(hole);
        painter.circle_stroke(body.center(), radius * 0.5, stroke);
    }
}
