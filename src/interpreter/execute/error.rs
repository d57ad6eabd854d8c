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
    /// The command is for Reversi.
    #[error("{} is for Reversi, this is {game}", .command.full_name())]
    OnlyReversi {
        /// The command.
        command: &'static CommandInfo,
        /// The game that is played.
        game: &'static str,
    },
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
            | Self::OnlyReversi { .. }
            | Self::NoMoves
            | Self::TooEarly { .. } => "game",
            Self::Store(_) => "file",
            Self::Record(error) => error.kind(),
            Self::Move(_) | Self::Icons(_) | Self::Side { .. } | Self::NotAscii(_) => "argument",
        }
    }
}
