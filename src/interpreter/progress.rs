//! What is being thought about, and how far that has come.

use std::sync::Arc;

use super::reading::RecordsRead;
use crate::analysis::Analysis;
use crate::games::{Move, Player};
use crate::players::{self, Suggestion};

/// What is being thought about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    Move(Player),
    Suggestion,
    Scores,
    /// The exact score.
    ExactScore,
    Analysis,
    Watching,
    Puzzles,
    PuzzleCheck,
    Refutation,
    Records,
    /// The whole library is read.
    Library,
}

/// The progress of work.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    Search(players::Progress),
    Analysis {
        done: usize,
        of: usize,
        #[serde(skip)]
        judged: Arc<Judged>,
    },
    Puzzles {
        /// The number of the game, from 1.
        game: usize,
        of: usize,
        moves: usize,
    },
    /// Puzzles are checked by exact searches.
    PuzzleCheck {
        /// The number of the puzzle, from 1.
        puzzle: usize,
        of: usize,
    },
    Records(RecordsRead),
    /// The live analysis of a position: the search, and its best moves, best first.
    Watched {
        search: players::Progress,
        best: Vec<Suggestion>,
    },
}

/// Moves of a game and what was found out about them.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    pub(super) moves: Vec<Move>,
    pub(super) analysis: Arc<Analysis>,
}
