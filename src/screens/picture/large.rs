//! Boards with large discs: two rows per square, drawn as on the full screen.

use super::{LABELS, Picture};
use crate::games::{Cell, Square};
use crate::screens::look::{Ink, Look};
use crate::screens::scene::BoardScene;
use crate::screens::tiles::{Edge, Passing, QUARTERS, Shape, Tile};
use crate::session::Icons;

/// The columns and rows of a square.
pub const WIDTH: usize = 4;
const ROWS: usize = 2;

/// The rows for labels, counts, messages and the prompt.
const AROUND: usize = 8;

/// Whether a board with large discs fits the terminal. Pieces of several characters and chosen icons are not drawn.
pub fn has_room(scene: &BoardScene<'_>, icons: Icons, look: Look) -> bool {
    let rows = usize::from(scene.grid.rows);
    let columns = usize::from(scene.grid.columns);
    let is_high = look
        .rows_for_large
        .is_some_and(|most| ROWS * rows + AROUND <= most);
    let is_wide = look
        .columns
        .is_none_or(|most| LABELS + columns * WIDTH + 1 < most);
    is_high && is_wide && scene.grid.width == 1 && icons == Icons::default()
}

impl Picture<'_> {
    /// Draws a row of squares with its number, and the last move if made there.
    pub(super) fn large_row(&self, out: &mut String, row: u8) {
        let frame = self.frame();
        let number = format!("{:2} ", row + 1);
        let labels = [number, " ".repeat(LABELS)];
        let mut lines = labels.map(|label| {
            label
                .chars()
                .map(|letter| (letter, frame))
                .collect::<Vec<_>>()
        });
        for column in 0..self.scene.grid.columns {
            let square = Square { row, column };
            let cells = self.tile(square).cells();
            for (line, cells) in lines.iter_mut().zip(cells.chunks(WIDTH)) {
                line.extend(cells.iter().map(|&(bits, color, around)| {
                    let symbol = if color == around { " " } else { QUARTERS[bits] };
                    (symbol.chars().next().unwrap_or(' '), Ink::on(color, around))
                }));
            }
            if self.scene.grid.cell(square) == Cell::Empty {
                let (text, ink) = self.empty(square);
                let start = lines[0].len() - WIDTH + self.offset(text.chars().count());
                for (letter, place) in text.chars().zip(&mut lines[0][start..]) {
                    if letter != ' ' {
                        *place = (letter, ink);
                    }
                }
            }
        }
        for (mut line, is_first) in lines.into_iter().zip([true, false]) {
            line.push((' ', frame));
            self.write(out, line.into_iter());
            if is_first {
                self.last(out, row);
            }
            out.push('\n');
        }
    }

    fn tile(&self, square: Square) -> Tile {
        let scene = self.scene;
        let board = &self.board;
        let frame = scene.frame(square);
        let shape = match scene.grid.cell(square) {
            Cell::Disc(player) => Shape::marked_disc(board.disc(player), frame, true, board),
            _ => Shape::Nothing,
        };
        Tile {
            size: (4, 2),
            surface: board.surface(square),
            shape,
            edge: Edge::of(frame, shape, self.look.theme),
            passing: <[Passing; 2]>::default(),
        }
    }
}
