//! The command line of `trainer`, as clap reads it.

mod all;
mod measures;
mod values;

use std::path::PathBuf;
use std::thread;

use clap::error::ErrorKind;
use clap::{Args, FromArgMatches, Parser, Subcommand};

use super::solve::{ENTRY, entry_of_environment};
use super::usage;
use crate::files::{Output, Shard};
use crate::training::{Fit, Label, SelfPlay, Weights};
pub use all::AllArguments;
pub use measures::{
    CalibrateArguments, DuelArguments, FitProbcutArguments, ProbcutArguments, TestArguments,
};
use values::{count, part, strength};

/// What stands in names of files for the shard.
const PLACE: &str = "{shard}";

/// Makes the evaluation that the engine of `reversi` searches with: it plays games against itself,
/// gives their positions scores, and fits weights to them.
///
/// Each stage reads files and writes one. What it writes depends on nothing but its options, whatever
/// the number of threads, so that a stage can be shared out over many processes and machines, and
/// gone on with after a kill.
#[derive(Debug, Clone, Parser)]
#[command(
    name = "trainer",
    version,
    after_help = "Exit codes: 0 done, 1 a stage failed, 2 wrong usage, 3 unreadable input."
)]
pub struct Arguments {
    /// What to do
    #[command(subcommand)]
    pub stage: Stage,

    /// End when standard input does: so a stage doesn't outlive the program that started it
    #[arg(long, hide = true, global = true)]
    pub end_with_input: bool,
}

/// A stage of learning.
#[derive(Debug, Clone, Subcommand)]
pub enum Stage {
    /// Play games of the engine against itself, and write them to a file, a row each
    Selfplay(SelfPlayArguments),

    /// Give the positions of games the scores that the evaluation is to find
    ///
    /// Each position is written once, whatever its symmetry. Every 20th game is held out: its
    /// positions are for tests.
    Label(LabelArguments),

    /// Fit weights to labelled positions, and tell how far they are off in those that were held out
    Fit(FitArguments),

    /// Stretch and shift the scores of each phase of the game to what searches find, and write the
    /// weights again: those of positions far from the end lean to 0
    Calibrate(CalibrateArguments),

    /// Measure how far shallow searches are from deeper ones and from exact scores, for the model of
    /// `ProbCut`
    ///
    /// Positions are those of games between players who err now and then.
    Probcut(ProbcutArguments),

    /// Fit the model of `ProbCut` to searches, and write weights again with it
    FitProbcut(FitProbcutArguments),

    /// Tell how far weights are off in positions that were held out: from exact scores with 20 to 24
    /// empty squares, and from deep searches with 28 to 56
    Test(TestArguments),

    /// Let weights play against others, and tell the points
    Duel(DuelArguments),

    /// Put the shards of games, positions, searches or errors into one file: the one that a run
    /// without shards would have written
    ///
    /// It checks that the files are all the shards of one run, and that each is whole. Given a
    /// single file of a run without shards, it checks that one.
    Merge {
        /// The shards, in any order
        #[arg(value_name = "FILES", required = true)]
        files: Vec<PathBuf>,

        /// Write to FILE, which must not exist
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },

    /// Do all of it on this machine: play, label and fit, generation after generation
    ///
    /// Each generation plays with the weights of the one before, and has twice its time. Its own
    /// weights play against those; if they make less than half of the points, the weights before stay.
    /// The same command goes on after a kill; the time that was spent counts.
    All(AllArguments),
}

/// What `trainer selfplay` was asked to do.
#[derive(Debug, Clone, Args)]
pub struct SelfPlayArguments {
    /// How many games, in all shards
    #[arg(long, value_name = "N", value_parser = count)]
    pub games: usize,

    /// Start chance from S: other games for each
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// How far the players look, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,

    /// Play perfectly from so many empty squares on
    #[arg(long, value_name = "EMPTIES", default_value_t = 14, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub exact_from: u32,

    /// Look to the end of the game from so many empty squares on, but selectively, at 95 %
    #[arg(long, value_name = "EMPTIES", default_value_t = 18, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub end_from: u32,

    /// How the work is done
    #[command(flatten)]
    pub work: Work,
}

/// What `trainer label` was asked to do.
#[derive(Debug, Clone, Args)]
pub struct LabelArguments {
    /// Files of games
    #[arg(value_name = "GAMES", required = true)]
    pub games: Vec<PathBuf>,

    /// Solve positions with so many empty squares or fewer, unless the game has done that
    #[arg(long, value_name = "EMPTIES", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub exact_from: u32,

    /// Search the others so many plies deep, which makes half of their score; with 0 don't
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub depth: u32,

