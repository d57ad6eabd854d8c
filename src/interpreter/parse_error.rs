//! Parse errors, with an English `Display`.

use thiserror::Error;

use crate::games::AssessmentError;
use crate::players::{Level, LevelError};
use crate::records::{ConditionError, OpeningError};
use crate::session::{NicknameError, PlayerNamesError};
use crate::store::SaveNameError;
use crate::study::MAX_TAG_CHARS;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{problem}")]
pub struct ParseError {
    /// The column of the offending word, from 1, in characters.
    pub column: usize,
    pub problem: ParseProblem,
}

/// A problem with a word, and its correction.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseProblem {
    #[error("empty line")]
    Empty,
    #[error("unknown command {word:?}{}", match .suggestion {
        Some(suggestion) => format!(": did you mean {suggestion:?}?"),
        None => String::new(),
    })]
    UnknownCommand { word: String, suggestion: Option<&'static str> },
    #[error("{letter} is not a move here, and commands are capitals: type {name} for the command")]
    SmallLetter { letter: String, name: String },
    #[error("passes are automatic: a side without a legal move is skipped")]
    Pass,
    #[error("{command} needs {argument}")]
    Missing {
        command: String,
        /// The missing argument with its article: `a side`.
        argument: &'static str,
        example: String,
    },
    #[error("unexpected {word:?} after {before}")]
    Unexpected { word: String, before: String },
    #[error("control character {character:?} in column {column}: remove it")]
    Control { character: char, column: usize },
    #[error(transparent)]
    Level(#[from] LevelError),
    #[error(transparent)]
    Nickname(#[from] NicknameError),
    #[error(transparent)]
    Names(#[from] PlayerNamesError),
    #[error(transparent)]
    SaveName(#[from] SaveNameError),
    #[error(transparent)]
    Sign(#[from] AssessmentError),
    #[error("{word:?} is not a side")]
    LevelWithoutSide { word: String, command: String },
    #[error("{word:?} is not a side: use {black} or {white}")]
    Side { word: String, black: String, white: String },
    #[error("{0:?} is not a side or a level")]
    LevelInWords(String),
    #[error("{0:?} is not a number of moves: use 1 to {most}", most = u16::MAX)]
    Count(String),
    #[error("{0:?} is not a move number: use 0 (the start) or more")]
    MoveNumber(String),
    #[error("{0:?} is not a board size: use two numbers from 4 to 26")]
    Size(String),
    #[error("{0:?} is not a random seed: use a whole number from 0 to {most}", most = u64::MAX)]
    Seed(String),
    #[error("no game called {word:?}: use {names}")]
    Game { word: String, names: String },
    #[error("{0:?} is not an analysis level: use {first} to {last}, a depth (depth:12), or a time (2s)", first = Level::FIRST_SEARCHING, last = Level::RANGE.end())]
    AnalysisLevel(String),
    #[error("{0:?} is not the number of a game: `find` and `library` show them")]
    GameNumber(String),
    #[error("{0:?} is too long for a tag: use {MAX_TAG_CHARS} characters or fewer")]
    Tag(String),
    #[error("{word:?} is not a position: {why}")]
    Position { word: String, why: String },
    #[error("{0:?} is not a clock: use 5m+3s, 90s or off")]
    TimeControl(String),
    #[error("{0:?} can't play: use human, random or a level such as 5, depth:12 or 2s")]
    Controller(String),
    #[error("{0:?} is not a move")]
    Make(String),
    #[error("put names with spaces in double quotes: import \"my games.ggf\" 3")]
    Unquoted,
    #[error("{0:?} is not a condition: {1}")]
    Condition(String, ConditionError),
    #[error("unknown action {word:?}: use {}", .words.join(", "))]
    NotOneOf { word: String, words: &'static [&'static str] },
    #[error(transparent)]
    Opening(#[from] OpeningError),
    #[error("no command called {0:?}")]
    Topic(String),
}

impl ParseProblem {
    pub(super) fn at(self, column: usize) -> ParseError {
        ParseError { column, problem: self }
    }
}
