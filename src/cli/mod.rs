//! The programs `reversi` and `trainer`, from their arguments to their exit codes.

mod arguments;
mod completions;
mod config;
mod reversi;
mod subcommands;
#[cfg(feature = "trainer")]
mod trainer;
mod translated;
mod usage;

use std::io::{self, Write};
use std::{env, process};

use clap::CommandFactory;
use clap::error::ErrorKind;

use crate::engine::Processor;
use crate::screens::Stopped;
use crate::tools::run::ToolError;

use completions::completions;

#[cfg(unix)]
pub use crate::base::system::EndingAllocator;
/// Manual pages that are generated from the tables of commands and games.
pub use crate::interpreter::{commands_markdown, games_markdown, strategy_markdown};
/// The texts of tables, for the catalogs of translations.
pub use crate::screens::table_texts;
pub use reversi::{NO_MEMORY, main as reversi};
#[cfg(feature = "trainer")]
pub use trainer::main as trainer;

const FAILED: u8 = 1;
const USAGE: u8 = 2;
const UNREADABLE: u8 = 3;

/// Returns the command lines of the programs, for man pages and completions.
pub fn command_lines() -> Vec<clap::Command> {
    vec![
        arguments::ReversiArguments::command(),
        #[cfg(feature = "trainer")]
        trainer::TrainerArguments::command(),
    ]
}

/// Returns the texts and the placeholders of the help of `reversi`, for the catalogs of translations.
pub fn help_texts() -> (Vec<String>, Vec<String>) {
    let command = arguments::ReversiArguments::command();
    (translated::texts(&command), translated::placeholders(&command))
}

/// Selects the engine for the processor in `$REVERSI_CPU`, if set.
fn choose_processor(program: &str) -> Result<(), u8> {
    let Some(name) = env::var_os("REVERSI_CPU").filter(|name| !name.is_empty()) else {
        return Ok(());
    };
    let chosen = name.to_string_lossy().parse().and_then(Processor::choose);
    chosen.map_err(|error| {
        complain(program, &format!("REVERSI_CPU: {error}"));
        USAGE
    })
}

/// Writes a line to standard error, ignoring errors.
fn complain(program: &str, message: &str) {
    let _ = writeln!(io::stderr(), "{program}: {message}");
}

/// Writes to standard output. A closed pipe is not an error.
fn print(text: &str) -> Result<(), Stopped> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Stopped::Unwritable(error)),
        _ => Ok(()),
    }
}

/// The text of an environment variable; `None` if it is empty or not set.
fn variable(name: &str) -> Option<String> {
    let value = env::var_os(name)?.to_string_lossy().into_owned();
    (!value.is_empty()).then_some(value)
}

/// Returns the parsed arguments, or exits after a usage error or a request for help.
fn checked<T>(program: &str, read: Result<T, clap::Error>) -> T {
    read.unwrap_or_else(|error| process::exit(usage::print(error, program).into()))
}

fn usage_error(reason: impl Into<String>) -> ToolError {
    ToolError::usage("", ErrorKind::ValueValidation, reason)
}

/// Reports the error of a subcommand or a stage. Returns the exit code.
fn failed<C: CommandFactory>(program: &str, error: &ToolError) -> u8 {
    if let ToolError::Usage { subcommand, kind, reason } = error {
        return usage::print(usage::error::<C>(subcommand, *kind, reason), program);
    }
    complain(program, &error.to_string());
    if error.is_of_input() { UNREADABLE } else { FAILED }
}
