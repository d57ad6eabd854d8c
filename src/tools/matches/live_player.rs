//! The interface of players: bots of this program, and other programs.

use std::time::{Duration, Instant};

use super::clock::Allowance;
use super::program::Patience;
use super::{Fault, Rules};
use crate::games::{self, Player, Square};
use crate::records::{GameRecord, RecordedMove};

/// A turn, with all that a player needs to know.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn<'a> {
    /// The side to move, which has a move.
    pub(super) player: Player,
    /// The game so far.
    pub(super) game: &'a GameRecord,
    /// The number of the game, from 1.
    pub(super) number: usize,
    /// The clocks.
    pub(super) allowance: Allowance,
}

/// The answer of a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Answer {
    pub(super) reply: Reply,
    /// The score that the player expects for itself, in discs.
    pub(super) evaluation: Option<f64>,
}

/// See [`Answer`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reply {
    /// A square, possibly illegal.
    Move(Square),
    /// A pass, which is illegal: nobody asks for a forced pass.
    Pass,
    /// A resignation.
    Resign,
}

/// Makes the moves of a player, in one game after the other.
pub(super) trait LivePlayer {
    /// A game begins, with the moves of its opening made.
    fn begin(&mut self, game: &GameRecord, rules: &Rules, patience: Patience) -> Result<(), Fault>;

    /// A move was made or a pass forced; `is_own` marks a move of the player itself.
    fn watch(&mut self, mv: &RecordedMove, is_own: bool, patience: Patience) -> Result<(), Fault>;

    /// Chooses a move.
    fn choose(&mut self, turn: &Turn, patience: Patience) -> Result<Answer, Fault>;

    /// The match is over.
    fn end(&mut self);
}

/// The moment this long from now.
pub(super) fn deadline(time: Duration) -> Instant {
    let now = Instant::now();
    // A day is longer than any time limit.
    now.checked_add(time).unwrap_or(now + Duration::from_hours(24))
}

/// The square that a program names, in either case.
pub(super) fn parse_square(text: &str) -> Option<Square> {
    // Only a letter and a digit; people can write squares in other ways elsewhere.
    games::parse_square(text, 8, 8).ok().filter(|_| text.len() == 2)
}
