//! Exact searches of the last few squares, where the overhead of a table or of ordering moves would
//! cost more than it saves.
//!
//! Everything here is asked with a null window: is the score more than `alpha`? What comes back is a
//! bound of the score on the same side of it (fail-soft). The null window spares one parameter and
//! the comparisons with it, at the nodes that are almost all there are.

#![expect(clippy::inline_always, reason = "vectors are handed to what is called through memory")]

use std::hint::select_unpredictable;

use super::lanes::Lanes;
use super::last::flipped_by_last_move;
use super::stability::cut_by_stability;
use super::{Position, squares};

/// Below every score.
pub(super) const NOTHING: i32 = -65;

/// The four quarters of the board.
pub(super) const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// All columns but a, and all but h: where shifted discs have not gone around the edge.
pub(super) const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
pub(super) const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The squares beside discs, and the discs.
pub(super) const fn around(discs: u64) -> u64 {
    let rows = discs | (discs << 1 & NOT_A) | (discs >> 1 & NOT_H);
    rows | rows << 8 | rows >> 8
}

/// The score of a position in which neither side can move.
pub(super) fn final_score(position: Position) -> i32 {
    let [own, other] =
        [position.player, position.opponent].map(|discs| discs.count_ones().cast_signed());
    match own - other {
        0 => 0,
        lead if lead > 0 => 64 - 2 * other,
        _ => 2 * own - 64,
    }
}

/// The empty squares of quarters with an odd number of them. Whoever plays there can hope to play
/// last there as well (parity).
pub(super) fn odd_squares(empty: u64) -> u64 {
    let odd = QUARTERS.iter().filter(|&&quarter| (empty & quarter).count_ones() % 2 == 1);
    odd.fold(0, |squares, quarter| squares | empty & quarter)
}

