//! The `trainer` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    reversi::program::trainer()
}
