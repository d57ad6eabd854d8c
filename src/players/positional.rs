//! The move on the square that is worth most.

use std::sync::atomic::AtomicBool;

use super::{Bot, Rng};
use crate::games::{Game, Move};

/// Picks the move with the best [`Game::square_worth`], the first in board order on a tie.
#[derive(Debug, Clone, Copy)]
pub struct Positional;

impl Bot for Positional {
    fn choose(&self, game: &dyn Game, _: &mut Rng, _: &AtomicBool) -> Option<Move> {
        game.moves().into_iter().rev().max_by_key(|&mv| game.square_worth(mv))
    }
}
