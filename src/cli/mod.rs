//! The program `reversi`, from its arguments to its exit codes.

mod arguments;
mod completions;
mod config;
mod reversi;
mod subcommands;
mod train;
mod translated;
mod usage;

use std::env;
use std::io::{self, Write};

use clap::CommandFactory;
use clap::error::ErrorKind;

use crate::engine::Processor;
use crate::screens::Stopped;
use crate::tools::run::ToolError;

use arguments::ReversiArguments;
use completions::completions;

#[cfg(unix)]
pub use crate::base::system::EndingAllocator;
/// Manual pages that are generated from the tables of commands and games.
/// The texts of tables, for the catalogs of translations.
pub use crate::screens::table_texts;
pub use reversi::{NO_MEMORY, main as reversi};

const FAILED: u8 = 1;
const USAGE: u8 = 2;
const UNREADABLE: u8 = 3;

/// The name of the program in its messages.
const NAME: &str = "reversi";

/// Returns the command line of the program, for man pages and completions.
pub fn command_line() -> clap::Command {
    ReversiArguments::command()
}

/// Returns the texts and the placeholders of the help of `reversi`, for the catalogs of translations.
pub fn help_texts() -> (Vec<String>, Vec<String>) {
    let command = command_line();
    (
        translated::texts(&command),
        translated::placeholders(&command),
    )
}

/// Selects the engine for the processor in `$REVERSI_CPU`, if set.
fn choose_processor() -> Result<(), u8> {
    let Some(name) = env::var_os("REVERSI_CPU").filter(|name| !name.is_empty()) else {
        return Ok(());
    };
    let chosen = name.to_string_lossy().parse().and_then(Processor::choose);
    chosen.map_err(|error| {
        complain(&format!("REVERSI_CPU: {error}"));
        USAGE
    })
}

/// Writes a line to standard error, ignoring errors.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "{NAME}: {message}");
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

fn usage_error(reason: impl Into<String>) -> ToolError {
    ToolError::usage("", ErrorKind::ValueValidation, reason)
}

/// Reports the error of a subcommand. Returns the exit code.
fn failed(error: &ToolError) -> u8 {
    if let ToolError::Usage {
        subcommand,
        kind,
        reason,
    } = error
    {
        return usage::print(usage::error(subcommand, *kind, reason));
    }
    complain(&error.to_string());
    if error.is_of_input() {
        UNREADABLE
    } else {
        FAILED
    }
}
