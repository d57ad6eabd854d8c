//! Games played in columns, such as Connect Four: a move is a column, and a counter falls to the
//! lowest free cell of it.

use super::counters::Counters;
use super::{Fen, FenError, IllegalMove, Move, Square};

impl Counters {
    /// The board of a position in which every counter has fallen.
    ///
    /// # Errors
    /// [`FenError::Hanging`] when a counter has an empty cell below it.
    pub(super) fn read_fallen(fen: &Fen, rows: u8, columns: u8) -> Result<Self, FenError> {
        let board = Self::read(fen, rows, columns)?;
        let is_hanging = |square: &Square| {
            let below = board.neighbor(*square, (1, 0));
            board.owner(*square).is_some() && below.is_some_and(|below| board.is_free(below))
        };
        match board.squares().find(is_hanging) {
            Some(square) => Err(FenError::Hanging(square)),
            None => Ok(board),
        }
    }

    /// The column of a move, from 0.
    ///
    /// # Errors
    /// [`IllegalMove::Unknown`] if the board has no such column.
    pub(super) fn column(&self, mv: Move) -> Result<u8, IllegalMove> {
        let column = u8::try_from(mv.0).ok().filter(|&column| column < self.columns);
        column.ok_or(IllegalMove::Unknown(mv))
    }

    /// The lowest free cell of a column; `None` if the column is full.
    pub(super) fn lowest_free(&self, column: u8) -> Option<Square> {
        let mut cells = (0..self.rows).rev().map(|row| Square { row, column });
        cells.find(|&square| self.is_free(square))
    }
}
