//! Why a line is no command, as data with a sentence in plain English.

use thiserror::Error;

use crate::games::AssessmentError;
use crate::players::{HumanLike, Level, LevelError};
use crate::records::{ConditionError, OpeningError};
use crate::session::NicknameError;
use crate::store::SaveNameError;

/// Why a line is no command. `column` is where the offending word starts, from 1, in characters.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseError {
    /// No command has this name.
    #[error("unknown command {word:?}{}", match .suggestion {
        Some(suggestion) => format!(": did you mean {suggestion:?}?"),
        None => String::new(),
    })]
    UnknownCommand {
        /// The word.
        word: String,
        /// Where it is.
        column: usize,
        /// A command with a similar name.
        suggestion: Option<&'static str>,
    },
    /// `pass` is not a command.
    #[error("passes are automatic: a side without a legal move is skipped")]
    Pass {
        /// Where the word is.
        column: usize,
    },
    /// An argument is missing at the end.
    #[error("{command} needs {argument}")]
    Missing {
        /// The command.
        command: String,
        /// What is missing, with its article: `a side`.
        argument: &'static str,
        /// A line that would be right.
        example: String,
        /// Where it should be.
        column: usize,
    },
    /// There are more words than the command takes.
    #[error("unexpected {word:?} after {before}")]
    Unexpected {
        /// The word.
        word: String,
        /// Where it is.
        column: usize,
        /// The line up to it.
        before: String,
    },
    /// An argument is not what it has to be.
    #[error("{problem}")]
    Invalid {
        /// Where the word is.
        column: usize,
        /// What is wrong, and what would be right.
        problem: Problem,
    },
    /// A character that no command has: terminals act on it.
    #[error("control character {character:?} in column {column}: remove it")]
    Control {
        /// The character.
        character: char,
        /// Where it is.
        column: usize,
    },
    /// A line without any word.
    #[error("empty line")]
    Empty,
}

/// What is wrong with an argument, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Problem {
    /// Not a level.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// Not a nickname.
    #[error(transparent)]
    Nickname(#[from] NicknameError),
    /// Not a name for a save.
    #[error(transparent)]
    SaveName(#[from] SaveNameError),
    /// Not a sign for a move.
    #[error(transparent)]
    Sign(#[from] AssessmentError),
    /// A level where the side should be.
    #[error("{word:?} is not a side")]
    LevelWithoutSide {
        /// The word.
        word: String,
        /// The command name as typed.
        command: String,
    },
    /// Not a side.
    #[error("{word:?} is not a side: use {black} or {white}")]
    Side {
        /// The word.
        word: String,
        /// Black's name or icon.
        black: String,
        /// White's name or icon.
        white: String,
    },
    /// A word that may mean a level where a side or a level should be.
    #[error("{0:?} is not a side or a level")]
    LevelInWords(String),
    /// Not a count.
    #[error("{0:?} is not a number of moves: use 1 to {most}", most = u16::MAX)]
    Count(String),
    /// Not the number of a move.
    #[error("{0:?} is not a move number: use 0 (the start) or more")]
    MoveNumber(String),
    /// Not a number of columns or rows.
    #[error("{0:?} is not a board size: use two numbers from 4 to 26")]
    Size(String),
    /// Not a random seed.
    #[error("{0:?} is not a random seed: use a whole number from 0 to {most}", most = u64::MAX)]
    Seed(String),
    /// No game has this name.
    #[error("no game called {word:?}: use {names}")]
    Game {
        /// The word.
        word: String,
        /// The games with their codes, as a list in words.
        names: String,
    },
    /// Not a level that an analysis can have.
    #[error("{0:?} is not an analysis level: use 4 to 60, or a time like 2s")]
    AnalysisLevel(String),
    /// Nobody who can play.
    #[error(
        "{0:?} can't play: use human, random or a level such as {weakest}, {weak}h or 2s",
        weakest = Level::RANGE.start(),
        weak = HumanLike::LEVELS.start(),
    )]
    Controller(String),
    /// Something else than a move is to be made.
    #[error("{0:?} is not a move")]
    Make(String),
    /// A file name with spaces and without quotes.
    #[error("put names with spaces in double quotes: import \"my games.ggf\" 3")]
    Unquoted,
    /// Not a condition on games.
    #[error("{0:?} is not a condition: {1}")]
    Condition(String, ConditionError),
    /// Nothing that the command does.
    #[error("unknown action {word:?}: use {}", .words.join(", "))]
    NotOneOf {
        /// The word.
        word: String,
        /// What would be right.
        words: &'static [&'static str],
    },
    /// Not an opening that can be drilled.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// No command to explain.
    #[error("no command called {0:?}")]
    Topic(String),
}

impl ParseError {
    /// Where the offending word starts, from 1, in characters.
    pub fn column(&self) -> usize {
        match self {
            Self::UnknownCommand { column, .. }
            | Self::Pass { column }
            | Self::Missing { column, .. }
            | Self::Unexpected { column, .. }
            | Self::Invalid { column, .. }
            | Self::Control { column, .. } => *column,
            Self::Empty => 1,
        }
    }
}
