//! The judgment of one move, and the classes of moves by the discs that they lose.

use serde::Serialize;

use super::Fact;
use crate::games::{Player, Square};

/// The judgment of a move. Scores are for the side that moved, from -64 to 64; empty squares count for the winner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Judgment {
    /// The ply of the move, from 1; passes count.
    pub ply: usize,
    /// The side that moved.
    pub player: Player,
    /// The square of the move.
    #[serde(rename = "move")]
    pub square: Square,
    /// The score of the move.
    pub score: i32,
    /// The best move, or the move played if none is better.
    pub best: Square,
    /// The score of the best move, which is the score of the position.
    pub best_score: i32,
    /// The number of discs lost compared with the best move.
    pub lost: u32,
    /// The class of the loss.
    pub class: Class,
    /// The number of legal moves.
    pub choices: u32,
    /// Whether the scores are exact; otherwise they are estimates.
    pub exact: bool,
    /// The search depth, in plies.
    pub depth: u32,
    /// The principal variation, beginning with the best move, without passes.
    pub line: Vec<Square>,
    /// The side that had to pass afterwards, if any.
    pub passed: Option<Player>,
    /// The countable facts about the move.
    pub facts: Vec<Fact>,
    /// The countable facts about the best move.
    pub best_facts: Vec<Fact>,
}

impl Judgment {
    /// Returns the score of the move for Black.
    pub fn score_for_black(&self) -> i32 {
        for_black(self.player, self.score)
    }

    /// Returns the mover's results before and after, if the move worsened an exact result.
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

/// The maximum loss of a good move, in discs.
pub const GOOD: u32 = 2;

/// The maximum loss of an inaccuracy, in discs.
pub const INACCURACY: u32 = 5;

/// The maximum loss of a mistake, in discs; a blunder loses more.
pub const MISTAKE: u32 = 11;

impl Class {
    /// All classes, from best to worst.
    pub const ALL: [Self; 5] =
        [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Returns the class of a loss of `discs` discs.
    pub fn of_loss(discs: u32) -> Self {
        match discs {
            0 => Self::Best,
            _ if discs <= GOOD => Self::Good,
            _ if discs <= INACCURACY => Self::Inaccuracy,
            _ if discs <= MISTAKE => Self::Mistake,
            _ => Self::Blunder,
        }
    }

    /// Returns the name of the class, in lowercase.
    pub fn name(self) -> &'static str {
        ["best", "good", "inaccuracy", "mistake", "blunder"][self as usize]
    }

    /// Whether the class is a mistake or a blunder.
    pub fn is_bad(self) -> bool {
        self >= Self::Mistake
    }
}
