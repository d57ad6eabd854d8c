//! The arguments of `trainer all`.

use std::path::PathBuf;

use clap::Args;

use super::threads;
use super::values::hours;
use crate::training::{Generations, Weights};

/// What `trainer all` was asked to do.
#[derive(Debug, Clone, Args)]
pub struct AllArguments {
    /// How long it may take, about
    #[arg(long, value_name = "H", value_parser = hours)]
    pub hours: f64,

    /// Keep all files in DIR, which is made if it is not there
    #[arg(long, value_name = "DIR")]
    pub folder: PathBuf,

    /// Start chance from S: other games for each
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// What the first generation plays with: blank knows nothing, shipped is that of the program, or
    /// a file of weights
    #[arg(long, value_name = "WHICH", default_value = "blank")]
    pub from: PathBuf,

    /// Solve positions with so many empty squares or fewer for their labels, unless the game has
    /// done that; each square more is dear
    #[arg(long, value_name = "EMPTIES", default_value_t = 14, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub label_exact_from: u32,

    /// Search the others so many plies deep for their labels; 0 takes them from the games alone,
    /// which leaves time for many more games
    #[arg(long, value_name = "PLIES", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub label_depth: u32,

    /// So many generations instead of as many as go with the time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    pub generations: Option<u16>,

    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

impl AllArguments {
    /// What to do, the stages done by this program.
    pub fn task(&self, program: PathBuf) -> Generations {
        let from = match self.from.to_str() {
            Some("blank") => Weights::Blank,
            Some("shipped") => Weights::Shipped,
            _ => Weights::File(self.from.clone()),
        };
        Generations {
            hours: self.hours,
            folder: self.folder.clone(),
            seed: self.seed,
            from,
            label_exact_from: self.label_exact_from,
            label_depth: self.label_depth,
            count: self.generations.map(usize::from),
            threads: threads(self.threads),
            program,
        }
    }
}
