//! The `trainer` program.

use std::process::ExitCode;

#[cfg(unix)]
#[global_allocator]
static MEMORY: reversi::cli::EndingAllocator = reversi::cli::EndingAllocator::ending_with(
    "trainer: not enough memory: raise the limit on it (ulimit -v)\n",
);

fn main() -> ExitCode {
    reversi::cli::trainer()
}
