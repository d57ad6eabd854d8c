//! What undo needs to bring removed moves back.

use super::Forfeit;
use crate::games::Move;
use crate::records::Branch;

/// Moves that were removed from the tree.
#[derive(Debug, Clone)]
pub(super) struct RemovedMoves {
    /// The moves before the first removed one.
    pub(super) before: Vec<Move>,
    pub(super) branch: Branch,
    pub(super) was_taken_back: bool,
    /// The forfeit, and the position in the branch where it happened.
    pub(super) forfeit: Option<(usize, Forfeit)>,
}
