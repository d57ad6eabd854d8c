//! The `trainer` program.

use std::process::ExitCode;

#[cfg(unix)]
#[global_allocator]
static MEMORY: reversi::program::EndingAllocator = reversi::program::EndingAllocator::ending_with(
    "trainer: not enough memory: raise the limit on it (ulimit -v)\n",
);

fn main() -> ExitCode {
    reversi::program::trainer()
}
