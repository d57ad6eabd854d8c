//! The jobs that need no prompt: one file per subcommand. Results go to standard output, everything
//! else to standard error.

mod analyze;
mod bench;
mod book;
mod convert;
mod match_play;
mod perft;
mod solve;
mod whole_file;

use std::io::{self, Write};

use thiserror::Error;

use crate::base::files::{NoThread, ResumeError};
use crate::base::terminal;
use crate::base::text::{fit, reason};
use crate::book::BookError;
use crate::engine::Table;
use crate::records::Unwritable;
use crate::tools::matches::{OpeningError, StartError};

pub use analyze::{Analyze, analyze};
pub use bench::{Bench, bench};
pub use book::{BookJob, BookOf, Build, Check, Learn, NewBook, Show, book};
pub use convert::{Convert, Target, convert};
pub use match_play::{MatchPlay, match_play};
pub use perft::{Perft, perft};
pub use solve::{Input, Rows, Solve, solve};

/// The outcome of a job that ran to its end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Findings {
    /// The number of wrong results.
    pub wrong: usize,
    /// The number of parts of the input that could not be read and were skipped.
    pub unreadable: usize,
    /// Whether Ctrl-C interrupted it; the result is then partial.
    pub interrupted: bool,
}

/// Why a job could not run to its end.
#[derive(Debug, Error)]
pub enum JobError {
    /// The input can't be read.
    #[error("can't read {name}: {}", reason(.source))]
    Unreadable {
        /// Which file.
        name: String,
        /// The system's reason.
        source: io::Error,
    },
    /// The output can't be written.
    #[error("can't write {name}: {}", reason(.source))]
    Unwritable {
        /// The file name, or `standard output`.
        name: String,
        /// The system's reason.
        source: io::Error,
    },
    /// A file has no openings.
    #[error("{name}: {source}")]
    NoOpenings {
        /// Which file.
        name: String,
        /// What is wrong with it.
        source: OpeningError,
    },
    /// A player of a match can't play.
    #[error(transparent)]
    NoPlayer(#[from] StartError),
    /// There is not enough memory.
    #[error("not enough memory for a {0} MiB table: use a smaller --hash")]
    NoMemory(usize),
    /// The output file already exists.
    #[error("{0} already exists: use --force to overwrite it")]
    Taken(String),
    /// The records and the names of their players would go to the same file.
    #[error("{0} is reserved for player names: give the game file the extension .wtb")]
    PlaceOfNames(String),
    /// A name file beside the output belongs to other games.
    #[error("{0} belongs to other games: move it, or choose another output name")]
    OtherNames(String),
    /// There are more records than a file of the format can hold.
    #[error("{0}")]
    OnlyOne(Unwritable),
    /// A book can't be used.
    #[error("{name}: {source}")]
    Book {
        /// Which file.
        name: String,
        /// What is wrong with it.
        source: BookError,
    },
    /// A file of searches for a book is invalid.
    #[error("{name}, line {line}: {reason}")]
    Searches {
        /// Which file.
        name: String,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Files of searches don't make a book together.
    #[error("can't merge these shards: {0}")]
    Shards(String),
    /// A book would be written where it is read.
    #[error("{0} is the input book: choose another output name")]
    SameBook(String),
    /// A move is illegal in a position of a book.
    #[error("{0:?} is not a legal move here: give the moves from the start, such as f5d6c3")]
    IllegalMove(String),
    /// Binary data would go to a terminal.
    #[error("WTHOR is binary: give an output file")]
    Binary,
    /// The file for the rows can't be begun, continued or written.
    #[error(transparent)]
    Output(#[from] ResumeError),
    /// There are no threads for the work.
    #[error(transparent)]
    NoThread(#[from] NoThread),
}

impl JobError {
    /// Whether the input is at fault.
    pub fn is_of_input(&self) -> bool {
        matches!(
            self,
            Self::Unreadable { .. }
                | Self::NoOpenings { .. }
                | Self::Book { .. }
                | Self::Searches { .. }
                | Self::Shards(_)
                | Self::Output(ResumeError::Unreadable { .. })
        )
    }

    fn standard_output(source: io::Error) -> Self {
        Self::Unwritable { name: "standard output".to_owned(), source }
    }
}

/// A closed pipe is not an error.
fn unless_closed<T: Default>(result: Result<T, JobError>) -> Result<T, JobError> {
    match result {
        Err(JobError::Unwritable { source, .. }) if source.kind() == io::ErrorKind::BrokenPipe => {
            Ok(T::default())
        }
        result => result,
    }
}

/// Writes to standard output at once.
fn print(text: &str) -> Result<(), JobError> {
    let mut output = io::stdout().lock();
    let written = output.write_all(text.as_bytes()).and_then(|()| output.flush());
    written.map_err(JobError::standard_output)
}

/// Writes a text for people to standard output at once; on a terminal nothing is wider than it.
fn print_fitted(text: &str) -> Result<(), JobError> {
    match terminal::columns() {
        Some(columns) => print(&fit::fitted(text, columns)),
        None => print(text),
    }
}

/// Reports once if a table has less memory than `asked`, both in MiB.
fn less_memory(asked: &mut usize, most: usize) -> Option<String> {
    let before = std::mem::replace(asked, most.min(*asked));
    (most < before).then(|| format!("not enough memory for a {before} MiB table: using {most} MiB"))
}

/// Whether a table of this size can be allocated. Checked first, because a failed allocation ends
/// the program.
fn check_memory(mib: usize) -> Result<(), JobError> {
    Table::new(mib << 20).map(drop).ok_or(JobError::NoMemory(mib))
}
