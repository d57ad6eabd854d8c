//! Terminal and system services for several rooms: a progress line, signals, and the size of the terminal. It
//! knows nothing of games.

mod progress;
pub mod signals;

use std::io::{self, IsTerminal};

use crate::base::system;

pub use progress::{ProgressLine, StageProgress, in_words};

/// What a terminal has that doesn't say.
const DEFAULT_SIZE: (u16, u16) = (80, 24);

/// The number of columns of the terminal that standard output goes to; `None` where it goes elsewhere.
pub fn columns() -> Option<usize> {
    io::stdout().is_terminal().then(width)
}

fn width() -> usize {
    size().0.into()
}

pub fn rows() -> usize {
    size().1.into()
}

/// Columns and rows, as standard output or standard error knows them.
fn size() -> (u16, u16) {
    system::terminal_size().unwrap_or(DEFAULT_SIZE)
}
