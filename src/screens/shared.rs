//! State shared by the screens of one run, and switching between screens.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::answers::Answers;
use super::interface::Interface;
use super::options::{Configure, Options, RunEnd, Stopped};
use super::theme::ThemeName;
use super::words;
use crate::base::system::SIGCONT;
use crate::base::terminal::escapes::clipboard;
use crate::base::terminal::signals::{Response, Signals};
use crate::desk::{Desk, ShownGame};
use crate::games::Player;
use crate::interpreter::CopiedPart;
use crate::store::UnfinishedGame;
use crate::study::Counts;

pub struct ScreenContext<'a> {
    pub desk: Rc<RefCell<Desk>>,
    pub answers: Answers,
    /// The chosen theme; `None` to suit the terminal.
    pub theme: Cell<Option<ThemeName>>,
    pub options: &'a Options,
    /// The reason why a screen is unavailable; `None` if it is available.
    pub refusal: fn(Interface) -> Option<Stopped>,
    pub signals: Signals,
}

impl ScreenContext<'_> {
    /// Handles signals. Before the program ends, it waits briefly until the game is saved.
    pub fn answer_signals(
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

/// Runs a `config` line. Returns the messages, and the settings to show.
pub fn configured(configure: Configure, words: &str) -> (Vec<String>, String) {
    let errors = RefCell::new(Vec::new());
    let settings = configure(words, &|error| {
        errors.borrow_mut().push(error.to_owned());
    });
    let mut messages = errors.into_inner();
    if !settings.is_empty() && words.split_whitespace().count() > 1 {
        messages.push(words::from_next_start().to_owned());
    }
    (messages, settings)
}

/// Returns the screen `to`, or the reason why it can't be opened.
pub fn switch(
    from: Interface,
    to: Interface,
    refusal: fn(Interface) -> Option<Stopped>,
) -> Result<Interface, String> {
    if to == from {
        return Err(words::already_there(from));
    }
    refusal(to).map_or(Ok(to), |refusal| Err(refusal.to_string()))
}

/// The last message next to the board.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct StatusMessage {
    pub text: String,
    pub is_error: bool,
}

impl StatusMessage {
    pub fn say(&mut self, text: impl Into<String>) {
        *self = Self {
            text: text.into(),
            is_error: false,
        };
    }

    pub fn complain(&mut self, text: impl Into<String>) {
        *self = Self {
            text: text.into(),
            is_error: true,
        };
    }
}

/// The text of a part of a game, in a form that `paste` reads; `None` if it has no moves.
pub fn copied_text(game: &ShownGame, part: CopiedPart) -> Option<String> {
    match part {
        CopiedPart::Moves => {
            let moves: String = game.current.move_names().collect();
            Some(moves).filter(|moves| !moves.is_empty())
        }
        CopiedPart::Position => {
            let shown = game.shown();
            let turn = shown.turn().map_or('-', Player::glyph);
            Some(format!("{} {turn}", shown.game().grid().to_rows().concat()))
        }
    }
}

/// Copies a part of a game by `send`, which returns whether the terminal can do so. Returns what to say, or the reason
/// why nothing was copied.
pub fn copy(
    game: Option<&ShownGame>,
    part: CopiedPart,
    send: impl FnOnce(&str) -> bool,
) -> Result<&'static str, &'static str> {
    let text = game.and_then(|game| copied_text(game, part));
    let text = text.ok_or_else(words::nothing_to_copy)?;
    if send(&clipboard(&text)) {
        Ok(words::copied(part))
    } else {
        Err(words::no_clipboard())
    }
}

/// The number of moves in the position `step` moves away, limited to the game.
pub fn browse_target(game: &ShownGame, step: isize) -> usize {
    game.shown()
        .moves()
        .saturating_add_signed(step)
        .min(game.moves().len())
}

/// The start of the first screen.
pub struct FirstScreen {
    /// An unfinished game from an earlier run, to offer to the user.
    pub kept: Option<UnfinishedGame>,
    /// The puzzles that are due, if any.
    pub puzzles: Option<Counts>,
    /// Whether to resume the unfinished game at once.
    pub resume: bool,
    /// The mistakes in the user's files.
    pub mistakes: Vec<String>,
}

/// How a screen ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    End(RunEnd),
    For(Interface),
}
