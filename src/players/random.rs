//! Level 1: any legal move.

use rand::RngExt;

use super::{Bot, Rng};
use crate::games::{Game, Move};

/// Picks a legal move by chance, each as likely as the next.
#[derive(Debug, Clone, Copy)]
pub struct Random;

impl Bot for Random {
    fn choose(&self, game: &dyn Game, rng: &mut Rng) -> Option<Move> {
        let moves = game.moves();
        // A u32 is drawn the same way on 32-bit and 64-bit machines.
        let count = u32::try_from(moves.len()).ok().filter(|&count| count > 0)?;
        moves.get(rng.random_range(0..count) as usize).copied()
    }
}
