//! Why commands fail.

use thiserror::Error;

use super::RecordError;
use crate::games::ParseMoveError;
use crate::interpreter::row::CommandInfo;
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
    /// A competitive game doesn't allow it.
    #[error("{} is not allowed in a competitive game", .0.full_name())]
    Competitive(&'static CommandInfo),
    /// It has to wait until the bot has moved.
    #[error("{} has to wait until the bot has moved", .0.full_name())]
    Thinking(&'static CommandInfo),
    /// It has to wait until the tutorial is over.
    #[error("{} has to wait until the lesson is over: learn off goes back to your game", .0.full_name())]
    Learning(&'static CommandInfo),
    /// It has to wait until the puzzles are left.
    #[error("{} has to wait until the puzzle is over: puzzle off goes back to your game", .0.full_name())]
    Puzzling(&'static CommandInfo),
    /// It has to wait until the drill is left.
    #[error("{} has to wait until the drill is over: drill off goes back to your game", .0.full_name())]
    Drilling(&'static CommandInfo),
    /// No puzzle is under way.
    #[error("no puzzle or drill is on the board: puzzle or drill shows what is due")]
    NotPuzzling,
    /// The puzzle has been answered.
    #[error("this puzzle is solved: next shows the next one, puzzle off goes back to your game")]
    PuzzleSolved,
    /// The line of the drill has come to its end.
    #[error("this line is over: next shows the next one, drill off goes back to your game")]
    LineOver,
    /// No line of a drill is due.
    #[error("no line is due{}: drill black or drill tiger plays one", match .0 {
        Some(next) => format!(" before {next}"),
        None => String::new(),
    })]
    NoLine(Option<jiff::civil::Date>),
    /// The opening book doesn't have the opening, or not the start.
    #[error("the opening book doesn't know {}: --book FILE takes another one", match .0 {
        Some(opening) => opening,
        None => "the start",
    })]
    NotInBook(Option<&'static str>),
    /// The game has come to no named opening.
    #[error("this game has no named opening yet: drill black or drill tiger plays one")]
    NoOpening,
    /// No puzzle is due, and none is new.
    #[error("{}", match (.total, .next) {
        (0, _) => "there are no puzzles yet: puzzles make makes some from your mistakes".to_owned(),
        (_, Some(next)) => format!("no puzzle is due before {next}: puzzles make makes more"),
        _ => "no puzzle is due: puzzles make makes more".to_owned(),
    })]
    NoPuzzle {
        /// The number of puzzles.
        total: usize,
        /// When the next one is due.
        next: Option<jiff::civil::Date>,
    },
    /// No game of the library is one to make puzzles from.
    #[error("{}", match .total {
        0 => "the library has no games yet: play one to its end, or library add FILE".to_owned(),
        _ => "the library has no such game that you played here: puzzles make player=NAME takes others".to_owned(),
    })]
    NoGames {
        /// The number of games in the library.
        total: usize,
    },
    /// The tutorial asks for something else.
    #[error("{}", match *.asks {
        "" => "this step asks for no move: type next, or learn off to leave".to_owned(),
        asks => format!("this step asks for {asks}: play it, type next, or learn off to leave"),
    })]
    Lesson {
        /// The move that it asks for; empty if none.
        asks: &'static str,
    },
    /// The game has no tutorial.
    #[error("{0} has no lessons: rules explains it")]
    NoLessons(&'static str),
    /// No tutorial is under way.
    #[error("no lesson has begun: learn starts one")]
    NotLearning,
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
    #[error("{game} has no rating {rating}: use a level from 1 to {strongest}")]
    NoRatings {
        /// The game.
        game: &'static str,
        /// The rating.
        rating: i32,
        /// The strongest level of the game.
        strongest: u8,
    },
    /// The command is for Reversi.
    #[error("{} is for Reversi, this is {game}", .command.full_name())]
    OnlyReversi {
        /// The command.
        command: &'static CommandInfo,
        /// The game that is played.
        game: &'static str,
    },
    /// The opening book is switched off.
    #[error("there is no opening book: it was switched off with --no-book")]
    NoBook,
    /// There is nothing to analyze.
    #[error("no move has been played yet")]
    NoMoves,
    /// Too much of the game is still to come.
    #[error("{empties} empty squares are too many to solve: the most is {MOST_TO_SOLVE}")]
    TooEarly {
        /// Number of empty squares.
        empties: u32,
    },
    /// The person's terminal can't show it.
    #[error("icon {0} is not ASCII, and --ascii was given")]
    NotAscii(char),
}

impl ExecuteError {
    /// What the error is about, for programs: `game`, `file` or `argument`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Session(_)
            | Self::Competitive(_)
            | Self::Thinking(_)
            | Self::Learning(_)
            | Self::Lesson { .. }
            | Self::NoLessons(_)
            | Self::NotLearning
            | Self::Puzzling(_)
            | Self::Drilling(_)
            | Self::LineOver
            | Self::NoLine(_)
            | Self::NotInBook(_)
            | Self::NoOpening
            | Self::NotPuzzling
            | Self::PuzzleSolved
            | Self::NoPuzzle { .. }
            | Self::NoGames { .. }
            | Self::NoRatings { .. }
            | Self::OnlyReversi { .. }
            | Self::NoBook
            | Self::NoMoves
            | Self::TooEarly { .. } => "game",
            Self::Store(_) => "file",
            Self::Record(error) => error.kind(),
            Self::Move(_) | Self::Icons(_) | Self::Side { .. } | Self::NotAscii(_) => "argument",
        }
    }
}
