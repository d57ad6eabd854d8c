//! What undo needs to bring removed moves back.

use super::Forfeit;
use crate::games::Move;
use crate::records::Branch;

/// Moves that were removed from the tree.
#[derive(Debug, Clone)]
pub struct RemovedMoves {
    /// The moves before the first removed one.
    pub before: Vec<Move>,
    pub branch: Branch,
    pub was_taken_back: bool,
    /// The forfeit, and the position in the branch where it happened.
    pub forfeit: Option<(usize, Forfeit)>,
}
