//! The ten-ply search: alpha-beta with iterative deepening, a transposition table and null windows.
//!
//! These make the search faster, but don't change the value of a move. A test compares them with plain negamax.

use super::super::bounds::{BestMove, Bounds};
use crate::engine::{Position, squares};
use crate::games::reversi::{SIZE, positional_worth};

/// In plies.
pub const DEPTH: usize = 10;

const INFINITY: i32 = 65 * GAME_OVER_UNIT;

/// The minimum depth at which moves are ordered by their replies. Closer to the leaves, that costs more than it
/// saves.
const ORDERING_DEPTH: usize = 3;

/// The move-order weights of an opponent's reply and of each doubling of cuts. The unit is the one of square
/// values. Tuned on time for positions of random games: other weights are up to 10% slower; without cuts, the
/// slowest positions take a third longer.
const ANSWER_WEIGHT: i32 = 64;
const CUTS_WEIGHT: i32 = 32;

/// The number of table entries, a power of two: 2.5 MB.
const TABLE_SIZE: usize = 1 << 16;

/// The best move after `depth` plies, at most [`DEPTH`]; `None` if there is no move. Ties go to the first move in
/// board order.
pub fn best_move(position: Position, depth: usize) -> Option<u32> {
    let moves: Vec<u32> = squares(position.legal_moves()).collect();
    if moves.len() < 2 {
        return moves.first().copied();
    }
    let mut search = AlphaBeta::new();
    let mut best = BestMove {
        square: moves[0],
        value: 0,
    };
    // Each iteration starts with the best move of the one before; only the last one counts. Odd depths end on the
    // other side's squares and order the moves badly.
    for depth in (depth % 2..=depth).step_by(2).filter(|&depth| depth > 0) {
        best = search.root(position, &moves, best, depth);
    }
    Some(best.square)
}

/// A table entry: the bounds of a position's value at one depth, and the best move.
#[derive(Debug, Clone, Copy)]
struct PositionBounds {
    position: Position,
    bounds: Bounds,
    depth: usize,
    best: Option<u32>,
}

struct AlphaBeta {
    table: Vec<PositionBounds>,
    /// By depth and square: how often a move has caused a cut.
    cuts: [[u32; 64]; DEPTH + 1],
    /// By depth: the last move that caused a cut near the leaves, because it often cuts again.
    killers: [u64; ORDERING_DEPTH],
}

impl AlphaBeta {
    fn new() -> Self {
        let nowhere = const { Position::new(0, 0).unwrap() };
        let empty = PositionBounds {
            position: nowhere,
            bounds: Bounds::ALL,
            depth: 0,
            best: None,
        };
        Self {
            table: vec![empty; TABLE_SIZE],
            cuts: [[0; 64]; DEPTH + 1],
            killers: [0; ORDERING_DEPTH],
        }
    }

    /// The best root move, the first in board order on a tie. The expected one is searched first.
    fn root(
        &mut self,
        position: Position,
        moves: &[u32],
        expected: BestMove,
        depth: usize,
    ) -> BestMove {
        let mut value = |square: u32, alpha: i32, beta: i32| {
            let window = Bounds {
                lower: alpha,
                upper: beta,
            }
            .negated();
            -self.value(position.after(square), depth - 1, window)
        };
        let BestMove {
            square: first,
            value: guess,
        } = expected;
        // There are few values, so the guess is often right, and a narrow window confirms it cheaply.
        let mut first_value = value(first, guess - 1, guess + 1);
        if first_value < guess {
            first_value = value(first, -INFINITY, guess);
        } else if first_value > guess {
            first_value = value(first, guess, INFINITY);
        }
        let mut best = BestMove {
            square: first,
            value: first_value,
        };
        for &square in moves.iter().filter(|&&square| square != first) {
            // An earlier square replaces the best one even if it is only equal.
            let bound = if square < best.square {
                best.value - 1
            } else {
                best.value
            };
            if value(square, bound, bound + 1) > bound {
                best = BestMove {
                    square,
                    value: value(square, bound, INFINITY),
                };
            }
        }
        best
    }

