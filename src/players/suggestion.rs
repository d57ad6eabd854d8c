//! A suggested move, with its reason and its expected result.

use serde::Serialize;

use crate::engine::Selectivity;
use crate::games::{Game, Move, Square};

/// A move to suggest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Suggestion {
    /// The move.
    #[serde(skip)]
    pub mv: Move,
    /// Its name.
    #[serde(rename = "move")]
    pub name: String,
    /// Where it is marked on the board.
    #[serde(skip)]
    pub square: Option<Square>,
    /// Why it is forced, if it is.
    pub reason: Option<Reason>,
    /// The expected result, in Reversi.
    #[serde(flatten)]
    pub estimate: Option<Estimate>,
}

impl Suggestion {
    /// A move of a game, without an estimate.
    pub(super) fn new(game: &dyn Game, mv: Move, reason: Option<Reason>) -> Self {
        let (name, square) = (game.move_name(mv), game.move_square(mv));
        Self { mv, name, square, reason, estimate: None }
    }
}

/// Why a move is forced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// There is no other.
    Only,
    /// It wins at once.
    Wins,
    /// The opponent threatens to win with the next move, and it stops that.
    Blocks,
    /// Whatever is played, the opponent can win at once.
    Lost,
}

/// The expected result of a move of Reversi.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Estimate {
    /// Final disc difference for the side to move, in discs, the empty squares given to the winner.
    pub score: i32,
    /// Whether the score is exact.
    pub exact: bool,
    /// Depth of the search, in plies.
    pub depth: u32,
    /// Whether the search reached the end of the game.
    pub to_the_end: bool,
    /// Selectivity of the search, in percent.
    pub selectivity: Selectivity,
    /// Whether the score is from the opening book: `depth` is then the level that it was found at.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub book: bool,
    /// Names of the expected moves of both sides from this one on, without passes.
    pub line: Vec<String>,
}
