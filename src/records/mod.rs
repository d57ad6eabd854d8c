//! Games and positions as text: one file a format, parse and print as twins.

mod obf;
mod openings;

pub use obf::{Obf, ObfError, ScoredMove};
pub use openings::Opening;
