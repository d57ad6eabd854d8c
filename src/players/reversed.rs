//! Reversed Reversi: an alpha-beta search on bitboards, exact near the end of the game.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rand::seq::SliceRandom;

use super::bounds::{BestMove, Bounds};
use super::stop::to_move;
use super::{Bot, Rng, SearchProgress, Stop};
use crate::engine::{CORNERS, Position, Selectivity, squares, with_neighbours};
use crate::games::{Game, Move, Reversed};

/// A search of Reversed Reversi to a fixed depth, or to the end of the game.
#[derive(Debug, Clone, Copy)]
pub struct ReversedBot {
    /// The level, from 2 to 10.
    pub level: u8,
}

impl ReversedBot {
    /// The depth in plies.
    fn depth(self) -> u32 {
        u32::from(self.level).saturating_sub(1).max(1)
    }

    /// The number of empty squares from which the bot plays perfectly.
    fn exact_from(self) -> u32 {
        u32::from(self.level) + 3
    }
}

/// The node limit per move: less than a second, and reproducible.
const MAX_NODES: u64 = 2_000_000;

impl Bot for ReversedBot {
    fn choose(
        &mut self,
        game: &dyn Game,
        rng: &mut Rng,
        stop: &Stop,
        report: &mut dyn FnMut(SearchProgress),
    ) -> Option<Move> {
        let game = game.as_any().downcast_ref::<Reversed>()?;
        game.turn()?;
        let position = Position::from(game.reversi());
        let mut moves: Vec<u32> = squares(position.legal_moves()).collect();
        moves.shuffle(rng);
        let mut best = *moves.first()?;
        let plies = self.depth();
        let empties = position.empties();
        let last = if empties <= self.exact_from() {
            empties
        } else {
            plies
        };
        if moves.len() == 1 || stop.is_requested() {
            return Some(to_move(best));
        }
        let start = Instant::now();
        let mut search = ReversedSearch::new(TABLE_SIZE, MAX_NODES);
        for depth in (1..last).take_while(|&depth| depth <= plies).chain([last]) {
            let Some(found) = search.best(position, &moves, depth, Bounds::ALL, stop.flag()) else {
                break;
            };
            best = found.square;
            report(SearchProgress {
                depth,
                selectivity: Selectivity::FULL,
                to_the_end: depth == empties,
                score: None,
                line: vec![to_move(best)],
                nodes: search.nodes,
                time: start.elapsed(),
            });
            moves.sort_by_key(|&square| square != best);
        }
        Some(to_move(best))
    }
}

/// The value of a disc at the end of the game.
const DISC: i32 = 100;

/// The final score for the side to move, in discs: that of Reversi with the sign changed.
fn final_score(position: Position) -> i32 {
    let own = position.player().count_ones().cast_signed();
    let other = position.opponent().count_ones().cast_signed();
    let margin = other - own;
    margin + margin.signum() * position.empties().cast_signed()
}

/// A static value for the side to move, fitted to the final scores of games played by this search.
///
/// A corner disc can't be given away; other discs count less than at the end, because they may still flip. Moves are
/// good, and so are empty squares beside opposing discs, where moves will be.
fn evaluate(position: Position) -> i32 {
    const MOVE: i32 = 30;
    const OTHER_DISC: i32 = 75;
    const CORNER: i32 = 690;
    const QUIET_DISC: i32 = 25;
    /// The C squares, next to the corners on the edges, and the 16 squares in the center.
    const QUIET: u64 = 0x4281_3c3c_3c3c_8142;
    let count = |set: u64| set.count_ones().cast_signed();
    let empty = !(position.player() | position.opponent());
    let value = |position: Position| {
        let own = position.player();
        let near = with_neighbours(position.opponent()) & empty;
        MOVE * (count(position.legal_moves()) + count(near))
            - CORNER * count(own & CORNERS)
            - QUIET_DISC * count(own & QUIET)
            - OTHER_DISC * count(own & !(CORNERS | QUIET))
    };
    value(position) - value(position.passed())
}

/// A stored position: the bounds of its value at one depth. Later searches replace it.
#[derive(Debug, Clone, Copy)]
struct StoredPosition {
    position: Position,
    bounds: Bounds,
    best: u32,
    depth: u32,
}

