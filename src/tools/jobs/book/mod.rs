//! `reversi book`: builds, extends, checks and converts opening books.

mod build;
mod check;
mod learn;
mod merge;
mod search;
mod show;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, Subcommand};

use super::{Findings, PROGRAM, refuse_taken, write_file};
use crate::base::files;
use crate::base::terminal::ProgressLine;
use crate::base::text::{Shard, counted, printable_path};
use crate::book::{
    Book, BookError, BookHeader, BookRecord, Deviation, Imported, SkippedPositions, from_edax,
    from_egaroucid, to_edax,
};
use crate::engine::eval::Evaluation;
use crate::players::{Level, LevelError};
use crate::tools::run::{ToolError, thread_count, threads};

use build::BuildOptions;
use check::CheckOptions;
use learn::LearnOptions;
pub use show::ShowOptions;

/// A subcommand of `reversi book`.
#[derive(Debug, Clone, Subcommand)]
pub enum BookCommand {
    /// Build a new book from scratch
    ///
    /// Searches are stored in OUT.searches; continue an interrupted run with --resume. With
    /// --shard, each process writes OUT.I-of-N.searches; combine them with `book merge`.
    Build(BuildOptions),

    /// Extend an existing book
    ///
    /// Existing positions are searched again only if a new alternative move must be followed.
    Grow {
        /// Book to grow [default: the built-in book]
        #[arg(long, value_name = "BOOK")]
        book: Option<PathBuf>,

        /// The new book
        #[command(flatten)]
        build: BuildOptions,
    },

    /// Add positions from games to a book
    Learn(LearnOptions),

    /// Merge the shards of a run, or several books, into one
    ///
    /// For duplicate positions, the entry with the highest level wins, then the first.
    Merge {
        /// Search files of all shards, or books
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,

        /// The new book
        #[command(flatten)]
        out: NewBook,
    },

    /// Print a book's moves for a position, and its build settings
    Show(ShowOptions),

    /// Verify a book's integrity, and re-search a sample of its positions
    ///
    /// Exits with 1 if scores don't match the best moves, 3 if the book is damaged.
    Check(CheckOptions),

    /// Import an Edax (book.dat) or Egaroucid (.egbk3) book
    Import {
        /// Book of the other program
        #[arg(value_name = "FILE")]
        input: PathBuf,

        /// The new book
        #[command(flatten)]
        out: NewBook,
    },

    /// Export a book in Edax format (book.dat)
    Export {
        /// Book [default: the built-in book]
        #[arg(long, value_name = "BOOK")]
        book: Option<PathBuf>,

        /// The book.dat
        #[command(flatten)]
        out: NewBook,
    },
}

/// A new book.
#[derive(Debug, Clone, Args)]
pub struct NewBook {
    /// Output file
    #[arg(long, value_name = "OUT")]
    out: PathBuf,

    /// Overwrite OUT if it exists
    #[arg(long)]
    force: bool,
}

/// Parses a level, and returns its depth, which a book keeps with each position. Time limits have no depth.
fn depth(word: &str) -> Result<u8, String> {
    let level: Level = word
        .parse()
        .map_err(|error: LevelError| error.to_string())?;
    let limits = level
        .analysis_limits()
        .filter(|limits| limits.time.is_none());
    let depth = limits.and_then(|limits| u8::try_from(limits.depth).ok());
    depth.ok_or_else(|| format!("{word} has no depth: use depth:14, or a level from 4 on"))
}

/// How positions are searched.
#[derive(Debug, Clone, Copy, Args)]
struct SearchOptions {
    /// Strength of the search: depth:14, a level from 4 to 20, or a rating like 2000
    #[arg(long = "level", value_name = "LEVEL", default_value = "depth:12", value_parser = depth)]
    level: u8,

    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = thread_count())]
    threads: usize,

    /// Continue an interrupted run with the same options
    #[arg(long)]
    resume: bool,
}

pub fn book(command: &BookCommand) -> Result<Findings, ToolError> {
    match command {
        BookCommand::Build(build) => build::build(build, None, false),
        BookCommand::Grow { book, build } => build::build(build, book.as_deref(), true),
        BookCommand::Learn(options) => learn::learn(options),
        BookCommand::Merge { files, out } => merge::merge(files, out),
        BookCommand::Show(options) => show::show(options),
        BookCommand::Check(options) => check::check(options),
        BookCommand::Import { input, out } => import(input, out),
        BookCommand::Export { book, out } => export(book.as_deref(), out),
    }
}

