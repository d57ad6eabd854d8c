//! What several rooms need of the terminal and the system: a progress line, and signals. It knows
//! nothing of games.

mod progress;
pub mod signals;

pub use progress::{ProgressLine, StageProgress, in_words};
