//! `reversi train`: the stages that create the weights of the evaluation.

use std::io::{self, Read};
use std::path::PathBuf;
use std::process;
use std::thread;

use clap::{Args, Subcommand};

use super::FAILED;
use crate::base::files::NewFile;
use crate::base::terminal::signals::{self, Response};
use crate::base::text::printable_path;
use crate::tools::run::ToolError;
use crate::tools::training::{
    AllOptions, CalibrateOptions, DuelOptions, FitNetworkOptions, FitOptions, FitProbcutOptions,
    LabelOptions, LadderOptions, ProbcutOptions, SelfPlayOptions, TestOptions, TuneOptions, all,
    calibrate, duel, fit, fit_network, fit_probcut, label, ladder, measure, merge, selfplay, test,
    tune, tune_ranges,
};

/// The options of `reversi train`.
#[derive(Debug, Clone, Args)]
pub struct TrainOptions {
    /// Stage to run
    #[command(subcommand)]
    stage: StageOptions,

    /// Exit at the end of standard input, so that a stage doesn't outlive its parent
    #[arg(long, hide = true, global = true)]
    end_with_input: bool,
}

/// A stage of training.
#[derive(Debug, Clone, Subcommand)]
enum StageOptions {
    /// Generate self-play games, one row per game
    Selfplay(SelfPlayOptions),

    /// Label positions with target scores
    ///
    /// Symmetric duplicates are merged. Every 20th game is held out for testing.
    Label(LabelOptions),

    /// Fit weights to labeled positions, and print held-out errors
    Fit(FitOptions),

    /// Calibrate each phase's scale and offset against search results
    Calibrate(CalibrateOptions),

    /// Collect shallow, deep and exact search scores for the `ProbCut` model
    ///
    /// Positions come from games with occasional random mistakes.
    Probcut(ProbcutOptions),

    /// Fit the `ProbCut` model and store it in a weights file
    FitProbcut(FitProbcutOptions),

    /// Fit the network for search leaves, and print held-out errors
    FitNetwork(FitNetworkOptions),

    /// Measure evaluation error on held-out positions: exact scores (20 to 24 empties) and deep
    /// searches (28 to 56)
    Test(TestOptions),

    /// Play a match between two weights files
    Duel(DuelOptions),

    /// Rate the bot levels by matches between neighbors
    ///
    /// Each bot plays the two bots above it and the two below it from balanced openings, with both colors. Level 1
    /// has rating 0.
    Ladder(LadderOptions),

    /// Tune search parameters with SPSA
    ///
    /// Each pair of games perturbs all parameters at random and moves them toward the winner. Then
    /// the tuned search plays the current one. Current values are in src/engine/parameters.rs.
    #[command(after_help = tune_ranges())]
    Tune(TuneOptions),

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
    All(AllOptions),
}

/// Runs a stage. Returns its result, as text for standard output.
pub fn train(options: &TrainOptions) -> Result<String, ToolError> {
    signals::on_interrupt(|| {
        NewFile::remove_unfinished();
        Response::End
    });
    if options.end_with_input {
        let _ = thread::Builder::new().spawn(end_with_input);
    }
    run(&options.stage)
}

fn run(stage: &StageOptions) -> Result<String, ToolError> {
    let silent = |()| String::new();
    match stage {
        StageOptions::Selfplay(options) => selfplay(options).map(silent),
        StageOptions::Label(options) => label(options).map(silent),
        StageOptions::Fit(options) => fit(options),
        StageOptions::Calibrate(options) => calibrate(options),
        StageOptions::Probcut(options) => measure(options).map(silent),
        StageOptions::FitProbcut(options) => fit_probcut(options),
        StageOptions::FitNetwork(options) => fit_network(options),
        StageOptions::Test(options) => test(options),
        StageOptions::Duel(options) => duel(options),
        StageOptions::Ladder(options) => ladder(options),
        StageOptions::Tune(options) => tune(options),
        StageOptions::Merge { files, out } => merge(files, out).map(silent),
        StageOptions::All(options) => {
            let weights = all(options)?;
            let weights = printable_path(&weights);
            Ok(format!(
                "Weights written to {weights}. To play with them: reversi --weights {weights}\n"
            ))
        }
    }
}

/// Exits at the end of standard input, which closes when the parent process ends.
fn end_with_input() {
    let _ = io::stdin().lock().read_to_end(&mut Vec::new());
    process::exit(FAILED.into());
}
