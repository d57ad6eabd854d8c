//! The `reversi` program.

use std::process::ExitCode;

#[cfg(unix)]
#[global_allocator]
static MEMORY: reversi::program::EndingAllocator = reversi::program::EndingAllocator::ending_with(
    "reversi: not enough memory: raise the limit on it (ulimit -v)\n",
);

fn main() -> ExitCode {
    reversi::program::reversi()
}
