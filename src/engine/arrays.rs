//! Legal moves and moves of many positions in a row, compiled for each kind of processor. `many.rs` explains them.

use super::moves::reached_by_lines;
use super::{flips, legal_moves};

/// Returns whether no discs overlap.
pub fn legal_moves_of_all(discs: &[[u64; 2]], moves: &mut [u64]) -> bool {
    let mut overlaps = 0;
    // Without branches and calls: the compiler handles several positions in one vector.
    for (&[player, opponent], moves) in discs.iter().zip(moves) {
        *moves = reached_by_lines(player, opponent) & !(player | opponent);
        overlaps |= player & opponent;
    }
    overlaps == 0
}

/// Returns the index of the first position with overlapping discs or an illegal move, where it ends.
pub fn play_in_all(discs: &[[u64; 2]], squares: &[u8], after: &mut [[u64; 2]]) -> Option<usize> {
    let moves = discs.iter().zip(squares).zip(after);
    for (index, ((&[player, opponent], &square), after)) in moves.enumerate() {
        let Some(played) = played(player, opponent, square) else {
            return Some(index);
        };
        *after = played;
    }
    None
}

/// The position after a legal move, or a pass; `None` if it is not legal.
#[inline]
fn played(player: u64, opponent: u64, square: u8) -> Option<[u64; 2]> {
    if player & opponent != 0 {
        return None;
    }
    if square == super::PASS {
        return (legal_moves(player, opponent) == 0).then_some([opponent, player]);
    }
    let placed = 1_u64.checked_shl(square.into())?;
    let flipped = flips(square.into(), player, opponent);
    let is_legal = flipped != 0 && (player | opponent) & placed == 0;
    is_legal.then_some([opponent & !flipped, player | flipped | placed])
}
