//! The board matrix of Reversi, and custom starting boards.

use thiserror::Error;

use super::Player;

/// The number of rows, and of columns.
pub const SIZE: usize = 8;

/// The board matrix: `board[row][column]` is 0 for an empty square, 1 for White, -1 for Black.
pub type Board = [[i8; SIZE]; SIZE];

/// A custom starting board. In files, it is one string per row, with `B`, `W` and `-`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "records", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "records", serde(try_from = "Vec<String>", into = "Vec<String>"))]
pub struct StartBoard(Board);

/// The error returned when rows of text are not a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a start board needs 8 rows of 8 squares: B, W and -")]
pub struct StartBoardError;

impl StartBoard {
    /// Creates a starting board; `None` if a cell is not -1, 0 or 1.
    pub fn new(board: Board) -> Option<Self> {
        let is_cell = |cell: &i8| (-1..=1).contains(cell);
        board.iter().flatten().all(is_cell).then_some(Self(board))
    }

    /// Returns the board matrix.
    pub const fn board(&self) -> &Board {
        &self.0
    }
}

impl TryFrom<Vec<String>> for StartBoard {
    type Error = StartBoardError;

    fn try_from(rows: Vec<String>) -> Result<Self, StartBoardError> {
        let mut board = [[0; SIZE]; SIZE];
        if rows.len() != SIZE || rows.iter().any(|row| row.len() != SIZE) {
            return Err(StartBoardError);
        }
        for (cell, letter) in board.iter_mut().flatten().zip(rows.concat().chars()) {
            *cell = match letter {
                'B' => Player::Black.value(),
                'W' => Player::White.value(),
                '-' => 0,
                _ => return Err(StartBoardError),
            };
        }
        Ok(Self(board))
    }
}

impl From<StartBoard> for Vec<String> {
    fn from(start: StartBoard) -> Self {
        let letter = |&cell: &i8| Player::from_value(cell).map_or('-', Player::glyph);
        start.0.iter().map(|row| row.iter().map(letter).collect()).collect()
    }
}
