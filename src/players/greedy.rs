//! Level 2: the move that flips most.

use super::{Bot, Progress, Rng, Stop};
use crate::games::{Game, Move};

/// Picks the move that flips most discs, the first in board order on a tie.
#[derive(Debug, Clone, Copy)]
pub struct Greedy;

impl Bot for Greedy {
    fn choose(
        &mut self,
        game: &dyn Game,
        _: &mut Rng,
        _: &Stop,
        _: &mut dyn FnMut(Progress),
    ) -> Option<Move> {
        // max_by_key takes the last of equal keys, so the moves go backwards.
        game.moves().into_iter().rev().max_by_key(|&mv| flips(game, mv))
    }
}

/// The number of discs that a legal move flips.
pub(super) fn flips(game: &dyn Game, mv: Move) -> usize {
    game.clone_box().play(mv).map_or(0, |played| played.flipped.len())
}
