//! Exact searches of the last few squares, where the overhead of a table or of ordering moves would
//! cost more than it saves.
//!
//! Everything here is asked with a null window: is the score more than `alpha`? What comes back is a
//! bound of the score on the same side of it (fail-soft). The null window spares one parameter and
//! the comparisons with it, at the nodes that are almost all there are.

use super::last::flipped_by_last_move;
use super::stability::cut_by_stability;
use super::{Position, flips, squares};

/// Below every score.
pub(super) const NOTHING: i32 = -65;

/// The four quarters of the board.
pub(super) const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// For each square those beside it.
static BESIDE: [u64; 64] = {
    let mut beside = [0; 64];
    let mut square = 0;
    while square < 64 {
        beside[square] = around(1 << square) & !(1 << square);
        square += 1;
    }
    beside
};

/// The squares beside discs, and the discs.
pub(super) const fn around(discs: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
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

/// Whether the score is more than `alpha`, with few empty squares and these legal moves; adds to
/// `nodes` what was looked at.
pub(super) fn search(position: Position, moves: u64, alpha: i32, nodes: &mut u64) -> i32 {
    let empty = !(position.player | position.opponent);
    let empties = empty.count_ones();
    if empties <= 4 {
        return last_four(position, empty, alpha, nodes);
    }
    *nodes += 1;
    if moves == 0 {
        let passed = position.passed();
        let moves = passed.legal_moves();
        if moves == 0 {
            return final_score(position);
        }
        return -search(passed, moves, -alpha - 1, nodes);
    }
    if let Some(most) = cut_by_stability(position, alpha, empties) {
        return most;
    }
    let odd = odd_squares(empty);
    let mut best = NOTHING;
    for squares_of in [moves & odd, moves & !odd] {
        for square in squares(squares_of) {
            let next = position.after(square);
            let score = if empties == 5 {
                -last_four(next, empty ^ 1 << square, -alpha - 1, nodes)
            } else {
                -search(next, next.legal_moves(), -alpha - 1, nodes)
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
fn last_four(position: Position, empty: u64, alpha: i32, nodes: &mut u64) -> i32 {
    if empty.count_ones() < 4 {
        return fewer_than_four(position, empty, alpha, nodes);
    }
    *nodes += 1;
    // Squares that are alone in their quarter come first, then those of other odd quarters.
    let odd = odd_squares(empty);
    let mut best = NOTHING;
    for (mover, sign) in [(position, 1), (position.passed(), -1)] {
        // After a pass the question is whether the other side's score is less than `-alpha`.
        let mover_alpha = if sign > 0 { alpha } else { -alpha - 1 };
        for set in [odd, empty & !odd] {
            for square in squares(set) {
                let Some(next) = after(mover, square) else { continue };
                let rest = squares_of_three(empty ^ 1 << square);
                let score = -three(next, rest, -mover_alpha - 1, nodes);
                if score > mover_alpha {
                    return sign * score;
                }
                best = best.max(score);
            }
        }
        if best > NOTHING {
            return sign * best;
        }
    }
    final_score(position)
}

fn fewer_than_four(position: Position, empty: u64, alpha: i32, nodes: &mut u64) -> i32 {
    let first = empty.trailing_zeros();
    match empty.count_ones() {
        0 => final_score(position),
        1 => one(position.player, first, nodes),
        2 => two(position, [first, empty.ilog2()], alpha, nodes),
        _ => three(position, squares_of_three(empty), alpha, nodes),
    }
}

/// Three squares in the order to try them: one that is alone in its quarter first.
fn squares_of_three(empty: u64) -> [u32; 3] {
    let first = empty.trailing_zeros();
    let last = empty.ilog2();
    let middle = (empty & (empty - 1)).trailing_zeros();
    let quarter = |square: u32| square >> 2 & 1 | square >> 4 & 2;
    if quarter(first) == quarter(middle) {
        [last, first, middle]
    } else if quarter(first) == quarter(last) {
        [middle, first, last]
    } else {
        [first, middle, last]
    }
}

/// The position after a move, if it is one.
#[inline]
fn after(position: Position, square: u32) -> Option<Position> {
    if BESIDE[square as usize] & position.opponent == 0 {
        return None;
    }
    let flipped = flips(square, position.player, position.opponent);
    (flipped != 0).then_some(Position {
        player: position.opponent ^ flipped,
        opponent: position.player | flipped | 1 << square,
    })
}

fn three(position: Position, [a, b, c]: [u32; 3], alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let orders = [(a, [b, c]), (b, [a, c]), (c, [a, b])];
    let mut best = NOTHING;
    for (square, rest) in orders {
        if let Some(next) = after(position, square) {
            let score = -two(next, rest, -alpha - 1, nodes);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    if best > NOTHING {
        return best;
    }
    let passed = position.passed();
    for (square, rest) in orders {
        if let Some(next) = after(passed, square) {
            let score = -two(next, rest, alpha, nodes);
            if score >= -alpha {
                return -score;
            }
            best = best.max(score);
        }
    }
    if best > NOTHING { -best } else { final_score(position) }
}

fn two(position: Position, [a, b]: [u32; 2], alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let mut best = NOTHING;
    for (square, rest) in [(a, b), (b, a)] {
        if let Some(next) = after(position, square) {
            let score = -one(next.player, rest, nodes);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    if best > NOTHING {
        return best;
    }
    let passed = position.passed();
    for (square, rest) in [(a, b), (b, a)] {
        if let Some(next) = after(passed, square) {
            let score = -one(next.player, rest, nodes);
            if score >= -alpha {
                return -score;
            }
            best = best.max(score);
        }
    }
    if best > NOTHING { -best } else { final_score(position) }
}

/// The score when one square is left, without making the move; all squares but that one and the
/// mover's are the opponent's.
#[inline]
fn one(player: u64, square: u32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let own = player.count_ones().cast_signed();
    let flipped = flipped_by_last_move(square, player).cast_signed();
    if flipped > 0 {
        return 2 * (own + flipped + 1) - 64;
    }
    let lost = flipped_by_last_move(square, !player & !(1 << square)).cast_signed();
    if lost > 0 {
        return 2 * (own - lost) - 64;
    }
    // Nobody can play there, and it goes to the winner.
    if 2 * own > 63 { 2 * own - 62 } else { 2 * own - 64 }
}
