//! The arguments of `reversi gtp`, `reversi nboard` and `reversi ugi`.

use std::sync::Arc;

use clap::Args;

use super::{BookChoice, MachineArguments};
use crate::book::Book;
use crate::games::{Info, REGISTRY};
use crate::players::Level;
use crate::protocols::ProtocolOptions;

/// The arguments of `reversi gtp` and `reversi nboard`.
#[derive(Debug, Clone, Args)]
pub struct ProtocolArguments {
    /// Playing level unless the client sets one: 1 to 60, 1h to 12h, auto1 to auto3, a rating
    /// (1200) or a time per move (2s)
    #[arg(long, value_name = "LEVEL")]
    pub level: Option<Level>,

    /// Memory and threads of the engine
    #[command(flatten)]
    pub machine: MachineArguments,

    /// Opening book
    #[command(flatten)]
    pub book: BookChoice,

    /// Set the random seed, for reproducible games
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

impl ProtocolArguments {
    /// The settings of the conversation with this opening book.
    pub fn task(&self, book: Option<Arc<Book>>) -> ProtocolOptions {
        let MachineArguments { hash, threads } = self.machine;
        ProtocolOptions {
            level: self.level,
            hash_mb: hash as usize,
            threads: threads.into(),
            book,
            seed: self.seed.unwrap_or_else(rand::random),
        }
    }
}

/// The arguments of `reversi ugi`.
#[derive(Debug, Clone, Args)]
pub struct UgiArguments {
    /// Game unless the client sets one: rv, c4, co, gr or qu
    #[arg(short, long, value_name = "GAME", default_value = REGISTRY[0].word(), value_parser = super::GameParser(REGISTRY))]
    pub game: &'static Info,

    /// Level, engine and random seed
    #[command(flatten)]
    pub protocol: ProtocolArguments,
}
