//! The levels of bots: the list, and games against a level chosen by its rating.

use super::{CommandRow, ExecuteError, Interpreter, Step, refused};
use crate::games::{Info, Player};
use crate::interpreter::command::Side;
use crate::interpreter::reply::{Event, Reply};
use crate::interpreter::report::{ChosenLevel, LevelReport};
use crate::players::ladder::{self, Band, Rated, Rung};
use crate::players::{Competitive, Level};
use crate::session::{Controller, CurrentGame, Mode};

impl Interpreter {
    /// Starts a game against a level, which may have been chosen for `rating`.
    pub(super) fn start_against(
        &mut self,
        human: Player,
        (level, rating): (Level, Option<i32>),
        is_balanced: bool,
    ) -> Result<Step, ExecuteError> {
        let info = self.session.info();
        let level = level_of_game(info, level, rating);
        let mut step = self.start_from(is_balanced, Mode::Against { human, level }, None)?;
        let reply = match &mut step {
            Step::Done(reply) => Some(reply),
            Step::Working { shown, .. } => shown.as_mut(),
        };
        if let Some(Event::Started { chosen, .. }) = reply.map(|reply| &mut reply.event) {
            let rated = rating.zip(ladder::rating_of(info, level));
            *chosen = rated.map(|(asked, rating)| ChosenLevel {
                asked,
                level: level.to_string(),
                rating,
            });
        }
        Ok(step)
    }

    /// Sets the level of the opponent and, at the prompt, of later opponents.
    pub(super) fn set_level(
        &mut self,
        level: Level,
        rating: Option<i32>,
    ) -> Result<Step, ExecuteError> {
        let level = level_of_game(self.session.info(), level, rating);
        let opponent = self.opponent();
        if let Some(side) = opponent {
            let bot = Controller::Bot(level);
            self.session.set_controller(side, bot).map_err(refused(CommandRow::Level))?;
        }
        match &mut self.default_level {
            Some(default) => *default = level,
            None if opponent.is_none() => return Err(ExecuteError::NoOpponent),
            None => {}
        }
        match opponent {
            Some(_) => self.advance(self.reply_with_players(Event::Players)),
            None => Ok(Step::Done(self.show_level()?)),
        }
    }

    /// Sets the player of a side. A level may have been chosen for `rating`.
    pub(super) fn set_player(
        &mut self,
        side: &Side,
        controller: Controller,
        rating: Option<i32>,
    ) -> Result<Step, ExecuteError> {
        let side = self.side(side)?;
        let info = self.session.info();
        let controller = match controller {
            Controller::Bot(level) => Controller::Bot(level_of_game(info, level, rating)),
            other => other,
        };
        self.session.set_controller(side, controller).map_err(refused(CommandRow::Player))?;
        self.advance(self.reply_with_players(Event::Players))
    }

    /// Shows the level of the opponent, or of the next one.
    pub(super) fn show_level(&self) -> Result<Reply, ExecuteError> {
        let mode = self.session.current().map(CurrentGame::mode);
        let level = match mode {
            Some(&Mode::Against { level, .. }) => Some(level),
            _ => self.default_level(),
        };
        let level = level.ok_or(ExecuteError::NoOpponent)?;
        Ok(self.reply(Event::Level { level: ladder::titled(self.session.info(), level) }))
    }

    fn opponent(&self) -> Option<Player> {
        match self.session.current()?.mode() {
            Mode::Against { human, .. } => Some(human.opponent()),
            _ => None,
        }
    }

    /// Lists the rated bots of the current game, weakest first.
    pub(super) fn levels(&self) -> Reply {
        let info = self.session.info();
        let report = |&Rung { bot, rating, error, .. }: &Rung| LevelReport {
            level: bot.to_string(),
            rating,
            error,
            name: Band::of(rating),
            method: match bot {
                Rated::Level(level) => level.method(info),
                Rated::Competitive => Competitive::METHOD,
            },
        };
        self.reply(Event::Levels { levels: ladder::rungs(info).map(report).collect() })
    }
}

/// Converts a rating to a level of the game, because the parser assumes Reversi.
fn level_of_game(info: &Info, level: Level, rating: Option<i32>) -> Level {
    rating.map_or(level, |rating| ladder::closest(info, rating).0)
}
