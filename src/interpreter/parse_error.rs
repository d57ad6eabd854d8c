//! Why a line is no command, as data with a sentence in plain English.

use thiserror::Error;

use crate::games::AssessmentError;
use crate::players::{Auto, HumanLike, Level, LevelError};
use crate::records::{ConditionError, OpeningError};
use crate::session::NicknameError;
use crate::store::SaveNameError;

/// Why a line is no command. `column` is where the offending word starts, from 1, in characters.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseError {
    /// No command has this name.
    #[error("unknown command {word:?}: {}", match .suggestion {
        Some(suggestion) => format!("did you mean {suggestion:?}? help lists the commands"),
        None => "help lists the commands".to_owned(),
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
    #[error("there is nothing to type for a pass: a side without a move passes by itself")]
    Pass {
        /// Where the word is.
        column: usize,
    },
    /// An argument is missing at the end.
    #[error("{command} needs {argument}. For example: {example}")]
    Missing {
        /// The command.
        command: String,
        /// What is missing, with its article: `a side`.
        argument: &'static str,
        /// A line that would be right.
        example: &'static str,
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
    #[error("control character {character:?} in column {column}: a command is plain text")]
    Control {
        /// The character.
        character: char,
        /// Where it is.
        column: usize,
    },
    /// A line without any word.
    #[error("there is no command on this line")]
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
    #[error("{0:?} is not a side: A B 3 plays Black against level 3")]
    LevelWithoutSide(String),
    /// A word that may mean a level where a side or a level should be.
    #[error(
        "{0:?} is neither a side nor a level: levels lists the bots of this game, from the weakest on"
    )]
    LevelInWords(String),
    /// Not a count.
    #[error("{0:?} is not a count: use 1 to {most}", most = u16::MAX)]
    Count(String),
    /// Not the number of a move.
    #[error(
        "{0:?} is not a move number: use 0 for the start, 1 for the position after the first move"
    )]
    MoveNumber(String),
    /// Not a number of columns or rows.
    #[error("{0:?} is not a board size: use 4 to 26")]
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
        "{0:?} is not a player: use human, random, a level from {weakest} to {strongest}, a \
         human-like level from {weak}h to {strong}h, auto{first} to auto{last}, a time like 2s, or a \
         rating like 1200",
        weakest = Level::RANGE.start(),
        strongest = Level::RANGE.end(),
        weak = HumanLike::LEVELS.start(),
        strong = HumanLike::LEVELS.end(),
        first = Auto::NUMBERS.start(),
        last = Auto::NUMBERS.end()
    )]
    Controller(String),
    /// Something else than a move is to be made.
    #[error("{0:?} can't be made: use make a move")]
    Make(String),
    /// A file name with spaces and without quotes.
    #[error("a name with spaces stands in double quotes: import \"my games.ggf\" 3")]
    Unquoted,
    /// Not a condition on games.
    #[error("{0:?} is not a condition: {1}")]
    Condition(String, ConditionError),
    /// Nothing that the command does.
    #[error("{word:?} is not one of {}", .words.join(", "))]
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
    #[error("no command called {0:?}: help lists them")]
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
