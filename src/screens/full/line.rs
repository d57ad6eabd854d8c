//! The command line below the board: editing, history and completion.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent};
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler;

use crate::desk::Desk;

#[derive(Debug, Default)]
pub struct CommandLine {
    input: Input,
    /// Earlier lines, oldest first.
    earlier: Vec<String>,
    /// The earlier line shown, counted from the newest; 0 for the line being typed.
    back: usize,
    /// The line being typed, while an earlier one is shown.
    typed: String,
    pub candidates: Vec<String>,
}

/// The result of a key.
#[derive(Debug, PartialEq, Eq)]
pub enum Typed {
    More,
    Line(String),
    Nothing,
}

impl CommandLine {
    pub fn new(earlier: Vec<String>) -> Self {
        Self {
            earlier,
            ..Self::default()
        }
    }

    /// The text, and the column of the cursor in it.
    pub fn text(&self) -> (&str, usize) {
        (self.input.value(), self.input.visual_cursor())
    }

    /// The number of columns that are hidden left of a field of `width` columns.
    pub fn scroll(&self, width: usize) -> usize {
        self.input.visual_scroll(width)
    }

    pub fn paste(&mut self, text: &str) {
        let text = format!("{}{}", self.input.value(), text.replace(['\n', '\r'], " "));
        self.input = Input::new(text);
    }

    pub fn key(&mut self, key: KeyEvent, desk: &Desk) -> Typed {
        if key.code != KeyCode::Tab {
            self.candidates.clear();
        }
        match key.code {
            KeyCode::Enter => return Typed::Line(self.input.value_and_reset()),
            KeyCode::Esc => return Typed::Nothing,
            KeyCode::Backspace if self.input.value().is_empty() => return Typed::Nothing,
            KeyCode::Up => self.recall(self.back + 1),
            KeyCode::Down => self.recall(self.back.saturating_sub(1)),
            KeyCode::Tab => self.complete(desk),
            _ => {
                self.input.handle_event(&Event::Key(key));
            }
        }
        Typed::More
    }

    fn recall(&mut self, back: usize) {
        if back > self.earlier.len() {
            return;
        }
        if self.back == 0 {
            self.typed = self.input.value().to_owned();
        }
        self.back = back;
        let line = match back {
            0 => std::mem::take(&mut self.typed),
            _ => self.earlier[self.earlier.len() - back].clone(),
        };
        self.input = Input::new(line);
    }

    /// Completes the word before the cursor with the common start of all candidates.
    fn complete(&mut self, desk: &Desk) {
        let text = self.input.value().to_owned();
        let at = text
            .char_indices()
            .nth(self.input.cursor())
            .map_or(text.len(), |(at, _)| at);
        let completion = desk.complete(&text[..at]);
        let common = common_start(&completion.candidates).to_owned();
        self.candidates = completion.candidates;
        if completion.start + common.len() >= at && !common.is_empty() {
            let before = format!("{}{common}", &text[..completion.start]);
            let cursor = before.chars().count();
            self.input = Input::new(format!("{before}{}", &text[at..])).with_cursor(cursor);
        }
        if self.candidates.len() == 1 {
            self.candidates.clear();
        }
    }
}

fn common_start(texts: &[String]) -> &str {
    let Some(first) = texts.first() else {
        return "";
    };
    let is_common = |end: &usize| texts.iter().all(|text| text.starts_with(&first[..*end]));
    let ends = first.char_indices().map(|(at, _)| at).chain([first.len()]);
    let end = ends.rev().find(is_common).unwrap_or(0);
    &first[..end]
}
