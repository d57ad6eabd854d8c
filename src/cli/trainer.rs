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
use crate::files::{Output, Shard};
use crate::training::{Fit, Label, SelfPlay, Weights};
pub use all::AllArguments;
pub use measures::{
    CalibrateArguments, DuelArguments, FitProbcutArguments, LadderArguments, ProbcutArguments,
    TestArguments,
};
pub use tune::TuneArguments;
use values::{count, part, strength};

/// The placeholder for the shard in file names.
const PLACE: &str = "{shard}";

/// Create the evaluation of the engine by self-play, labelling and fitting
///
/// Each stage reads files and writes one. The output depends only on the input and the options, not on
/// the number of threads, so a stage can be split across processes and machines, and resumed.
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
    /// Play games of the engine against itself, and write one row per game
    Selfplay(SelfPlayArguments),

    /// Label the positions of games with target scores
    ///
    /// Each position is written once, in one of its symmetric forms. Every 20th game is held out for
    /// tests.
    Label(LabelArguments),

    /// Fit weights to labelled positions, and print the errors on held-out positions
    Fit(FitArguments),

    /// Scale and shift the evaluation of each phase to match search results
    Calibrate(CalibrateArguments),

    /// Measure the differences between shallow, deep and exact searches, for the `ProbCut` model
    ///
    /// The positions come from games between players who make occasional mistakes.
    Probcut(ProbcutArguments),

    /// Fit the `ProbCut` model to searches, and store it in a weights file
    FitProbcut(FitProbcutArguments),

    /// Measure the error of weights on held-out positions: against exact scores at 20 to 24 empty
    /// squares, and against deep searches at 28 to 56
    Test(TestArguments),

    /// Play a match between two weights files, and print the result
    Duel(DuelArguments),

    /// Print the completion script of a shell
    Completions {
        /// Shell to complete in
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Measure the ratings of levels by matches between neighbours, and print them as a table
    ///
    /// The bots are those in the list of the program, each of which plays the six next to it from
    /// balanced openings, with both colours. Level 1 has rating 0.
    Ladder(LadderArguments),

    /// Tune the search by games between searches with different parameters, and print their values
    ///
    /// SPSA: in each pair of games, all parameters differ, some up and some down at random, and the
    /// result moves them all. Then the tuned search plays against the usual one. The values that the
    /// program uses are in src/engine/parameters.rs.
    #[command(after_help = tune::ranges())]
    Tune(TuneArguments),

    /// Merge the shards of games, positions, searches or errors into one file
    ///
    /// The result is identical to the output of a run without shards. The files must be all shards of
    /// one run, each complete. A single file of a run without shards is checked.
    Merge {
        /// Shards, in any order
        #[arg(value_name = "FILES", required = true)]
        files: Vec<PathBuf>,

        /// Output file, a new one
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },

    /// Run all stages on this machine: play, label and fit, for several generations
    ///
    /// Each generation plays with the weights of the previous one and gets twice its time. The new
    /// weights play a match against the previous ones, and are kept if they score at least half of the
    /// points. The same command resumes an interrupted run; the time already spent counts.
    All(AllArguments),
}

/// The arguments of `trainer selfplay`.
#[derive(Debug, Clone, Args)]
pub struct SelfPlayArguments {
    /// Number of games, in all shards together
    #[arg(long, value_name = "N", value_parser = count)]
    pub games: usize,

    /// Random seed; each one gives different games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Search depth of the players, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,

    /// Number of empty squares from which play is exact
    #[arg(long, value_name = "EMPTIES", default_value_t = 14, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub exact_from: u32,

    /// Number of empty squares from which searches reach the end of the game, at 95 % selectivity
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

    /// Maximum number of empty squares of positions to solve, unless the game already has
    #[arg(long, value_name = "EMPTIES", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub exact_from: u32,

    /// Search depth for the other positions, which counts for half of their label; 0 for none
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub depth: u32,

    /// Share of the player's expected score in a label, 0 to 1; the rest is the result of the game
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

    /// Output file for the weights; an existing one is replaced atomically
    #[arg(long, value_name = "WEIGHTS")]
    pub out: PathBuf,

    /// Draw the errors by number of empty squares to FILE, as SVG
    #[arg(long, value_name = "FILE")]
    pub chart: Option<PathBuf>,

    /// Ridge (L2) strength of the joint fit of all phases: a weight with this many occurrences is halved
    #[arg(long, value_name = "TIMES", default_value_t = 16.0, value_parser = strength)]
    pub ridge: f32,

    /// Ridge (L2) strength that ties each phase to the joint fit, or with --go-on to the initial weights
    #[arg(long, value_name = "TIMES", default_value_t = 64.0, value_parser = strength)]
    pub tie: f32,

    /// Start from the weights of --weights, or from the shipped ones, instead of from zero
    #[arg(long, conflicts_with_all = ["ridge", "blank"])]
    pub go_on: bool,

    /// Maximum number of steps per fit; it stops earlier when held-out errors no longer fall
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = count)]
    pub steps: usize,

    /// The former weights, whose search statistics are kept
    #[command(flatten)]
    pub engine: EngineArguments,
}

/// The shard, output and engine of a stage that can be split.
#[derive(Debug, Clone, Args)]
pub struct Work {
    /// Do every N-th task, starting with task I [default: the shard in `$HQ_ENTRY`, else all]
    #[arg(long, value_name = "I/N", value_parser = str::parse::<Shard>)]
    pub shard: Option<Shard>,

    /// Output file, a new one; {shard} in its name stands for the shard, like 2-of-8
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

    /// Evaluate with the weights in FILE instead of the shipped ones
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,

    /// Evaluate with all-zero weights, the starting point of training
    #[arg(long, conflicts_with = "weights")]
    pub blank: bool,
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
            tie: self.tie,
            go_on: self.go_on,
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
            None if self.blank => Weights::Blank,
            None => Weights::Shipped,
        }
    }
}

/// The given number of threads, or one per available processor.
fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| thread::available_parallelism().map_or(1, Into::into), usize::from)
}
