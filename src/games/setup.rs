//! The setup of a new game, and boards to start from.

use std::fmt;

use thiserror::Error;

use super::Player;

/// A board size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "records", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "records", serde(deny_unknown_fields))]
pub struct Size {
    /// The number of columns.
    pub columns: u8,
    /// The number of rows.
    pub rows: u8,
}

/// Columns, then rows: `10x8`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// The board sizes that a game supports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    /// The minimum number of columns, and of rows.
    pub smallest: u8,
    /// The maximum number of columns, and of rows.
    pub largest: u8,
    /// The default size.
    pub usual: Size,
}

impl Sizes {
    pub(super) fn contain(self, size: Size) -> bool {
        let possible = self.smallest..=self.largest;
        possible.contains(&size.columns) && possible.contains(&size.rows)
    }
}

/// The options of a new game, checked by [`Info::setup`](super::Info::setup).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "records", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "records", serde(deny_unknown_fields))]
pub struct Setup {
    /// The side that moves first.
    pub first: Player,
    /// The board size; `None` for the default size, or if the size is fixed.
    #[cfg_attr(
        feature = "records",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub size: Option<Size>,
    /// Whether the game's [`Variant`](super::Variant) is played; false if the game has none.
    // Saves use the name of Quarto's variant.
    #[cfg_attr(
        feature = "records",
        serde(
            default,
            rename = "lines_only",
            skip_serializing_if = "std::ops::Not::not"
        )
    )]
    pub variant: bool,
    /// A custom starting board, if the game supports it; `None` for the default one.
    #[cfg_attr(
        feature = "records",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub board: Option<StartBoard>,
}

/// The number of rows, and of columns.
pub const SIZE: usize = 8;

/// The board matrix: `board[row][column]` is 0 for an empty square, 1 for White, -1 for Black.
pub type Board = [[i8; SIZE]; SIZE];

/// A custom starting board. In files, it is one string per row, with `B`, `W` and `-`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "records", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "records",
    serde(try_from = "Vec<String>", into = "Vec<String>")
)]
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
        start
            .0
            .iter()
            .map(|row| row.iter().map(letter).collect())
            .collect()
    }
}
