//! Game analysis, move by move: the best move, the cost of the move played, and the totals of both sides.
//!
//! [`Analyzer`] judges the moves with the engine, [`Analysis`] is the result, and [`svg`] draws it.

mod facts;
mod judge;
mod judgment;
pub mod svg;
mod why;

#[cfg(test)]
pub(crate) mod tests;
#[cfg(test)]
mod why_tests;

pub use facts::{EndOfLine, Fact, TurnCounts, facts};
pub use judge::{AnalysisProgress, Analyzer, GameStep, steps};
pub use judgment::{Alternative, Analysis, Class, Judgment, Total};
pub(crate) use judgment::{GOOD, INACCURACY, MISTAKE};
pub(crate) use why::{MoveFacts, Why, why};
