//! The programs `reversi` and `trainer`, from their arguments to their exit codes.

mod config;
mod reversi;
mod threads;
#[cfg(feature = "trainer")]
mod trainer;

use std::io::{self, Write};
use std::process;

use clap::CommandFactory;

use crate::cli::{self, usage};
use crate::engine::missing_instructions;

pub use reversi::main as reversi;
#[cfg(feature = "trainer")]
pub use trainer::main as trainer;

/// A command or the program failed.
const FAILED: u8 = 1;
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

/// Whether this processor can run the program; if not, standard error says why.
fn can_run(program: &str) -> bool {
    let Some(instructions) = missing_instructions() else { return true };
    complain(
        program,
        &format!(
            "this build needs a processor with {instructions}; build it on this machine, or for any \
             with RUSTFLAGS='-C target-cpu=x86-64'"
        ),
    );
    false
}

/// Writes a line to standard error. That may be closed as well, and then nobody reads it.
fn complain(program: &str, message: &str) {
    let _ = writeln!(io::stderr(), "{program}: {message}");
}

/// The parsed arguments; a usage error or a request for help ends the process.
fn checked<T>(program: &str, read: Result<T, clap::Error>) -> T {
    read.unwrap_or_else(|error| process::exit(usage::print(error, program)))
}
