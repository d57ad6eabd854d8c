//! A player that is ready to play: what a bot of this program and another program have in common.

use std::time::{Duration, Instant};

use super::clock::Allowance;
use super::program::Patience;
use super::{Fault, Rules};
use crate::games::{self, Player, Square};
use crate::records::{GameRecord, RecordedMove};

/// Whose turn it is, and what there is to know for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn<'a> {
    /// The side to move, which has a move.
    pub(super) player: Player,
    /// The game so far.
    pub(super) game: &'a GameRecord,
    /// The number of the game, from 1.
    pub(super) number: usize,
    /// How much time there is.
    pub(super) allowance: Allowance,
}

/// What a player does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Answer {
    pub(super) reply: Reply,
    /// The difference of discs that the player expects for itself.
    pub(super) evaluation: Option<f64>,
}

/// See [`Answer`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reply {
    /// Plays on a square, perhaps against the rules.
    Move(Square),
    /// Passes, which is against the rules: a forced pass is not asked for.
    Pass,
    /// Gives up.
    Resign,
}

/// Makes the moves of a player, in one game after the other.
pub(super) trait LivePlayer {
    /// A game begins, with the moves of its opening made.
    fn begin(&mut self, game: &GameRecord, rules: &Rules, patience: Patience) -> Result<(), Fault>;

    /// A move was made or a pass forced; `is_own` tells of a move that it has chosen itself.
    fn watch(&mut self, mv: &RecordedMove, is_own: bool, patience: Patience) -> Result<(), Fault>;

    /// Chooses a move.
    fn choose(&mut self, turn: &Turn, patience: Patience) -> Result<Answer, Fault>;

    /// The match is over.
    fn end(&mut self);
}

/// So long from now.
pub(super) fn deadline(time: Duration) -> Instant {
    let now = Instant::now();
    // A day is longer than any time that can be given.
    now.checked_add(time).unwrap_or(now + Duration::from_hours(24))
}

/// The square that a program names, in either case.
pub(super) fn parse_square(text: &str) -> Option<Square> {
    // Only a letter and a digit: elsewhere people may write squares in other ways.
    games::parse_square(text, 8, 8).ok().filter(|_| text.len() == 2)
}
