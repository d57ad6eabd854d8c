//! The arguments of `trainer all`.

use std::path::PathBuf;

use clap::Args;

use super::threads;
use super::values::hours;
use crate::tools::training::{Generations, Weights};

/// The arguments of `trainer all`.
#[derive(Debug, Clone, Args)]
pub struct AllArguments {
    /// Approximate running time in hours
    #[arg(long, value_name = "H", value_parser = hours)]
    pub hours: f64,

    /// Folder for all files; created if missing
    #[arg(long, value_name = "DIR")]
    pub folder: PathBuf,

    /// Random seed; each one gives different games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Initial weights: blank (all zero), built-in, or a file
    #[arg(long, value_name = "WHICH", default_value = "blank")]
    pub from: PathBuf,

    /// Solve positions with at most this many empty squares for labels (cost grows fast)
    #[arg(long, value_name = "EMPTIES", default_value_t = 14, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub label_exact_from: u32,

    /// Search depth for other labels; 0 uses game results only, leaving time for more games
    #[arg(long, value_name = "PLIES", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub label_depth: u32,

    /// Number of generations [default: as many as fit in the time]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    pub generations: Option<u16>,

    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

impl AllArguments {
    /// The task that the arguments describe; `program` runs the stages.
    pub fn task(&self, program: PathBuf) -> Generations {
        let from = match self.from.to_str() {
            Some("blank") => Weights::Blank,
            Some("built-in") => Weights::Shipped,
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
