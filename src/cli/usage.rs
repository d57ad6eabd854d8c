//! Usage errors in the style of clap, printed without raw control characters.

use std::env;
use std::fmt::Display;
use std::io::{self, Write};

use clap::builder::Styles;
use clap::error::ErrorKind;
use clap::{Command, CommandFactory};

use crate::text::printable::{is_printable, printable};

/// The exit code when results can't be written.
const FAILED: i32 = 1;

/// The command line, ready to parse arguments and to show them in errors.
pub(super) fn command<C: CommandFactory>() -> Command {
    let command = C::command();
    let mut command = if may_be_styled() { command } else { command.styles(Styles::plain()) };
    command.build();
    command
}

/// Whether errors may have colours: not if an argument contains escape sequences itself.
fn may_be_styled() -> bool {
    env::args_os().all(|argument| argument.to_string_lossy().chars().all(is_printable))
}

/// A usage error of a subcommand, or of the program.
pub(super) fn error<C: CommandFactory>(
    subcommand: &str,
    kind: ErrorKind,
    reason: impl Display,
) -> clap::Error {
    let mut command = command::<C>();
    match command.find_subcommand_mut(subcommand) {
        Some(subcommand) => subcommand.error(kind, reason),
        None => command.error(kind, reason),
    }
}

/// Prints a usage error, or the requested help or version, and returns the exit code.
pub fn print(error: &clap::Error, program: &str) -> i32 {
    let is_answer = !error.use_stderr();
    let written = if is_answer || may_be_styled() {
        error.print()
    } else {
        let message = error.render().ansi().to_string();
        let lines = message.trim_end().split('\n').map(|line| format!("{}\n", printable(line)));
        io::stderr().write_all(lines.collect::<String>().as_bytes())
    };
    match written.and_then(|()| io::stdout().flush()) {
        Err(failure) if is_answer && failure.kind() != io::ErrorKind::BrokenPipe => {
            // Standard error may be closed as well, and then nobody reads it.
            let _ = writeln!(io::stderr(), "{program}: can't write the output: {failure}");
            FAILED
        }
        _ => error.exit_code(),
    }
}
