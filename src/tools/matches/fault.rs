//! Faults of players.

use thiserror::Error;

use crate::base::text::printable;

/// The maximum length of a quoted answer, in characters.
pub(super) const LONGEST_QUOTE: usize = 200;

/// Why a player has not made a move.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// A program has ended, or closed its input or output.
    #[error("{0}")]
    Crashed(String),
    /// A program wrote an invalid answer.
    #[error("{0}")]
    Garbled(String),
    /// A program refused what the protocol and the rules allow.
    #[error("answered {answer} to {command}")]
    Refused {
        /// The command.
        command: String,
        /// The answer.
        answer: String,
    },
    /// There was no answer in time.
    #[error("no answer")]
    Silent,
    /// Nothing is wrong: the match is stopped.
    #[error("the match is stopped")]
    Stopped,
}

impl Fault {
    /// The text of a program in place of an answer.
    pub(super) fn garbled(answer: &str) -> Self {
        Self::Garbled(printable(answer).limited(LONGEST_QUOTE).to_string())
    }
}
