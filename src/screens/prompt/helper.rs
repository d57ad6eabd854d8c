//! Completion and hints for the line editor.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::{Hint, Hinter};
use rustyline::{Context, Helper, Validator};

use super::long_line::LongLine;
use crate::desk::Desk;
use crate::interpreter::missing_arguments;
use crate::screens::look::Look;

#[derive(Helper, Validator)]
pub struct PromptHelper {
    desk: Rc<RefCell<Desk>>,
    look: Look,
    long_line: LongLine,
}

impl PromptHelper {
    pub fn new(desk: Rc<RefCell<Desk>>, look: Look, long_line: LongLine) -> Self {
        Self {
            desk,
            look,
            long_line,
        }
    }

    pub fn set_look(&mut self, look: Look) {
        self.look = look;
    }
}

impl Completer for PromptHelper {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        if let Some(text) = self.long_line.complete(line, position) {
            return Ok((0, vec![text]));
        }
        let completion = self.desk.borrow().complete(&line[..position]);
        Ok((completion.start, completion.candidates))
    }
}

/// A hint that lists the missing arguments. It is never inserted into the line.
pub struct Missing(String);

impl Hint for Missing {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Hinter for PromptHelper {
    type Hint = Missing;

    fn hint(&self, line: &str, position: usize, _: &Context<'_>) -> Option<Missing> {
        // A screen reader would read the hint as part of the line.
        if position < line.len() || self.look.is_screen_reader {
            return None;
        }
        let missing = missing_arguments(line)?;
        let space = if line.ends_with([' ', ',']) { "" } else { " " };
        Some(Missing(format!("{space}{missing}")))
    }
}

impl Highlighter for PromptHelper {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Borrowed(prompt)
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        let mut dimmed = String::new();
        self.look.dim(&mut dimmed, hint);
        Cow::Owned(dimmed)
    }
}
