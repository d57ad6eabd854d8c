//! What the screens of one run share, and how one is left for another.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::answers::Answers;
use super::interface::Interface;
use super::options::{Ending, Options, Stopped};
use super::theme::ThemeName;
use crate::base::terminal::signals::Signals;
use crate::desk::{Desk, Kept};
use crate::study::Counts;

/// What the screens of one run share.
pub(super) struct Shared<'a> {
    /// The desk that all of them sit at.
    pub(super) desk: Rc<RefCell<Desk>>,
    /// How answers are written.
    pub(super) answers: Answers,
    /// The theme that has been chosen; `None` for the one that suits the terminal.
    pub(super) theme: Cell<Option<ThemeName>>,
    /// What the program was started with.
    pub(super) options: &'a Options,
    /// Why a screen can't be shown here; `None` if it can.
    pub(super) refusal: fn(Interface) -> Option<Stopped>,
    /// The signals that end the program, or a thought.
    pub(super) signals: Signals,
}

/// What the first screen begins with.
pub(super) struct Start {
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
