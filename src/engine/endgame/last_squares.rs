//! Exact searches of up to five empty squares, where a table or move ordering would cost more than it saves. The null
//! window saves a parameter and its comparisons at these nodes, which are almost all nodes of an endgame search.

#![expect(
    clippy::inline_always,
    reason = "a call would pass vectors through memory"
)]

use std::hint::select_unpredictable;

use super::last_disc::flipped_by_last_move;
use crate::engine::Position;
use crate::engine::bits::{QUADRANTS, count, odd_quadrants, squares};
use crate::engine::node::NodeType;
use crate::engine::score::{INFINITY, MAX_SCORE, MIN_SCORE, final_score};
use crate::engine::simd_position::SimdPosition;
use crate::engine::stability::cut_by_stability;

/// The maximum number of empty squares at which trying each square is faster than finding the legal moves.
const WITHOUT_LEGAL_MOVES: u32 = 4;

/// Null-window search at `alpha` with few empty squares and legal `moves`. Adds visited positions to `nodes`.
pub fn search(position: Position, moves: u64, alpha: i32, nodes: &mut u64, kind: NodeType) -> i32 {
    let empty = position.empty();
    let empties = empty.count_ones();
    if empties <= WITHOUT_LEGAL_MOVES {
        return last_four(SimdPosition::of(position), empty, alpha, nodes);
    }
    *nodes += 1;
    if moves == 0 {
        let passed = position.passed();
        let moves = passed.legal_moves();
        if moves == 0 {
            return final_score(position);
        }
        return -search(passed, moves, -alpha - 1, nodes, kind.of_first_child());
    }
    if kind == NodeType::All
        && let Some(bound) = cut_by_stability(position, alpha, empties)
    {
        return bound;
    }
    let odd = odd_quadrants(empty);
    let simd = SimdPosition::of(position);
    let mut best = -INFINITY;
    for squares_of in [moves & odd, moves & !odd] {
        for square in squares(squares_of) {
            let score = if empties == WITHOUT_LEGAL_MOVES + 1 {
                -four(
                    simd.after_legal(square),
                    empty ^ 1 << square,
                    -alpha - 1,
                    nodes,
                )
            } else {
                let (next, replies) = simd.after_with_replies(square);
                -search(next, replies, -alpha - 1, nodes, kind.of_first_child())
            };
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    best
}

fn last_four(position: SimdPosition, empty: u64, alpha: i32, nodes: &mut u64) -> i32 {
    match empty.count_ones() {
        0 => final_score(position.position()),
        1 => {
            *nodes += 1;
            one(position.position().player, empty.trailing_zeros())
        }
        2 => two(
            position,
            [empty.trailing_zeros(), empty.ilog2()],
            alpha,
            nodes,
        ),
        3 => three(position, order_of_three(empty), alpha, nodes),
        _ => four(position, empty, alpha, nodes),
    }
}

/// The score if the side to move must pass: from the other side's best move by `best_of`, or the final score if that
/// is `-INFINITY` (no move). Not inlined, because passes are rare.
#[cold]
#[inline(never)]
fn after_pass(
    position: Position,
    alpha: i32,
    best_of: impl FnOnce(SimdPosition, i32) -> i32,
) -> i32 {
    let best = best_of(SimdPosition::of(position.passed()), -alpha - 1);
    if best > -INFINITY {
        -best
    } else {
        final_score(position)
    }
}

#[inline(always)]
fn four(position: SimdPosition, empty: u64, alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let best = best_of_four(position, empty, alpha, nodes);
    if best > -INFINITY {
        return best;
    }
    after_pass(position.position(), alpha, |passed, alpha| {
        best_of_four(passed, empty, alpha, nodes)
    })
}

#[inline(always)]
fn best_of_four(position: SimdPosition, empty: u64, alpha: i32, nodes: &mut u64) -> i32 {
    // Parity: a side that plays on the only empty square of a quadrant has the last move there.
    let alone = alone_in_quadrant(empty);
    let mut best = -INFINITY;
    let mut first = alone;
    let mut later = empty & !alone;
    loop {
        if first == 0 {
            if later == 0 {
                return best;
            }
            (first, later) = (later, 0);
        }
        let square = first.trailing_zeros();
        first &= first - 1;
        if let Some(next) = position.after(square) {
            let rest = order_of_three(empty ^ 1 << square);
            let score = -three(next, rest, -alpha - 1, nodes);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
}

fn alone_in_quadrant(empty: u64) -> u64 {
    let alone = QUADRANTS
        .iter()
        .filter(|&&quadrant| (empty & quadrant).is_power_of_two());
    alone.fold(0, |squares, quadrant| squares | empty & quadrant)
}

static QUADRANT: [u8; 64] = {
    let mut quadrants = [0; 64];
    let mut square = 0;
    while square < 64 {
        while QUADRANTS[quadrants[square] as usize] >> square & 1 == 0 {
            quadrants[square] += 1;
        }
        square += 1;
    }
    quadrants
};

/// The order to try three empty squares: first one that is alone in its quadrant.
#[inline]
fn order_of_three(empty: u64) -> [u32; 3] {
    let first = empty.trailing_zeros();
    let last = empty.ilog2();
    let middle = (empty & (empty - 1)).trailing_zeros();
    let quadrant = |square: u32| QUADRANT[square as usize];
    if quadrant(first) == quadrant(middle) {
        [last, first, middle]
    } else if quadrant(first) == quadrant(last) {
        [middle, first, last]
    } else {
        [first, middle, last]
    }
}

#[inline(always)]
fn three(position: SimdPosition, squares: [u32; 3], alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let best = best_of_three(position, squares, alpha, nodes);
    if best > -INFINITY {
        return best;
    }
    after_pass(position.position(), alpha, |passed, alpha| {
        best_of_three(passed, squares, alpha, nodes)
    })
}

#[inline(always)]
fn best_of_three(position: SimdPosition, [a, b, c]: [u32; 3], alpha: i32, nodes: &mut u64) -> i32 {
    let mut best = -INFINITY;
    if let Some(next) = position.after(a) {
        best = -two(next, [b, c], -alpha - 1, nodes);
        if best > alpha {
            return best;
        }
    }
    if let Some(next) = position.after(b) {
        best = best.max(-two(next, [a, c], -alpha - 1, nodes));
        if best > alpha {
            return best;
        }
    }
    if let Some(next) = position.after(c) {
        best = best.max(-two(next, [a, b], -alpha - 1, nodes));
    }
    best
}

#[inline(always)]
fn two(position: SimdPosition, squares: [u32; 2], alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let best = best_of_two(position, squares, alpha, nodes);
    if best > -INFINITY {
        return best;
    }
    after_pass(position.position(), alpha, |passed, alpha| {
        best_of_two(passed, squares, alpha, nodes)
    })
}

#[inline(always)]
fn best_of_two(position: SimdPosition, [a, b]: [u32; 2], alpha: i32, nodes: &mut u64) -> i32 {
    let opponent = position.opponent();
    // Flip for both moves at once, because the first move is seldom enough.
    let [by_a, by_b] = [a, b].map(|square| position.flips(square));
    let mut best = -INFINITY;
    if by_a != 0 {
        *nodes += 1;
        best = -one(opponent ^ by_a, b);
        if best > alpha {
            return best;
        }
    }
    if by_b != 0 {
        *nodes += 1;
        best = best.max(-one(opponent ^ by_b, a));
    }
    best
}

/// The score with one empty square left, without making the move. The opponent owns all other squares.
#[inline(always)]
fn one(player: u64, square: u32) -> i32 {
    let own = count(player);
    let [flipped, lost] = flipped_by_last_move(square, player).map(u32::cast_signed);
    // If neither side can play there, the square goes to the winner. With 63 discs, one side leads.
    let unplayed = if own > 31 {
        2 * (own + 1) + MIN_SCORE
    } else {
        2 * own - MAX_SCORE
    };
    // Selects instead of branches, which would often be mispredicted.
    let passed = select_unpredictable(lost > 0, 2 * (own - lost) + MIN_SCORE, unplayed);
    select_unpredictable(flipped > 0, 2 * (own + flipped + 1) + MIN_SCORE, passed)
}