    /// The fail-soft value for the side to move after `depth` more plies.
    fn value(&mut self, position: Position, depth: usize, mut window: Bounds) -> i32 {
        if depth == 0 {
            return leaf_value(position);
        }
        let moves = position.legal_moves();
        if moves == 0 {
            let passed = position.passed();
            return if passed.legal_moves() == 0 {
                final_value(position)
            } else {
                -self.value(passed, depth - 1, window.negated())
            };
        }
        if depth == 1 {
            return self.last_ply(position, moves, window.upper);
        }
        let slot = slot(position);
        let mut known = self.table[slot];
        let first = known.best.filter(|_| known.position == position);
        // A value applies to one depth only: a deeper search may disagree.
        if known.position == position && known.depth == depth {
            if let Some(value) = known.bounds.settle(window) {
                return value;
            }
            window = window.within(known.bounds);
        } else {
            known = PositionBounds {
                position,
                bounds: Bounds::ALL,
                depth,
                best: None,
            };
        }
        let first = first.map_or(0, |square| 1 << square) & moves;
        let rest = moves & !first;
        let best = if let Some(&killer) = self.killers.get(depth) {
            let rest = squares(killer & rest).chain(squares_by_worth(rest & !killer));
            self.best_of(position, squares(first).chain(rest), depth, window)
        } else {
            let rest = self
                .ordered(position, rest, depth)
                .into_iter()
                .map(|(_, square)| square);
            self.best_of(position, squares(first).chain(rest), depth, window)
        };
        known.bounds.learn(best.value, window);
        known.best = Some(best.square);
        self.table[slot] = known;
        best.value
    }

    /// Searches moves until one causes a cut: the first with the full window, the others with a null window first.
    fn best_of(
        &mut self,
        position: Position,
        moves: impl Iterator<Item = u32>,
        depth: usize,
        window: Bounds,
    ) -> BestMove {
        let mut best = BestMove {
            square: u32::MAX,
            value: -INFINITY,
        };
        for square in moves {
            let after = position.after(square);
            let alpha = window.lower.max(best.value);
            let is_first = best.square == u32::MAX;
            let beta = if is_first { window.upper } else { alpha + 1 };
            let mut value = -self.value(
                after,
                depth - 1,
                Bounds {
                    lower: alpha,
                    upper: beta,
                }
                .negated(),
            );
            if !is_first && value > alpha && value < window.upper {
                let open = Bounds {
                    lower: alpha,
                    ..window
                };
                value = -self.value(after, depth - 1, open.negated());
            }
            if value > best.value {
                best = BestMove { square, value };
            }
            if value >= window.upper {
                self.cuts[depth][square as usize] += 1;
                if let Some(killer) = self.killers.get_mut(depth) {
                    *killer = 1 << square;
                }
                break;
            }
        }
        best
    }

    fn last_ply(&mut self, position: Position, moves: u64, beta: i32) -> i32 {
        let mut best = -INFINITY;
        let killer = self.killers[1] & moves;
        for square in squares(killer).chain(squares_by_worth(moves & !killer)) {
            best = best.max(-leaf_value(position.after(square)));
            if best >= beta {
                self.killers[1] = 1 << square;
                break;
            }
        }
        best
    }

    /// The moves with their sort keys, best first: few and poor replies, and many earlier cuts.
    fn ordered(&self, position: Position, moves: u64, depth: usize) -> Vec<(i32, u32)> {
        let mut keyed = Vec::with_capacity(moves.count_ones() as usize);
        for square in squares_by_worth(moves) {
            let answers = position.after(square).legal_moves();
            let cuts = self.cuts[depth][square as usize];
            let doublings = u32::BITS - cuts.leading_zeros();
            let key = ANSWER_WEIGHT * answers.count_ones().cast_signed() + best_worth(answers)
                - CUTS_WEIGHT * doublings.cast_signed();
            keyed.push((key, square));
        }
        // Stable: equal keys stay in the order of square values.
        keyed.sort_by_key(|&(key, _)| key);
        keyed
    }
}

fn slot(position: Position) -> usize {
    // Multiplication by odd constants spreads bits upward, so take the slot from the top bits.
    let hash = position.player().wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ position
            .opponent()
            .wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
            .rotate_left(29);
    let hash = hash.wrapping_mul(0xff51_afd7_ed55_8ccd);
    usize::try_from(hash >> (64 - TABLE_SIZE.trailing_zeros())).unwrap_or(0)
}

