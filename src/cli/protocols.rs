//! The options of `reversi gtp`, `reversi nboard` and `reversi ugi`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use crate::book::Book;
use crate::games::{Info, REGISTRY};
use crate::players::Level;
use crate::protocols::ProtocolOptions;
use crate::tools::jobs::open_book;
use crate::tools::run::{EngineOptions, GameParser, ToolError, threads};

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
    /// Opens the book; `None` with `--no-book`.
    pub(super) fn open(&self) -> Result<Option<Arc<Book>>, ToolError> {
        (!self.no_book).then(|| open_book(self.book.as_deref())).transpose()
    }
}

/// The options of `reversi gtp` and `reversi nboard`.
#[derive(Debug, Clone, Args)]
pub struct ConversationOptions {
    /// Playing level unless the client sets one: 1 to 20, depth:12, auto1 to auto3, a rating
    /// (1200) or a time per move (2s)
    #[arg(long, value_name = "LEVEL")]
    pub level: Option<Level>,

    /// Memory and threads of the engine
    #[command(flatten)]
    pub engine: EngineOptions,

    /// Opening book
    #[command(flatten)]
    pub book: BookChoice,

    /// Set the random seed, for reproducible games
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

impl ConversationOptions {
    pub(super) fn start(&self) -> Result<ProtocolOptions, ToolError> {
        let book = self.book.open()?;
        let EngineOptions { hash: hash_mb, threads } = self.engine;
        let threads = threads::available("reversi", threads);
        let seed = self.seed.unwrap_or_else(rand::random);
        Ok(ProtocolOptions { level: self.level, hash_mb, threads, book, seed })
    }
}

/// The options of `reversi ugi`.
#[derive(Debug, Clone, Args)]
pub struct UgiOptions {
    /// Game unless the client sets one: rv, c4, co, gr or qu
    #[arg(short, long, value_name = "GAME", default_value = REGISTRY[0].word(), value_parser = GameParser(REGISTRY))]
    pub game: &'static Info,

    /// Level, engine and random seed
    #[command(flatten)]
    pub conversation: ConversationOptions,
}
