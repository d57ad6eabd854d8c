//! The answer to a position, and the key that symmetric positions share.

use std::cmp::Reverse;

use crate::games::Square;

pub struct Solved {
    /// The score, or its sign for win, draw or loss.
    pub score: i32,
    /// The best line of play, without passes; empty in Connect Four.
    pub line: Vec<Square>,
    /// Every move with its score, best first, if requested; `None` is a pass.
    pub moves: Option<Vec<(Option<Square>, i32)>>,
    pub nodes: u64,
}

/// A position in the form that all its images share.
#[derive(Debug, Clone, Copy)]
pub struct CanonicalKey<K> {
    pub canonical: K,
    /// The symmetry that leads to the canonical position, from 0 to 7.
    pub symmetry: u32,
}

/// Sorts moves, best first. Equal moves are in board order, after the best move.
pub fn sort(moves: &mut [(Option<Square>, i32)], best: Option<Square>) {
    let rank = |square: Option<Square>| (square != best, square.map(|square| square.index(8)));
    moves.sort_by_key(|&(square, score)| (Reverse(score), rank(square)));
}
