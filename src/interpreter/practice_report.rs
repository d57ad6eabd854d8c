//! What a practice asks, what an answer was worth, and how the practice ended.

use std::sync::Arc;

use jiff::civil::Date;
use serde::Serialize;

use super::report::RecordReport;
use crate::games::{Player, Square};
use crate::session::CurrentGame;
use crate::study::{Counts, DrillAnswer, Guess, GuessSummary, Solution};

/// What a practice asks of the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// A step of a lesson.
    Lesson(LessonReport),
    Puzzle(PuzzleReport),
    Drill(DrillReport),
    Guess(GuessReport),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LessonReport {
    /// From 1.
    pub number: usize,
    pub of: usize,
    /// The idea that starts with this step, such as `Mobility`; empty in its later steps.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub title: &'static str,
    pub text: &'static str,
    /// The move that the user is told to play, if any.
    pub asks: Option<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_question: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PuzzleReport {
    pub player: Player,
    /// The difficulty, from 1 to 5.
    pub grade: u32,
    pub empties: u32,
    /// Whether only one move wins. Otherwise the best move leads by at least a minimum number of discs.
    pub only_win: bool,
    pub from: String,
    /// Whether the scores are estimates: the endgame was out of reach of the search.
    pub estimated: bool,
    /// The number of due puzzles, including this one if it is due.
    pub due: usize,
    /// The number of puzzles never answered, including this one if it is new.
    pub new: usize,
}

/// A line of the opening book or of the repertoire to play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DrillReport {
    /// The opening that the line belongs to; `None` for any.
    pub opening: Option<&'static str>,
    /// Whether the line is one of the repertoire.
    #[serde(rename = "repertoire", skip_serializing_if = "std::ops::Not::not")]
    pub is_own: bool,
    pub player: Player,
    /// Whether the line was drilled before.
    pub again: bool,
}

/// A move of a game to guess.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GuessReport {
    /// The number of the game in the library.
    pub number: usize,
    #[serde(flatten)]
    pub record: RecordReport,
    /// The side whose moves are guessed.
    pub player: Player,
    /// The number of the move to guess, from 1, passes not counted.
    pub next: usize,
}

/// What an answer was worth.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Verdict {
    PuzzleSolved {
        at_once: bool,
        is_shown: bool,
        solution: Box<Solution>,
        due: Option<Date>,
    },
    /// The answer to a puzzle was as good as the solution or better, so the puzzle was removed.
    PuzzleWithdrawn {
        #[serde(rename = "move")]
        name: String,
        score: i32,
        answer: Square,
        answer_score: i32,
        /// The continuation after the move, without passes.
        line: Vec<String>,
    },
    PuzzleMissed {
        #[serde(rename = "move")]
        name: String,
        /// The score for the side that played it; `None` if the search was stopped.
        score: Option<i32>,
        lost: Option<i32>,
        line: Vec<String>,
        /// The game with the move and the first moves of its continuation.
        #[serde(skip)]
        after: Arc<CurrentGame>,
    },
    /// A right or close move of a drill was played, or the answer was shown and played.
    DrillAnswered {
        #[serde(flatten)]
        answer: DrillAnswer,
        is_shown: bool,
        /// The result of the line, if this move ended it.
        line: Option<LineReport>,
    },
    DrillMissed {
        #[serde(flatten)]
        answer: DrillAnswer,
    },
    /// A move of a game was guessed, or shown without a guess. The move of the game is played.
    Guessed {
        guess: Option<Box<Guess>>,
        played: Square,
        /// Whether it was the last move to guess.
        is_over: bool,
        /// The result of the game, if it is over and there were guesses.
        summary: Option<Box<GuessSummary>>,
    },
}

impl Verdict {
    /// Whether its text names the move, so that no other sentence has to.
    pub fn names_move(&self) -> bool {
        matches!(
            self,
            Self::PuzzleSolved { .. }
                | Self::PuzzleWithdrawn { .. }
                | Self::DrillAnswered { line: Some(_), .. }
        )
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct LineReport {
    pub right: usize,
    pub close: usize,
    /// The number of moves that were wrong at first, or shown.
    pub missed: usize,
    pub due: Option<Date>,
}

/// How a practice ended. The game before it is back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PracticeEnd {
    Learned {
        /// Whether all steps were done.
        finished: bool,
        /// Whether an unfinished game is back.
        #[serde(skip)]
        has_game: bool,
    },
    PuzzlesLeft {
        answered: usize,
        at_once: usize,
        counts: Counts,
    },
    GuessLeft {
        /// The result of the guesses in the unfinished game, if any.
        summary: Option<Box<GuessSummary>>,
    },
    DrillLeft {
        lines: usize,
        known: usize,
        counts: Counts,
    },
}
