//! Level 1: any legal move.

use std::sync::atomic::AtomicBool;

use super::tactics::pick;
use super::{Bot, Rng};
use crate::games::{Game, Move};

/// Picks a legal move by chance, each as likely as the next.
#[derive(Debug, Clone, Copy)]
pub struct Random;

impl Bot for Random {
    fn choose(&self, game: &dyn Game, rng: &mut Rng, _: &AtomicBool) -> Option<Move> {
        pick(&game.moves(), rng)
    }
}
