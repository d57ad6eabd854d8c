//! The command line of `trainer`, as clap reads it.

mod all;
mod measures;
mod tune;
mod values;

use std::path::PathBuf;
use std::thread;

use clap::error::ErrorKind;
use clap::{Args, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

use super::solve::shard_or_entry;
use super::usage;
use crate::base::files::{Output, Shard};
use crate::tools::training::{Fit, Label, SelfPlay, Weights};
pub use all::AllArguments;
pub use measures::{
    CalibrateArguments, DuelArguments, FitProbcutArguments, LadderArguments, ProbcutArguments,
    TestArguments,
};
pub use tune::TuneArguments;
use values::{count, part, strength};

/// The placeholder for the shard in file names.
const PLACE: &str = "{shard}";

/// Train the engine's evaluation: self-play, labeling and fitting
///
/// Each stage reads files and writes one. Output depends only on input and options, not on threads,
/// so stages can be sharded and resumed.
#[derive(Debug, Clone, Parser)]
#[command(
    name = "trainer",
    version,
    after_help = "Exit codes: 0 success, 1 a stage failed, 2 wrong usage, 3 unreadable input."
)]
pub struct Arguments {
    /// Stage to run
    #[command(subcommand)]
    pub stage: Stage,

    /// Exit at the end of standard input, so that a stage doesn't outlive its parent
    #[arg(long, hide = true, global = true)]
    pub end_with_input: bool,
}

/// A stage of training.
#[derive(Debug, Clone, Subcommand)]
pub enum Stage {
    /// Generate self-play games, one row per game
    Selfplay(SelfPlayArguments),

    /// Label positions with target scores
    ///
    /// Symmetric duplicates are merged. Every 20th game is held out for testing.
    Label(LabelArguments),

    /// Fit weights to labeled positions, and print held-out errors
    Fit(FitArguments),

    /// Calibrate each phase's scale and offset against search results
    Calibrate(CalibrateArguments),

    /// Collect shallow, deep and exact search scores for the `ProbCut` model
    ///
    /// Positions come from games with occasional random mistakes.
    Probcut(ProbcutArguments),

    /// Fit the `ProbCut` model and store it in a weights file
    FitProbcut(FitProbcutArguments),

    /// Measure evaluation error on held-out positions: exact scores (20 to 24 empties) and deep
    /// searches (28 to 56)
    Test(TestArguments),

    /// Play a match between two weights files
    Duel(DuelArguments),

    /// Print the completion script of a shell
    Completions {
        /// Shell to complete in
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Rate the bot levels by matches between neighbors
    ///
    /// Each bot plays its six nearest neighbors from balanced openings, with both colors. Level 1
    /// has rating 0.
    Ladder(LadderArguments),

    /// Tune search parameters with SPSA
    ///
    /// Each pair of games perturbs all parameters at random and moves them toward the winner. Then
    /// the tuned search plays the current one. Current values are in src/engine/parameters.rs.
    #[command(after_help = tune::ranges())]
    Tune(TuneArguments),

    /// Merge shards into one file
    ///
    /// The result is identical to an unsharded run. All shards must be given, each complete. A
    /// single unsharded file is only checked.
    Merge {
        /// Shards, in any order
        #[arg(value_name = "FILES", required = true)]
        files: Vec<PathBuf>,

        /// Output file, a new one
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },

    /// Run the whole pipeline for several generations
    ///
    /// Each generation starts from the previous weights and gets twice the time. New weights are
    /// kept if they score at least 50% in a match against the old ones. Run the same command to
    /// resume; time already spent counts.
    All(AllArguments),
}

/// The arguments of `trainer selfplay`.
#[derive(Debug, Clone, Args)]
pub struct SelfPlayArguments {
    /// Number of games, over all shards
    #[arg(long, value_name = "N", value_parser = count)]
    pub games: usize,

    /// Random seed; each one gives different games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Search depth of the players, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,

    /// Play exactly from this many empty squares
    #[arg(long, value_name = "EMPTIES", default_value_t = 14, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub exact_from: u32,

    /// Search to the end at 95% selectivity from this many empty squares
    #[arg(long, value_name = "EMPTIES", default_value_t = 18, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub end_from: u32,

    /// Shard, output and engine
    #[command(flatten)]
    pub work: Work,
}

/// The arguments of `trainer label`.
#[derive(Debug, Clone, Args)]
pub struct LabelArguments {
    /// Files of games
    #[arg(value_name = "GAMES", required = true)]
    pub games: Vec<PathBuf>,

    /// Solve positions with at most this many empty squares, unless already solved
    #[arg(long, value_name = "EMPTIES", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub exact_from: u32,

    /// Search depth for other positions (half of their label); 0 disables it
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub depth: u32,

    /// Weight of the search score in a label, 0 to 1; the rest is the game result
    #[arg(long, value_name = "PART", default_value_t = 0.1, value_parser = part)]
    pub search_part: f32,

