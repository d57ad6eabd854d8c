//! Why commands fail.

use thiserror::Error;

use super::RecordError;
use crate::games::ParseMoveError;
use crate::interpreter::command::PracticeKind;
use crate::interpreter::row::{CommandInfo, Situation};
use crate::players::MOST_TO_SOLVE;
use crate::session::{IconsError, SessionError};
use crate::store::StoreError;

/// Why a command could not be carried out. Session and store are as they were.
#[derive(Debug, Error)]
pub enum ExecuteError {
    /// The session refuses.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// Something is wrong with a file.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The text names no move on the board.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// Something is wrong with a game record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The icons can't be used.
    #[error(transparent)]
    Icons(#[from] IconsError),
    /// The command is refused where the game is now.
    #[error("{} is {situation}", .command.word())]
    Unavailable {
        /// The command.
        command: &'static CommandInfo,
        /// Where it is refused.
        situation: Situation,
    },
    /// No lesson, or neither puzzle nor drill, is under way.
    #[error("no {} is open", match .0 {
        PracticeKind::Lesson => "lesson",
        PracticeKind::Puzzle | PracticeKind::Drill => "puzzle or drill",
    })]
    NotPracticing(PracticeKind),
    /// The puzzle has been answered.
    #[error("puzzle already solved")]
    PuzzleSolved,
    /// The line of the drill has come to its end.
    #[error("end of this line")]
    LineOver,
    /// No line of a drill is due.
    #[error("no line is due{}", match .0 {
        Some(next) => format!(" before {next}"),
        None => String::new(),
    })]
    NoLine(Option<jiff::civil::Date>),
    /// The opening book doesn't have the opening, or not the start.
    #[error("{} is not in the opening book: use another book with --book FILE", match .0 {
        Some(opening) => opening,
        None => "the starting position",
    })]
    NotInBook(Option<&'static str>),
    /// The game has come to no named opening.
    #[error("no named opening reached yet")]
    NoOpening,
    /// No puzzle is due, and none is new.
    #[error("{}", match (.total, .next) {
        (0, _) => "no puzzles yet".to_owned(),
        (_, Some(next)) => format!("no puzzle is due until {next}"),
        _ => "no puzzle is due".to_owned(),
    })]
    NoPuzzle {
        /// The number of puzzles.
        total: usize,
        /// When the next one is due.
        next: Option<jiff::civil::Date>,
    },
    /// No game of the library is one to make puzzles from.
    #[error("{}", match .total {
        0 => "the library is empty",
        _ => "no matching games played here",
    })]
    NoGames {
        /// The number of games in the library.
        total: usize,
    },
    /// The tutorial asks for something else.
    #[error("{}", match *.asks {
        "" => "nothing to play in this step".to_owned(),
        asks => format!("this step needs {asks}"),
    })]
    Lesson {
        /// The move that it asks for; empty if none.
        asks: &'static str,
    },
    /// The game has no tutorial.
    #[error("no lessons for {0} yet")]
    NoLessons(&'static str),
    /// A word stands for neither side.
    #[error("{word:?} is not a side: use {black} or {white}")]
    Side {
        /// The word.
        word: String,
        /// Black's name or icon.
        black: String,
        /// White's name or icon.
        white: String,
    },
    /// The game's levels have no ratings.
    #[error("{game} levels have no ratings: use 1 to {strongest} instead of {rating}")]
    NoRatings {
        /// The game.
        game: &'static str,
        /// The rating.
        rating: i32,
        /// The strongest level of the game.
        strongest: u8,
    },
    /// The command is for Reversi.
    #[error("{} works only in Reversi, and this is {game}", .command.word())]
    OnlyReversi {
        /// The command.
        command: &'static CommandInfo,
        /// The game that is played.
        game: &'static str,
    },
    /// The opening book is switched off.
    #[error("no opening book: reversi was started with --no-book")]
    NoBook,
    /// There is nothing to analyze.
    #[error("no move has been played yet")]
    NoMoves,
    /// Too much of the game is still to come.
    #[error("too early to solve: {empties} empty squares, at most {MOST_TO_SOLVE} are possible")]
    TooEarly {
        /// Number of empty squares.
        empties: u32,
    },
    /// The person's terminal can't show it.
    #[error("{0} is not ASCII, but reversi was started with --ascii")]
    NotAscii(char),
}

impl ExecuteError {
    /// What the error is about, for programs: `game`, `file` or `argument`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Store(_) => "file",
            Self::Record(error) => error.kind(),
            Self::Move(_) | Self::Icons(_) | Self::Side { .. } | Self::NotAscii(_) => "argument",
            _ => "game",
        }
    }
}
