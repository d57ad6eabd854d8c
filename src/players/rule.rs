//! The simplest bots: one rule each.

use std::cmp::Reverse;

use super::tactics::{Tactics, pick};
use super::{Bot, Progress, Rng, Stop};
use crate::games::{Game, Move, Square};

/// A bot that follows one rule. Unless it is random, ties go to the first move in board order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Level 1: any legal move, all equally likely.
    Random,
    /// Level 2 of Reversi: the move that flips the most discs.
    Greedy,
    /// Level 3 of Reversi: takes a corner, or minimizes the opponent's mobility. Ties go to the move that flips the
    /// most discs, then to the best square value.
    Mobility,
    /// The move with the best [`Game::square_value`].
    Positional,
    /// Level 2 of other games: a win, otherwise a random move that prevents an immediate loss.
    Tactical,
}

impl Bot for Rule {
    fn choose(
        &mut self,
        game: &dyn Game,
        rng: &mut Rng,
        _: &Stop,
        _: &mut dyn FnMut(Progress),
    ) -> Option<Move> {
        let moves = game.moves();
        // `max_by_key` returns the last of equal keys, so reverse the moves.
        let backwards = moves.iter().copied().rev();
        match self {
            Self::Random => pick(&moves, rng),
            Self::Greedy => backwards.max_by_key(|&mv| flips(game, mv)),
            Self::Mobility => {
                let grid = game.grid();
                let is_corner = |square: Square| square.is_corner(grid.rows, grid.columns);
                backwards.max_by_key(|&mv| {
                    let corner = game.move_square(mv).is_some_and(is_corner);
                    let (answers, flips) = consequences(game, mv);
                    // Several corners compete by the same criteria.
                    (corner, Reverse(answers), flips, game.square_value(mv))
                })
            }
            Self::Positional => backwards.max_by_key(|&mv| game.square_value(mv)),
            Self::Tactical => {
                let Tactics { winning, safe } = Tactics::of(game);
                pick([&winning, &safe, &moves].into_iter().find(|moves| !moves.is_empty())?, rng)
            }
        }
    }
}

pub(super) fn flips(game: &dyn Game, mv: Move) -> usize {
    game.clone_box().play(mv).map_or(0, |played| played.flipped.len())
}

/// The numbers of replies to a legal move (0 for a pass) and of flipped discs.
fn consequences(game: &dyn Game, mv: Move) -> (usize, usize) {
    let mut next = game.clone_box();
    let Ok(played) = next.play(mv) else { return (usize::MAX, 0) };
    let opponent = played.player.opponent();
    let answers = if next.turn() == Some(opponent) { next.moves().len() } else { 0 };
    (answers, played.flipped.len())
}
