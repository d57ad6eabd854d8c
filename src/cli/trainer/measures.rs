//! The arguments of the stages that measure weights.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::values::{count, move_time};
use super::{EngineArguments, Work};
use crate::base::files::Output;
use crate::tools::training::{Accuracy, Duel, Ladder, Measure};

/// The arguments of `trainer probcut`.
#[derive(Debug, Clone, Args)]
pub struct ProbcutArguments {
    /// Number of positions for each of 8, 12, 16 ... 56 empty squares, in all shards together
    #[arg(long, value_name = "N", value_parser = count)]
    pub positions: usize,

    /// Random seed; each one gives different positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Maximum search depth, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,

    /// Shard, output and engine
    #[command(flatten)]
    pub work: Work,
}

/// The arguments of `trainer calibrate`.
#[derive(Debug, Clone, Args)]
pub struct CalibrateArguments {
    /// Labeled position files (held-out positions are not used)
    #[arg(value_name = "POSITIONS", required = true)]
    pub positions: Vec<PathBuf>,

    /// Output file for the weights, possibly the input; an existing one is replaced atomically
    #[arg(long, value_name = "WEIGHTS")]
    pub out: PathBuf,

    /// The weights to calibrate
    #[command(flatten)]
    pub engine: EngineArguments,
}

/// The arguments of `trainer fit-probcut`.
#[derive(Debug, Clone, Args)]
pub struct FitProbcutArguments {
    /// Files of searches
    #[arg(value_name = "SEARCHES", required = true)]
    pub searches: Vec<PathBuf>,

    /// Weights file to add the model to
    #[arg(long, value_name = "FILE")]
    pub weights: PathBuf,

    /// Output file for the weights, possibly the input; an existing one is replaced atomically
    #[arg(long, value_name = "WEIGHTS")]
    pub out: PathBuf,
}

/// The arguments of `trainer test`.
#[derive(Debug, Clone, Args)]
pub struct TestArguments {
    /// Labeled position files (only held-out positions are used)
    #[arg(value_name = "POSITIONS", required = true)]
    pub positions: Vec<PathBuf>,

    /// Number of positions to solve for each of 20 to 24 empty squares, in all shards together
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub exact: usize,

    /// Number of positions to search 20 plies deep for each of 28, 32 ... 56 empty squares, in all
    /// shards together
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub midgame: usize,

    /// Shard, output and engine
    #[command(flatten)]
    pub work: Work,
}

/// The arguments of `trainer duel`.
#[derive(Debug, Clone, Args)]
pub struct DuelArguments {
    /// Weights file of the opponent
    #[arg(long, value_name = "WEIGHTS")]
    pub opponent: PathBuf,

    /// Number of 8-ply openings, each played twice with colors reversed
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = count)]
    pub openings: usize,

    /// Search depth of the players, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,

    /// Number of empty squares from which play is exact
    #[arg(long, value_name = "EMPTIES", default_value_t = 14, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub exact_from: u32,

    /// Time limit per move instead of a depth (100ms, 2s); not reproducible
    #[arg(long, value_name = "TIME", conflicts_with_all = ["depth", "exact_from"], value_parser = move_time)]
    pub time: Option<Duration>,

    /// Output file for the games, a new one
    #[arg(long, value_name = "GAMES")]
    pub out: PathBuf,

    /// Continue an interrupted run with the same options, from GAMES
    #[arg(long)]
    pub resume: bool,

    /// The weights whose result is reported
    #[command(flatten)]
    pub engine: EngineArguments,
}

/// The arguments of `trainer ladder`.
#[derive(Debug, Clone, Args)]
pub struct LadderArguments {
    /// Openings per pair of levels; slow levels play a half or a quarter of them
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = count)]
    pub openings: usize,

    /// Random seed of the openings and the bots
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Output file for the games, a new one
    #[arg(long, value_name = "GAMES")]
    pub out: PathBuf,

    /// Output rating list, as embedded in the program (replaced atomically)
    #[arg(long, value_name = "LIST")]
    pub list: Option<PathBuf>,

    /// Continue an interrupted run with the same options, from GAMES
    #[arg(long)]
    pub resume: bool,

    /// Threads, and the evaluation of the levels
    #[command(flatten)]
    pub engine: EngineArguments,
}

impl LadderArguments {
    /// The task that the arguments describe, and its output.
    pub fn task(&self) -> (Ladder, Output) {
        let how = Ladder { openings: self.openings, seed: self.seed };
        (how, Output { path: self.out.clone(), resume: self.resume })
    }
}

impl ProbcutArguments {
    /// The task that the arguments describe, and its output.
    ///
    /// # Errors
    /// A usage error if `$HQ_ENTRY` is not a shard.
    pub fn task(&self) -> Result<(Measure, Output), clap::Error> {
        let shard = self.work.shard("probcut")?;
        let (positions, seed, depth) = (self.positions, self.seed, self.depth);
        Ok((Measure { positions, seed, depth, shard }, self.work.output(shard)))
    }
}

impl TestArguments {
    /// The task that the arguments describe, and its output.
    ///
    /// # Errors
    /// A usage error if `$HQ_ENTRY` is not a shard.
    pub fn task(&self) -> Result<(Accuracy, Output), clap::Error> {
        let shard = self.work.shard("test")?;
        let (exact, midgame) = (self.exact, self.midgame);
        Ok((Accuracy { exact, midgame, shard }, self.work.output(shard)))
    }
}

impl DuelArguments {
    /// The task that the arguments describe, and its output.
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
