//! Classes of moves by the discs that they lose.

use serde::Serialize;

/// The class of a move, by the number of discs that it lost.
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
    /// No move was better.
    Best,
    /// A loss of at most [`GOOD`] discs, which is within the error of an estimate.
    Good,
    /// A loss of at most [`INACCURACY`] discs.
    Inaccuracy,
    /// A loss of at most [`MISTAKE`] discs.
    Mistake,
    /// A greater loss.
    Blunder,
}

/// The most discs that a good move loses.
pub const GOOD: u32 = 2;

/// The most discs that an inaccuracy loses.
pub const INACCURACY: u32 = 5;

/// The most discs that a mistake loses; a blunder loses more.
pub const MISTAKE: u32 = 11;

impl Class {
    /// All classes, the best first.
    pub const ALL: [Self; 5] =
        [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The class of a loss of this number of discs.
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

    /// Whether it is a mistake or a blunder.
    pub fn is_bad(self) -> bool {
        self >= Self::Mistake
    }
}
