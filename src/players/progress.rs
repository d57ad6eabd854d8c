//! The progress of a thought.

use std::time::Duration;

use serde::Serialize;

use crate::engine::{Found, Selectivity};
use crate::games::{Move, Square};

/// The progress of a search.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Progress {
    /// Depth of the last complete iteration, in plies.
    pub depth: u32,
    /// Selectivity of that iteration, in percent.
    pub selectivity: Selectivity,
    /// Whether it searched to the end of the game.
    pub to_the_end: bool,
    /// Score for the side to move, in discs; `None` in games whose scores have another unit.
    pub score: Option<i32>,
    /// Principal variation, without passes.
    #[serde(skip)]
    pub line: Vec<Move>,
    /// Positions searched since the start.
    pub nodes: u64,
    /// Time since the start.
    #[serde(skip)]
    pub time: Duration,
}

impl Progress {
    /// Whether the score is exact.
    pub fn is_exact(&self) -> bool {
        self.to_the_end && self.selectivity == Selectivity::FULL
    }
}

impl From<&Found> for Progress {
    fn from(found: &Found) -> Self {
        let line = found.lines.first().map_or(Vec::new(), |line| line.moves.clone());
        Self {
            depth: found.depth,
            selectivity: found.selectivity,
            to_the_end: found.to_the_end,
            score: Some(found.score()),
            line,
            nodes: found.nodes,
            time: found.time,
        }
    }
}

/// A square of the engine as a move of the game.
pub(crate) fn to_move(square: u32) -> Move {
    Move(Square::from_index(square, 8).index(8))
}
