//! The discs that a game of Reversi starts with, where they are not the usual four.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Board, SIZE};
use crate::games::Player;

/// A board to start from. In files it is a text a row, with `B`, `W` and `-`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct StartBoard(Board);

/// Why rows of text are no board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a board to start from has 8 rows of 8 squares: B, W and -")]
pub struct StartBoardError;

impl StartBoard {
    /// A board; `None` if a cell is anything but -1, 0 and 1.
    pub fn new(board: Board) -> Option<Self> {
        let is_cell = |cell: &i8| (-1..=1).contains(cell);
        board.iter().flatten().all(is_cell).then_some(Self(board))
    }

    /// The cells.
    pub const fn board(&self) -> &Board {
        &self.0
    }
}

impl TryFrom<Vec<String>> for StartBoard {
    type Error = StartBoardError;

    fn try_from(rows: Vec<String>) -> Result<Self, StartBoardError> {
        let mut board = [[0; SIZE]; SIZE];
        if rows.len() != SIZE {
            return Err(StartBoardError);
        }
        for (row, text) in board.iter_mut().zip(&rows) {
            if text.len() != SIZE {
                return Err(StartBoardError);
            }
            for (cell, letter) in row.iter_mut().zip(text.chars()) {
                *cell = match letter {
                    'B' => Player::Black.value(),
                    'W' => Player::White.value(),
                    '-' => 0,
                    _ => return Err(StartBoardError),
                };
            }
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
