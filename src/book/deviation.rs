//! How far a book deviates from the best moves.

/// Which moves a book follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deviation {
    /// The most discs that a move may lose against the best one.
    pub per_move: u8,
    /// The most discs that all moves on the way to a position may lose together.
    pub total: u8,
    /// The number of plies from the start to the last positions.
    pub plies: u8,
}
