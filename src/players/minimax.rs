//! Levels 3 and higher of most games: alpha-beta search over the [`Game`] trait.

use std::cmp::Reverse;
use std::time::Instant;

use rand::seq::SliceRandom;

use super::bounds::Bounds;
use super::{Bot, Rng, SearchProgress, Stop};
use crate::engine::Selectivity;
use crate::games::{Game, Move, Outcome, Player};

/// An alpha-beta search with iterative deepening, for any game.
///
/// The node limit doubles with each level. It makes the same seed give the same move on every machine.
#[derive(Debug, Clone, Copy)]
pub struct Minimax {
    /// The level, which is also the maximum depth in plies.
    pub level: u8,
}

impl Minimax {
    fn nodes(self) -> u64 {
        1_500 << u32::from(self.level.saturating_sub(3)).min(20)
    }
}

impl Bot for Minimax {
    fn choose(
        &mut self,
        game: &dyn Game,
        rng: &mut Rng,
        stop: &Stop,
        report: &mut dyn FnMut(SearchProgress),
    ) -> Option<Move> {
        let mut moves = game.moves();
        if moves.len() < 2 {
            return moves.first().copied();
        }
        // Equal moves are in random order.
        moves.shuffle(rng);
        moves.sort_by_key(|&mv| Reverse(game.square_value(mv)));
        // Already stopped: don't allocate the table.
        if stop.is_requested() {
            return moves.first().copied();
        }
        let start = Instant::now();
        let mut search = MinimaxSearch {
            stop,
            nodes_left: self.nodes(),
            table: vec![Stored::default(); TABLE_SIZE],
        };
        let mut best = moves[0];
        for depth in 1..=u32::from(self.level) {
            let Some((value, mv)) = search.root(game, &moves, depth) else {
                break;
            };
            best = mv;
            report(SearchProgress {
                depth,
                selectivity: Selectivity::FULL,
                to_the_end: value.abs() > DECIDED,
                score: None,
                line: vec![mv],
                nodes: self.nodes() - search.nodes_left,
                time: start.elapsed(),
            });
            // The game is decided, so a deeper search changes nothing.
            if value.abs() > DECIDED {
                break;
            }
            let index = moves.iter().position(|&mv| mv == best).unwrap_or(0);
            moves[..=index].rotate_right(1);
        }
        Some(best)
    }
}

/// The value of a win before subtracting its plies; a loss is the negative.
const WIN: i32 = 100_000_000;

/// Only finished games have values beyond this.
const DECIDED: i32 = WIN / 2;

/// The value of a disc in games that are won by counting.
const DISC: i32 = 10_000;

const INFINITY: i32 = i32::MAX;

/// The value of a finished game for a player; later wins have lower values.
fn final_value(outcome: Outcome, player: Player, ply: i32) -> i32 {
    let margin = outcome.score.map_or(0, |score| {
        let discs = |side| i32::try_from(score.result(side)).unwrap_or(0);
        // In Reversed Reversi, the winner has fewer discs.
        (discs(player) - discs(player.opponent())).abs() * DISC
    });
    match outcome.winner {
        Some(winner) if winner == player => WIN + margin - ply,
        Some(_) => ply - WIN - margin,
        None => 0,
    }
}

/// The number of table entries, a power of two.
const TABLE_SIZE: usize = 1 << 15;

/// A table entry: the bounds of a position at one depth. Later searches replace it.
#[derive(Debug, Clone, Copy, Default)]
struct Stored {
    key: u64,
    bounds: Bounds,
    best: Option<Move>,
    depth: u32,
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "only the low bits are wanted"
)]
fn slot(key: u64) -> usize {
    key as usize & (TABLE_SIZE - 1)
}

/// A search. Its methods return `None` if it was stopped.
struct MinimaxSearch<'a> {
    stop: &'a Stop,
    nodes_left: u64,
    table: Vec<Stored>,
}

