//! The error of a line of commands.

use thiserror::Error;

use super::lines::LineError;
use crate::base::language::tr;
use crate::desk::Refusal;

/// The reason why a line failed.
#[derive(Debug, Error)]
pub enum Failure {
    #[error(transparent)]
    Line(#[from] LineError),
    #[error(transparent)]
    Desk(#[from] Refusal),
    /// The command succeeded, but its score is not in the ranking file yet.
    #[error("{}", tr!("could not write the ranking, will try again later: {text}", text = .0))]
    ScoresNotWritten(String),
    /// The library was checked, and is not as it should be.
    #[error("{}", tr!("problems in the library: {n}", n = .0))]
    Problems(usize),
}
