//! What the program does without a prompt: one file a subcommand. Results go to standard output,
//! everything else to standard error.

mod perft;
mod solve;

use std::io;

use thiserror::Error;

pub use perft::{Perft, perft};
pub use solve::{Solve, solve};

/// What came of a job that ran to its end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Findings {
    /// Results that are not what they should be.
    pub wrong: usize,
    /// Parts of the input that could not be read, and were left out.
    pub unreadable: usize,
}

/// Why a job could not run to its end.
#[derive(Debug, Error)]
pub enum JobError {
    /// The input can't be read.
    #[error("can't read {name}: {source}")]
    Unreadable {
        /// Which file.
        name: String,
        /// The system's reason.
        source: io::Error,
    },
    /// Standard output can't be written.
    #[error("can't write the output: {0}")]
    Unwritable(#[source] io::Error),
}
