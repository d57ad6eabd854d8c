//! What a position seems to be worth without searching.
//!
//! A weighted sum of features that can be counted on bitboards. The weights depend on how many
//! squares are empty and were fitted by least squares to the scores of positions
//! (`examples/fit_evaluation.rs`). Features and phases are known here and nowhere else, so that
//! another evaluation takes another version of this room alone.

mod weights;

use super::shallow::{around, odd_squares};
use super::stability::edge_balance;
use super::{Position, legal_moves};
use weights::WEIGHTS;

/// How many features there are.
pub const FEATURES: usize = 22;

/// The weights are given for these numbers of empty squares, every so many, and between them in a
/// straight line.
pub const KNOT_DISTANCE: usize = 10;

/// How many knots there are: 0, 10, ... 60.
pub const KNOTS: usize = 7;

/// A weight of one disc a unit.
pub const SCALE: i32 = 256;

/// The score of a position is guessed to be at most this; what is sure is for searches to say.
const MOST: i32 = 62;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Each corner with the two squares beside it on the edges (C), and the diagonal one (X).
const CORNER_AREAS: [(u64, u64, u64); 4] = [
    (1, 1 << 1 | 1 << 8, 1 << 9),
    (1 << 7, 1 << 6 | 1 << 15, 1 << 14),
    (1 << 56, 1 << 57 | 1 << 48, 1 << 49),
    (1 << 63, 1 << 62 | 1 << 55, 1 << 54),
];

/// Edge squares next to the C squares, and those in the middle of an edge.
const A_SQUARES: u64 = 0x2400_8100_0081_0024;
const B_SQUARES: u64 = 0x1800_0081_8100_0018;

/// The sixteen squares in the middle, and the ring around them without the X squares.
const CENTRE: u64 = 0x0000_3c3c_3c3c_0000;
const RING: u64 = 0x003c_4242_4242_3c00;

/// The weights for each number of empty squares.
static BY_EMPTIES: [[i32; FEATURES]; 61] = {
    let mut table = [[0; FEATURES]; 61];
    let mut empties = 0;
    while empties <= 60 {
        let knot = if empties == 60 { KNOTS - 2 } else { empties / KNOT_DISTANCE };
        let beyond = (empties - knot * KNOT_DISTANCE).cast_signed();
        let distance = KNOT_DISTANCE.cast_signed();
        let mut feature = 0;
        while feature < FEATURES {
            let [from, to] = [WEIGHTS[knot][feature], WEIGHTS[knot + 1][feature]];
            #[expect(clippy::cast_possible_truncation, reason = "the numbers are small")]
            let weight = from + (to - from) * beyond as i32 / distance as i32;
            table[empties][feature] = weight;
            feature += 1;
        }
        empties += 1;
    }
    table
};

/// The features of a position for the side to move, whose legal moves are known.
#[inline]
pub fn features(position: Position, moves: u64) -> [i32; FEATURES] {
    let Position { player, opponent } = position;
    let empty = !(player | opponent);
    let count = |set: u64| set.count_ones().cast_signed();
    let difference = |set: u64| count(player & set) - count(opponent & set);
    let replies = legal_moves(opponent, player);
    let [mut near_corner, mut diagonal, mut held] = [0; 3];
    for (corner, edge, inner) in CORNER_AREAS {
        if empty & corner == 0 {
            held += difference(edge);
        } else {
            near_corner += difference(edge);
            diagonal += difference(inner);
        }
    }
    let is_odd = count(empty) & 1;
    [
        1,
        is_odd,
        count(moves),
        count(replies),
        // What the first few moves are worth more than others.
        count(moves).min(4),
        count(replies).min(4),
        count(around(opponent) & empty),
        count(around(player) & empty),
        difference(CORNERS),
        count(moves & CORNERS),
        count(replies & CORNERS),
        near_corner,
        diagonal,
        held,
        difference(A_SQUARES),
        difference(B_SQUARES),
        difference(CENTRE),
        difference(RING),
        edge_balance(player, opponent),
        count(moves & odd_squares(empty)),
        count(replies & odd_squares(empty)),
        count(around(opponent) & around(player) & empty),
    ]
}

/// What a position seems to be worth to the side to move, in discs, when its legal moves are known.
#[inline]
pub fn evaluate(position: Position, moves: u64) -> i32 {
    let empties = position.empties();
    let weights = &BY_EMPTIES[empties.min(60) as usize];
    let sum: i32 = features(position, moves)
        .iter()
        .zip(weights)
        .map(|(feature, weight)| feature * weight)
        .sum();
    ((sum + SCALE / 2).div_euclid(SCALE)).clamp(-MOST, MOST)
}
