//! The arguments of `reversi gtp`, `reversi nboard` and `reversi ugi`.

use clap::Args;

use crate::games::Info;
use crate::players::Level;

/// How a protocol is to be spoken.
#[derive(Debug, Clone, Args)]
pub struct ProtocolArguments {
    /// Play as strong as this level (1 to 60, human-like 4h to 12h, or a time a move like 2s) where
    /// the partner doesn't say how strong
    #[arg(long, value_name = "LEVEL")]
    pub level: Option<Level>,

    /// Memory for the table of positions, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub hash_mb: u32,

    /// Search on so many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,

    /// Start chance from N, so that bots that leave something to it repeat themselves
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// How UGI is to be spoken, and about which game.
#[derive(Debug, Clone, Args)]
pub struct UgiArguments {
    /// Which game, as long as the partner doesn't choose another: rv Reversi, c4 Connect Four, co
    /// Complica, gr Gravity, qu Quarto
    #[arg(short, long, value_name = "CODE", default_value = "rv", value_parser = super::game)]
    pub game: &'static Info,

    /// How it is to be spoken.
    #[command(flatten)]
    pub protocol: ProtocolArguments,
}
