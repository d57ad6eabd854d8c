//! The result of a search.

use std::time::Duration;

use super::Selectivity;
use crate::games::Move;

/// A move with its score and the expected continuation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The score for the side to move, in discs. Empty squares count for the winner.
    pub score: i32,
    /// The principal variation, without passes. It is empty if neither side can move, and incomplete if time ran out.
    pub moves: Vec<Move>,
}

/// The result of a search, or of one iteration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The search depth, in plies.
    pub depth: u32,
    /// The selectivity of the search.
    pub selectivity: Selectivity,
    /// Whether the search reached the end of the game.
    pub to_the_end: bool,
    /// The best moves with their scores, best first. The limits set their number, unless there are fewer moves.
    pub lines: Vec<Line>,
    /// The number of positions visited since the search began.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
}

impl Found {
    /// Returns the best move; `None` if the game is over. If the side to move must pass, it is the opponent's move.
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// Returns the score for the side to move, in discs.
    pub fn score(&self) -> i32 {
        self.lines.first().map_or(0, |line| line.score)
    }

    /// Whether the scores are exact: the results of perfect play.
    pub fn is_exact(&self) -> bool {
        self.to_the_end && self.selectivity == Selectivity::FULL
    }
}
