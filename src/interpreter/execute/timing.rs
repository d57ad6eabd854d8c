//! Clocks, and games that end early.

use std::time::Instant;

use super::{ExecuteError, Interpreter, Step};
use crate::games::Player;
use crate::interpreter::command::{ClockSetting, Command};
use crate::interpreter::reply::{Event, Marks, Reply};
use crate::session::{Clocks, CurrentGame};

impl Interpreter {
    /// Counts the time of the side to move. Returns the end of the game if it has lost on time.
    pub fn count_time(&mut self) -> Option<Step> {
        let player = self.session.count_time(Instant::now())?;
        self.marks = Marks::None;
        self.in_hand.abandon();
        self.pause(self.reply_with_board(Event::OutOfTime { player }, Marks::None))
            .ok()
    }

    /// Starts the clocks if both sides have moved.
    pub(super) fn start_clocks(&mut self) {
        self.session.count_time(Instant::now());
    }

    /// Returns the step that replaces a command given after time ran out. It replaces only commands that no longer
    /// apply: a move is too late, and a new game would hide the result.
    pub(super) fn too_late(&mut self, command: &Command) -> Option<Step> {
        let end = self.count_time()?;
        let has_no_effect = command.replaces_game()
            || matches!(
                command,
                Command::Play { .. }
                    | Command::MakeMove
                    | Command::Go
                    | Command::Hint { .. }
                    | Command::Undo { .. }
                    | Command::Redo { .. }
                    | Command::Resign
            );
        if !has_no_effect {
            // The command replaces what would be read about the game.
            self.in_hand.abandon();
        }
        has_no_effect.then_some(end)
    }

    pub(super) fn resign(&mut self) -> Result<Step, ExecuteError> {
        let player = self.session.resign()?;
        self.pause(self.reply_with_board(Event::Resigned { player }, Marks::None))
    }

    /// Sets the clocks of this and later games, or shows them.
    pub(super) fn set_clock(
        &mut self,
        control: Option<ClockSetting>,
    ) -> Result<Step, ExecuteError> {
        let control = match control {
            None => return Ok(Step::Done(self.clock())),
            Some(ClockSetting::On(control)) => Some(control),
            Some(ClockSetting::Off) => None,
        };
        self.session.set_time_control(control)?;
        self.keep();
        // A bot to move starts thinking again, with its new time.
        self.advance(self.clock())
    }

    /// The clocks of the current game. If it is over and the next games have others, those.
    fn clock(&self) -> Reply {
        let current = self.session.current();
        let over = current.filter(|game| game.turn().is_none());
        let time_control = self.session.time_control;
        if over.is_some_and(|game| game.clocks().map(Clocks::control) != time_control) {
            return self.reply(Event::Clock {
                control: time_control,
                left: None,
                is_next: true,
            });
        }
        let control = current.and_then(CurrentGame::clocks).map(Clocks::control);
        let left = current.filter(|_| control.is_some()).map(|current| {
            let left = |player| current.time_left(player).unwrap_or_default().as_millis();
            Player::BOTH.map(|player| u64::try_from(left(player)).unwrap_or(u64::MAX))
        });
        let control = control.or(time_control);
        self.reply(Event::Clock {
            control,
            left,
            is_next: false,
        })
    }
}
