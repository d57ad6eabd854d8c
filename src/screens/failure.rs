//! Why a line came to nothing, from its bytes to what its command met.

use thiserror::Error;

use crate::interpreter::{ExecuteError, ParseError};

/// The longest line that is read, in bytes.
pub(super) const LONGEST: usize = 1 << 16;

/// Why a line can't be a command, whatever is in it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum LineError {
    /// It is longer than any command.
    #[error("longer than {LONGEST} bytes: the line is skipped")]
    TooLong,
    /// Not text.
    #[error("byte {position} (0x{byte:02x}) is not UTF-8: the line is skipped")]
    NotUtf8 {
        /// Which byte of the line, from 1.
        position: usize,
        /// Its value.
        byte: u8,
    },
}

/// Why a line came to nothing.
#[derive(Debug, Error)]
pub(super) enum Failure {
    /// It is no text.
    #[error(transparent)]
    Line(#[from] LineError),
    /// It is no command.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The command can't be carried out.
    #[error(transparent)]
    Execute(#[from] ExecuteError),
    /// The command was carried out, but scores are not in the ranking's file yet.
    #[error("the ranking is not written yet, W and the end of the run try again: {0}")]
    ScoresNotWritten(String),
}
