//! The errors of commands.

use thiserror::Error;

use super::RecordError;
use crate::games::ParseMoveError;
use crate::interpreter::command::PracticeKind;
use crate::interpreter::row::{CommandInfo, Situation};
use crate::players::MAX_EMPTIES_TO_SOLVE;
use crate::session::{IconsError, SessionError};
use crate::store::StoreError;

/// The error returned when a command fails. Session and store are unchanged.
#[derive(Debug, Error)]
pub enum ExecuteError {
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    #[error("move {number} ({name}): {reason}")]
    Several {
        /// The number of the move in the text, from 1.
        number: usize,
        name: String,
        reason: String,
        /// The whole text if it is a game from the starting position.
        game: Option<String>,
    },
    #[error("one move at a time here: type the first move alone, such as {0}")]
    OneMove(String),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Icons(#[from] IconsError),
    #[error("{} {situation}", .typed.as_deref().unwrap_or(.command.word()))]
    Unavailable {
        command: &'static CommandInfo,
        /// The command as typed; `None` if it was not typed.
        typed: Option<String>,
        /// Where the command is refused.
        situation: Situation,
    },
    #[error("no {} is open", match .0 {
        PracticeKind::Lesson => "lesson",
        PracticeKind::Puzzle | PracticeKind::Drill => "puzzle or drill",
    })]
    NotPracticing(PracticeKind),
    #[error("puzzle already solved")]
    PuzzleSolved,
    #[error("end of this line")]
    LineOver,
    #[error("no line is due{}", match .0 {
        Some(next) => format!(" before {next}"),
        None => String::new(),
    })]
    NoLine(Option<jiff::civil::Date>),
    #[error("{} is not in the opening book: use another book with --book FILE", match .0 {
        Some(opening) => opening,
        None => "the starting position",
    })]
    NotInBook(Option<&'static str>),
    #[error("no named opening reached yet")]
    NoOpening,
    #[error("{}", match (.total, .next) {
        (0, _) => "no puzzles yet".to_owned(),
        (_, Some(next)) => format!("no puzzle is due until {next}"),
        _ => "no puzzle is due".to_owned(),
    })]
    NoPuzzle {
        total: usize,
        next: Option<jiff::civil::Date>,
    },
    #[error("{}", match .total {
        0 => "the library is empty",
        _ => "no matching games played here",
    })]
    NoGames { total: usize },
    #[error("{}", match (*.asks, *.hint) {
        ("", _) => "nothing to play in this step".to_owned(),
        (asks, "") => format!("this step needs {asks}"),
        (_, hint) => format!("there is a better move: {hint}"),
    })]
    Lesson {
        /// The requested move, or an empty string.
        asks: &'static str,
        /// A hint for the move, or an empty string if the move itself is shown.
        hint: &'static str,
    },
    #[error("no game {number} in the library: `find` and `library` show the numbers")]
    NoLibraryGame { number: usize },
    #[error("you never left the opening book by a bad move in the games played here")]
    NoDeviation,
    #[error("no lessons for {0} yet")]
    NoLessons(&'static str),
    #[error("{word:?} is not a side: use {black} or {white}")]
    Side {
        word: String,
        black: String,
        white: String,
    },
    #[error("no bot plays here: type `A B 5` to play level 5, or `player white 5`")]
    NoOpponent,
    #[error("balanced openings are for Reversi: type `play reversi` first")]
    NoBalancedOpening,
    #[error("no opening book: reversi was started with --no-book")]
    NoBook,
    #[error("no move has been played yet")]
    NoMoves,
    #[error(
        "too early to solve: {empties} empty squares, at most {MAX_EMPTIES_TO_SOLVE} are possible"
    )]
    TooEarly { empties: u32 },
    #[error("{0} is not ASCII, but reversi was started with --ascii")]
    NotAscii(char),
}

impl ExecuteError {
    /// Adds the typed line to the error, which names the refused command as the user did.
    #[must_use]
    pub fn typed_as(self, line: &str) -> Self {
        match self {
            Self::Unavailable {
                command,
                typed: None,
                situation,
            } => Self::Unavailable {
                command,
                typed: command.typed_in(line),
                situation,
            },
            error => error,
        }
    }

    /// Returns the category of the error, for programs: `game`, `file`, `argument` or `command`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Store(_) => "file",
            Self::Unavailable {
                situation: Situation::Script,
                ..
            } => "command",
            Self::Record(error) => error.kind(),
            Self::Move(_)
            | Self::Several { .. }
            | Self::Icons(_)
            | Self::Side { .. }
            | Self::NotAscii(_) => "argument",
            _ => "game",
        }
    }
}
