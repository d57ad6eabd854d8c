//! The simplest bots: one rule each.

use std::cmp::Reverse;

use super::tactics::{Tactics, pick};
use super::{Bot, Progress, Rng, Stop};
use crate::games::{Game, Move, Square};

/// A bot that follows one rule. Where nothing is said of chance, ties go to the first in board order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Level 1: any legal move, all equally likely.
    Random,
    /// Level 2 of Reversi: the move that flips most discs.
    Greedy,
    /// Level 3 of Reversi: a corner if possible, else the move that leaves the opponent the fewest moves. Ties
    /// go to the move that flips most, then to the best square value.
    Mobility,
    /// The move with the best [`Game::square_value`].
    Positional,
    /// Level 2 of the other games: a win, else any move that doesn't let the opponent win at once, else any
    /// move.
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
        // max_by_key takes the last of equal keys, so the moves go backwards.
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
                    // Among corners the same ties are broken the same way.
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

/// The number of discs that a legal move flips.
pub(super) fn flips(game: &dyn Game, mv: Move) -> usize {
    game.clone_box().play(mv).map_or(0, |played| played.flipped.len())
}

/// The opponent's number of replies to a legal move (0 if it must pass), and the number of flipped
/// discs.
fn consequences(game: &dyn Game, mv: Move) -> (usize, usize) {
    let mut next = game.clone_box();
    let Ok(played) = next.play(mv) else { return (usize::MAX, 0) };
    let opponent = played.player.opponent();
    let answers = if next.turn() == Some(opponent) { next.moves().len() } else { 0 };
    (answers, played.flipped.len())
}
