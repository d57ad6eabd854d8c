//! The `trainer` program: read the arguments, do the stage, turn what came of it into an exit code.

use std::env;
use std::io::{self, Read, Write};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::thread;

use clap::Parser;
use reversi::cli::trainer::{Arguments, Stage, threads};
use reversi::engine::eval::Evaluation;
use reversi::engine::missing_instructions;
use reversi::training::{
    TrainingError, calibrate, calibrations_table, deviations, deviations_table, duel, errors_table,
    fit, generations, label, mean_errors, mean_errors_table, measure, merge, read_weights,
    selfplay, tally_table, test, write_model,
};

/// A stage failed.
const FAILED: u8 = 1;
/// The input can't be used.
const UNREADABLE: u8 = 3;

fn main() -> ExitCode {
    if let Some(instructions) = missing_instructions() {
        let _ = writeln!(
            io::stderr(),
            "trainer: this build needs a processor with {instructions}; build it on this machine, \
             or for any with RUSTFLAGS='-C target-cpu=x86-64'"
        );
        return FAILED.into();
    }
    let arguments = Arguments::parse();
    if arguments.end_with_input {
        thread::spawn(end_with_input);
    }
    match run(&arguments.stage) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error may be closed as well, and then there is nobody to tell.
            let _ = writeln!(io::stderr(), "trainer: {error}");
            ExitCode::from(if error.is_of_input() { UNREADABLE } else { FAILED })
        }
    }
}

fn run(stage: &Stage) -> Result<(), TrainingError> {
    match stage {
        Stage::Selfplay(asked) => {
            let (how, output) = asked.task().unwrap_or_else(|error| error.exit());
            asked.work.weights.choice().install()?;
            selfplay(&how, threads(asked.work.threads), &output)
        }
        Stage::Label(asked) => {
            let (how, output) = asked.task().unwrap_or_else(|error| error.exit());
            asked.work.weights.choice().install()?;
            label(&how, &asked.games, threads(asked.work.threads), &output)
        }
        Stage::Fit(asked) => {
            asked.weights.choice().install()?;
            let former = Evaluation::usual();
            let errors = fit(&asked.task(), &asked.positions, &former, threads(asked.threads))?;
            print(&errors_table(&errors));
            Ok(())
        }
        Stage::Calibrate(asked) => {
            asked.weights.choice().install()?;
            let usual = Evaluation::usual();
            let done = calibrate(&asked.positions, &usual, threads(asked.threads), &asked.out)?;
            print(&calibrations_table(&done));
            Ok(())
        }
        Stage::Probcut(asked) => {
            let (how, output) = asked.task().unwrap_or_else(|error| error.exit());
            asked.work.weights.choice().install()?;
            measure(&how, threads(asked.work.threads), &output)
        }
        Stage::FitProbcut(asked) => {
            let weights = read_weights(&asked.weights)?;
            let deviations = deviations(&asked.searches)?;
            write_model(&weights, &deviations, &asked.searches, &asked.out)?;
            print(&deviations_table(&deviations));
            Ok(())
        }
        Stage::Test(asked) => {
            let (how, output) = asked.task().unwrap_or_else(|error| error.exit());
            asked.work.weights.choice().install()?;
            let evaluation = Evaluation::usual();
            test(&how, &asked.positions, &evaluation, threads(asked.work.threads), &output)?;
            print(&mean_errors_table(&mean_errors(&[output.path])?));
            Ok(())
        }
        Stage::Duel(asked) => {
            let (how, output) = asked.task();
            asked.weights.choice().install()?;
            let players = [Evaluation::usual(), Arc::new(read_weights(&asked.former)?)];
            let tally = duel(&how, &players, threads(asked.threads), &output)?;
            print(&tally_table(&tally));
            Ok(())
        }
        Stage::Merge { files, out } => merge(files, out),
        Stage::All(asked) => {
            let program = env::current_exe()
                .map_err(|source| TrainingError::Unreadable { name: "trainer".into(), source })?;
            let weights = generations(&asked.task(program))?.display().to_string();
            print(&format!(
                "The weights are in {weights}: reversi --weights {weights} plays with them.\n"
            ));
            Ok(())
        }
    }
}

/// Writes a result; a reader that has seen enough is no error.
fn print(text: &str) {
    let _ = io::stdout().lock().write_all(text.as_bytes());
}

/// Who started this has ended when nothing more can come from there.
fn end_with_input() {
    let _ = io::stdin().lock().read_to_end(&mut Vec::new());
    process::exit(FAILED.into());
}
