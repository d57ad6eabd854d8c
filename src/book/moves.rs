//! What a book says about the moves of a position.

use super::Book;
use crate::engine::{Position, squares, turned_square};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookMove {
    pub square: u32,
    pub score: i32,
    /// The level of the search that the score is from; 0 if it is not known.
    pub level: u8,
    /// The number of lines of the book after the move, at most 65535; 0 if it leads out of the book.
    pub lines: u16,
}

impl Book {
    /// The moves of a position that the book knows, best first: those that stay in the book, and the best
    /// one that leads out of it. None if the position is not in the book.
    ///
    /// Moves with the same score are in the order of squares.
    pub fn moves(&self, position: Position) -> Vec<BookMove> {
        let Some(record) = self.record(position) else { return Vec::new() };
        let inside = |square| {
            let next = after_move(position, square)?;
            let found = self.record(next.position)?;
            let (score, level) = (next.sign * i32::from(found.score), found.level);
            Some(BookMove { square, score, level, lines: found.lines })
        };
        let mut moves: Vec<BookMove> = squares(position.legal_moves()).filter_map(inside).collect();
        if let Some((leaf, score)) = record.leaf {
            let (score, level) = (i32::from(score), record.level);
            // Where the position is symmetric, the move has images, which are as good.
            let images = images(position, record.position, leaf);
            let is_new = |square: &u32| moves.iter().all(|mv| mv.square != *square);
            let leaves: Vec<u32> = squares(images).filter(is_new).collect();
            let leaf = |square| BookMove { square, score, level, lines: 0 };
            moves.extend(leaves.into_iter().map(leaf));
        }
        moves.sort_by_key(|mv| (std::cmp::Reverse(mv.score), mv.square));
        moves
    }

    /// The number of plies for which the book goes on from a position with its best moves; the last of
    /// them leads out of it. 0 if the position is not in the book.
    pub fn reach(&self, position: Position) -> u32 {
        let mut position = position;
        let mut plies = 0;
        // No game is longer.
        while plies < 60 {
            let moves = self.moves(position);
            let Some(best) = moves.first() else { break };
            plies += 1;
            match after_move(position, best.square) {
                Some(next) if best.lines > 0 => position = next.position,
                _ => break,
            }
        }
        plies
    }
}

/// The squares of a position that a symmetry takes to this square of its canonical image.
fn images(position: Position, canonical: Position, square: u8) -> u64 {
    (0..8).filter(|&symmetry| position.turned(symmetry) == canonical).fold(0, |images, symmetry| {
        let image = squares(position.legal_moves())
            .find(|&from| turned_square(from, symmetry) == u32::from(square));
        images | image.map_or(0, |image| 1 << image)
    })
}

/// Where a move leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Next {
    /// The canonical position, with a move for the side to move.
    pub(super) position: Position,
    /// What makes a score there one for the side that moved: 1 if the other side passes, else -1.
    pub(super) sign: i32,
}

/// Where a legal move leads; `None` if it ends the game.
pub(super) fn after_move(position: Position, square: u32) -> Option<Next> {
    let next = position.after(square);
    if next.legal_moves() != 0 {
        return Some(Next { position: next.canonical(), sign: -1 });
    }
    let passed = next.passed();
    let goes_on = passed.legal_moves() != 0;
    goes_on.then(|| Next { position: passed.canonical(), sign: 1 })
}
