//! The trait of the players of a match, implemented for bots and for other programs.

use super::Fault;
use super::program::Deadline;
use crate::games::{self, Square};
use crate::records::{GameRecord, RecordedMove};

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum PlayerChoice {
    /// A square, possibly illegal, and the score that the player expects for itself, in discs.
    Move(Square, Option<f64>),
    /// A pass. It is always illegal, because forced passes are never requested.
    Pass,
    Resign,
}

/// A player, which plays one game after another.
pub(super) trait LivePlayer {
    /// Begins game `number`, from 1. The moves of its opening are already made.
    fn begin(&mut self, number: usize, game: &GameRecord, deadline: Deadline) -> Result<(), Fault>;

    /// Reports a move or a forced pass. `is_own` marks the player's own move.
    fn watch(&mut self, mv: &RecordedMove, is_own: bool, deadline: Deadline) -> Result<(), Fault>;

    /// Chooses a move for the side to move, which has a legal move.
    fn choose(&mut self, game: &GameRecord, deadline: Deadline) -> Result<PlayerChoice, Fault>;

    fn end(&mut self);
}

/// Parses a square in an answer: a letter in either case and a digit.
pub(super) fn parse_square(text: &str) -> Option<Square> {
    games::parse_square(text, 8, 8).ok().filter(|_| text.len() == 2)
}
