//! The commands for variations: browsing the game tree, notes and annotations.

use super::{ExecuteError, Interpreter};
use crate::games::Assessment;
use crate::interpreter::reply::{Event, Marks, Reply};
use crate::session::{CurrentGame, SessionError};

impl Interpreter {
    pub(super) fn variations(&self) -> Result<Reply, ExecuteError> {
        let current = self.session.require()?;
        let lines = current.lines();
        let note = current.start_note().to_owned();
        Ok(self.reply(Event::Variations { lines, note }))
    }

    /// Goes to another position of the tree. Bots don't move there.
    pub(super) fn browse(
        &mut self,
        step: impl FnOnce(&mut CurrentGame) -> Result<(), SessionError>,
    ) -> Result<Reply, ExecuteError> {
        self.session.browse(step)?;
        self.keep();
        let current = self.session.require()?;
        let event = Event::Browsed {
            number: current.history().len(),
            ply: current.last_move(),
            name: current.history().last().map(crate::session::Ply::name),
            sign: current.assessment(),
            note: current.note().to_owned(),
        };
        Ok(self.reply_with_board(event, Marks::None))
    }

    pub(super) fn note(&mut self, text: Option<String>) -> Result<Reply, ExecuteError> {
        let changed = text.is_some();
        if let Some(text) = text {
            self.session.set_note(text)?;
            self.keep();
        }
        let note = self.session.require()?.note().to_owned();
        Ok(self.reply(Event::Noted { note, changed }))
    }

    pub(super) fn mark(&mut self, sign: Option<Assessment>) -> Result<Reply, ExecuteError> {
        self.session.assess(sign)?;
        self.keep();
        let last = self.session.require()?.history().last();
        let name = last.ok_or(SessionError::NoMove)?.name();
        Ok(self.reply(Event::Marked { name, sign }))
    }

    pub(super) fn promote(&mut self) -> Result<Reply, ExecuteError> {
        self.session.edit(CurrentGame::promote)?;
        self.keep();
        Ok(self.reply(Event::Promoted))
    }

    pub(super) fn prune(&mut self) -> Result<Reply, ExecuteError> {
        let moves = self.session.cut(CurrentGame::prune)?;
        self.keep();
        Ok(self.reply_with_board(Event::Pruned { moves }, Marks::None))
    }

    /// Puts pruned moves back.
    pub(super) fn restore_pruned(&mut self) -> Result<Reply, ExecuteError> {
        let moves = self.session.cut(CurrentGame::restore)?;
        self.keep();
        Ok(self.reply_with_board(Event::Restored { moves }, Marks::None))
    }

    /// Goes to a position of the line on the board, if it can be studied: the game is over. Returns whether it can.
    pub fn study_from(&mut self, moves: usize) -> Result<bool, ExecuteError> {
        let is_over = |game: &CurrentGame| game.turn().is_none() || game.is_studied();
        if self.is_practicing() || !self.session.current().is_some_and(is_over) {
            return Ok(false);
        }
        self.session.browse(|game| game.step_to(moves))?;
        self.marks = Marks::None;
        self.in_hand.abandon();
        self.keep();
        Ok(true)
    }
}
