//! The result of a search.

use std::time::Duration;

use super::Selectivity;
use crate::games::Move;

/// A move with its score and the expected continuation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The score for the side to move, in discs, with the empty squares given to the winner.
    pub score: i32,
    /// The principal variation: the best moves of both sides, without passes.
    ///
    /// Empty if neither side can move; incomplete if there was no time for all of it.
    pub moves: Vec<Move>,
}

/// The result of a search, or of one of its iterations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The depth of the search, in plies.
    pub depth: u32,
    /// The selectivity of the search.
    pub selectivity: Selectivity,
    /// Whether the search reached the end of the game.
    pub to_the_end: bool,
    /// The best moves with their scores, best first: the number that the limits ask for, as far as
    /// the position has moves.
    pub lines: Vec<Line>,
    /// The number of positions visited since the search began.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
}

impl Found {
    /// The best move; `None` if neither side can move. If the side to move has to pass, it is the opponent's.
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// The score for the side to move.
    pub fn score(&self) -> i32 {
        self.lines.first().map_or(0, |line| line.score)
    }

    /// Whether the scores are those of perfect play.
    pub fn is_exact(&self) -> bool {
        self.to_the_end && self.selectivity == Selectivity::FULL
    }
}