impl MinimaxSearch<'_> {
    fn root(&mut self, game: &dyn Game, moves: &[Move], depth: u32) -> Option<(i32, Move)> {
        let mut best = (-INFINITY, moves[0]);
        for &mv in moves {
            let value = self.after(game, mv, depth, 0, best.0, INFINITY)?;
            if value > best.0 {
                best = (value, mv);
            }
        }
        Some(best)
    }

    /// The value of a move for the side that plays it.
    fn after(
        &mut self,
        game: &dyn Game,
        mv: Move,
        depth: u32,
        ply: i32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let mut next = game.clone_box();
        next.play(mv).ok()?;
        let player = game.turn()?;
        match next.turn() {
            None => Some(
                next.outcome()
                    .map_or(0, |end| final_value(end, player, ply + 1)),
            ),
            // A side may move twice, as after a pass.
            Some(turn) if turn == player => self.value(&*next, depth - 1, ply + 1, alpha, beta),
            Some(_) => self
                .value(&*next, depth - 1, ply + 1, -beta, -alpha)
                .map(|value| -value),
        }
    }

    /// The value of an unfinished position for the side to move.
    fn value(
        &mut self,
        game: &dyn Game,
        depth: u32,
        ply: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        if self.nodes_left == 0 || self.stop.is_requested() {
            return None;
        }
        self.nodes_left -= 1;
        if depth == 0 {
            return Some(game.evaluate());
        }
        let key = game.key();
        let known = Some(self.table[slot(key)]).filter(|known| known.key == key);
        let window = Bounds {
            lower: alpha,
            upper: beta,
        };
        if let Some(stored) = known.filter(|known| known.depth == depth)
            && let Some(value) = stored.bounds.settle(window)
        {
            return Some(value);
        }
        let mut moves = game.moves();
        let first = known.and_then(|known| known.best);
        moves.sort_by_key(|&mv| (Some(mv) != first, Reverse(game.square_value(mv))));
        let mut best = (-INFINITY, None);
        for mv in moves {
            let value = self.after(game, mv, depth, ply, alpha, beta)?;
            if value > best.0 {
                best = (value, Some(mv));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let mut bounds = Bounds::ALL;
        bounds.learn(best.0, window);
        self.table[slot(key)] = Stored {
            key,
            bounds,
            best: best.1,
            depth,
        };
        Some(best.0)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::games::{REGISTRY, Setup};

    /// The value by exhaustive search.
    fn plain(game: &dyn Game, depth: u32, ply: i32) -> i32 {
        let Some(player) = game.turn() else {
            unreachable!("the game is not over")
        };
        if depth == 0 {
            return game.evaluate();
        }
        let value = |mv| {
            let mut next = game.clone_box();
            next.play(mv).unwrap();
            match next.turn() {
                None => final_value(next.outcome().unwrap(), player, ply + 1),
                Some(turn) if turn == player => plain(&*next, depth - 1, ply + 1),
                Some(_) => -plain(&*next, depth - 1, ply + 1),
            }
        };
        game.moves().into_iter().map(value).max().unwrap()
    }

    #[test]
    fn it_finds_the_value_of_trying_everything_in_every_game() {
        let never = Stop::new();
        let mut rng = Rng::seed_from_u64(11);
        for info in REGISTRY {
            // Near the end of a game, there are few moves to search.
            for round in 0..6 {
                let setup = Setup {
                    size: info.sizes.map(|sizes| crate::games::Size {
                        columns: sizes.smallest,
                        rows: sizes.smallest,
                    }),
                    ..Setup::default()
                };
                let mut game = (info.new)(info.setup(setup).unwrap());
                for _ in 0..3 + 3 * round {
                    let mut next = game.clone();
                    let mv = super::super::rule::pick(&game.moves(), &mut rng).unwrap();
                    next.play(mv).unwrap();
                    if next.turn().is_none() {
                        break;
                    }
                    game = next;
                }
                let depth = 3;
                let mut search = MinimaxSearch {
                    stop: &never,
                    nodes_left: u64::MAX,
                    table: vec![Stored::default(); TABLE_SIZE],
                };
                let (value, best) = search.root(&*game, &game.moves(), depth).unwrap();
                assert_eq!(value, plain(&*game, depth, 0), "{}: {game:?}", info.name);
                assert!(game.moves().contains(&best));
            }
        }
    }

    #[test]
    fn it_stops_when_told_and_still_has_a_move() {
        let stop = Stop::new();
        stop.request();
        for info in REGISTRY {
            let game = (info.new)(info.setup(Setup::default()).unwrap());
            let mut rng = Rng::seed_from_u64(1);
            let mv = Minimax { level: 10 }.choose(&*game, &mut rng, &stop, &mut |_| ());
            assert!(game.moves().contains(&mv.unwrap()));
        }
    }
}