/// The value of each disc of the final difference: more than any square.
pub const GAME_OVER_UNIT: i32 = 1000;

/// The number of different square values.
const CLASSES: usize = 8;

/// The squares with each value, highest value first.
static BY_WORTH: [(i32, u64); CLASSES] = by_worth();

const fn by_worth() -> [(i32, u64); CLASSES] {
    let mut classes = [(0, 0); CLASSES];
    let mut below = i32::MAX;
    let mut class = 0;
    while class < CLASSES {
        let mut worth = i32::MIN;
        let mut squares = 0;
        let mut square = 0;
        while square < SIZE * SIZE {
            let this = positional_worth(square / SIZE, square % SIZE);
            if this < below && this > worth {
                (worth, squares) = (this, 0);
            }
            if this == worth {
                squares |= 1 << square;
            }
            square += 1;
        }
        classes[class] = (worth, squares);
        below = worth;
        class += 1;
    }
    classes
}

/// The value of the best square of a set; 0 for the empty set.
pub fn best_worth(squares: u64) -> i32 {
    BY_WORTH.iter().rev().fold(
        0,
        |best, &(worth, class)| if squares & class != 0 { worth } else { best },
    )
}

/// The squares of a set, highest value first.
pub fn squares_by_worth(squares: u64) -> impl Iterator<Item = u32> {
    BY_WORTH
        .iter()
        .flat_map(move |&(_, class)| crate::engine::squares(squares & class))
}

pub fn leaf_value(position: Position) -> i32 {
    let moves = position.legal_moves();
    if moves != 0 {
        return best_worth(moves);
    }
    let answers = position.passed().legal_moves();
    if answers != 0 {
        -best_worth(answers)
    } else {
        final_value(position)
    }
}

/// The value of a finished game for the side to move.
pub fn final_value(position: Position) -> i32 {
    let discs = |set: u64| set.count_ones().cast_signed();
    GAME_OVER_UNIT * (discs(position.player()) - discs(position.opponent()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, Player, Reversi};
    use crate::players::{Bot, Random, Rng};
    use rand::SeedableRng;

    /// The reference: negamax without cuts.
    fn negamax(position: Position, depth: usize) -> i32 {
        if depth == 0 {
            return leaf_value(position);
        }
        let moves = position.legal_moves();
        if moves == 0 {
            let passed = position.passed();
            return if passed.legal_moves() == 0 {
                final_value(position)
            } else {
                -negamax(passed, depth - 1)
            };
        }
        squares(moves)
            .map(|square| -negamax(position.after(square), depth - 1))
            .max()
            .unwrap()
    }

    #[test]
    fn the_cuts_change_neither_value_nor_move() {
        let mut rng = Rng::seed_from_u64(3);
        for _ in 0..6 {
            let mut game = Reversi::new(Player::Black);
            while let Some(mv) = Random.pick(&game, &mut rng) {
                let position = Position::from(&game);
                for depth in 1..=4 {
                    let mut expected = (i32::MIN, None);
                    for square in squares(position.legal_moves()) {
                        let value = -negamax(position.after(square), depth - 1);
                        if value > expected.0 {
                            expected = (value, Some(square));
                        }
                    }
                    assert_eq!(best_move(position, depth), expected.1);
                    let value = AlphaBeta::new().value(position, depth, Bounds::ALL);
                    assert_eq!(value, expected.0, "{position:?} at depth {depth}");
                }
                game.play(mv).unwrap();
            }
        }
    }

    #[test]
    fn the_classes_are_the_matrix_best_first() {
        let worths: Vec<i32> = BY_WORTH.iter().map(|&(worth, _)| worth).collect();
        assert_eq!(worths, [120, 20, 15, 5, 3, -5, -20, -40]);
        for (worth, class) in BY_WORTH {
            for square in crate::engine::squares(class) {
                let (row, column) = (square as usize / 8, square as usize % 8);
                assert_eq!(positional_worth(row, column), worth);
            }
        }
        assert_eq!(
            BY_WORTH.iter().fold(0, |all, (_, class)| all ^ class),
            u64::MAX
        );
    }
}
