//! A board as it is drawn: its squares, and those that stand out.

use crate::games::{Grid, Square};
use crate::interpreter::Marks;
use crate::session::GamePosition;

/// The board of a position, for as long as it is drawn.
pub(super) struct DrawnBoard<'a> {
    pub(super) grid: Grid,
    pub(super) marks: &'a Marks,
    /// Where the last piece came to rest.
    pub(super) last: Option<Square>,
    /// The discs that the last move flipped.
    pub(super) flipped: &'a [Square],
    /// The squares of the lines that have won.
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
