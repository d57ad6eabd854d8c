//! The analysis of a game of Reversi, move by move: the best move beside the one played, what it
//! cost, and the totals of both sides.
//!
//! [`Analyzer`] judges the moves with the engine, [`Analysis`] is the result, and [`text`] and
//! [`svg`] show it. Nothing here reads files or prints.

mod class;
mod facts;
mod judge;
mod judgment;
mod report;
mod steps;
pub mod svg;
pub mod text;
mod total;
mod why;

#[cfg(test)]
mod tests;

pub use class::{Class, GOOD, INACCURACY, MISTAKE};
pub use facts::{Fact, facts};
pub use judge::{Analyzer, Progress};
pub use judgment::Judgment;
pub use report::Analysis;
pub use steps::{Step, steps};
pub use total::Total;
pub use why::why;
