//! In which order moves are searched.

use super::Position;
use super::shallow::{NOT_A, NOT_H, around, odd_squares};

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
    all: [Move; 34],
    count: usize,
    /// So many of them, from the first on, are where they belong.
    ordered: usize,
}

impl Moves {
    pub(super) fn new() -> Self {
        let none = Move { square: 0, next: Position { player: 0, opponent: 0 }, worth: 0 };
        Self { all: [none; 34], count: 0, ordered: 0 }
    }

    pub(super) fn add(&mut self, square: u32, next: Position) {
        self.all[self.count] = Move { square, next, worth: 0 };
        self.count += 1;
    }

    pub(super) fn as_slice(&self) -> &[Move] {
        &self.all[..self.count]
    }

    /// How many are in order, from the first on.
    pub(super) const fn ordered(&self) -> usize {
        self.ordered
    }

    fn unordered(&mut self) -> &mut [Move] {
        &mut self.all[self.ordered..self.count]
    }

    /// Puts moves on these squares first, where there are any.
    pub(super) fn bring_first(&mut self, squares: [u32; 2]) {
        for square in squares {
            let moves = self.unordered();
            if let Some(place) = moves.iter().position(|mv| mv.square == square) {
                moves[..=place].rotate_right(1);
                self.ordered += 1;
            }
        }
    }

    /// Orders the others: what is worth most first, equals in board order.
    pub(super) fn order_by(&mut self, mut worth: impl FnMut(&Move) -> i32) {
        let moves = self.unordered();
        // There are few of them and most are in order soon.
        for index in 0..moves.len() {
            let mut this = moves[index];
            this.worth = worth(&this);
            let mut place = index;
            while place > 0 && moves[place - 1].worth < this.worth {
                moves[place] = moves[place - 1];
                place -= 1;
            }
            moves[place] = this;
        }
        self.ordered = self.count;
    }

    /// Orders the others where none is expected to be good enough, so that no order saves much: by what
    /// they leave to the other side.
    pub(super) fn order_plainly(&mut self) {
        self.order_by(|mv| -freedom(mv.next));
    }
}

/// What of a position counts for how soon its moves are searched near the end.
#[derive(Debug, Clone, Copy)]
pub(super) struct NearEndOrder {
    /// The empty squares of quarters with an odd number of them.
    odd: u64,
    /// The squares of edges beside corners of the side to move: what it plays there stays.
    anchored: u64,
}

impl NearEndOrder {
    #[inline]
    pub(super) fn of(position: Position) -> Self {
        const BESIDE_CORNERS: u64 = 0x4281_0000_0000_8142;
        let anchored = around(position.player & CORNERS) & BESIDE_CORNERS;
        let empty = !(position.player | position.opponent);
        Self { odd: odd_squares(empty), anchored }
    }

    /// How soon a move is to be searched: what leaves the other side few moves (fastest first), least of
    /// all in corners and in holes, where its disc is not answered, and few squares beside discs that it
    /// could flip later; squares of odd quarters, beside own corners, and corners; X squares last.
    #[inline]
    pub(super) fn worth(self, square: u32, next: Position, replies: u64) -> i32 {
        /// What counts how much; tuned on nodes, of which one with ordered moves counts as eight: that is
        /// how long it takes.
        const MOBILITY: i32 = 20;
        const CORNER_REPLY: i32 = 18;
        const REPLY_IN_HOLE: i32 = 9;
        const POTENTIAL: i32 = 3;
        const PARITY: i32 = 5;
        const ANCHORED: i32 = 12;
        let is_on = |squares: u64| squares >> square & 1 != 0;
        let holes = holes(!(next.player | next.opponent));
        let mut worth = SQUARE_AT_END[square as usize];
        worth -= MOBILITY * count(replies) + CORNER_REPLY * count(replies & CORNERS);
        worth -= REPLY_IN_HOLE * count(replies & holes) + POTENTIAL * count(open_squares(next));
        worth += if is_on(self.odd) { PARITY } else { 0 };
        worth + if is_on(self.anchored) { ANCHORED } else { 0 }
    }
}

/// The empty squares without another one beside them.
#[inline]
fn holes(empty: u64) -> u64 {
    let beside = (empty << 1 & NOT_A) | (empty >> 1 & NOT_H);
    let rows = empty | beside;
    empty & !(beside | rows << 8 | rows >> 8)
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

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::engine::squares;

    #[test]
    fn holes_have_no_empty_square_around() {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(10);
        let mut found = 0;
        for _ in 0..10_000 {
            let empty = rng.random::<u64>() & rng.random::<u64>() & rng.random::<u64>();
            let is_alone = |&square: &u32| around(1 << square) & empty == 1 << square;
            let expected = squares(empty).filter(is_alone).fold(0, |set, square| set | 1 << square);
            assert_eq!(holes(empty), expected, "{empty:x}");
            found += expected.count_ones();
        }
        assert!(found > 10_000, "only {found}");
    }

    #[test]
    fn moves_that_were_best_come_first_and_the_others_by_their_worth() {
        let mut moves = Moves::new();
        for square in [3, 5, 8, 13, 21, 34] {
            moves.add(square, Position { player: 1, opponent: 0 });
        }
        let squares =
            |moves: &Moves| moves.as_slice().iter().map(|mv| mv.square).collect::<Vec<_>>();
        // The second one isn't among them.
        moves.bring_first([8, u32::from(crate::engine::NO_SQUARE)]);
        assert_eq!((moves.ordered(), squares(&moves)), (1, vec![8, 3, 5, 13, 21, 34]));
        moves.bring_first([21, 3]);
        assert_eq!((moves.ordered(), squares(&moves)), (3, vec![8, 21, 3, 5, 13, 34]));
        moves.order_by(|mv| if mv.square == 5 { 1 } else { 2 });
        assert_eq!((moves.ordered(), squares(&moves)), (6, vec![8, 21, 3, 13, 34, 5]));
    }

    #[test]
    fn replies_in_corners_and_holes_make_moves_worth_less() {
        let order = NearEndOrder { odd: 0, anchored: 0 };
        let corner_and_two_holes = 1 | 1 << 20 | 1 << 40;
        let next = Position { player: !(corner_and_two_holes | 3 << 60), opponent: 0 };
        let [no_reply, in_hole, in_corner, beside_another] =
            [0, 1 << 20, 1, 1 << 61].map(|replies| order.worth(10, next, replies));
        assert!(in_corner < in_hole && in_hole < beside_another && beside_another < no_reply);
        let better = NearEndOrder { odd: 1 << 10, anchored: 1 << 10 };
        assert!(better.worth(10, next, 0) > no_reply);
        assert_eq!(better.worth(11, next, 0), no_reply);
    }

    #[test]
    fn squares_beside_own_corners_are_anchored() {
        for (corner, beside) in [(0, [1, 8]), (7, [6, 15]), (56, [48, 57]), (63, [55, 62])] {
            let own = Position { player: 1 << corner | 1 << 20, opponent: 0 };
            let anchored = beside.iter().fold(0, |set, &square| set | 1 << square);
            assert_eq!(NearEndOrder::of(own).anchored, anchored, "{corner}");
            assert_eq!(NearEndOrder::of(own.passed()).anchored, 0);
        }
    }
}
