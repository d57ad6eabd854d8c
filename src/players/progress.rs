//! Search progress reports.

use std::time::Duration;

use serde::Serialize;

use crate::engine::{Found, Selectivity};
use crate::games::{Move, Square};

/// The progress of a search.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Progress {
    /// The depth of the last complete iteration, in plies.
    pub depth: u32,
    /// The selectivity of that iteration, in percent.
    pub selectivity: Selectivity,
    /// Whether that iteration searched to the end of the game.
    pub to_the_end: bool,
    /// The score for the side to move, in discs; `None` in games without disc scores.
    pub score: Option<i32>,
    /// The principal variation, without passes.
    #[serde(skip)]
    pub line: Vec<Move>,
    /// The number of nodes searched since the start.
    pub nodes: u64,
    /// The time since the start.
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

pub(crate) fn to_move(square: u32) -> Move {
    Move(Square::from_index(square, 8).index(8))
}
