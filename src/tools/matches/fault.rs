//! Player failures.

use thiserror::Error;

use crate::base::text::printable;

pub(super) const MAX_QUOTED_CHARS: usize = 200;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    #[error("{0}")]
    Crashed(String),
    #[error("{0}")]
    Garbled(String),
    #[error("answered {answer} to {command}")]
    Refused { command: String, answer: String },
    #[error("no answer")]
    Silent,
    #[error("the match is stopped")]
    Stopped,
}

impl Fault {
    pub(super) fn garbled(answer: &str) -> Self {
        Self::Garbled(printable(answer).limited(MAX_QUOTED_CHARS).to_string())
    }
}