/// The number of table entries of a bot, a power of two.
const TABLE_SIZE: usize = 1 << 17;

/// The minimum depth of positions that are stored and sorted by mobility.
const MIN_SORTED: u32 = 3;

/// A search with its transposition table. Its methods return `None` if it was stopped or has no nodes left.
pub struct ReversedSearch {
    table: Vec<Option<StoredPosition>>,
    /// The number of positions searched.
    pub nodes: u64,
    max_nodes: u64,
}

impl ReversedSearch {
    /// Creates a solver without a node limit, whose table has at most `bytes` bytes.
    pub fn solver(bytes: usize) -> Self {
        let entries = bytes / size_of::<Option<StoredPosition>>();
        Self::new(1 << entries.max(1).ilog2(), u64::MAX)
    }

    fn new(entries: usize, max_nodes: u64) -> Self {
        Self {
            table: vec![None; entries],
            nodes: 0,
            max_nodes,
        }
    }

    /// Removes all stored positions.
    pub fn clear(&mut self) {
        self.table.fill(None);
    }

    /// Returns the final score with best play, in discs, for the side to move; or its sign, which is faster.
    pub fn score(
        &mut self,
        position: Position,
        only_outcome: bool,
        stop: &AtomicBool,
    ) -> Option<i32> {
        let window = exact_window(only_outcome);
        let value = self.value(position, position.empties(), window, stop)?;
        Some(if only_outcome {
            value.signum()
        } else {
            value / DISC
        })
    }

    /// Returns the squares of a best line of play, without passes.
    pub fn best_line(
        &mut self,
        mut position: Position,
        only_outcome: bool,
        stop: &AtomicBool,
    ) -> Option<Vec<u32>> {
        let mut line = Vec::new();
        loop {
            if position.legal_moves() == 0 {
                position = position.passed();
            }
            let moves: Vec<u32> = squares(position.legal_moves()).collect();
            if moves.is_empty() {
                return Some(line);
            }
            let window = exact_window(only_outcome);
            let best = self.best(position, &moves, position.empties(), window, stop)?;
            line.push(best.square);
            position = position.after(best.square);
        }
    }

    /// The best of some moves; of equal ones, the first.
    fn best(
        &mut self,
        position: Position,
        moves: &[u32],
        depth: u32,
        window: Bounds,
        stop: &AtomicBool,
    ) -> Option<BestMove> {
        let mut best = BestMove {
            square: moves[0],
            value: -i32::MAX,
        };
        for &square in moves {
            let inner = Bounds {
                lower: window.lower.max(best.value),
                ..window
            };
            let value = -self.value(position.after(square), depth - 1, inner.negated(), stop)?;
            if value > best.value {
                best = BestMove { square, value };
            }
            if value >= window.upper {
                break;
            }
        }
        Some(best)
    }

    fn value(
        &mut self,
        position: Position,
        depth: u32,
        window: Bounds,
        stop: &AtomicBool,
    ) -> Option<i32> {
        if self.nodes >= self.max_nodes || stop.load(Ordering::Relaxed) {
            return None;
        }
        self.nodes += 1;
        let legal = position.legal_moves();
        if legal == 0 {
            let passed = position.passed();
            if passed.legal_moves() == 0 {
                return Some(DISC * final_score(position));
            }
            // A pass costs no depth.
            return Some(-self.value(passed, depth, window.negated(), stop)?);
        }
        if depth == 0 {
            return Some(evaluate(position));
        }
        let mut moves: Vec<u32> = squares(legal).collect();
        if depth < MIN_SORTED {
            let best = self.best(position, &moves, depth, window, stop)?;
            return Some(best.value);
        }
        let slot = self.slot(position);
        let stored = self.table[slot].filter(|stored| stored.position == position);
        let same_depth = stored.filter(|stored| stored.depth == depth);
        let mut bounds = same_depth.map_or(Bounds::ALL, |stored| stored.bounds);
        if let Some(value) = bounds.settle(window) {
            return Some(value);
        }
        let first = stored.map(|stored| stored.best);
        moves.sort_by_cached_key(|&square| {
            let replies = position.after(square).legal_moves().count_ones();
            (Some(square) != first, replies)
        });
        let best = self.best(position, &moves, depth, window, stop)?;
        bounds.learn(best.value, window);
        self.table[slot] = Some(StoredPosition {
            position,
            bounds,
            best: best.square,
            depth,
        });
        Some(best.value)
    }

