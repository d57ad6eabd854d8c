//! Suggested moves, with their reasons and expected results.

use serde::Serialize;

use crate::engine::Selectivity;
use crate::games::{Game, Move, Square};

/// A suggested move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Suggestion {
    /// The move.
    #[serde(skip)]
    pub mv: Move,
    /// The name of the move: `d3`.
    #[serde(rename = "move")]
    pub name: String,
    /// The square to mark on the board, if any.
    #[serde(skip)]
    pub square: Option<Square>,
    /// The reason why the move is forced, if any.
    pub reason: Option<Reason>,
    /// The expected result; `None` in games other than Reversi.
    #[serde(flatten)]
    pub estimate: Option<Estimate>,
}

impl Suggestion {
    pub(super) fn new(game: &dyn Game, mv: Move, reason: Option<Reason>) -> Self {
        let name = game.move_name(mv);
        let square = game.move_square(mv);
        Self {
            mv,
            name,
            square,
            reason,
            estimate: None,
        }
    }
}

/// The reason why a move is forced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The only legal move.
    Only,
    /// An immediate win.
    Wins,
    /// The move prevents an immediate win of the opponent.
    Blocks,
    /// The opponent can win at once after any move.
    Lost,
}

/// The expected result of a Reversi move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Estimate {
    /// The final disc difference for the side to move; empty squares go to the winner.
    pub score: i32,
    /// Whether the score is exact.
    pub exact: bool,
    /// The search depth, in plies.
    pub depth: u32,
    /// Whether the search reached the end of the game.
    pub to_the_end: bool,
    /// The selectivity of the search, in percent.
    pub selectivity: Selectivity,
    /// Whether the score is from the opening book; `depth` is the level of its search then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub book: bool,
    /// The names of the expected moves of both sides, starting with this move, without passes.
    pub line: Vec<String>,
}
