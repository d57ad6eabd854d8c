//! Why a line of commands came to nothing.

use thiserror::Error;

use super::lines::LineError;
use crate::desk;

/// Why a line came to nothing.
#[derive(Debug, Error)]
pub(super) enum Failure {
    /// It is no text.
    #[error(transparent)]
    Line(#[from] LineError),
    /// It is no command, or can't be carried out.
    #[error(transparent)]
    Desk(#[from] desk::Failure),
    /// The command was carried out, but scores are not in the ranking's file yet.
    #[error("could not write the ranking, will try again later: {0}")]
    ScoresNotWritten(String),
}
