//! What the screens of one run share, and how one is left for another.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::answers::Answers;
use super::interface::Interface;
use super::options::{Ending, Options, Stopped};
use super::theme::ThemeName;
use crate::base::system::SIGCONT;
use crate::base::terminal::signals::{Response, Signals};
use crate::desk::{Desk, Kept, ShownGame};
use crate::study::Counts;

/// What the screens of one run share.
pub(super) struct ScreenContext<'a> {
    pub(super) desk: Rc<RefCell<Desk>>,
    pub(super) answers: Answers,
    /// The theme that has been chosen; `None` for the one that suits the terminal.
    pub(super) theme: Cell<Option<ThemeName>>,
    pub(super) options: &'a Options,
    /// Why a screen can't be shown here; `None` if it can.
    pub(super) refusal: fn(Interface) -> Option<Stopped>,
    /// The signals that end the program, or a thought.
    pub(super) signals: Signals,
}

impl ScreenContext<'_> {
    /// Lets a signal that ends the program wait until the game is kept, but not for long.
    pub(super) fn answer_signals(
        &self,
        when_continued: impl Fn() + Send + 'static,
        before_end: impl Fn() + Send + 'static,
    ) {
        let flush = self.desk.borrow().flusher();
        self.signals.answer(move |signal| {
            if signal == SIGCONT {
                when_continued();
                return Response::Continue;
            }
            flush();
            before_end();
            Response::End
        });
    }
}

/// What was said last beside the board.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct StatusMessage {
    pub(super) text: String,
    pub(super) is_error: bool,
}

impl StatusMessage {
    pub(super) fn say(&mut self, text: impl Into<String>) {
        *self = Self { text: text.into(), is_error: false };
    }

    pub(super) fn complain(&mut self, text: impl Into<String>) {
        *self = Self { text: text.into(), is_error: true };
    }
}

/// The number of moves before a position so many steps from the one shown, as far as there are any.
pub(super) fn browse_target(game: &ShownGame, step: isize) -> usize {
    game.shown().moves().saturating_add_signed(step).min(game.moves().len())
}

/// What the first screen begins with.
pub(super) struct FirstScreen {
    /// The unfinished game that an earlier run has left, to be offered.
    pub(super) kept: Option<Kept>,
    /// The puzzles that are due, if any are.
    pub(super) puzzles: Option<Counts>,
    /// Whether it is resumed at once.
    pub(super) resume: bool,
}

/// Why a screen has been left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// The session ends.
    End(Ending),
    /// Another screen takes over.
    For(Interface),
}
