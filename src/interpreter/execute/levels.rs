//! The levels of bots: their list, and games against a level that was chosen by its rating.

use super::{ExecuteError, Interpreter, Step};
use crate::games::Player;
use crate::interpreter::reply::{Event, Reply};
use crate::interpreter::report::{ChosenLevel, LevelReport};
use crate::players::ladder::{self, Band, Rated, Rung, has_ratings};
use crate::players::{Competitive, Level};
use crate::session::Mode;

impl Interpreter {
    /// Starts a game against the bot of a level, which may have been chosen by a rating.
    pub(super) fn start_against(
        &mut self,
        human: Player,
        level: Level,
        rating: Option<i32>,
    ) -> Result<Step, ExecuteError> {
        let info = self.session.info();
        if let Some(rating) = rating.filter(|_| !has_ratings(info)) {
            let strongest = Level::strongest(info);
            return Err(ExecuteError::NoRatings { game: info.name, rating, strongest });
        }
        let mut step = self.start(Mode::Against { human, level }, None)?;
        let reply = match &mut step {
            Step::Done(reply) => Some(reply),
            Step::Working { shown, .. } => shown.as_mut(),
        };
        if let Some(Event::Started { chosen, .. }) = reply.map(|reply| &mut reply.event) {
            let rated = rating.zip(ladder::rating_of(level));
            *chosen = rated.map(|(asked, rating)| ChosenLevel {
                asked,
                level: level.to_string(),
                rating,
            });
        }
        Ok(step)
    }

    /// The levels of the current game: the rated ones by their ratings, then the others.
    pub(super) fn levels(&self, all: bool) -> Reply {
        let info = self.session.info();
        let rungs = ladder::rungs().iter().filter(|_| has_ratings(info));
        let rated = rungs.map(|&Rung { bot, rating, error }| LevelReport {
            level: bot.to_string(),
            rating: Some(rating),
            error: Some(error),
            name: Some(Band::of(rating)),
            method: match bot {
                Rated::Level(level) => level.method(info),
                Rated::Competitive => Competitive::METHOD,
            },
        });
        let is_unrated = |level: &Level| !has_ratings(info) || ladder::rating_of(*level).is_none();
        let others = Level::named(info).filter(is_unrated).map(|level| LevelReport {
            level: level.to_string(),
            rating: None,
            error: None,
            name: None,
            method: level.method(info),
        });
        self.reply(Event::Levels { levels: rated.chain(others).collect(), all })
    }
}
