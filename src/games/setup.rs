//! The options of a new game.

use std::fmt;

use super::Player;
use super::start_board::StartBoard;

/// Columns and rows of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "records", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "records", serde(deny_unknown_fields))]
pub struct Size {
    /// Number of columns.
    pub columns: u8,
    /// Number of rows.
    pub rows: u8,
}

/// Columns, then rows: `10x8`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// The board sizes of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    /// The fewest columns, and the fewest rows.
    pub smallest: u8,
    /// The most columns, and the most rows.
    pub largest: u8,
    /// The default size.
    pub usual: Size,
}

impl Sizes {
    /// Whether a size is among them.
    pub(super) fn contain(self, size: Size) -> bool {
        let possible = self.smallest..=self.largest;
        possible.contains(&size.columns) && possible.contains(&size.rows)
    }
}

/// What is chosen for a game; [`Info::setup`](super::Info::setup) checks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "records", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "records", serde(deny_unknown_fields))]
pub struct Setup {
    /// The player who moves first.
    pub first: Player,
    /// The board size, in games that have several; `None` for the default.
    #[cfg_attr(feature = "records", serde(default, skip_serializing_if = "Option::is_none"))]
    pub size: Option<Size>,
    /// Whether the game's [`Variant`](super::Variant) is played, in games that have one.
    // Saves name the variant of Quarto.
    #[cfg_attr(
        feature = "records",
        serde(default, rename = "lines_only", skip_serializing_if = "std::ops::Not::not")
    )]
    pub variant: bool,
    /// The discs to start with, in games that start from any board; `None` for the usual start.
    #[cfg_attr(feature = "records", serde(default, skip_serializing_if = "Option::is_none"))]
    pub board: Option<StartBoard>,
}
