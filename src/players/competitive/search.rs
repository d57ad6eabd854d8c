//! The ten-ply search: alpha-beta with iterative deepening, a transposition table and null
//! windows. None of them changes the value of a move, only how soon it is known; the test compares
//! them with plain negamax.

use super::leaf::{GAME_OVER_UNIT, best_worth, final_value, leaf_value, squares_by_worth};
use super::squares;
use crate::engine::Position;

/// How many plies the competitive bot looks ahead.
pub(super) const DEPTH: u32 = 10;

/// Beyond every value: 64 discs at the end of the game, and some.
const INFINITY: i32 = 65 * GAME_OVER_UNIT;

/// From this depth on moves are ordered by the number of answers they leave.
const MOBILITY_ORDERING_DEPTH: u32 = 3;

/// The move with the best value after `depth` plies, the first in board order on a tie; `None` if
/// the side to move has none.
pub(super) fn best_move(position: Position, depth: u32) -> Option<u32> {
    let moves: Vec<u32> = squares(position.legal_moves()).collect();
    if moves.len() < 2 {
        return moves.first().copied();
    }
    let mut search = Search::new();
    let (mut best, mut value) = (moves[0], 0);
    // Each round starts with the best move of the one before; the last is the one that counts.
    // Odd depths end on the other side's squares and order the moves badly.
    for depth in (depth % 2..=depth).step_by(2).filter(|&depth| depth > 0) {
        (best, value) = search.root(position, &moves, (best, value), depth);
    }
    Some(best)
}

/// What is known about a position: a lower and an upper bound of its value at one depth.
#[derive(Debug, Clone, Copy)]
struct Entry {
    position: Position,
    lower: i32,
    upper: i32,
    depth: u32,
    best: u32,
}

/// One search and what it has learnt.
struct Search {
    table: Vec<Entry>,
    /// For depths 1 and 2 the square of the last move that caused a cut: it often cuts again.
    killers: [u64; MOBILITY_ORDERING_DEPTH as usize],
}

/// Entries of the table, a power of two: 2.5 MB.
const TABLE_SIZE: usize = 1 << 16;

impl Search {
    fn new() -> Self {
        let empty = Entry {
            position: Position { player: 0, opponent: 0 },
            lower: -INFINITY,
            upper: INFINITY,
            depth: 0,
            best: u32::MAX,
        };
        Self { table: vec![empty; TABLE_SIZE], killers: [0; MOBILITY_ORDERING_DEPTH as usize] }
    }

    /// The best of several root moves, the first in board order on a tie, and its value; the move
    /// and value expected are tried first.
    fn root(
        &mut self,
        position: Position,
        moves: &[u32],
        expected: (u32, i32),
        depth: u32,
    ) -> (u32, i32) {
        let mut value = |square: u32, alpha: i32, beta: i32| {
            -self.value(position.after(square), depth - 1, -beta, -alpha)
        };
        let (first, guess) = expected;
        let mut best = first;
        // Values are few, so the guess is often right, and a narrow window confirms it cheaply.
        let mut best_value = value(first, guess - 1, guess + 1);
        if best_value < guess {
            best_value = value(first, -INFINITY, guess);
        } else if best_value > guess {
            best_value = value(first, guess, INFINITY);
        }
        for &square in moves.iter().filter(|&&square| square != first) {
            // An earlier square needs only an equal value to take over.
            let bound = if square < best { best_value - 1 } else { best_value };
            if value(square, bound, bound + 1) > bound {
                best_value = value(square, bound, INFINITY);
                best = square;
            }
        }
        (best, best_value)
    }

    /// The value for the side to move after `depth` more plies: exact between `alpha` and `beta`,
    /// else a bound on the same side of the window.
    fn value(&mut self, position: Position, depth: u32, mut alpha: i32, mut beta: i32) -> i32 {
        if depth == 0 {
            return leaf_value(position);
        }
        let moves = position.legal_moves();
        if moves == 0 {
            let passed = position.passed();
            return if passed.legal_moves() == 0 {
                final_value(position)
            } else {
                -self.value(passed, depth - 1, -beta, -alpha)
            };
        }
        if depth == 1 {
            return self.last_ply(position, moves, beta);
        }
        let slot = slot(position);
        let mut known = self.table[slot];
        let mut first = u32::MAX;
        if known.position == position {
            first = known.best;
            // A value belongs to one depth: a deeper search may well judge otherwise.
            if known.depth == depth {
                if known.lower >= beta || known.lower == known.upper {
                    return known.lower;
                }
                if known.upper <= alpha {
                    return known.upper;
                }
                alpha = alpha.max(known.lower);
                beta = beta.min(known.upper);
            }
        }
        if known.position != position || known.depth != depth {
            known = Entry { position, lower: -INFINITY, upper: INFINITY, depth, best: u32::MAX };
        }

        let (mut best, mut best_value) = (u32::MAX, -INFINITY);
        for (_, square, after) in self.ordered(position, moves, first, depth) {
            let floor = alpha.max(best_value);
            let mut value = if best == u32::MAX {
                -self.value(after, depth - 1, -beta, -floor)
            } else {
                -self.value(after, depth - 1, -floor - 1, -floor)
            };
            if best != u32::MAX && value > floor && value < beta {
                value = -self.value(after, depth - 1, -beta, -floor);
            }
            if value > best_value {
                (best, best_value) = (square, value);
                if value >= beta {
                    if let Some(killer) = self.killers.get_mut(depth as usize) {
                        *killer = 1 << square;
                    }
                    break;
                }
            }
        }
        if best_value > alpha {
            known.lower = best_value;
        }
        if best_value < beta {
            known.upper = best_value;
        }
        known.best = best;
        self.table[slot] = known;
        best_value
    }

    /// The moves of a position and where they lead, in the order they are worth searching: the
    /// known best move, then those that leave few and poor answers.
    fn ordered(
        &self,
        position: Position,
        moves: u64,
        first: u32,
        depth: u32,
    ) -> Vec<(i32, u32, Position)> {
        let killer = self.killers.get(depth as usize);
        let mut list = Vec::with_capacity(moves.count_ones() as usize);
        for square in squares_by_worth(moves) {
            let after = position.after(square);
            let key = if square == first {
                i32::MIN
            } else if let Some(&killer) = killer {
                -i32::from(killer == 1 << square)
            } else {
                let answers = after.legal_moves();
                64 * answers.count_ones().cast_signed() + best_worth(answers)
            };
            list.push((key, square, after));
        }
        // Stable: equal keys stay in order of worth.
        list.sort_by_key(|&(key, ..)| key);
        list
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
}

fn slot(position: Position) -> usize {
    // Multiplication by odd constants spreads the bits upwards, so the slot is taken from the top.
    let hash = position.player.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ position.opponent.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29);
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
    fn negamax(position: Position, depth: u32) -> i32 {
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
            while let Some(mv) = Random.choose(&game, &mut rng) {
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
                    let value = Search::new().value(position, depth, -INFINITY, INFINITY);
                    assert_eq!(value, expected.0, "{position:?} at depth {depth}");
                }
                game.play(mv).unwrap();
            }
        }
    }
}
