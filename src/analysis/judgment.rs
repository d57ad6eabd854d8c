//! The judgment of one move, and the classes of moves by the discs that they lose.

use serde::Serialize;

use super::Fact;
use crate::games::{Player, Square};

/// The judgment of a move.
///
/// Scores are for the side that moved: the final disc difference with the empty squares given to the
/// winner, from -64 to 64.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Judgment {
    /// The ply of the move, from 1; a pass counts as a ply.
    pub ply: usize,
    /// The side that moved.
    pub player: Player,
    /// The square of the move.
    #[serde(rename = "move")]
    pub square: Square,
    /// The score of the move.
    pub score: i32,
    /// The best move; the one played if none is better.
    pub best: Square,
    /// The score of the best move, which is the score of the position.
    pub best_score: i32,
    /// The number of discs that the move lost against the best one.
    pub lost: u32,
    /// The class of that loss.
    pub class: Class,
    /// The number of legal moves.
    pub choices: u32,
    /// Whether the scores are exact; otherwise they are estimates.
    pub exact: bool,
    /// The search depth in plies.
    pub depth: u32,
    /// The principal variation from the best move on, without passes.
    pub line: Vec<Square>,
    /// The side that had to pass afterwards.
    pub passed: Option<Player>,
    /// What can be counted of the move.
    pub facts: Vec<Fact>,
    /// The same of the best move.
    pub best_facts: Vec<Fact>,
}

impl Judgment {
    /// The score of the move for Black.
    pub fn score_for_black(&self) -> i32 {
        for_black(self.player, self.score)
    }

    /// The results before and after the move, for the side that moved, if the scores are exact and
    /// the move turned a win into a draw or a loss, or a draw into a loss.
    pub fn turned(&self) -> Option<[&'static str; 2]> {
        let word = |score: i32| match score {
            1.. => "win",
            0 => "draw",
            _ => "loss",
        };
        let has_turned = self.exact && self.best_score.signum() != self.score.signum();
        has_turned.then(|| [word(self.best_score), word(self.score)])
    }
}

/// A side's score from Black's view.
pub(super) fn for_black(player: Player, score: i32) -> i32 {
    match player {
        Player::Black => score,
        Player::White => -score,
    }
}

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
        ["best", "good", "inaccuracy", "mistake", "blunder"][self as usize]
    }

    /// Whether it is a mistake or a blunder.
    pub fn is_bad(self) -> bool {
        self >= Self::Mistake
    }
}
