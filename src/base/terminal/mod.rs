//! Terminal and system services for several rooms: a progress line, signals, and the size of the terminal. It
//! knows nothing of games.

mod progress;
pub mod signals;
mod size;

pub use progress::{ProgressLine, StageProgress, in_words};
pub use size::{columns, rows};
