//! Draws discs, counters and pieces.

use eframe::egui::{Painter, Rect, Sense, Stroke, TextStyle, Ui, Vec2};

use super::sprites::Sprite;
use crate::games::{Cell, Piece, Player, Square};
use crate::screens::board_look::{BoardLook, Surface};
use crate::screens::light::WoodenPiece;
use crate::screens::theme::{Rgb, Theme};

/// Draws the content of a square.
pub fn cell(painter: &Painter, cell: Cell, rect: Rect, look: &BoardLook) {
    match cell {
        Cell::Empty => {}
        Cell::Disc(player) => disc(painter, player, rect, 1.0, look),
        Cell::Piece(shown) => piece(painter, shown, rect, 1.0, look),
    }
}

/// Draws the disc of a side. A rectangle narrower than a square shows it while it turns over.
pub fn disc(painter: &Painter, player: Player, rect: Rect, opacity: f32, look: &BoardLook) {
    let color = look.disc(player);
    let is_sunk = matches!(
        look.surface(Square { row: 0, column: 0 }),
        Surface::Sheet { .. }
    );
    let sprite = if is_sunk {
        Sprite::Counter(color)
    } else {
        Sprite::Disc(color)
    };
    sprite.paint(painter, rect, opacity);
}

/// Draws a piece by its four traits: height, color, shape, and whether it is hollow.
pub fn piece(painter: &Painter, piece: &Piece, rect: Rect, opacity: f32, look: &BoardLook) {
    Sprite::Piece(WoodenPiece::new(piece, look.disc(piece.color))).paint(painter, rect, opacity);
}

/// Draws a small disc in line with text.
pub fn small_disc(ui: &mut Ui, color: Rgb, theme: &Theme) {
    let side = ui.text_style_height(&TextStyle::Body);
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    ui.painter().circle(
        rect.center(),
        side * 0.42,
        color,
        Stroke::new(1.5, theme.dim),
    );
}
