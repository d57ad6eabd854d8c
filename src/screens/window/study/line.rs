//! A line of moves that is played through without touching the game.

use super::super::wish::Browse;

/// A line of moves from a position of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Line {
    /// The moves.
    pub(in super::super) names: Vec<String>,
    /// How many of them are shown.
    pub(in super::super) at: usize,
    /// How many moves of the game lead to where it begins.
    pub(in super::super) from: usize,
}

impl Line {
    /// A line with its first move shown.
    pub(in super::super) fn new(names: Vec<String>, from: usize) -> Self {
        let at = names.len().min(1);
        Self { names, at, from }
    }

    /// The moves shown.
    pub(in super::super) fn shown(&self) -> &[String] {
        &self.names[..self.at]
    }

    /// Goes along the line.
    pub(in super::super) fn step(&mut self, browse: Browse) {
        self.at = match browse {
            Browse::First => 0,
            Browse::Back => self.at.saturating_sub(1),
            Browse::Forward => (self.at + 1).min(self.names.len()),
            Browse::Last => self.names.len(),
        };
    }
}