    /// Shard, output and engine
    #[command(flatten)]
    pub work: Work,
}

/// The arguments of `trainer fit`.
#[derive(Debug, Clone, Args)]
pub struct FitArguments {
    /// Files of labelled positions
    #[arg(value_name = "POSITIONS", required = true)]
    pub positions: Vec<PathBuf>,

    /// Output weights file (replaced atomically if it exists)
    #[arg(long, value_name = "WEIGHTS")]
    pub out: PathBuf,

    /// Draw the errors by number of empty squares to FILE, as SVG
    #[arg(long, value_name = "FILE")]
    pub chart: Option<PathBuf>,

    /// Ridge (L2) strength of the joint fit of all phases: a weight with this many occurrences is halved
    #[arg(long, value_name = "TIMES", default_value_t = 16.0, value_parser = strength)]
    pub ridge: f32,

    /// Ridge (L2) strength that ties each phase to the joint fit, or with --warm-start to the initial weights
    #[arg(long, value_name = "TIMES", default_value_t = 64.0, value_parser = strength)]
    pub anchor: f32,

    /// Start from existing weights (--weights, or the built-in ones) instead of zero
    #[arg(long, conflicts_with_all = ["ridge", "zero_weights"])]
    pub warm_start: bool,

    /// Maximum steps per fit (stops early when held-out error stops falling)
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = count)]
    pub steps: usize,

    /// The previous weights, whose search statistics are kept
    #[command(flatten)]
    pub engine: EngineArguments,
}

/// The shard, output and engine of a stage that can be split.
#[derive(Debug, Clone, Args)]
pub struct Work {
    /// Do every N-th task, starting with task I [default: `$HQ_ENTRY`, or everything]
    #[arg(long, value_name = "I/N", value_parser = str::parse::<Shard>)]
    pub shard: Option<Shard>,

    /// Output file (must not exist); {shard} in the name becomes, say, 2-of-8
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Continue an interrupted run with the same options, from FILE
    #[arg(long)]
    pub resume: bool,

    /// Threads and evaluation
    #[command(flatten)]
    pub engine: EngineArguments,
}

/// The threads and the evaluation to search with.
#[derive(Debug, Clone, Args)]
pub struct EngineArguments {
    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,

    /// Evaluate with the weights in FILE instead of the built-in ones
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,

    /// Evaluate with all-zero weights, the starting point of training
    #[arg(long, conflicts_with = "weights")]
    pub zero_weights: bool,
}

impl Arguments {
    /// Parses the arguments of this process.
    ///
    /// # Errors
    /// A usage error, or the answer to a request for help or the version.
    pub fn of_process() -> Result<Self, clap::Error> {
        Self::from_arg_matches(&usage::command::<Self>().try_get_matches()?)
    }
}

impl SelfPlayArguments {
    /// The task that the arguments describe, and its output.
    ///
    /// # Errors
    /// A usage error if `$HQ_ENTRY` is not a shard.
    pub fn task(&self) -> Result<(SelfPlay, Output), clap::Error> {
        let shard = self.work.shard("selfplay")?;
        let (games, seed, depth) = (self.games, self.seed, self.depth);
        let (exact_from, end_from) = (self.exact_from, self.end_from);
        let how = SelfPlay { games, seed, depth, exact_from, end_from, shard };
        Ok((how, self.work.output(shard)))
    }
}

impl LabelArguments {
    /// The task that the arguments describe, and its output.
    ///
    /// # Errors
    /// A usage error if `$HQ_ENTRY` is not a shard.
    pub fn task(&self) -> Result<(Label, Output), clap::Error> {
        let shard = self.work.shard("label")?;
        let (exact_from, depth) = (self.exact_from, self.depth);
        let how = Label { exact_from, depth, search_part: self.search_part, shard };
        Ok((how, self.work.output(shard)))
    }
}

impl FitArguments {
    /// The task that the arguments describe.
    pub fn task(&self) -> Fit {
        Fit {
            ridge: self.ridge,
            tie: self.anchor,
            go_on: self.warm_start,
            steps: self.steps,
            out: self.out.clone(),
            chart: self.chart.clone(),
        }
    }
}

impl Work {
    /// The shard from the arguments, or from the `HyperQueue` task.
    fn shard(&self, stage: &str) -> Result<Shard, clap::Error> {
        shard_or_entry(self.shard)
            .map_err(|reason| usage::error::<Arguments>(stage, ErrorKind::ValueValidation, reason))
    }

    fn output(&self, Shard { index, count }: Shard) -> Output {
        let path = match self.out.to_str() {
            Some(name) => name.replace(PLACE, &format!("{index}-of-{count}")).into(),
            None => self.out.clone(),
        };
        Output { path, resume: self.resume }
    }
}

impl EngineArguments {
    /// The number of threads.
    pub fn threads(&self) -> usize {
        threads(self.threads)
    }

    /// The evaluation.
    pub fn weights(&self) -> Weights {
        match &self.weights {
            Some(path) => Weights::File(path.clone()),
            None if self.zero_weights => Weights::Blank,
            None => Weights::Shipped,
        }
    }
}

/// The given number of threads, or one per available processor.
fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| thread::available_parallelism().map_or(1, Into::into), usize::from)
}
