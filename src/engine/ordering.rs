//! The worth of moves for the order of search: formulas without a search.

use super::Position;
use super::bits::{C_SQUARES, CORNERS, X_SQUARES, count, isolated, odd_quadrants, with_neighbours};
use super::parameters::Parameters;

/// The order of moves near the end of the game: features of a position that the worth of each of
/// its moves depends on.
#[derive(Debug, Clone, Copy)]
pub(super) struct NearEndOrder {
    /// The empty squares of quadrants with an odd number of them.
    odd: u64,
    /// The C squares next to own corners: discs played there are stable.
    anchored: u64,
}

impl NearEndOrder {
    #[inline]
    pub(super) fn of(position: Position) -> Self {
        let anchored = with_neighbours(position.player & CORNERS) & C_SQUARES;
        Self { odd: odd_quadrants(position.empty()), anchored }
    }

    /// The worth of a move that leads to `next`, where the legal moves are `replies`.
    ///
    /// Good moves leave few replies (fastest first), few of them in corners and in holes, where the
    /// disc is not answered, and few empty squares next to own discs. Odd quadrants, squares next
    /// to own corners, and corners come earlier, X squares last.
    #[inline]
    pub(super) fn worth(self, square: u32, next: Position, replies: u64) -> i32 {
        /// Weights; tuned on node counts, with a node whose moves are ordered counted eight times,
        /// as its time is eight times that of another.
        const MOBILITY: i32 = 20;
        const CORNER_REPLY: i32 = 18;
        const REPLY_IN_HOLE: i32 = 9;
        const POTENTIAL_MOBILITY: i32 = 3;
        const PARITY: i32 = 5;
        const ANCHORED: i32 = 12;
        let is_on = |squares: u64| squares >> square & 1 != 0;
        let mut worth = SQUARE_NEAR_END[square as usize];
        worth -= MOBILITY * count(replies) + CORNER_REPLY * count(replies & CORNERS);
        worth -= REPLY_IN_HOLE * count(replies & isolated(next.empty()));
        worth -= POTENTIAL_MOBILITY * potential_mobility(next);
        worth += if is_on(self.odd) { PARITY } else { 0 };
        worth + if is_on(self.anchored) { ANCHORED } else { 0 }
    }
}

/// The part of a move's worth near the end that depends on its square alone.
static SQUARE_NEAR_END: [i32; 64] = {
    /// Weights; tuned on node counts.
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

/// The weights of the order of moves in the rest of the search. `Parameters` explains each.
#[derive(Debug, Clone, Copy)]
pub(super) struct MoveOrder {
    pub(super) units_per_disc: i32,
    mobility: i32,
    corner_reply: i32,
    potential_mobility: i32,
}

impl MoveOrder {
    /// The order in exact searches; tuned on node counts. With the weights that win most games, exact
    /// searches have 2 % more nodes.
    pub(super) const EXACT: Self =
        Self { units_per_disc: 3, mobility: 8, corner_reply: 18, potential_mobility: 5 };

    pub(super) fn selective(parameters: &Parameters) -> Self {
        Self {
            units_per_disc: parameters.order_units_per_disc,
            mobility: parameters.mobility,
            corner_reply: parameters.corner_reply,
            potential_mobility: parameters.potential_mobility,
        }
    }

    /// The mobility that a move leaves to the opponent, with corners and potential mobility, in
    /// units: less is better, because the tree below is smaller.
    pub(super) fn weighted_mobility(&self, next: Position) -> i32 {
        let replies = next.legal_moves();
        self.mobility * count(replies)
            + self.corner_reply * count(replies & CORNERS)
            + self.potential_mobility * potential_mobility(next)
    }
}

/// The number of empty squares next to discs of the side that has just moved, where these may be
/// flipped from.
#[inline]
fn potential_mobility(next: Position) -> i32 {
    count(with_neighbours(next.opponent) & next.empty())
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn c_squares_next_to_own_corners_are_anchored() {
        for (corner, beside) in [(0, [1, 8]), (7, [6, 15]), (56, [48, 57]), (63, [55, 62])] {
            let own = Position { player: 1 << corner | 1 << 20, opponent: 0 };
            let anchored = beside.iter().fold(0, |set, &square| set | 1 << square);
            assert_eq!(NearEndOrder::of(own).anchored, anchored, "{corner}");
            assert_eq!(NearEndOrder::of(own.passed()).anchored, 0);
        }
    }
}
