//! The ten-ply search: alpha-beta with iterative deepening, a transposition table and null
//! windows. None of them changes the value of a move, only how soon it is known; the test compares
//! them with plain negamax.

use super::leaf::{GAME_OVER_UNIT, best_worth, final_value, leaf_value, squares_by_worth};
use crate::engine::{Position, squares};

/// The search depth of the competitive bot, in plies.
pub(super) const DEPTH: usize = 10;

/// Beyond every value: 64 discs at the end of the game, and some.
const INFINITY: i32 = 65 * GAME_OVER_UNIT;

/// From this depth on moves are ordered by what they lead to; nearer to the leaves looking at every
/// move first costs more than it saves.
const ORDERING_DEPTH: usize = 3;

/// The weight of an opponent's reply in the order of moves, in units of square values, and that of
/// each doubling of the cuts caused by a move. Tuned on the time for positions of random games:
/// other weights take up to 10 % longer; without cuts the slowest positions take a third longer.
const ANSWER_WEIGHT: i32 = 64;
const CUTS_WEIGHT: i32 = 32;

/// Entries of the table, a power of two: 2.5 MB.
const TABLE_SIZE: usize = 1 << 16;

/// The move with the best value after `depth` plies, at most [`DEPTH`], the first in board order on
/// a tie; `None` if the side to move has none.
pub(super) fn best_move(position: Position, depth: usize) -> Option<u32> {
    let moves: Vec<u32> = squares(position.legal_moves()).collect();
    if moves.len() < 2 {
        return moves.first().copied();
    }
    let mut search = Search::new();
    let mut best = Best { square: moves[0], value: 0 };
    // Each round starts with the best move of the one before; the last is the one that counts.
    // Odd depths end on the other side's squares and order the moves badly.
    for depth in (depth % 2..=depth).step_by(2).filter(|&depth| depth > 0) {
        best = search.root(position, &moves, best, depth);
    }
    Some(best.square)
}

/// The best move so far and its value.
#[derive(Debug, Clone, Copy)]
struct Best {
    square: u32,
    value: i32,
}

/// The values that matter: others are only known to be outside.
#[derive(Debug, Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    const ALL: Self = Self { alpha: -INFINITY, beta: INFINITY };

    /// The window as the other side sees it.
    const fn swapped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// An entry of the table: bounds of a position's value at one depth, and the best move.
#[derive(Debug, Clone, Copy)]
struct Entry {
    position: Position,
    bounds: Window,
    depth: usize,
    best: Option<u32>,
}

/// One search and what it has learnt.
struct Search {
    table: Vec<Entry>,
    /// By depth and square, how often a move has caused a cut.
    cuts: [[u32; 64]; DEPTH + 1],
    /// By depth, the square of the last move that caused a cut near the leaves: it often cuts again.
    killers: [u64; ORDERING_DEPTH],
}

impl Search {
    fn new() -> Self {
        let nowhere = const { Position::new(0, 0).unwrap() };
        let empty = Entry { position: nowhere, bounds: Window::ALL, depth: 0, best: None };
        Self {
            table: vec![empty; TABLE_SIZE],
            cuts: [[0; 64]; DEPTH + 1],
            killers: [0; ORDERING_DEPTH],
        }
    }

    /// The best of several root moves, the first in board order on a tie; the one expected is tried
    /// first.
    fn root(&mut self, position: Position, moves: &[u32], expected: Best, depth: usize) -> Best {
        let mut value = |square: u32, alpha: i32, beta: i32| {
            let window = Window { alpha, beta }.swapped();
            -self.value(position.after(square), depth - 1, window)
        };
        let Best { square: first, value: guess } = expected;
        // Values are few, so the guess is often right, and a narrow window confirms it cheaply.
        let mut first_value = value(first, guess - 1, guess + 1);
        if first_value < guess {
            first_value = value(first, -INFINITY, guess);
        } else if first_value > guess {
            first_value = value(first, guess, INFINITY);
        }
        let mut best = Best { square: first, value: first_value };
        for &square in moves.iter().filter(|&&square| square != first) {
            // An earlier square needs only an equal value to take over.
            let bound = if square < best.square { best.value - 1 } else { best.value };
            if value(square, bound, bound + 1) > bound {
                best = Best { square, value: value(square, bound, INFINITY) };
            }
        }
        best
    }