    fn slot(&self, position: Position) -> usize {
        const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f];
        let product = position.player().wrapping_mul(FACTORS[0])
            ^ position.opponent().wrapping_mul(FACTORS[1]).rotate_left(32);
        (product >> 32) as usize & (self.table.len() - 1)
    }
}

const fn exact_window(only_outcome: bool) -> Bounds {
    if only_outcome {
        Bounds {
            lower: -1,
            upper: 1,
        }
    } else {
        Bounds::ALL
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::games::{Player, Reversi};
    use crate::players::rule::pick;

    /// The score for the side to move, by the rules and exhaustive search.
    fn plain(game: &dyn Game) -> i32 {
        let player = game.turn().unwrap();
        let score_after = |mv| {
            let mut next = game.clone_box();
            next.play(mv).unwrap();
            match (next.turn(), next.outcome()) {
                (Some(turn), _) if turn == player => plain(&*next),
                (Some(_), _) => -plain(&*next),
                (None, outcome) => {
                    let outcome = outcome.unwrap();
                    let score = outcome.score.unwrap();
                    let results = Player::BOTH.map(|side| score.result(side).cast_signed());
                    let margin = (results[0] - results[1]).abs();
                    outcome.winner.map_or(
                        0,
                        |winner| {
                            if winner == player { margin } else { -margin }
                        },
                    )
                }
            }
        };
        game.moves().into_iter().map(score_after).max().unwrap()
    }

    /// A game of random moves with a number of empty squares.
    fn near_end(empties: usize, rng: &mut Rng) -> Reversed {
        loop {
            let mut game = Reversed::from(Reversi::new(Player::Black));
            while game.turn().is_some() && game.grid().empties() as usize > empties {
                game.play(pick(&game.moves(), rng).unwrap()).unwrap();
            }
            if game.turn().is_some() {
                return game;
            }
        }
    }

    #[test]
    fn exact_endings_agree_with_the_rules() {
        let mut rng = Rng::seed_from_u64(3);
        let stop = AtomicBool::new(false);
        for number in 0..60 {
            let game = near_end(1 + number % 6, &mut rng);
            let position = Position::from(game.reversi());
            let score = plain(&game);
            let mut solver = ReversedSearch::solver(1 << 16);
            let outcome = solver.score(position, true, &stop);
            assert_eq!(outcome, Some(score.signum()), "{game:?}");
            let exact = solver.score(position, false, &stop);
            assert_eq!(exact, Some(score), "{game:?}");
            let level = rng.random_range(3..=10);
            let mv = ReversedBot { level }.pick(&game, &mut rng).unwrap();
            let mut next = game.clone();
            next.play(mv).unwrap();
            let after = match (next.turn() == game.turn(), next.turn()) {
                (_, None) => continue,
                (true, _) => plain(&next),
                (false, _) => -plain(&next),
            };
            assert_eq!(after, score, "level {level}: {game:?}");
        }
    }

    #[test]
    fn a_stopped_search_still_has_a_move() {
        let game = Reversed::from(Reversi::new(Player::Black));
        let stop = Stop::new();
        stop.request();
        let mv =
            ReversedBot { level: 10 }.choose(&game, &mut Rng::seed_from_u64(1), &stop, &mut |_| ());
        assert!(game.moves().contains(&mv.unwrap()));
    }

    #[test]
    fn three_levels_higher_wins_most_games() {
        for level in [2, 3] {
            let mut points = 0.0;
            for number in 0..12 {
                let mut rng = Rng::seed_from_u64(number);
                let mut game = near_end(56, &mut rng);
                let strong = Player::BOTH[usize::from(number % 2 == 0)];
                while let Some(turn) = game.turn() {
                    let level = if turn == strong { level + 3 } else { level };
                    let mv = ReversedBot { level }.pick(&game, &mut rng).unwrap();
                    game.play(mv).unwrap();
                }
                points += match game.outcome().unwrap().winner {
                    Some(winner) if winner == strong => 1.0,
                    Some(_) => 0.0,
                    None => 0.5,
                };
            }
            assert!(points >= 9.0, "level {}: {points} of 12", level + 3);
        }
    }
}
