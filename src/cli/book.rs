//! The arguments of `reversi book`.

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Args, Subcommand};

use super::solve::shard_or_entry;
use super::{Arguments, usage};
use crate::base::files::Shard;
use crate::book::Deviation;
use crate::tools::jobs::{BookJob, BookOf, Build, Check, Learn, NewBook, Show};

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
    /// Build a new book from scratch
    ///
    /// Searches are stored in OUT.searches; continue an interrupted run with --resume. With
    /// --shard, each process writes OUT.I-of-N.searches; combine them with `book merge`.
    Build(BuildArguments),

    /// Extend an existing book
    ///
    /// Existing positions are searched again only if a new alternative move must be followed.
    Grow {
        /// Book to grow [default: the built-in book]
        #[arg(long, value_name = "BOOK")]
        book: Option<PathBuf>,

        /// The new book
        #[command(flatten)]
        build: BuildArguments,
    },

    /// Add positions from games to a book
    Learn(LearnArguments),

    /// Merge the shards of a run, or several books, into one
    ///
    /// For duplicate positions, the entry with the highest level wins, then the first.
    Merge {
        /// Search files of all shards, or books
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,

        /// The new book
        #[command(flatten)]
        out: OutArguments,
    },

    /// Print a book's moves for a position, and its build settings
    Show {
        /// Book [default: the built-in book]
        #[arg(long, value_name = "BOOK")]
        book: Option<PathBuf>,

        /// Moves from the start, like f5d6 [default: none]
        #[arg(value_name = "MOVES", default_value = "", hide_default_value = true)]
        moves: String,

        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },

    /// Verify a book's integrity, and re-search a sample of its positions
    ///
    /// Exits with 1 if scores don't match the best moves, 3 if the book is damaged.
    Check {
        /// Book [default: the built-in book]
        #[arg(long, value_name = "BOOK")]
        book: Option<PathBuf>,

        /// Number of positions to re-search
        #[arg(long, value_name = "N", default_value_t = 0)]
        sample: usize,

        /// Level of these searches
        #[arg(long, value_name = "LEVEL", default_value_t = 16, value_parser = clap::value_parser!(u8).range(4..=60))]
        level: u8,

        /// Number of threads
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
    },

    /// Import an Edax (book.dat) or Egaroucid (.egbk3) book
    Import {
        /// Book of the other program
        #[arg(value_name = "FILE")]
        input: PathBuf,

        /// The new book
        #[command(flatten)]
        out: OutArguments,
    },

    /// Export a book in Edax format (book.dat)
    Export {
        /// Book [default: the built-in book]
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
    /// Opening book for bots and hints (Reversi) [default: built in]
    #[arg(long, value_name = "FILE", conflicts_with = "no_book")]
    pub book: Option<PathBuf>,

    /// Don't use an opening book
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
    /// Search level, as for bots
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
    /// Maximum discs lost by one move
    #[arg(long, value_name = "DISCS", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=64))]
    pub max_loss: u8,

    /// Maximum discs lost along a line
    #[arg(long, value_name = "DISCS", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=64))]
    pub max_total_loss: u8,

    /// Book depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=58))]
    pub plies: u8,

    /// Do part I of N of the work [default: `$HQ_ENTRY`, or everything]
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

    /// Book to add to [default: the built-in book]
    #[arg(long, value_name = "BOOK")]
    pub book: Option<PathBuf>,

    /// Plies to use from each game
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
            BookCommand::Check { book, sample, level, threads } => BookJob::Check(Check {
                book: book.into(),
                searches: sample,
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
            deviation: Deviation {
                per_move: self.max_loss,
                total: self.max_total_loss,
                plies: self.plies,
            },
            level: self.searches.level,
            shard,
            threads: self.searches.threads.into(),
            base,
            resume: self.searches.resume,
            out: self.out.into(),
        })
    }
}
