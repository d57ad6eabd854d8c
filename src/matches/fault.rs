//! What can go wrong with a player.

use thiserror::Error;

use crate::text::printable;

/// How much of a program's answer is repeated, in characters.
pub(super) const LONGEST_QUOTE: usize = 200;

/// Why a player has not made a move.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// A program has ended, or closed its input or output.
    #[error("{0}")]
    Crashed(String),
    /// A program has written what is no answer in its protocol.
    #[error("{0}")]
    Garbled(String),
    /// A program would not do what the protocol and the rules allow.
    #[error("{answer} to {command}")]
    Refused {
        /// What it was told.
        command: String,
        /// What it said.
        answer: String,
    },
    /// There was no answer in the time for it.
    #[error("no answer")]
    Silent,
    /// Nothing is wrong: the match is stopped.
    #[error("the match is stopped")]
    Stopped,
}

impl Fault {
    /// What a program has said instead of an answer.
    pub(super) fn garbled(answer: &str) -> Self {
        Self::Garbled(printable(answer).limited(LONGEST_QUOTE).to_string())
    }
}
