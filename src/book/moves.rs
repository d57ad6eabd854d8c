//! Book moves: the moves of a position that a book contains.

use super::Book;
use crate::engine::{Position, squares, turned_square};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookMove {
    pub square: u32,
    pub score: i32,
    /// The level of the search that found the score; 0 if unknown.
    pub level: u8,
    /// The number of book lines after the move, at most 65535; 0 if the move leaves the book.
    pub lines: u16,
}

impl Book {
    /// The book moves of a position, best first; empty if the position is not in the book. They are the moves that
    /// stay in the book, and the best one that leaves it. Equal scores are in the order of squares.
    pub fn moves(&self, position: Position) -> Vec<BookMove> {
        let Some(record) = self.record(position) else {
            return Vec::new();
        };
        let inside = |square| {
            let next = after_move(position, square)?;
            let found = self.record(next.position)?;
            let score = next.sign * i32::from(found.score);
            let level = found.level;
            Some(BookMove {
                square,
                score,
                level,
                lines: found.lines,
            })
        };
        let mut moves: Vec<BookMove> = squares(position.legal_moves()).filter_map(inside).collect();
        if let Some((leaf, score)) = record.leaf {
            let score = i32::from(score);
            let level = record.level;
            // In a symmetric position, the move has equally good images.
            let images = images(position, record.position, leaf);
            let is_new = |square: &u32| moves.iter().all(|mv| mv.square != *square);
            let leaves: Vec<u32> = squares(images).filter(is_new).collect();
            let leaf = |square| BookMove {
                square,
                score,
                level,
                lines: 0,
            };
            moves.extend(leaves.into_iter().map(leaf));
        }
        moves.sort_by_key(|mv| (std::cmp::Reverse(mv.score), mv.square));
        moves
    }

    /// The number of plies for which the book has a best move; the last of them leaves the book.
    pub fn reach(&self, position: Position) -> u32 {
        let mut position = position;
        let mut plies = 0;
        // The maximum length of a game.
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

/// The squares of a position that a symmetry maps to `square` of its canonical image.
fn images(position: Position, canonical: Position, square: u8) -> u64 {
    (0..8)
        .filter(|&symmetry| position.turned(symmetry) == canonical)
        .fold(0, |images, symmetry| {
            let image = squares(position.legal_moves())
                .find(|&from| turned_square(from, symmetry) == u32::from(square));
            images | image.map_or(0, |image| 1 << image)
        })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Next {
    /// Canonical, with a legal move for the side to move.
    pub position: Position,
    /// The factor that converts a score there to the side that moved: 1 if the other side passes, otherwise -1.
    pub sign: i32,
}

/// Returns the position after a legal move; `None` if the game is over.
pub fn after_move(position: Position, square: u32) -> Option<Next> {
    let next = position.after(square);
    if next.legal_moves() != 0 {
        return Some(Next {
            position: next.canonical(),
            sign: -1,
        });
    }
    let passed = next.passed();
    let goes_on = passed.legal_moves() != 0;
    goes_on.then(|| Next {
        position: passed.canonical(),
        sign: 1,
    })
}
