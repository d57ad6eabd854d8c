//! The jobs of subcommands that need no prompt. Results go to standard output, all else to standard error.

mod analyze;
mod bench;
mod book;
mod convert;
mod match_play;
mod merge;
mod perft;
mod positions;
mod progress;
mod solve;
mod source;

use std::io::{self, Write};
use std::path::Path;

use crate::base::files::NewFile;
use crate::base::terminal;
use crate::base::text::{Printable, fit, printable};
use crate::engine::{Position, Table};
use crate::tools::run::{ToolError, threads};

pub use analyze::{AnalyzeOptions, analyze};
pub use bench::{BenchOptions, bench};
pub use book::{BookCommand, ShowOptions, book, open_book};
pub use convert::{ConvertOptions, convert};
pub use match_play::{MatchOptions, match_play};
pub use merge::{MergeOptions, merge};
pub use perft::{PerftOptions, perft};
pub use positions::{PositionsOptions, positions};
pub use progress::{ProgressOptions, progress};
pub use solve::{SolveOptions, solve};

const PROGRAM: &str = "reversi";

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Findings {
    pub wrong: usize,
    /// The number of unreadable parts of the input, which were skipped.
    pub unreadable: usize,
    /// Whether Ctrl-C interrupted the job; the result is then partial.
    pub interrupted: bool,
}

fn available(threads: usize) -> usize {
    threads::available(PROGRAM, threads)
}

/// Ignores a closed pipe, which is not an error.
fn unless_closed<T: Default>(result: Result<T, ToolError>) -> Result<T, ToolError> {
    match result {
        Err(ToolError::Unwritable { source, .. }) if source.kind() == io::ErrorKind::BrokenPipe => {
            Ok(T::default())
        }
        result => result,
    }
}

fn print(text: &str) -> Result<(), ToolError> {
    let mut output = io::stdout().lock();
    let written = output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush());
    written.map_err(ToolError::standard_output)
}

/// Like `print`, but fits the text to the width of the terminal.
fn print_fitted(text: &str) -> Result<(), ToolError> {
    match terminal::columns() {
        Some(columns) => print(&fit::fitted(text, columns)),
        None => print(text),
    }
}

/// Returns the escaped text, or `None` if the text is empty.
fn known(text: &str) -> Option<Printable<'_>> {
    (!text.is_empty()).then(|| printable(text))
}

fn json_line(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data always has a text") + "\n"
}

/// Returns a message, once, if a table got less memory than `asked`, both in MiB.
fn less_memory(asked: &mut usize, most: usize) -> Option<String> {
    let before = std::mem::replace(asked, most.min(*asked));
    (most < before).then(|| format!("not enough memory for a {before} MiB table: using {most} MiB"))
}

/// Estimates the work of a search to `plies` plies, in units for comparison: it doubles with each ply, and grows with
/// the number of legal moves.
fn estimated_work(position: Position, plies: u32) -> u128 {
    let moves = position.legal_moves().count_ones();
    u128::from(moves + 1) << plies
}

/// Checks that a table of `mib` MiB can be allocated: a failed allocation would end the program.
fn check_memory(mib: usize) -> Result<(), ToolError> {
    Table::new(mib << 20)
        .map(drop)
        .ok_or(ToolError::NoMemory(mib))
}

/// Refuses an output file that exists, before a long job.
fn refuse_taken(path: &Path, force: bool) -> Result<(), ToolError> {
    if NewFile::may_become(path, force) {
        Ok(())
    } else {
        Err(ToolError::not_written(path)(
            io::ErrorKind::AlreadyExists.into(),
        ))
    }
}

/// Writes a file, which replaces another one only with `force`.
pub fn write_file(path: &Path, bytes: &[u8], force: bool) -> Result<(), ToolError> {
    let written = NewFile::begin(path, force).and_then(|mut file| {
        file.write_all(bytes)?;
        file.finish()
    });
    written.map_err(ToolError::not_written(path))
}
