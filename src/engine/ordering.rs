//! In which order moves are searched.

use super::Position;
use super::shallow::{around, odd_squares};

pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;
const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// A move, what it leads to, and how soon it is to be searched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Move {
    pub(super) square: u32,
    pub(super) next: Position,
    pub(super) worth: i32,
}

/// The moves of a position; there are never more than 33.
pub(super) struct Moves {
    moves: [Move; 34],
    count: usize,
}

impl Moves {
    pub(super) fn new() -> Self {
        let none = Move { square: 0, next: Position { player: 0, opponent: 0 }, worth: 0 };
        Self { moves: [none; 34], count: 0 }
    }

    pub(super) fn add(&mut self, square: u32, next: Position) {
        self.moves[self.count] = Move { square, next, worth: 0 };
        self.count += 1;
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [Move] {
        &mut self.moves[..self.count]
    }

    pub(super) fn as_slice(&self) -> &[Move] {
        &self.moves[..self.count]
    }

    /// Puts what is worth most first; equals stay in board order.
    pub(super) fn sort(&mut self) {
        // There are few of them and most are in order soon.
        let moves = self.as_mut_slice();
        for index in 1..moves.len() {
            let this = moves[index];
            let mut place = index;
            while place > 0 && moves[place - 1].worth < this.worth {
                moves[place] = moves[place - 1];
                place -= 1;
            }
            moves[place] = this;
        }
    }
}

/// How soon a move is to be searched towards the end: what leaves the other side few moves (fastest
/// first), and few squares beside discs that it could flip later; squares of odd quarters;
/// corners, and X squares last.
#[inline]
pub(super) fn worth_at_end(square: u32, next: Position, replies: u64, odd: u64) -> i32 {
    /// What counts how much; tuned on nodes.
    const MOBILITY: i32 = 16;
    const CORNER_REPLY: i32 = 14;
    const POTENTIAL: i32 = 6;
    const PARITY: i32 = 8;
    let bit = 1_u64 << square;
    let mut worth = SQUARE_AT_END[square as usize];
    worth -= MOBILITY * count(replies) + CORNER_REPLY * count(replies & CORNERS);
    worth -= POTENTIAL * count(open_squares(next));
    if odd & bit != 0 { worth + PARITY } else { worth }
}

/// What a square by itself adds to the worth of a move on it towards the end.
static SQUARE_AT_END: [i32; 64] = {
    /// What counts how much; tuned on nodes.
    const CORNER: i32 = 12;
    const X_SQUARE: i32 = -6;
    let mut worths = [0; 64];
    let mut square = 0;
    while square < 64 {
        if CORNERS >> square & 1 != 0 {
            worths[square] = CORNER;
        }
        if X_SQUARES >> square & 1 != 0 {
            worths[square] = X_SQUARE;
        }
        square += 1;
    }
    worths
};

/// What a move leaves to the other side, in thirds of a disc to be taken off what it seems to be worth:
/// the tree below is the smaller for it.
pub(super) fn freedom(next: Position) -> i32 {
    /// What counts how much; tuned on nodes.
    const MOBILITY: i32 = 8;
    const CORNER_REPLY: i32 = 12;
    const POTENTIAL: i32 = 5;
    let replies = next.legal_moves();
    MOBILITY * count(replies)
        + CORNER_REPLY * count(replies & CORNERS)
        + POTENTIAL * count(open_squares(next))
}

/// The empty squares beside discs of the side that has just moved: where they may be flipped from
/// (potential mobility).
#[inline]
fn open_squares(next: Position) -> u64 {
    around(next.opponent) & !(next.player | next.opponent)
}

/// How many squares there are in a set.
#[inline]
pub(super) fn count(set: u64) -> i32 {
    set.count_ones().cast_signed()
}

/// The empty squares where a disc keeps the parity.
pub(super) fn odd(position: Position) -> u64 {
    odd_squares(!(position.player | position.opponent))
}
