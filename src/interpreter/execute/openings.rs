//! The openings that bots take from the library. The database may be locked, so it is read beside their thinking.

use super::work::thought;
use super::{Interpreter, Reply};
use crate::games::{Game, Move, Reversi};
use crate::interpreter::progress::Progress;
use crate::interpreter::reply::Event;
use crate::players::{Answer, Level, Request, Rng, Stop};
use crate::session::Controller;
use crate::store::Store;
use crate::study::{BotOpenings, Library};

/// Where a bot looks for its move before it thinks.
pub struct OpeningGames {
    store: Store,
    openings: BotOpenings,
    level: Level,
}

impl Interpreter {
    pub(super) fn set_openings(&mut self, openings: Option<BotOpenings>) -> Reply {
        let is_changed = openings.is_some();
        if let Some(openings) = openings {
            self.options.openings = openings;
        }
        self.reply(Event::Openings {
            openings: self.options.openings.clone(),
            is_changed,
        })
    }

    /// Returns the games whose openings bots play.
    pub fn openings(&self) -> &BotOpenings {
        &self.options.openings
    }

    /// The games for the move of the bot to move; `None` if it chooses its moves itself.
    pub(super) fn opening_games(&self) -> Option<OpeningGames> {
        let current = self.session.current()?;
        let Controller::Bot(level) = current.players().of(current.turn()?) else {
            return None;
        };
        let suits = current.game().info().is_reversi() && self.options.openings.suit(level);
        suits.then(|| OpeningGames {
            store: self.files.store.clone(),
            openings: self.options.openings.clone(),
            level,
        })
    }

    /// Says that the rating of a level is an estimate, if it takes its openings from games.
    pub(super) fn estimated(&self, levels: impl IntoIterator<Item = Level>) -> Option<Event> {
        let mut levels = levels.into_iter();
        let is_estimate = self.session.info().is_reversi()
            && levels.any(|level| self.options.openings.suit(level));
        is_estimate.then_some(Event::RatingEstimated)
    }
}

impl OpeningGames {
    /// A move of the games; `None` if they are too few or can't be read.
    fn choose(&self, game: &dyn Game, rng: &mut Rng, stop: &Stop) -> Option<Move> {
        let game = game.as_any().downcast_ref::<Reversi>()?;
        let library = Library::open_to_read(&self.store).ok()?;
        let mut library = library.stopping_on(stop).ok()?;
        let chosen = self.openings.choose(self.level, game, &mut library, rng);
        chosen.ok()?
    }
}

/// Takes the move from the games, or thinks.
pub fn opening_or_thought(
    games: Option<OpeningGames>,
    mut request: Request,
) -> impl FnOnce(&Stop, &mut dyn FnMut(Progress)) -> Answer + Send + 'static {
    move |stop, report| {
        let game = &*request.game;
        let rng = &mut request.rng;
        match games.and_then(|games| games.choose(game, rng, stop)) {
            Some(mv) => request.answered(mv),
            None => thought(request)(stop, report),
        }
    }
}