    /// Of what a game says of a position, this part is what the player expected there, and the rest
    /// what came of it; 0 to 1
    #[arg(long, value_name = "PART", default_value_t = 0.1, value_parser = part)]
    pub search_part: f32,

    /// How the work is done
    #[command(flatten)]
    pub work: Work,
}

/// What `trainer fit` was asked to do.
#[derive(Debug, Clone, Args)]
pub struct FitArguments {
    /// Files of labelled positions
    #[arg(value_name = "POSITIONS", required = true)]
    pub positions: Vec<PathBuf>,

    /// Write the weights to WEIGHTS; a file that is there is replaced when they are whole
    #[arg(long, value_name = "WEIGHTS")]
    pub out: PathBuf,

    /// Draw the errors by empty squares as SVG
    #[arg(long, value_name = "FILE")]
    pub chart: Option<PathBuf>,

    /// How strongly weights are held to 0 where phases are fitted together: one that occurs so often
    /// goes half of the way
    #[arg(long, value_name = "TIMES", default_value_t = 16.0, value_parser = strength)]
    pub ridge: f32,

    /// How strongly the weights of a phase are held to what phases have in common, or with --go-on
    /// to those it begins with
    #[arg(long, value_name = "TIMES", default_value_t = 64.0, value_parser = strength)]
    pub tie: f32,

    /// Go on from the weights of --weights, or those that come with the program, instead of from
    /// nothing
    #[arg(long, conflicts_with_all = ["ridge", "blank"])]
    pub go_on: bool,

    /// At most so many steps for each fit; it ends before when positions that were held out say so
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = count)]
    pub steps: usize,

    /// The former weights, whose measures of searches are taken over
    #[command(flatten)]
    pub engine: EngineArguments,
}

/// How a stage that can be shared out does its work.
#[derive(Debug, Clone, Args)]
pub struct Work {
    /// Do only the I-th of every N tasks; without it what `HQ_ENTRY` of the environment says, if it
    /// is there, else all
    #[arg(long, value_name = "I/N", value_parser = str::parse::<Shard>)]
    pub shard: Option<Shard>,

    /// Write to FILE, which must not exist; {shard} in its name stands for the shard, like 2-of-8
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Go on with FILE where an earlier run with the same options has stopped
    #[arg(long)]
    pub resume: bool,

    /// What to search with
    #[command(flatten)]
    pub engine: EngineArguments,
}

/// The threads and the evaluation to search with.
#[derive(Debug, Clone, Args)]
pub struct EngineArguments {
    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,

    /// Use the weights of FILE instead of those that come with the program
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,

    /// Use an evaluation that knows nothing: what learning begins with
    #[arg(long, conflicts_with = "weights")]
    pub blank: bool,
}

impl Arguments {
    /// Those that this process was started with.
    ///
    /// # Errors
    /// What is wrong with them, or the answer if they ask for help or the version.
    pub fn of_process() -> Result<Self, clap::Error> {
        Self::from_arg_matches(&usage::command::<Self>().try_get_matches()?)
    }
}

impl SelfPlayArguments {
    /// How to play, and where to write.
    ///
    /// # Errors
    /// A usage error when the environment has an entry that is no shard.
    pub fn task(&self) -> Result<(SelfPlay, Output), clap::Error> {
        let shard = self.work.shard("selfplay")?;
        let (games, seed, depth) = (self.games, self.seed, self.depth);
        let (exact_from, end_from) = (self.exact_from, self.end_from);
        let how = SelfPlay { games, seed, depth, exact_from, end_from, shard };
        Ok((how, self.work.output(shard)))
    }
}

impl LabelArguments {
    /// How to label, and where to write.
    ///
    /// # Errors
    /// A usage error when the environment has an entry that is no shard.
    pub fn task(&self) -> Result<(Label, Output), clap::Error> {
        let shard = self.work.shard("label")?;
        let (exact_from, depth) = (self.exact_from, self.depth);
        let how = Label { exact_from, depth, search_part: self.search_part, shard };
        Ok((how, self.work.output(shard)))
    }
}

impl FitArguments {
    /// How to fit, and where to write.
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
    /// The shard that was asked for, or that which `HyperQueue` has handed to this task.
    fn shard(&self, stage: &str) -> Result<Shard, clap::Error> {
        match (self.shard, entry_of_environment()) {
            (Some(shard), _) => Ok(shard),
            (None, None) => Ok(Shard::ALL),
            (None, Some(entry)) => entry.trim().parse().map_err(|reason| {
                let reason = format!("{ENTRY} is {entry:?} and no shard: {reason}");
                usage::error::<Arguments>(stage, ErrorKind::ValueValidation, reason)
            }),
        }
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

/// This number of threads, or one for each processor that this process may use.
fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| thread::available_parallelism().map_or(1, Into::into), usize::from)
}
