//! Connect Four at the highest level: exact, by a solver and a table of openings that it has made.

pub mod book;
mod follow;
mod moves;
mod position;
#[cfg(test)]
mod sample;
mod solver;
mod table;

use std::cmp::Reverse;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::tactics::pick;
use super::{Bot, Minimax, Progress, Rng, Stop};
use crate::engine::Selectivity;
use crate::games::{Cell, ConnectFour, Game, Move, Square};

pub use book::OutcomeBook;
pub use position::{COLUMNS, ConnectFourPosition};
pub use solver::ConnectFourSolver;

use position::CELLS;

/// Who wins the openings, up to six counters: made by `examples/connect_four_book.rs`.
pub static OPENINGS: LazyLock<OutcomeBook> =
    LazyLock::new(|| OutcomeBook::new(6, include_bytes!("connect_four/openings.book")));

/// Memory for what a bot remembers while it thinks about a move, in bytes.
const TABLE_BYTES: usize = 128 << 20;

/// With this number of counters the exact score of every move is soon found, so a win comes as
/// early as it can, and a loss as late.
const SCORED_FROM: u32 = 14;

/// The node limit per move: less than ten seconds. Only few positions of nine or ten counters take
/// more than half of it.
const BUDGET: u64 = 50_000_000;

/// The score of a winning move where its length doesn't matter.
const WON: i32 = 100;

/// Plays perfectly: it wins every game that can be won and draws every game that can be drawn.
#[derive(Debug, Clone, Copy)]
pub struct Perfect;

impl Bot for Perfect {
    fn choose(
        &mut self,
        game: &dyn Game,
        rng: &mut Rng,
        stop: &Stop,
        report: &mut dyn FnMut(Progress),
    ) -> Option<Move> {
        let game = game.as_any().downcast_ref::<ConnectFour>()?;
        let moves = game.moves();
        if moves.len() < 2 {
            return moves.first().copied();
        }
        let position = position_of(game)?;
        if let Some(&mv) = moves.iter().find(|mv| position.wins_with(mv.0.into())) {
            return Some(mv);
        }
        let start = Instant::now();
        let mut solver = ConnectFourSolver::new(TABLE_BYTES).limited(BUDGET);
        let mut best = (i32::MIN, Vec::new());
        // The centre first, because a win ends the search.
        let mut ordered = moves;
        ordered.sort_by_key(|&mv| Reverse(game.square_value(mv)));
        for mv in ordered {
            // Stopped, it still knows something of the other moves.
            let Some(value) = value(&mut solver, position, mv.0.into(), best.0, stop.flag()) else {
                continue;
            };
            if value > best.0 {
                best = (value, Vec::new());
            }
            if value == best.0 {
                best.1.push(mv);
            }
            if value == WON {
                break;
            }
        }
        if best.1.is_empty() {
            return Minimax { level: 3 }.choose(game, rng, &Stop::new(), report);
        }
        if best.0 < 0 && position.counters() < SCORED_FROM {
            // All moves lose, and which one does so last is not known.
            return Minimax { level: 9 }.choose(game, rng, stop, report);
        }
        report(Progress {
            depth: CELLS - position.counters(),
            selectivity: Selectivity::FULL,
            to_the_end: !stop.is_requested(),
            score: None,
            line: best.1.first().copied().into_iter().collect(),
            nodes: solver.nodes(),
            time: start.elapsed(),
        });
        pick(&best.1, rng)
    }
}

/// The score, for the side to move, of a column that does not win at once: exact, or in the opening
/// only the winner, and only if better than that of another column. `None` if the solver gave up.
fn value(
    solver: &mut ConnectFourSolver,
    position: ConnectFourPosition,
    column: u32,
    best: i32,
    stop: &AtomicBool,
) -> Option<i32> {
    let next = position.play(column);
    if position.counters() >= SCORED_FROM {
        return solver.score(next, stop).map(|score| -score);
    }
    let outcome = match OPENINGS.outcome(next) {
        Some(outcome) => -outcome,
        None if best >= 0 => i32::from(solver.is_lost(next, stop)?) - 1,
        None => -solver.outcome(next, stop)?,
    };
    Some(if outcome > 0 { WON } else { outcome })
}

/// The bitboards of a game that is not over.
fn position_of(game: &ConnectFour) -> Option<ConnectFourPosition> {
    let turn = game.turn()?;
    let grid = game.grid();
    let (mut player, mut mask) = (0_u64, 0_u64);
    for column in 0..grid.columns {
        for row in 0..grid.rows {
            if let Cell::Disc(owner) = grid.cell(Square { row, column }) {
                let cell =
                    1 << (u32::from(column) * position::STRIDE + u32::from(grid.rows - 1 - row));
                mask |= cell;
                player |= if owner == turn { cell } else { 0 };
            }
        }
    }
    ConnectFourPosition::from_key(player + mask)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::games::Player;

    fn after(columns: &str) -> ConnectFour {
        let mut game = ConnectFour::new(Player::White);
        for column in columns.chars() {
            game.play(game.parse_move(&column.to_string()).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn games_become_positions() {
        for columns in ["", "4", "44455", "1234567712", "2252576253462244111563365343671351441"] {
            assert_eq!(
                position_of(&after(columns)),
                ConnectFourPosition::from_columns(columns),
                "{columns}"
            );
        }
    }

    #[test]
    fn it_opens_in_the_centre() {
        for seed in 0..3 {
            let mut rng = Rng::seed_from_u64(seed);
            assert_eq!(Perfect.pick(&after(""), &mut rng), Some(Move(3)));
        }
    }

    #[test]
    fn it_wins_as_the_first_player_whatever_is_answered() {
        for seed in 0..4 {
            let mut rng = Rng::seed_from_u64(seed);
            let mut game = ConnectFour::new(Player::White);
            while let Some(turn) = game.turn() {
                let mv = if turn == Player::White {
                    Perfect.pick(&game, &mut rng)
                } else {
                    Minimax { level: 5 }.pick(&game, &mut rng)
                };
                game.play(mv.unwrap()).unwrap();
            }
            assert_eq!(game.outcome().unwrap().winner, Some(Player::White), "{game:?}");
        }
    }

    #[test]
    fn it_wins_at_once_and_does_not_lose_at_once() {
        // Won in more than one way; and lost, but not yet.
        for (columns, expected) in [("44761136", 1), ("775244", 5), ("41434", 3), ("15452", 2)] {
            for seed in 0..4 {
                let mut rng = Rng::seed_from_u64(seed);
                let chosen = Perfect.pick(&after(columns), &mut rng);
                assert_eq!(chosen, Some(Move(expected)), "{columns}");
            }
        }
    }

    /// The first moves in all columns, as published.
    #[test]
    fn the_first_moves_are_worth_what_is_published() {
        let first = |column| {
            OPENINGS.outcome(ConnectFourPosition::start().play(column)).map(|value| -value)
        };
        assert!((0..COLUMNS).map(first).eq([-1, -1, 0, 1, 0, -1, -1].map(Some)));
        assert_eq!(OPENINGS.outcome(ConnectFourPosition::start()), Some(1));
    }

    #[test]
    fn stopped_it_still_plays_a_legal_move() {
        let stop = Stop::new();
        stop.request();
        let game = after("123456712345");
        let mut rng = Rng::seed_from_u64(1);
        let mv = Perfect.choose(&game, &mut rng, &stop, &mut |_| ()).unwrap();
        assert!(game.moves().contains(&mv));
    }
}
