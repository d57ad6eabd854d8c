//! A board to draw, with the squares to highlight.

use crate::games::{Grid, Square};
use crate::interpreter::Marks;
use crate::session::GamePosition;

pub(super) struct DrawnBoard<'a> {
    pub(super) grid: Grid,
    pub(super) marks: &'a Marks,
    /// The square of the last piece, after it slid or fell.
    pub(super) last: Option<Square>,
    pub(super) flipped: &'a [Square],
    /// The squares of the winning lines.
    pub(super) line: Vec<Square>,
}

impl<'a> DrawnBoard<'a> {
    pub(super) fn new(position: GamePosition<'a>, marks: &'a Marks) -> Self {
        let (game, last) = (position.game(), position.last());
        Self {
            grid: game.grid(),
            marks,
            last: last.and_then(|played| played.placed),
            flipped: last.map_or(&[], |played| &played.flipped),
            line: game.winning_line(),
        }
    }
}
