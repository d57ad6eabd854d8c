//! Games and positions as text: one file a format, parse and print as twins.

mod obf;

pub use obf::{Obf, ObfError, ScoredMove};
