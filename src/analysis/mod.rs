//! The analysis of a game of Reversi, move by move: the best move beside the one played, what it
//! cost, and the totals of both sides.
//!
//! [`Analyzer`] judges the moves with the engine, [`Analysis`] is the result, and [`text`] and
//! [`svg`] show it. Nothing here reads files or prints.

mod facts;
mod judge;
mod judgment;
mod report;
mod steps;
pub mod svg;
pub mod text;
mod why;

#[cfg(test)]
mod tests;

pub use facts::{Fact, facts};
pub use judge::{Analyzer, Progress};
pub use judgment::{Class, GOOD, INACCURACY, Judgment, MISTAKE};
pub use report::{Analysis, Total};
pub use steps::{Step, steps};
pub use why::why;
