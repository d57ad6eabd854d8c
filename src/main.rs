//! The `reversi` program.

use std::process::ExitCode;

#[cfg(unix)]
#[global_allocator]
static MEMORY: reversi::cli::EndingAllocator =
    reversi::cli::EndingAllocator::ending_with(reversi::cli::NO_MEMORY);

fn main() -> ExitCode {
    reversi::cli::reversi()
}
