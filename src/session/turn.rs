//! A bot's turn as a value: it can be sent to another thread, and comes back as a thought.

use std::fmt;

use crate::games::{Game, Move, Player};
use crate::players::{Bot, Progress, Rng, Stop};

/// A state of a session. It differs after every change that a move depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stamp(u64);

impl Stamp {
    pub(super) fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// The bot of a side that no person plays.
#[derive(Default)]
pub(super) struct Seat {
    /// Made when it is first due; away while it thinks.
    pub(super) bot: Option<Box<dyn Bot>>,
    /// When a guest took the seat, who is none of a level's bots and can't be made anew.
    pub(super) guest_since: Option<Stamp>,
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat").field("guest_since", &self.guest_since).finish_non_exhaustive()
    }
}

/// All that a bot needs to choose a move, detached from the session that it is for.
///
/// The bot and a copy of the random number generator travel with it and return with the
/// [`Thought`].
pub struct Turn {
    pub(super) game: Box<dyn Game>,
    pub(super) player: Player,
    pub(super) bot: Box<dyn Bot>,
    pub(super) guest_since: Option<Stamp>,
    pub(super) rng: Rng,
    pub(super) stamp: Stamp,
}

impl Turn {
    /// The side to move.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The game, in which that side has a move.
    pub fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// Lets the bot choose, here and now.
    pub fn think(mut self, stop: &Stop, report: &mut dyn FnMut(Progress)) -> Thought {
        let mv = self.bot.choose(&*self.game, &mut self.rng, stop, report);
        Thought { turn: self, mv }
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, player, stamp, .. } = self;
        let mut debug = f.debug_struct("Turn");
        debug.field("game", game).field("player", player).field("stamp", stamp);
        debug.finish_non_exhaustive()
    }
}

/// The move of a bot, with the bot.
#[derive(Debug)]
pub struct Thought {
    pub(super) turn: Turn,
    pub(super) mv: Option<Move>,
}

impl Thought {
    /// The move; `None` if the bot found none.
    pub fn mv(&self) -> Option<Move> {
        self.mv
    }
}

/// Turns and thoughts go to other threads and back.
const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<Turn>();
    is_send::<Thought>();
};
