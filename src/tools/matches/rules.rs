//! The rules of all games of a match.

use std::time::Duration;

use super::Clocks;

/// The rules of all games of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    pub clocks: Clocks,
    /// The grace period after the clock, for communication with a program.
    pub margin: Duration,
    /// The time limit for other answers, and for moves without clocks.
    pub timeout: Duration,
    /// The random seed of the bots.
    pub seed: u64,
}
