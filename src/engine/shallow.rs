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
                -four(next, empty ^ 1 << square, -alpha - 1, nodes)
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
    match empty.count_ones() {
        0 => final_score(position),
        1 => {
            *nodes += 1;
            one(position.player, empty.trailing_zeros(), alpha)
        }
        2 => two(position, [empty.trailing_zeros(), empty.ilog2()], alpha, nodes),
        3 => three(position, squares_of_three(empty), alpha, nodes),
        _ => four(position, empty, alpha, nodes),
    }
}

/// What is found of a position: that of its best move, which `moves` finds for a side ([`NOTHING`] if
/// it has none), else that of the best move after a pass, else what the discs say. Passes are rare, so
/// what is done after one is kept apart from the rest.
#[inline]
fn or_after_pass(
    position: Position,
    alpha: i32,
    nodes: &mut u64,
    moves: impl Fn(Position, i32, &mut u64) -> i32,
) -> i32 {
    #[cold]
    #[inline(never)]
    fn after_pass(
        position: Position,
        alpha: i32,
        nodes: &mut u64,
        moves: impl Fn(Position, i32, &mut u64) -> i32,
    ) -> i32 {
        // Now the question is whether the other side's score is less than `-alpha`.
        let best = moves(position.passed(), -alpha - 1, nodes);
        if best > NOTHING { -best } else { final_score(position) }
    }
    *nodes += 1;
    let best = moves(position, alpha, nodes);
    if best > NOTHING { best } else { after_pass(position, alpha, nodes, moves) }
}

fn four(position: Position, empty: u64, alpha: i32, nodes: &mut u64) -> i32 {
    // Whoever plays on a square that is alone in its quarter has played last there.
    let alone = alone_in_quarter(empty);
    or_after_pass(position, alpha, nodes, |position, alpha, nodes| {
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
            if let Some(next) = after(position, square) {
                let rest = squares_of_three(empty ^ 1 << square);
                let score = -three(next, rest, -alpha - 1, nodes);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
    })
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
    or_after_pass(position, alpha, nodes, |position, alpha, nodes| {
        let mut best = NOTHING;
        for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            if let Some(next) = after(position, square) {
                let score = -two(next, rest, -alpha - 1, nodes);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    })
}

fn two(position: Position, [a, b]: [u32; 2], alpha: i32, nodes: &mut u64) -> i32 {
    or_after_pass(position, alpha, nodes, |position, alpha, nodes| {
        let mut best = NOTHING;
        for (square, rest) in [(a, b), (b, a)] {
            if let Some(next) = after(position, square) {
                *nodes += 1;
                let score = -one(next.player, rest, -alpha - 1);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    })
}

/// The score when one square is left, or a bound of it if it is at most `alpha`, without making the
/// move; all squares but that one and the mover's are the opponent's.
#[expect(clippy::inline_always, reason = "the call takes as long as the rest")]
#[inline(always)]
fn one(player: u64, square: u32, alpha: i32) -> i32 {
    let own = player.count_ones().cast_signed();
    let flipped = flipped_by_last_move(square, player).cast_signed();
    if flipped > 0 {
        return 2 * (own + flipped + 1) - 64;
    }
    // If nobody can play there, it goes to the winner; if the opponent can, it is less.
    let most = if 2 * own > 63 { 2 * own - 62 } else { 2 * own - 64 };
    if most <= alpha {
        return most;
    }
    let lost = flipped_by_last_move(square, !player & !(1 << square)).cast_signed();
    if lost > 0 { 2 * (own - lost) - 64 } else { most }
}
