//! The purpose and the progress of work.

use std::sync::Arc;

use crate::analysis::Analysis;
use crate::games::{Move, Player};
use crate::players::{self, Suggestion};

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    Move(Player),
    Suggestion,
    Scores,
    ExactScore,
    Analysis,
    Watching,
    Puzzles,
    Refutation,
    Records,
    Library,
    Animation,
}

#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    Search(players::SearchProgress),
    Analysis {
        done: usize,
        of: usize,
        #[serde(skip)]
        judged: Arc<Judged>,
    },
    Puzzles {
        /// From 1.
        game: usize,
        of: usize,
        moves: usize,
    },
    Records {
        records: usize,
        percent: u8,
    },
    /// The live analysis of a position, with its moves, best first.
    Watched {
        search: players::SearchProgress,
        best: Vec<Suggestion>,
    },
}

/// The moves of a game, with their analysis.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    pub(super) moves: Vec<Move>,
    pub(super) analysis: Arc<Analysis>,
}
