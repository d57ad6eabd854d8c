//! Quarto, level 3 and higher: an exact solver once it takes less than two seconds, before that the general search.

mod position;
mod solver;

use std::time::Instant;

use super::rule::{Tactics, pick};
use super::{Bot, Minimax, Rng, SearchProgress, Stop};
use crate::engine::Selectivity;
use crate::games::{Game, Move, Quarto};
use position::QuartoPosition;
use solver::OutcomeSolver;

/// Plays perfectly once there are enough pieces on the board: 11, 9 from level 5, and 6 from level 8.
#[derive(Debug, Clone, Copy)]
pub struct QuartoSolver {
    /// The level, also of the general search before that.
    pub level: u8,
}

impl QuartoSolver {
    fn solves_from(self) -> usize {
        match self.level {
            0..5 => 11,
            5..8 => 9,
            _ => 6,
        }
    }
}

/// The node limit of the solver, about two seconds; never reached with seven or more pieces on the board.
const BUDGET: u64 = 3_000_000;

impl Bot for QuartoSolver {
    fn choose(
        &mut self,
        game: &dyn Game,
        rng: &mut Rng,
        stop: &Stop,
        report: &mut dyn FnMut(SearchProgress),
    ) -> Option<Move> {
        let quarto = game.as_any().downcast_ref::<Quarto>()?;
        let pieces = quarto.board().iter().flatten().count();
        let can_solve = pieces >= self.solves_from();
        let start = Instant::now();
        match can_solve.then(|| best_moves(quarto, stop)).flatten() {
            Some((moves, nodes)) => {
                report(SearchProgress {
                    depth: plies_left(quarto, pieces),
                    selectivity: Selectivity::FULL,
                    to_the_end: true,
                    score: None,
                    line: moves.first().copied().into_iter().collect(),
                    nodes,
                    time: start.elapsed(),
                });
                pick(&moves, rng)
            }
            None => Minimax { level: self.level }.choose(game, rng, stop, report),
        }
    }
}

/// The number of plies to the end of the game: each piece is named, then placed.
fn plies_left(game: &Quarto, pieces: usize) -> u32 {
    let plies = 2 * game.board().len().saturating_sub(pieces);
    u32::try_from(plies)
        .unwrap_or(0)
        .saturating_sub(game.hand().is_some().into())
}

/// The moves with the best outcome, and the number of positions searched. `None` if the solver gave up, or if all
/// moves lose: it doesn't compute which one loses last.
fn best_moves(game: &Quarto, stop: &Stop) -> Option<(Vec<Move>, u64)> {
    let Tactics { winning, .. } = Tactics::of(game);
    if !winning.is_empty() {
        return Some((winning, 0));
    }
    let mut solver = OutcomeSolver::new(stop.flag(), BUDGET);
    let mut best = (-2, Vec::new());
    for mv in game.moves() {
        let mut next = game.clone();
        next.play(mv).ok()?;
        let position = QuartoPosition::from(&next);
        let value = match next.hand() {
            // The other side must place the named piece.
            Some(piece) => -solver.place(&position, piece)?,
            None => solver.give(&position)?,
        };
        if value > best.0 {
            best = (value, Vec::new());
        }
        if value == best.0 {
            best.1.push(mv);
        }
    }
    (best.0 >= 0).then(|| (best.1, BUDGET - solver.budget()))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::games::Player;

    #[test]
    fn it_does_not_lose_at_once_where_all_is_lost() {
        let moves = "l a4 c d1 n a1 b a2 f d3 m a3 d c1 a b3 o c4";
        let mut game = Quarto::new(Player::Black, false);
        for name in moves.split(' ') {
            game.play(game.parse_move(name).unwrap()).unwrap();
        }
        let safe = Tactics::of(&game).safe;
        assert!(!safe.is_empty() && safe.len() < game.moves().len());
        for level in [3, 5, 8] {
            for seed in 0..4 {
                let mut rng = Rng::seed_from_u64(seed);
                let mut bot = QuartoSolver { level };
                let mv = bot.pick(&game, &mut rng).unwrap();
                assert!(safe.contains(&mv), "level {level}");
            }
        }
    }

    #[test]
    fn it_names_what_wins_and_places_what_wins() {
        let mut rng = Rng::seed_from_u64(1);
        let mut losses = [0, 0];
        for lines_only in [false, true] {
            for seed in 0..10 {
                let mut game = Quarto::new(Player::Black, lines_only);
                let mut chance = Rng::seed_from_u64(seed);
                while let Some(turn) = game.turn() {
                    let pieces = game.board().iter().flatten().count();
                    let mv = if turn == Player::Black || pieces < 8 {
                        pick(&game.moves(), &mut chance)
                    } else {
                        QuartoSolver { level: 5 }.pick(&game, &mut rng)
                    };
                    game.play(mv.unwrap()).unwrap();
                }
                if let Some(winner) = game.outcome().unwrap().winner {
                    losses[winner.opponent().index()] += 1;
                }
            }
        }
        // The first half is random for both.
        assert!(losses[0] > 2 * losses[1], "{losses:?}");
    }
}
