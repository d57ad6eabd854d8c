//! The arguments of the stages that measure weights.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::values::{count, move_time};
use super::{EngineArguments, Work};
use crate::files::Output;
use crate::training::{Accuracy, Duel, Measure};

/// What `trainer probcut` was asked to do.
#[derive(Debug, Clone, Args)]
pub struct ProbcutArguments {
    /// How many positions of each of 8, 12, 16 ... 56 empty squares, in all shards
    #[arg(long, value_name = "N", value_parser = count)]
    pub positions: usize,

    /// Start chance from S: other positions for each
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// The deepest search, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,

    /// How the work is done
    #[command(flatten)]
    pub work: Work,
}

/// What `trainer calibrate` was asked to do.
#[derive(Debug, Clone, Args)]
pub struct CalibrateArguments {
    /// Files of labelled positions; those that were held out are not used
    #[arg(value_name = "POSITIONS", required = true)]
    pub positions: Vec<PathBuf>,

    /// Write the weights to WEIGHTS, which may be the same file; it is replaced when they are whole
    #[arg(long, value_name = "WEIGHTS")]
    pub out: PathBuf,

    /// The weights to stretch
    #[command(flatten)]
    pub engine: EngineArguments,
}

/// What `trainer fit-probcut` was asked to do.
#[derive(Debug, Clone, Args)]
pub struct FitProbcutArguments {
    /// Files of searches
    #[arg(value_name = "SEARCHES", required = true)]
    pub searches: Vec<PathBuf>,

    /// The weights that get the model
    #[arg(long, value_name = "FILE")]
    pub weights: PathBuf,

    /// Write them to WEIGHTS, which may be the same file; it is replaced when they are whole
    #[arg(long, value_name = "WEIGHTS")]
    pub out: PathBuf,
}

/// What `trainer test` was asked to do.
#[derive(Debug, Clone, Args)]
pub struct TestArguments {
    /// Files of labelled positions; only those that were held out are used
    #[arg(value_name = "POSITIONS", required = true)]
    pub positions: Vec<PathBuf>,

    /// How many positions of each of 20 to 24 empty squares to solve, in all shards
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub exact: usize,

    /// How many positions of each of 28, 32 ... 56 empty squares to search 20 plies deep, in all
    /// shards
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub midgame: usize,

    /// How the work is done
    #[command(flatten)]
    pub work: Work,
}

/// What `trainer duel` was asked to do.
#[derive(Debug, Clone, Args)]
pub struct DuelArguments {
    /// The weights that the others play against
    #[arg(long, value_name = "WEIGHTS")]
    pub former: PathBuf,

    /// From how many openings of eight plies, each with both colours
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = count)]
    pub openings: usize,

    /// How far the players look, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,

    /// Play perfectly from so many empty squares on
    #[arg(long, value_name = "EMPTIES", default_value_t = 14, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub exact_from: u32,

    /// Let each move take so long, like 100ms or 2s, instead of a depth; then no two duels are the
    /// same
    #[arg(long, value_name = "TIME", conflicts_with_all = ["depth", "exact_from"], value_parser = move_time)]
    pub time: Option<Duration>,

    /// Write the games to GAMES, which must not exist
    #[arg(long, value_name = "GAMES")]
    pub out: PathBuf,

    /// Go on with GAMES where an earlier run with the same options has stopped
    #[arg(long)]
    pub resume: bool,

    /// The weights whose points are reported
    #[command(flatten)]
    pub engine: EngineArguments,
}

impl ProbcutArguments {
    /// What to measure, and where to write.
    ///
    /// # Errors
    /// A usage error when the environment has an entry that is no shard.
    pub fn task(&self) -> Result<(Measure, Output), clap::Error> {
        let shard = self.work.shard("probcut")?;
        let (positions, seed, depth) = (self.positions, self.seed, self.depth);
        Ok((Measure { positions, seed, depth, shard }, self.work.output(shard)))
    }
}

impl TestArguments {
    /// What to test, and where to write.
    ///
    /// # Errors
    /// A usage error when the environment has an entry that is no shard.
    pub fn task(&self) -> Result<(Accuracy, Output), clap::Error> {
        let shard = self.work.shard("test")?;
        let (exact, midgame) = (self.exact, self.midgame);
        Ok((Accuracy { exact, midgame, shard }, self.work.output(shard)))
    }
}

impl DuelArguments {
    /// How to play, and where to write.
    pub fn task(&self) -> (Duel, Output) {
        let openings = self.openings;
        let milliseconds =
            self.time.map_or(0, |time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        let (depth, exact_from) =
            if self.time.is_some() { (60, 60) } else { (self.depth, self.exact_from) };
        let how = Duel { openings, depth, exact_from, milliseconds };
        (how, Output { path: self.out.clone(), resume: self.resume })
    }
}
