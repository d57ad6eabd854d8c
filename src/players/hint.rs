//! What to suggest to a person, and why where it is forced.

use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use serde::Serialize;

use super::tactics::Tactics;
use super::{Bot, Minimax, Positional, Rng};
use crate::games::{Game, Move, Reversi};

/// A move to suggest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suggestion {
    /// The move.
    pub mv: Move,
    /// Why it has to be, if it has.
    pub reason: Option<Reason>,
}

/// Why a move has to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It wins at once.
    Wins,
    /// Other moves let the opponent win at once.
    Blocks,
    /// Whatever is played, the opponent can win at once.
    Lost,
}

/// How strong the bot is that is asked when nothing is forced.
const ADVISER: Minimax = Minimax { level: 6 };

/// A move to suggest to the side to move; `None` when the game is over. Always the same one in the
/// same position.
pub fn suggest(game: &dyn Game, stop: &AtomicBool) -> Option<Suggestion> {
    let mut rng = Rng::seed_from_u64(0);
    // A win on the next move is rare in Reversi, and its adviser is the matrix.
    if game.as_any().is::<Reversi>() {
        let mv = Positional.choose(game, &mut rng, stop)?;
        return Some(Suggestion { mv, reason: None });
    }
    let Tactics { winning, safe } = Tactics::of(game);
    if let Some(&mv) = winning.first() {
        return Some(Suggestion { mv, reason: Some(Reason::Wins) });
    }
    let reason = match safe.len() {
        0 => Some(Reason::Lost),
        count if count < game.moves().len() => Some(Reason::Blocks),
        _ => None,
    };
    let mv = match safe.as_slice() {
        [only] => *only,
        _ => ADVISER.choose(game, &mut rng, stop)?,
    };
    Some(Suggestion { mv, reason })
}
