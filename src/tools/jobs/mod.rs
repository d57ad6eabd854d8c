//! The jobs that need no prompt: one file per subcommand. Results go to standard output, everything
//! else to standard error.

mod analyze;
mod bench;
mod book;
mod convert;
mod match_play;
mod perft;
mod solve;
mod source;
mod whole_file;

use std::io::{self, Write};

use crate::base::terminal;
use crate::base::text::{Printable, fit, printable};
use crate::engine::Table;
use crate::tools::run::{ToolError, threads};

pub use analyze::{AnalyzeOptions, analyze};
pub use bench::{BenchOptions, bench};
pub use book::{BookCommand, ShowOptions, book, open_book};
pub use convert::{ConvertOptions, convert};
pub use match_play::{MatchOptions, match_play};
pub use perft::{PerftOptions, perft};
pub use solve::{SolveOptions, solve};

const PROGRAM: &str = "reversi";

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

/// The number of threads that can be started, of those asked for.
fn available(threads: usize) -> usize {
    threads::available(PROGRAM, threads)
}

/// A closed pipe is not an error.
fn unless_closed<T: Default>(result: Result<T, ToolError>) -> Result<T, ToolError> {
    match result {
        Err(ToolError::Unwritable { source, .. }) if source.kind() == io::ErrorKind::BrokenPipe => {
            Ok(T::default())
        }
        result => result,
    }
}

/// Writes to standard output at once.
fn print(text: &str) -> Result<(), ToolError> {
    let mut output = io::stdout().lock();
    let written = output.write_all(text.as_bytes()).and_then(|()| output.flush());
    written.map_err(ToolError::standard_output)
}

/// Writes a text for people to standard output at once; on a terminal nothing is wider than it.
fn print_fitted(text: &str) -> Result<(), ToolError> {
    match terminal::columns() {
        Some(columns) => print(&fit::fitted(text, columns)),
        None => print(text),
    }
}

/// Returns an escaped text of a file, so that printing it is safe, or `None` if it is empty.
fn known(text: &str) -> Option<Printable<'_>> {
    (!text.is_empty()).then(|| printable(text))
}

/// A value as JSON, on a line.
fn json_line(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data always has a text") + "\n"
}

/// Reports once if a table has less memory than `asked`, both in MiB.
fn less_memory(asked: &mut usize, most: usize) -> Option<String> {
    let before = std::mem::replace(asked, most.min(*asked));
    (most < before).then(|| format!("not enough memory for a {before} MiB table: using {most} MiB"))
}

/// Whether a table of this size can be allocated. Checked first, because a failed allocation ends
/// the program.
fn check_memory(mib: usize) -> Result<(), ToolError> {
    Table::new(mib << 20).map(drop).ok_or(ToolError::NoMemory(mib))
}
