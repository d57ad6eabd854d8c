//! From a position to the next one of a book, with passes taken care of.

use crate::engine::Position;

/// Where a move leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Next {
    /// The canonical position, with a move for the side to move.
    pub(super) position: Position,
    /// What makes a score there one for the side that moved: 1 if the other side passes, else -1.
    pub(super) sign: i32,
}

/// Where a legal move leads; `None` if it ends the game.
pub(super) fn after(position: Position, square: u32) -> Option<Next> {
    let next = position.after(square);
    if next.legal_moves() != 0 {
        return Some(Next { position: next.canonical(), sign: -1 });
    }
    let passed = next.passed();
    let goes_on = passed.legal_moves() != 0;
    goes_on.then(|| Next { position: passed.canonical(), sign: 1 })
}
