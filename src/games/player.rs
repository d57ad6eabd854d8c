//! The two sides of a game.

use std::fmt;

/// One of the two sides.
///
/// Black is -1 in a board matrix, has the letter `B` and is player 1 of Reversi; White is 1, `W` and player 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "records", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "records", serde(rename_all = "lowercase"))]
pub enum Player {
    /// -1 in a board matrix.
    #[default]
    Black,
    /// 1 in a board matrix.
    White,
}

impl Player {
    /// Both sides: Black, then White.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// Returns the other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Returns the value of this side's discs in a board matrix: -1 for Black, 1 for White.
    pub const fn value(self) -> i8 {
        match self {
            Self::Black => -1,
            Self::White => 1,
        }
    }

    /// Returns the side whose discs have this value; `None` unless it is -1 or 1.
    pub(crate) const fn from_value(value: i8) -> Option<Self> {
        match value {
            -1 => Some(Self::Black),
            1 => Some(Self::White),
            _ => None,
        }
    }

    /// Returns 0 for Black and 1 for White, to index tables by side.
    pub const fn index(self) -> usize {
        match self {
            Self::Black => 0,
            Self::White => 1,
        }
    }

    /// Returns the color as a word: `black` or `white`.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// Returns the default icon: `B` or `W`.
    pub(crate) const fn glyph(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
