//! Exact null-window searches of the last empty squares, where most nodes of a search to the end
//! are.
//!
//! Each of them asks whether the score exceeds `alpha`, and returns a bound of the score on the
//! same side (fail-soft). They take plain parameters instead of a `SearchNode` and a `ScoreWindow`: `beta` is
//! always `alpha + 1`, the depth is always the number of empty squares, and each further parameter
//! would cost time at every node.

mod last_disc;
mod last_squares;
mod near_end;
mod small_table;
mod untried;

pub use last_disc::flipped_by_last_move;
pub(super) use near_end::NearEnd;

/// Up to this number of empty squares, searches to the end are done here; tuned on time.
pub(super) const NEAR_END: u32 = 13;