/// Whether the score is more than `alpha`, with few empty squares and these legal moves, and whether
/// it is expected to be; adds to `nodes` what was looked at.
pub(super) fn search(
    position: Position,
    moves: u64,
    alpha: i32,
    nodes: &mut u64,
    expects_cut: bool,
) -> i32 {
    let empty = !(position.player | position.opponent);
    let empties = empty.count_ones();
    if empties <= 4 {
        return last_four(Lanes::of(position), empty, alpha, nodes);
    }
    *nodes += 1;
    if moves == 0 {
        let passed = position.passed();
        let moves = passed.legal_moves();
        if moves == 0 {
            return final_score(position);
        }
        return -search(passed, moves, -alpha - 1, nodes, !expects_cut);
    }
    if !expects_cut && let Some(most) = cut_by_stability(position, alpha, empties) {
        return most;
    }
    let odd = odd_squares(empty);
    let lanes = Lanes::of(position);
    let mut best = NOTHING;
    for squares_of in [moves & odd, moves & !odd] {
        for square in squares(squares_of) {
            let score = if empties == 5 {
                -four(lanes.after_legal(square), empty ^ 1 << square, -alpha - 1, nodes)
            } else {
                let (next, replies) = lanes.with_replies(square);
                -search(next, replies, -alpha - 1, nodes, !expects_cut)
            };
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    best
}

/// At most four empty squares: trying each is quicker than finding the legal moves first.
fn last_four(position: Lanes, empty: u64, alpha: i32, nodes: &mut u64) -> i32 {
    match empty.count_ones() {
        0 => final_score(position.position()),
        1 => {
            *nodes += 1;
            one(position.position().player, empty.trailing_zeros())
        }
        2 => two(position, [empty.trailing_zeros(), empty.ilog2()], alpha, nodes),
        3 => three(position, squares_of_three(empty), alpha, nodes),
        _ => four(position, empty, alpha, nodes),
    }
}

/// What is found of a position in which one side has no move: that of the other side's best move, as
/// `best_of` finds it ([`NOTHING`] if there is none), else what the discs say. Passes are rare, so this
/// is kept apart from the rest.
#[cold]
#[inline(never)]
fn after_pass(position: Position, alpha: i32, best_of: impl FnOnce(Lanes, i32) -> i32) -> i32 {
    // Now the question is whether the other side's score is less than `-alpha`.
    let best = best_of(Lanes::of(position.passed()), -alpha - 1);
    if best > NOTHING { -best } else { final_score(position) }
}

#[inline(always)]
fn four(position: Lanes, empty: u64, alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let best = best_of_four(position, empty, alpha, nodes);
    if best > NOTHING {
        return best;
    }
    after_pass(position.position(), alpha, |passed, alpha| {
        best_of_four(passed, empty, alpha, nodes)
    })
}

/// What the best move finds; [`NOTHING`] if there is none.
#[inline(always)]
fn best_of_four(position: Lanes, empty: u64, alpha: i32, nodes: &mut u64) -> i32 {
    // Whoever plays on a square that is alone in its quarter has played last there.
    let alone = alone_in_quarter(empty);
    let mut best = NOTHING;
    let (mut first, mut later) = (alone, empty & !alone);
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
            let rest = squares_of_three(empty ^ 1 << square);
            let score = -three(next, rest, -alpha - 1, nodes);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
}

/// The empty squares that are the only ones of their quarter.
fn alone_in_quarter(empty: u64) -> u64 {
    let quarters = QUARTERS.iter().filter(|&&quarter| (empty & quarter).is_power_of_two());
    quarters.fold(0, |squares, quarter| squares | empty & quarter)
}

/// The quarter of each square.
static QUARTER: [u8; 64] = {
    let mut quarters = [0; 64];
    let mut square = 0;
    while square < 64 {
        while QUARTERS[quarters[square] as usize] >> square & 1 == 0 {
            quarters[square] += 1;
        }
        square += 1;
    }
    quarters
};

/// Three squares in the order to try them: one that is alone in its quarter first.
#[inline]
fn squares_of_three(empty: u64) -> [u32; 3] {
    let first = empty.trailing_zeros();
    let last = empty.ilog2();
    let middle = (empty & (empty - 1)).trailing_zeros();
    let quarter = |square: u32| QUARTER[square as usize];
    if quarter(first) == quarter(middle) {
        [last, first, middle]
    } else if quarter(first) == quarter(last) {
        [middle, first, last]
    } else {
        [first, middle, last]
    }
}

#[inline(always)]
fn three(position: Lanes, squares: [u32; 3], alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let best = best_of_three(position, squares, alpha, nodes);
    if best > NOTHING {
        return best;
    }
    after_pass(position.position(), alpha, |passed, alpha| {
        best_of_three(passed, squares, alpha, nodes)
    })
}

/// What the best move finds; [`NOTHING`] if there is none.
#[inline(always)]
fn best_of_three(position: Lanes, [a, b, c]: [u32; 3], alpha: i32, nodes: &mut u64) -> i32 {
    let mut best = NOTHING;
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
fn two(position: Lanes, squares: [u32; 2], alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let best = best_of_two(position, squares, alpha, nodes);
    if best > NOTHING {
        return best;
    }
    after_pass(position.position(), alpha, |passed, alpha| {
        best_of_two(passed, squares, alpha, nodes)
    })
}

/// What the better move finds; [`NOTHING`] if there is none.
#[inline(always)]
fn best_of_two(position: Lanes, [a, b]: [u32; 2], alpha: i32, nodes: &mut u64) -> i32 {
    let opponent = position.opponent();
    // Both at once, because seldom the first one is enough.
    let [by_a, by_b] = [a, b].map(|square| position.flips(square));
    let mut best = NOTHING;
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

/// The score when one square is left, without making the move; all squares but that one and the
/// mover's are the opponent's.
#[inline(always)]
fn one(player: u64, square: u32) -> i32 {
    let own = player.count_ones().cast_signed();
    let [flipped, lost] = flipped_by_last_move(square, player).map(u32::cast_signed);
    // If nobody can play there, it goes to the winner.
    let full = if 2 * own > 63 { 2 * own - 62 } else { 2 * own - 64 };
    // Without branches, which would be guessed wrong often.
    let passed = select_unpredictable(lost > 0, 2 * (own - lost) - 64, full);
    select_unpredictable(flipped > 0, 2 * (own + flipped + 1) - 64, passed)
}
