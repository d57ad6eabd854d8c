//! The clocks of a session, and resignation.

use std::sync::Arc;
use std::time::Instant;

use super::{Clocks, Forfeit, Mode, Session, SessionError};
use crate::games::Player;
use crate::players::TimeControl;

impl Session {
    /// Returns the clocks of a new game; `None` in competitive games.
    pub(super) fn new_clocks(&self, mode: &Mode) -> Option<Clocks> {
        let has_clock = !matches!(mode, Mode::Competitive { .. });
        self.time_control.filter(|_| has_clock).map(Clocks::new)
    }

    pub fn time_control(&self) -> Option<TimeControl> {
        self.time_control
    }

    /// Sets or removes the clocks of later games, and of the current one unless it is over.
    ///
    /// # Errors
    /// Returns [`SessionError::Competitive`] in a competitive game.
    pub fn set_time_control(&mut self, control: Option<TimeControl>) -> Result<(), SessionError> {
        if self.turn().is_some() {
            self.require_changeable()?;
            *self.require_mut()?.clocks_mut() = control.map(Clocks::new);
            self.change();
        }
        self.set_time_control_of_new_games(control);
        Ok(())
    }

    pub fn set_time_control_of_new_games(&mut self, control: Option<TimeControl>) {
        self.time_control = control;
    }

    /// Counts the time of the side to move until `now`. Returns that side if it has lost on time.
    pub fn count_time(&mut self, now: Instant) -> Option<Player> {
        let current = self.current.as_mut().filter(|current| current.clocks().is_some())?;
        let turn = current.turn()?;
        let current = Arc::make_mut(current);
        let moves = current.history().len();
        if !current.clocks_mut().as_mut()?.count(turn, moves, now) {
            return None;
        }
        current.lose(Forfeit::OutOfTime(turn));
        self.change();
        Some(turn)
    }

    /// Resigns for the human against a bot, or for the side to move. Returns the loser.
    ///
    /// # Errors
    /// Returns a [`SessionError`] if there is no game, it is over or competitive, or only bots play.
    pub fn resign(&mut self) -> Result<Player, SessionError> {
        let turn = self.require_changeable()?.turn().ok_or(SessionError::GameOver)?;
        let mut people = [turn, turn.opponent()].into_iter().filter(|&side| self.is_human(side));
        let loser = people.next().ok_or(SessionError::OnlyBots)?;
        self.require_mut()?.lose(Forfeit::Resigned(loser));
        self.change();
        Ok(loser)
    }

    /// Stops the clocks until the next command.
    pub(super) fn stop_clocks(&mut self) {
        if let Some(current) = self.current.as_mut().filter(|current| current.clocks().is_some())
            && let Some(clocks) = Arc::make_mut(current).clocks_mut()
        {
            clocks.stand();
        }
    }
}
