//! Move ordering: formulas that rate moves without a search.

use super::Position;
use super::bits::{C_SQUARES, CORNERS, X_SQUARES, count, isolated, odd_quadrants, with_neighbours};
use super::parameters::Parameters;

/// The features of a position that rate its moves near the end of the game.
#[derive(Debug, Clone, Copy)]
pub struct NearEndOrder {
    /// The empty squares of odd quadrants.
    odd: u64,
    /// The C squares next to own corners: discs on them are stable.
    anchored: u64,
}

impl NearEndOrder {
    #[inline]
    pub fn of(position: Position) -> Self {
        let anchored = with_neighbours(position.player & CORNERS) & C_SQUARES;
        Self {
            odd: odd_quadrants(position.empty()),
            anchored,
        }
    }

    /// Rates a move that leads to `next`, where the legal moves are `replies`.
    ///
    /// Good moves leave few replies (fastest first), few of them in corners or isolated squares, where the disc can't
    /// be answered, and few empty squares next to own discs. Odd quadrants, corners and squares next to own corners
    /// come early, X squares last.
    #[inline]
    pub fn worth(self, square: u32, next: Position, replies: u64) -> i32 {
        /// Tuned on node counts. Nodes with ordered moves count eight times, because they take eight times as long.
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

/// The part of the rating that depends only on the square.
static SQUARE_NEAR_END: [i32; 64] = {
    /// Tuned on node counts.
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

/// The move-ordering weights in the rest of the search. `Parameters` explains each.
#[derive(Debug, Clone, Copy)]
pub struct MoveOrder {
    pub units_per_disc: i32,
    mobility: i32,
    corner_reply: i32,
    potential_mobility: i32,
}

impl MoveOrder {
    /// The weights of exact searches, tuned on node counts. The weights that win most games need 2% more nodes.
    pub const EXACT: Self = Self {
        units_per_disc: 3,
        mobility: 8,
        corner_reply: 18,
        potential_mobility: 5,
    };

    pub fn selective(parameters: &Parameters) -> Self {
        Self {
            units_per_disc: parameters.order_units_per_disc,
            mobility: parameters.mobility,
            corner_reply: parameters.corner_reply,
            potential_mobility: parameters.potential_mobility,
        }
    }

    /// The opponent's mobility after a move, weighted by kind. Less is better, because the tree below is smaller.
    pub fn weighted_mobility(&self, next: Position) -> i32 {
        let replies = next.legal_moves();
        self.mobility * count(replies)
            + self.corner_reply * count(replies & CORNERS)
            + self.potential_mobility * potential_mobility(next)
    }
}

/// The number of empty squares next to discs of the side that just moved, which may be flipped from there.
#[inline]
fn potential_mobility(next: Position) -> i32 {
    count(with_neighbours(next.opponent) & next.empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_in_corners_and_holes_make_moves_worth_less() {
        let order = NearEndOrder {
            odd: 0,
            anchored: 0,
        };
        let corner_and_two_holes = 1 | 1 << 20 | 1 << 40;
        let next = Position {
            player: !(corner_and_two_holes | 3 << 60),
            opponent: 0,
        };
        let [no_reply, in_hole, in_corner, beside_another] =
            [0, 1 << 20, 1, 1 << 61].map(|replies| order.worth(10, next, replies));
        assert!(in_corner < in_hole && in_hole < beside_another && beside_another < no_reply);
        let better = NearEndOrder {
            odd: 1 << 10,
            anchored: 1 << 10,
        };
        assert!(better.worth(10, next, 0) > no_reply);
        assert_eq!(better.worth(11, next, 0), no_reply);
    }

    #[test]
    fn c_squares_next_to_own_corners_are_anchored() {
        for (corner, beside) in [(0, [1, 8]), (7, [6, 15]), (56, [48, 57]), (63, [55, 62])] {
            let own = Position {
                player: 1 << corner | 1 << 20,
                opponent: 0,
            };
            let anchored = beside.iter().fold(0, |set, &square| set | 1 << square);
            assert_eq!(NearEndOrder::of(own).anchored, anchored, "{corner}");
            assert_eq!(NearEndOrder::of(own.passed()).anchored, 0);
        }
    }
}
