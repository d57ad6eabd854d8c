//! What a loss of discs is called.

use serde::Serialize;

/// How good a move was, by the discs that it lost.
///
/// ```
/// use reversi::analysis::Class;
/// let classes = [0, 2, 3, 5, 6, 11, 12].map(Class::of_loss);
/// use Class::*;
/// assert_eq!(classes, [Best, Good, Inaccuracy, Inaccuracy, Mistake, Mistake, Blunder]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Nothing was better.
    Best,
    /// It lost at most [`GOOD`] discs, which an estimate can't tell from nothing.
    Good,
    /// It lost at most [`INACCURACY`].
    Inaccuracy,
    /// It lost at most [`MISTAKE`].
    Mistake,
    /// It lost more than that.
    Blunder,
}

/// The most discs that a good move loses.
pub const GOOD: u32 = 2;

/// The most discs that an inaccuracy loses.
pub const INACCURACY: u32 = 5;

/// The most discs that a mistake loses; a blunder loses more.
pub const MISTAKE: u32 = 11;

impl Class {
    /// All of them, the best first.
    pub const ALL: [Self; 5] =
        [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// What a loss of so many discs is called.
    pub fn of_loss(discs: u32) -> Self {
        match discs {
            0 => Self::Best,
            _ if discs <= GOOD => Self::Good,
            _ if discs <= INACCURACY => Self::Inaccuracy,
            _ if discs <= MISTAKE => Self::Mistake,
            _ => Self::Blunder,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// Whether a player would want to be told of it: a mistake or a blunder.
    pub fn is_bad(self) -> bool {
        self >= Self::Mistake
    }
}
