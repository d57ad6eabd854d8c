//! The result of a search, in types that all copies of the engine share. `Found` explains the fields.

use std::time::Duration;

#[derive(Debug, Clone)]
pub struct SearchResult {
    pub depth: u32,
    /// The index in `Selectivity::ALL`.
    pub selectivity: u8,
    pub to_the_end: bool,
    /// Scores and principal variations, best first.
    pub lines: Vec<(i32, Vec<u32>)>,
    pub nodes: u64,
    pub time: Duration,
}

impl SearchResult {
    pub(super) fn best(&self) -> Option<u32> {
        self.lines.first()?.1.first().copied()
    }

    pub(super) fn score(&self) -> i32 {
        self.lines.first().map_or(0, |line| line.0)
    }
}
