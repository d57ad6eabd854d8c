//! Level 1: any legal move.

use super::tactics::pick;
use super::{Bot, Progress, Rng, Stop};
use crate::games::{Game, Move};

/// Picks a random legal move, all equally likely.
#[derive(Debug, Clone, Copy)]
pub struct Random;

impl Bot for Random {
    fn choose(
        &mut self,
        game: &dyn Game,
        rng: &mut Rng,
        _: &Stop,
        _: &mut dyn FnMut(Progress),
    ) -> Option<Move> {
        pick(&game.moves(), rng)
    }
}
