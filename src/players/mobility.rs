//! Level 3: corners first, then the fewest answers.

use super::{Bot, Progress, Rng, Stop};
use crate::games::{Game, Move, Square};
use std::cmp::Reverse;

/// Takes a corner if possible, else leaves the opponent the fewest moves. Ties go to the move that
/// flips most, then to the best square value, then to the first in board order.
#[derive(Debug, Clone, Copy)]
pub struct Mobility;

impl Bot for Mobility {
    fn choose(
        &mut self,
        game: &dyn Game,
        _: &mut Rng,
        _: &Stop,
        _: &mut dyn FnMut(Progress),
    ) -> Option<Move> {
        let grid = game.grid();
        let is_corner = |square: Square| square.is_corner(grid.rows, grid.columns);
        game.moves().into_iter().rev().max_by_key(|&mv| {
            let corner = game.move_square(mv).is_some_and(is_corner);
            let (answers, flips) = consequences(game, mv);
            // Among corners the same ties are broken the same way.
            (corner, Reverse(answers), flips, game.square_value(mv))
        })
    }
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
