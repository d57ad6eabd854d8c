//! The arguments of `reversi book`.

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Args, Subcommand};

use super::solve::shard_or_entry;
use super::{Arguments, usage};
use crate::book::Deviation;
use crate::files::Shard;
use crate::jobs::{BookJob, BookOf, Build, Check, Learn, NewBook, Show};

/// The arguments of `reversi book`.
#[derive(Debug, Clone, Args)]
pub struct BookArguments {
    /// What to do with a book
    #[command(subcommand)]
    pub job: BookCommand,
}

/// What to do with a book.
#[derive(Debug, Clone, Subcommand)]
pub enum BookCommand {
    /// Build a book from nothing
    ///
    /// The searches are kept in OUT.searches. After a kill, --resume continues. With --shard, each process
    /// writes its searches to OUT.I-of-N.searches, and merge makes the book of them.
    Build(BuildArguments),

    /// Build a larger book from another one
    ///
    /// What the book has is not searched again, except where its best other move is followed now.
    Grow {
        /// Book to grow [default: the shipped one]
        #[arg(long, value_name = "BOOK")]
        book: Option<PathBuf>,

        /// The new book
        #[command(flatten)]
        build: BuildArguments,
    },

    /// Add the positions of games to a book
    Learn(LearnArguments),

    /// Make one book of the shards of a run, or of several books
    ///
    /// Of a position in several books, the record with the highest level is kept, else the first one.
    Merge {
        /// Searches of all shards of a run, or books
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,

        /// The new book
        #[command(flatten)]
        out: OutArguments,
    },

    /// Print the moves that a book knows, and how it was made
    Show {
        /// Book [default: the shipped one]
        #[arg(long, value_name = "BOOK")]
        book: Option<PathBuf>,

        /// Moves from the start, like f5d6 [default: none]
        #[arg(value_name = "MOVES", default_value = "", hide_default_value = true)]
        moves: String,

        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },

    /// Check that a book is whole, and compare its scores with searches
    ///
    /// The exit code is 1 if scores are not those of the best moves, 3 if the book is damaged.
    Check {
        /// Book [default: the shipped one]
        #[arg(long, value_name = "BOOK")]
        book: Option<PathBuf>,

        /// Number of positions to search again
        #[arg(long, value_name = "N", default_value_t = 0)]
        searches: usize,

        /// Level of these searches
        #[arg(long, value_name = "LEVEL", default_value_t = 16, value_parser = clap::value_parser!(u8).range(4..=60))]
        level: u8,

        /// Number of threads
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
    },

    /// Convert a book of Edax (book.dat) or Egaroucid (.egbk3)
    Import {
        /// Book of the other program
        #[arg(value_name = "FILE")]
        input: PathBuf,

        /// The new book
        #[command(flatten)]
        out: OutArguments,
    },

    /// Write a book as Edax reads it
    Export {
        /// Book [default: the shipped one]
        #[arg(long, value_name = "BOOK")]
        book: Option<PathBuf>,

        /// The book.dat
        #[command(flatten)]
        out: OutArguments,
    },
}

/// Which opening book bots and hints use.
#[derive(Debug, Clone, Default, Args)]
pub struct BookChoice {
    /// Opening book of bots and hints in Reversi, from `reversi book` [default: the shipped one]
    #[arg(long, value_name = "FILE", conflicts_with = "no_book")]
    pub book: Option<PathBuf>,

    /// Play and advise without an opening book
    #[arg(long)]
    pub no_book: bool,
}

impl BookChoice {
    /// The book, unless it is switched off.
    pub fn chosen(&self) -> Option<BookOf> {
        (!self.no_book).then(|| self.book.clone().into())
    }
}

/// A new book.
#[derive(Debug, Clone, Args)]
pub struct OutArguments {
    /// Output file
    #[arg(long, value_name = "OUT")]
    pub out: PathBuf,

