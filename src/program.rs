//! The programs `reversi` and `trainer`, from their arguments to their exit codes.

mod about;
mod completions;
mod config;
mod reversi;
mod threads;
#[cfg(feature = "trainer")]
mod trainer;

use std::io::{self, Write};
use std::{env, process};

use clap::CommandFactory;

use crate::cli::{self, usage};
use crate::engine::Processor;
use crate::screens::Stopped;

use completions::completions;

#[cfg(unix)]
pub use crate::base::system::EndingAllocator;
pub use reversi::main as reversi;
#[cfg(feature = "trainer")]
pub use trainer::main as trainer;

/// A command or the program failed.
const FAILED: u8 = 1;
/// A usage error.
const USAGE: u8 = 2;
/// The input can't be read.
const UNREADABLE: u8 = 3;

/// The command lines of the programs, for man pages and completions.
pub fn command_lines() -> Vec<clap::Command> {
    vec![
        cli::Arguments::command(),
        #[cfg(feature = "trainer")]
        cli::trainer::Arguments::command(),
    ]
}

/// Uses the engine for the processor that `$REVERSI_CPU` names, if it is set.
///
/// # Errors
/// The exit code, if there is no such engine or this processor can't run it; standard error says so.
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

/// Writes a line to standard error. That may be closed as well, and then nobody reads it.
fn complain(program: &str, message: &str) {
    let _ = writeln!(io::stderr(), "{program}: {message}");
}

/// Writes a result. A reader that has seen enough is no failure.
fn print(text: &str) -> Result<(), Stopped> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Stopped::Unwritable(error)),
        _ => Ok(()),
    }
}

/// The text of an environment variable, if it is set to one.
fn variable(name: &str) -> Option<String> {
    let value = env::var_os(name)?.to_string_lossy().into_owned();
    (!value.is_empty()).then_some(value)
}

/// The parsed arguments; a usage error or a request for help ends the process.
fn checked<T>(program: &str, read: Result<T, clap::Error>) -> T {
    read.unwrap_or_else(|error| process::exit(usage::print(error, program)))
}
