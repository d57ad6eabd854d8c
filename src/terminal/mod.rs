//! Terminal and system services for several rooms: a progress line, and signals. It knows nothing
//! of games.

mod progress;
pub mod signals;

pub use progress::{ProgressLine, StageProgress, in_words};
