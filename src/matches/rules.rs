//! The rules that hold for all games of a match.

use std::time::Duration;

use super::Clocks;

/// What holds for all games of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// How long the players may think.
    pub clocks: Clocks,
    /// How much longer than its clock a move may take: for the way to a program and back.
    pub margin: Duration,
    /// How long a program may take for anything else, and for a move where there are no clocks.
    pub timeout: Duration,
    /// The random seed of the bots.
    pub seed: u64,
}
