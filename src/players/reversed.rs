//! Reversed Reversi: an alpha-beta search on bitboards, exact near the end of the game.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rand::seq::SliceRandom;

use super::bounds::{BestMove, Bounds};
use super::stop::to_move;
use super::{Bot, Progress, Rng, Stop};
use crate::engine::{CORNERS, Position, Selectivity, squares};
use crate::games::{Game, Move, Reversed};

/// A search of Reversed Reversi to a fixed depth, or to the end of the game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReversedBot {
    /// The level, from 2 to 10.
    pub(crate) level: u8,
}

impl ReversedBot {
    /// The depth in plies, and the number of empty squares from which the bot plays perfectly.
    fn reach(self) -> (u32, u32) {
        match u32::from(self.level) {
            level @ 0..=9 => (level.saturating_sub(1).max(1), level + 3),
            _ => (10, 14),
        }
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
        report: &mut dyn FnMut(Progress),
    ) -> Option<Move> {
        let game = game.as_any().downcast_ref::<Reversed>()?;
        game.turn()?;
        let position = Position::from(game.reversi());
        let mut moves: Vec<u32> = squares(position.legal_moves()).collect();
        moves.shuffle(rng);
        let mut best = *moves.first()?;
        let (plies, exact_from) = self.reach();
        let empties = position.empties();
        let last = if empties <= exact_from {
            empties
        } else {
            plies
        };
        if moves.len() == 1 || stop.is_requested() {
            return Some(to_move(best));
        }
        let start = Instant::now();
        let mut search = ReversedSearch::new(MAX_NODES);
        for depth in (1..last).take_while(|&depth| depth <= plies).chain([last]) {
            let Some(found) = search.best(position, &moves, depth, stop.flag()) else {
                break;
            };
            best = found.square;
            report(Progress {
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

/// A static value for the side to move: moves to choose from are good, corners and discs beside them are not.
fn evaluate(position: Position) -> i32 {
    const MOVE: i32 = 60;
    const CORNER: i32 = 400;
    const EDGE: i32 = 15;
    const EDGES: u64 = 0xff81_8181_8181_81ff;
    let value = |position: Position| {
        let own = position.player();
        let count = |bits: u64| bits.count_ones().cast_signed();
        MOVE * count(position.legal_moves())
            - CORNER * count(own & CORNERS)
            - EDGE * count(own & EDGES)
    };
    value(position) - value(position.passed())
}

/// A stored position: the bounds of its value at one depth. Later searches replace it.
#[derive(Debug, Clone, Copy)]
struct Stored {
    position: Position,
    bounds: Bounds,
    best: u32,
    depth: u32,
}

/// The number of table entries, a power of two.
const TABLE_SIZE: usize = 1 << 17;

/// The minimum depth of positions that are stored and sorted by mobility.
const MIN_SORTED: u32 = 3;

/// A search with its transposition table. Its methods return `None` if it was stopped or has no nodes left.
pub(crate) struct ReversedSearch {
    table: Vec<Option<Stored>>,
    /// The number of positions searched.
    pub(crate) nodes: u64,
    max_nodes: u64,
}

impl ReversedSearch {
    pub(crate) fn new(max_nodes: u64) -> Self {
        Self {
            table: vec![None; TABLE_SIZE],
            nodes: 0,
            max_nodes,
        }
    }

    /// The exact score of a position for the side to move, in discs.
    pub(crate) fn score(&mut self, position: Position, stop: &AtomicBool) -> Option<i32> {
        let value = self.value(position, position.empties(), Bounds::ALL, stop)?;
        Some(value / DISC)
    }

    /// The outcome of a position for the side to move: the sign of its score.
    pub(crate) fn outcome(&mut self, position: Position, stop: &AtomicBool) -> Option<i32> {
        let window = Bounds {
            lower: -1,
            upper: 1,
        };
        let value = self.value(position, position.empties(), window, stop)?;
        Some(value.signum())
    }

    /// The best of some moves; of equal ones, the first.
    fn best(
        &mut self,
        position: Position,
        moves: &[u32],
        depth: u32,
        stop: &AtomicBool,
    ) -> Option<BestMove> {
        let mut window = Bounds::ALL;
        let mut best = None;
        for &square in moves {
            let value = -self.value(position.after(square), depth - 1, window.negated(), stop)?;
            if value > window.lower {
                window.lower = value;
                best = Some(BestMove { square, value });
            }
        }
        best
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
        let slot = slot(position);
        let stored = self.table[slot].filter(|stored| stored.position == position);
        let same_depth = stored.filter(|stored| stored.depth == depth);
        let settled = same_depth.and_then(|stored| stored.bounds.settle(window));
        if settled.is_some() {
            return settled;
        }
        let mut moves: Vec<u32> = squares(legal).collect();
        if depth >= MIN_SORTED {
            let first = stored.map(|stored| stored.best);
            moves.sort_by_cached_key(|&square| {
                let replies = position.after(square).legal_moves().count_ones();
                (Some(square) != first, replies, Reverse(square))
            });
        }
        let mut best = BestMove {
            square: moves[0],
            value: -i32::MAX,
        };
        for square in moves {
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
        if depth >= MIN_SORTED {
            let mut bounds = same_depth.map_or(Bounds::ALL, |stored| stored.bounds);
            bounds.learn(best.value, window);
            self.table[slot] = Some(Stored {
                position,
                bounds,
                best: best.square,
                depth,
            });
        }
        Some(best.value)
    }
}

fn slot(position: Position) -> usize {
    const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f];
    let product = position.player().wrapping_mul(FACTORS[0])
        ^ position.opponent().wrapping_mul(FACTORS[1]).rotate_left(32);
    (product >> 40) as usize & (TABLE_SIZE - 1)
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
            let mut search = ReversedSearch::new(u64::MAX);
            assert_eq!(search.score(position, &stop), Some(score), "{game:?}");
            let outcome = ReversedSearch::new(u64::MAX).outcome(position, &stop);
            assert_eq!(outcome, Some(score.signum()), "{game:?}");
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
            assert!(points >= 8.0, "level {}: {points} of 12", level + 3);
        }
    }
}
