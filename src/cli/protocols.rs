//! The arguments of `reversi gtp`, `reversi nboard` and `reversi ugi`.

use clap::Args;

use super::MachineArguments;
use crate::games::{Info, REGISTRY};
use crate::players::Level;
use crate::protocols::{Resources, Speaker};

/// How a protocol is to be spoken.
#[derive(Debug, Clone, Args)]
pub struct ProtocolArguments {
    /// Play as strong as this level (1 to 60, human-like 4h to 12h, auto1 to auto3, or a time a move
    /// like 2s) where the partner doesn't say how strong
    #[arg(long, value_name = "LEVEL")]
    pub level: Option<Level>,

    /// What the engine may use of the machine
    #[command(flatten)]
    pub machine: MachineArguments,

    /// Start chance from N, so that bots that leave something to it repeat themselves
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

impl ProtocolArguments {
    /// How to speak.
    pub fn task(&self) -> Speaker {
        let MachineArguments { hash_mb, threads } = self.machine;
        Speaker {
            level: self.level,
            resources: Resources { hash_mb: hash_mb as usize, threads: threads.into() },
            seed: self.seed.unwrap_or_else(rand::random),
        }
    }
}

/// How UGI is to be spoken, and about which game.
#[derive(Debug, Clone, Args)]
pub struct UgiArguments {
    /// Which game, as long as the partner doesn't choose another: rv Reversi, c4 Connect Four, co
    /// Complica, gr Gravity, qu Quarto
    #[arg(short, long, value_name = "CODE", default_value = REGISTRY[0].code, value_parser = super::game)]
    pub game: &'static Info,

    /// How it is to be spoken.
    #[command(flatten)]
    pub protocol: ProtocolArguments,
}
