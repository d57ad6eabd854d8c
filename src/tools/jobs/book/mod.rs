//! `reversi book`: opening books are built, extended, checked and converted.

mod build;
mod check;
mod convert;
mod learn;
mod merge;
mod search;
mod show;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::whole_file::{begin, finish, unwritable};
use super::{Findings, JobError};
use crate::base::files::{self, NoThread};
use crate::base::terminal::ProgressLine;
use crate::base::text::{counted, printable_path};
use crate::book::{Book, BookError, BookHeader, BookRecord, Deviation};
use crate::engine::eval::Evaluation;

pub use build::Build;
pub use check::Check;
pub use learn::Learn;
pub use show::Show;

/// A task of `reversi book`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BookJob {
    /// Build a book, or grow one.
    Build(Build),
    /// Learn from games.
    Learn(Learn),
    /// Merge searches and books.
    Merge(Vec<PathBuf>, NewBook),
    /// Show a position.
    Show(Show),
    /// Check a book.
    Check(Check),
    /// Convert a book of another program.
    Import(PathBuf, NewBook),
    /// Convert a book for Edax.
    Export(BookOf, NewBook),
}

/// Does a task; `helpers` says how many threads can be started of those asked for.
///
/// # Errors
/// If a file can't be read or written, or is damaged.
pub fn book(
    job: &BookJob,
    helpers: impl Fn(usize) -> Result<usize, NoThread>,
) -> Result<Findings, JobError> {
    match job {
        BookJob::Build(how) => build::build(how, helpers(how.threads)?),
        BookJob::Learn(how) => learn::learn(how, helpers(how.threads)?),
        BookJob::Merge(files, out) => merge::merge(files, out),
        BookJob::Show(how) => show::show(how),
        BookJob::Check(how) => check::check(how, helpers(how.threads)?),
        BookJob::Import(input, out) => convert::import(input, out),
        BookJob::Export(book, out) => convert::export(book, out),
    }
}

/// Which book: the shipped one, or one in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BookOf {
    /// The one that ships with the program.
    Shipped,
    /// One in a file.
    File(PathBuf),
}

impl From<Option<PathBuf>> for BookOf {
    fn from(path: Option<PathBuf>) -> Self {
        path.map_or(Self::Shipped, Self::File)
    }
}

impl BookOf {
    /// Opens the book.
    ///
    /// # Errors
    /// If the file can't be read, or is not a book.
    pub fn open(&self) -> Result<Arc<Book>, JobError> {
        let Self::File(path) = self else { return Ok(Book::shipped()) };
        let file = files::open(path).map_err(|error| unreadable(path, error.into()))?;
        Book::in_file(file).map(Arc::new).map_err(|source| of_book(path, source))
    }

    /// Reads all records.
    fn read(&self, book: &Book) -> Result<Vec<BookRecord>, JobError> {
        book.read().map_err(|source| of_book(self.path(), source))
    }

    /// The file, or its name in messages.
    fn path(&self) -> &Path {
        match self {
            Self::Shipped => Path::new("the built-in book"),
            Self::File(path) => path,
        }
    }

    /// Refuses to replace this book.
    fn refuse_same(&self, out: &NewBook) -> Result<(), JobError> {
        match self {
            Self::File(path) if files::resolved(path) == files::resolved(&out.path) => {
                Err(JobError::SameBook(printable_path(path).to_string()))
            }
            _ => Ok(()),
        }
    }
}

/// A new book, and whether it may replace a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBook {
    /// The file.
    pub path: PathBuf,
    /// Whether it may exist already.
    pub force: bool,
}

fn of_book(path: &Path, source: BookError) -> JobError {
    match source {
        BookError::Unreadable(source) => unreadable(path, source),
        source => JobError::Book { name: printable_path(path).to_string(), source },
    }
}

fn unreadable(path: &Path, source: std::io::Error) -> JobError {
    JobError::Unreadable { name: printable_path(path).to_string(), source }
}

/// Writes a whole book, and says how many positions it has.
fn write(
    out: &NewBook,
    deviation: Option<Deviation>,
    weights: u32,
    records: &[BookRecord],
) -> Result<(), JobError> {
    write_bytes(out, &BookHeader::book(deviation, weights, records))?;
    let name = printable_path(&out.path);
    ProgressLine::start().say(&format!("{name}: {}", counted(records.len(), "position")));
    Ok(())
}

fn write_bytes(out: &NewBook, bytes: &[u8]) -> Result<(), JobError> {
    let mut file = begin(&out.path, out.force)?;
    file.write_all(bytes).map_err(|source| unwritable(&out.path, source))?;
    finish(&mut file, out.force)
}

/// The name of the weights in use, as it is in the header of a book.
fn weights() -> u32 {
    u32::from_str_radix(&Evaluation::global().header().name(), 16).unwrap_or(0)
}
