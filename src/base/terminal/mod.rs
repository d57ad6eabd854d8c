//! Terminal services: the progress line, signals, and the size of the terminal.

mod progress;
pub mod signals;

use std::io::{self, IsTerminal};

use crate::base::system;

pub use progress::{ProgressLine, StageProgress, in_words};

const DEFAULT_SIZE: (u16, u16) = (80, 24);

/// Returns the width of the terminal on standard output; `None` if it is not a terminal.
pub fn columns() -> Option<usize> {
    io::stdout().is_terminal().then(width)
}

fn width() -> usize {
    size().0.into()
}

pub fn rows() -> usize {
    size().1.into()
}

fn size() -> (u16, u16) {
    system::terminal_size().unwrap_or(DEFAULT_SIZE)
}