fn import(input: &Path, out: &NewBook) -> Result<Findings, ToolError> {
    let file = files::open(input).map_err(ToolError::unreadable(input))?;
    let mut reader = BufReader::new(file);
    let beginning = reader.fill_buf().map_err(ToolError::unreadable(input))?;
    let is_egaroucid = beginning.starts_with(b"DICUORAGE");
    let read = if is_egaroucid {
        from_egaroucid(reader)
    } else {
        from_edax(reader)
    };
    let Imported { records, skipped } = read.map_err(|source| of_book(input, source))?;
    out.write(None, 0, &records)?;
    let SkippedPositions {
        passes,
        over,
        scores,
        impossible,
        twice,
    } = skipped;
    let name = printable_path(input);
    for (count, why) in [
        (passes, "where the side to move must pass"),
        (over, "where the game is over"),
        (scores, "without a score from -64 to 64"),
        (impossible, "that no game can have, or with an illegal move"),
        (twice, "that it has twice, perhaps in another symmetry"),
    ] {
        if count > 0 {
            let positions = counted(count, "position");
            ProgressLine::start().say(&format!("{name}: skipped {positions} {why}"));
        }
    }
    Ok(Findings::default())
}

fn export(path: Option<&Path>, out: &NewBook) -> Result<Findings, ToolError> {
    let records = records(path, &*open_book(path)?)?;
    out.write_bytes(&to_edax(&records))?;
    Ok(Findings::default())
}

/// Opens a book file, or the built-in book.
pub fn open_book(path: Option<&Path>) -> Result<Arc<Book>, ToolError> {
    let Some(path) = path else {
        return Ok(Book::shipped());
    };
    let file = files::open(path).map_err(ToolError::unreadable(path))?;
    Book::in_file(file)
        .map(Arc::new)
        .map_err(|error| of_book(path, error))
}

fn records(path: Option<&Path>, book: &Book) -> Result<Vec<BookRecord>, ToolError> {
    book.read().map_err(|error| of_book(place(path), error))
}

/// Returns the path of a book for messages.
fn place(path: Option<&Path>) -> &Path {
    path.unwrap_or(Path::new("the built-in book"))
}

fn of_book(path: &Path, error: BookError) -> ToolError {
    match error {
        BookError::Unreadable(source) => ToolError::unreadable(path)(source),
        error => ToolError::invalid(path)(error),
    }
}

fn helpers(threads: usize) -> Result<usize, ToolError> {
    Ok(threads::helpers(PROGRAM, threads)?)
}

impl NewBook {
    /// Returns the output of a shard, with `{shard}` in the name replaced.
    fn of_shard(&self, shard: Shard) -> Self {
        Self {
            out: shard.in_name(&self.out),
            ..*self
        }
    }

    fn refuse_taken(&self) -> Result<(), ToolError> {
        refuse_taken(&self.out, self.force)
    }

    fn refuse_same(&self, book: Option<&Path>) -> Result<(), ToolError> {
        match book {
            Some(path) if files::resolved(path) == files::resolved(&self.out) => {
                Err(ToolError::Overwrites {
                    path: path.to_owned(),
                    input: "the input book",
                })
            }
            _ => Ok(()),
        }
    }

    fn write(
        &self,
        deviation: Option<Deviation>,
        weights: u32,
        records: &[BookRecord],
    ) -> Result<(), ToolError> {
        self.write_bytes(&BookHeader::book(deviation, weights, records))?;
        let name = printable_path(&self.out);
        ProgressLine::start().say(&format!("{name}: {}", counted(records.len(), "position")));
        Ok(())
    }

    fn write_bytes(&self, bytes: &[u8]) -> Result<(), ToolError> {
        write_file(&self.out, bytes, self.force)
    }
}

/// Returns the name of the current weights, as in the header of a book.
fn weights() -> u32 {
    u32::from_str_radix(&Evaluation::global().header().name(), 16).unwrap_or(0)
}
