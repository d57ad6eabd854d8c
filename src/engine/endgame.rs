//! Exact null-window searches of the last empty squares, the bulk of an endgame search.
//!
//! They test whether the score exceeds `alpha`, and return a bound of the score on the same side (fail-soft). They
//! take plain parameters, because a `SearchNode` and a `ScoreWindow` would cost time at every node: `beta` is always
//! `alpha + 1`, and the depth is always the number of empty squares.

mod last_disc;
mod last_squares;
mod near_end;
mod small_table;
mod untried;

pub use last_disc::flipped_by_last_move;
pub(super) use near_end::NearEnd;

/// The maximum number of empty squares that these searches handle. Tuned on time.
pub const NEAR_END: u32 = 13;
