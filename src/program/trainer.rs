//! `trainer`: read the arguments, do the stage, turn the result into an exit code.

use std::env;
use std::io::{self, Read, Write};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::thread;

use super::threads;
use super::{FAILED, UNREADABLE, choose_processor, complain, completions};
use crate::base::files::NewFile;
use crate::base::terminal::signals::{self, Response};
use crate::base::text::printable_path;
use crate::cli::trainer::{Arguments, EngineArguments, Stage};
use crate::engine::eval::Evaluation;
use crate::tools::training::{
    TrainingError, calibrate, calibrations_table, deviations, deviations_table, duel, errors_table,
    fit, generations, label, ladder, ladder_table, mean_errors, mean_errors_table, measure, merge,
    read_weights, selfplay, tally_table, test, tune, tuned_table, write_list, write_model,
};

/// The name in messages.
const NAME: &str = "trainer";

/// The whole program.
pub fn main() -> ExitCode {
    if let Err(code) = choose_processor(NAME) {
        return code.into();
    }
    let arguments = checked(Arguments::of_process());
    signals::on_interrupt(|| {
        NewFile::remove_unfinished();
        Response::End
    });
    if arguments.end_with_input {
        let _ = thread::Builder::new().spawn(end_with_input);
    }
    match run(&arguments.stage) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(NAME, &error.to_string());
            ExitCode::from(if error.is_of_input() { UNREADABLE } else { FAILED })
        }
    }
}

fn run(stage: &Stage) -> Result<(), TrainingError> {
    match stage {
        Stage::Selfplay(asked) => {
            let (how, output) = checked(asked.task());
            selfplay(&how, ready(&asked.work.engine)?, &output)
        }
        Stage::Label(asked) => {
            let (how, output) = checked(asked.task());
            label(&how, &asked.games, ready(&asked.work.engine)?, &output)
        }
        Stage::Fit(asked) => {
            let threads = ready(&asked.engine)?;
            let errors = fit(&asked.task(), &asked.positions, &Evaluation::global(), threads)?;
            print(&errors_table(&errors));
            Ok(())
        }
        Stage::Calibrate(asked) => {
            let threads = ready(&asked.engine)?;
            let done = calibrate(&asked.positions, &Evaluation::global(), threads, &asked.out)?;
            print(&calibrations_table(&done));
            Ok(())
        }
        Stage::Probcut(asked) => {
            let (how, output) = checked(asked.task());
            measure(&how, ready(&asked.work.engine)?, &output)
        }
        Stage::FitProbcut(asked) => {
            let weights = read_weights(&asked.weights)?;
            let deviations = deviations(&asked.searches)?;
            write_model(&weights, &deviations, &asked.searches, &asked.out)?;
            print(&deviations_table(&deviations));
            Ok(())
        }
        Stage::Test(asked) => {
            let (how, output) = checked(asked.task());
            let threads = ready(&asked.work.engine)?;
            test(&how, &asked.positions, &Evaluation::global(), threads, &output)?;
            print(&mean_errors_table(&mean_errors(&[output.path])?));
            Ok(())
        }
        Stage::Duel(asked) => {
            let (how, output) = asked.task();
            let threads = ready(&asked.engine)?;
            let players = [Evaluation::global(), Arc::new(read_weights(&asked.opponent)?)];
            print(&tally_table(&duel(&how, &players, threads, &output)?));
            Ok(())
        }
        Stage::Ladder(asked) => {
            let (how, output) = asked.task();
            let list = ladder(&how, ready(&asked.engine)?, &output)?;
            if let Some(path) = &asked.list {
                write_list(&list, path)?;
            }
            print(&ladder_table(&list));
            Ok(())
        }
        Stage::Tune(asked) => {
            let (how, output) = asked.task();
            print(&tuned_table(&tune(&how, ready(&asked.engine)?, &output)?));
            Ok(())
        }
        Stage::Merge { files, out } => merge(files, out),
        Stage::Completions { shell } => {
            print(&completions::<Arguments>(NAME, *shell));
            Ok(())
        }
        Stage::All(asked) => {
            let program = env::current_exe()
                .map_err(|source| TrainingError::Unreadable { path: "trainer".into(), source })?;
            let weights = generations(&asked.task(program))?;
            let weights = printable_path(&weights);
            print(&format!(
                "Weights written to {weights}. To play with them: reversi --weights {weights}\n"
            ));
            Ok(())
        }
    }
}

/// Lets the engine search with the weights that were asked for; returns the number of threads.
fn ready(engine: &EngineArguments) -> Result<usize, TrainingError> {
    engine.weights().install()?;
    Ok(threads::helpers(NAME, engine.threads())?)
}

fn checked<T>(read: Result<T, clap::Error>) -> T {
    super::checked(NAME, read)
}

/// Writes a result; a closed pipe is not an error.
fn print(text: &str) {
    let _ = io::stdout().lock().write_all(text.as_bytes());
}

/// Who started this has ended when nothing more can come from there.
fn end_with_input() {
    let _ = io::stdin().lock().read_to_end(&mut Vec::new());
    process::exit(FAILED.into());
}