    /// The value for the side to move after `depth` more plies: exact inside the window, else a
    /// bound on the same side of it.
    fn value(&mut self, position: Position, depth: usize, mut window: Window) -> i32 {
        if depth == 0 {
            return leaf_value(position);
        }
        let moves = position.legal_moves();
        if moves == 0 {
            let passed = position.passed();
            return if passed.legal_moves() == 0 {
                final_value(position)
            } else {
                -self.value(passed, depth - 1, window.swapped())
            };
        }
        if depth == 1 {
            return self.last_ply(position, moves, window.beta);
        }
        let slot = slot(position);
        let mut known = self.table[slot];
        let first = known.best.filter(|_| known.position == position);
        // A value belongs to one depth: a deeper search may well judge otherwise.
        if known.position == position && known.depth == depth {
            let Window { alpha: lower, beta: upper } = known.bounds;
            if lower >= window.beta || lower == upper {
                return lower;
            }
            if upper <= window.alpha {
                return upper;
            }
            window = Window { alpha: window.alpha.max(lower), beta: window.beta.min(upper) };
        } else {
            known = Entry { position, bounds: Window::ALL, depth, best: None };
        }
        // The best move of an earlier search comes first.
        let first = first.map_or(0, |square| 1 << square) & moves;
        let rest = moves & !first;
        let best = if let Some(&killer) = self.killers.get(depth) {
            let rest = squares(killer & rest).chain(squares_by_worth(rest & !killer));
            self.best_of(position, squares(first).chain(rest), depth, window)
        } else {
            let rest = self.ordered(position, rest, depth).into_iter().map(|(_, square)| square);
            self.best_of(position, squares(first).chain(rest), depth, window)
        };
        if best.value > window.alpha {
            known.bounds.alpha = best.value;
        }
        if best.value < window.beta {
            known.bounds.beta = best.value;
        }
        known.best = Some(best.square);
        self.table[slot] = known;
        best.value
    }

    /// Searches moves in their order until one causes a cut: the first with the whole window, the
    /// others with a null window first.
    fn best_of(
        &mut self,
        position: Position,
        moves: impl Iterator<Item = u32>,
        depth: usize,
        window: Window,
    ) -> Best {
        let mut best = Best { square: u32::MAX, value: -INFINITY };
        for square in moves {
            let after = position.after(square);
            let alpha = window.alpha.max(best.value);
            let is_first = best.square == u32::MAX;
            let beta = if is_first { window.beta } else { alpha + 1 };
            let mut value = -self.value(after, depth - 1, Window { alpha, beta }.swapped());
            if !is_first && value > alpha && value < window.beta {
                let open = Window { alpha, beta: window.beta };
                value = -self.value(after, depth - 1, open.swapped());
            }
            if value > best.value {
                best = Best { square, value };
            }
            if value >= window.beta {
                self.cuts[depth][square as usize] += 1;
                if let Some(killer) = self.killers.get_mut(depth) {
                    *killer = 1 << square;
                }
                break;
            }
        }
        best
    }

    /// The value one ply before the leaves.
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

    /// The moves of a position in the order they are worth searching: those that leave few and poor
    /// answers and have caused many cuts. Each comes behind its key.
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
        // Stable: equal keys stay in order of worth.
        keyed.sort_by_key(|&(key, _)| key);
        keyed
    }
}

/// The place of a position in the table.
fn slot(position: Position) -> usize {
    // Multiplication by odd constants spreads the bits upwards, so the slot is taken from the top.
    let hash = position.player().wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ position.opponent().wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29);
    let hash = hash.wrapping_mul(0xff51_afd7_ed55_8ccd);
    usize::try_from(hash >> (64 - TABLE_SIZE.trailing_zeros())).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::games::{Game, Player, Reversi};
    use crate::players::{Bot, Random, Rng};

    /// The definition: negamax without any cut.
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
        squares(moves).map(|square| -negamax(position.after(square), depth - 1)).max().unwrap()
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
                    let value = Search::new().value(position, depth, Window::ALL);
                    assert_eq!(value, expected.0, "{position:?} at depth {depth}");
                }
                game.play(mv).unwrap();
            }
        }
    }
}
