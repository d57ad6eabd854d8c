//! The interface of players: bots of this program, and other programs.

use super::Fault;
use super::program::Deadline;
use crate::games::{self, Square};
use crate::records::{GameRecord, RecordedMove};

/// What a player does in its turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum PlayerChoice {
    /// A square, possibly illegal, and the score that the player expects for itself, in discs.
    Move(Square, Option<f64>),
    /// A pass, which is illegal: nobody asks for a forced pass.
    Pass,
    Resign,
}

/// Makes the moves of a player, in one game after the other.
pub(super) trait LivePlayer {
    /// The game of this number, from 1, begins, with the moves of its opening made.
    fn begin(&mut self, number: usize, game: &GameRecord, deadline: Deadline) -> Result<(), Fault>;

    /// A move was made or a pass forced; `is_own` marks a move of the player itself.
    fn watch(&mut self, mv: &RecordedMove, is_own: bool, deadline: Deadline) -> Result<(), Fault>;

    /// Chooses a move for the side to move, which has one.
    fn choose(&mut self, game: &GameRecord, deadline: Deadline) -> Result<PlayerChoice, Fault>;

    fn end(&mut self);
}

/// The square that a program names, in either case.
pub(super) fn parse_square(text: &str) -> Option<Square> {
    // Only a letter and a digit; people can write squares in other ways elsewhere.
    games::parse_square(text, 8, 8).ok().filter(|_| text.len() == 2)
}
