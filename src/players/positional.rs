//! The move on the square that is worth most.

use super::{Bot, Progress, Rng, Stop};
use crate::games::{Game, Move};

/// Picks the move with the best [`Game::square_value`], the first in board order on a tie.
#[derive(Debug, Clone, Copy)]
pub struct Positional;

impl Bot for Positional {
    fn choose(
        &mut self,
        game: &dyn Game,
        _: &mut Rng,
        _: &Stop,
        _: &mut dyn FnMut(Progress),
    ) -> Option<Move> {
        game.moves().into_iter().rev().max_by_key(|&mv| game.square_value(mv))
    }
}
