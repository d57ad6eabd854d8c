//! The options of a new game.

use std::fmt;

use super::Player;
use super::start_board::StartBoard;

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
    #[cfg_attr(feature = "records", serde(default, skip_serializing_if = "Option::is_none"))]
    pub size: Option<Size>,
    /// Whether the game's [`Variant`](super::Variant) is played; false if the game has none.
    // Saves use the name of Quarto's variant.
    #[cfg_attr(
        feature = "records",
        serde(default, rename = "lines_only", skip_serializing_if = "std::ops::Not::not")
    )]
    pub variant: bool,
    /// A custom starting board, if the game supports it; `None` for the default one.
    #[cfg_attr(feature = "records", serde(default, skip_serializing_if = "Option::is_none"))]
    pub board: Option<StartBoard>,
}