    /// Overwrite OUT if it exists
    #[arg(long)]
    pub force: bool,
}

impl From<OutArguments> for NewBook {
    fn from(OutArguments { out, force }: OutArguments) -> Self {
        Self { path: out, force }
    }
}

/// How positions are searched.
#[derive(Debug, Clone, Copy, Args)]
pub struct SearchArguments {
    /// Level of the searches, as of a bot
    #[arg(long, value_name = "LEVEL", default_value_t = 12, value_parser = clap::value_parser!(u8).range(4..=60))]
    pub level: u8,

    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,

    /// Continue an interrupted run with the same options
    #[arg(long)]
    pub resume: bool,
}

/// A book to build.
#[derive(Debug, Clone, Args)]
pub struct BuildArguments {
    /// Maximum number of discs that a followed move loses against the best one
    #[arg(long, value_name = "DISCS", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=64))]
    pub error: u8,

    /// Maximum number of discs that all moves on the way to a position lose together
    #[arg(long, value_name = "DISCS", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=64))]
    pub total: u8,

    /// Number of plies from the start
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=58))]
    pub plies: u8,

    /// Part I of N of the work [default: the shard in `$HQ_ENTRY`, else all]
    #[arg(long, value_name = "I/N", value_parser = str::parse::<Shard>)]
    pub shard: Option<Shard>,

    /// Searches
    #[command(flatten)]
    pub searches: SearchArguments,

    /// The new book
    #[command(flatten)]
    pub out: OutArguments,
}

/// Games to learn from.
#[derive(Debug, Clone, Args)]
pub struct LearnArguments {
    /// File of games, in any format that convert reads; - for standard input
    #[arg(value_name = "FILE")]
    pub games: PathBuf,

    /// Book to add to [default: the shipped one]
    #[arg(long, value_name = "BOOK")]
    pub book: Option<PathBuf>,

    /// Number of plies of each game
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u8).range(0..=58))]
    pub plies: u8,

    /// Searches
    #[command(flatten)]
    pub searches: SearchArguments,

    /// The new book
    #[command(flatten)]
    pub out: OutArguments,
}

impl BookArguments {
    /// The task that the arguments describe.
    ///
    /// # Errors
    /// A usage error if `$HQ_ENTRY` is not a shard.
    pub fn task(self) -> Result<BookJob, clap::Error> {
        Ok(match self.job {
            BookCommand::Build(build) => BookJob::Build(build.task(None)?),
            BookCommand::Grow { book, build } => BookJob::Build(build.task(Some(book.into()))?),
            BookCommand::Learn(learn) => BookJob::Learn(Learn {
                games: learn.games,
                book: learn.book.into(),
                plies: learn.plies,
                level: learn.searches.level,
                threads: learn.searches.threads.into(),
                resume: learn.searches.resume,
                out: learn.out.into(),
            }),
            BookCommand::Merge { files, out } => BookJob::Merge(files, out.into()),
            BookCommand::Show { book, moves, json } => {
                BookJob::Show(Show { book: book.into(), moves, json })
            }
            BookCommand::Check { book, searches, level, threads } => BookJob::Check(Check {
                book: book.into(),
                searches,
                level,
                threads: threads.into(),
            }),
            BookCommand::Import { input, out } => BookJob::Import(input, out.into()),
            BookCommand::Export { book, out } => BookJob::Export(book.into(), out.into()),
        })
    }
}

impl BuildArguments {
    fn task(self, base: Option<BookOf>) -> Result<Build, clap::Error> {
        let shard = shard_or_entry(self.shard).map_err(|reason| {
            usage::error::<Arguments>("book", ErrorKind::ValueValidation, reason)
        })?;
        Ok(Build {
            deviation: Deviation { per_move: self.error, total: self.total, plies: self.plies },
            level: self.searches.level,
            shard,
            threads: self.searches.threads.into(),
            base,
            resume: self.searches.resume,
            out: self.out.into(),
        })
    }
}
