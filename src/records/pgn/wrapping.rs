//! Words in lines of limited length.

use crate::base::text::fit;

/// The maximum length of a line, in columns. A longer word has its own line.
const COLUMNS: usize = 79;

/// A text that is broken between words.
#[derive(Default)]
pub struct WrappedText {
    text: String,
    column: usize,
    /// The opening brackets before the next word.
    prefix: String,
}

impl WrappedText {
    pub fn word(&mut self, word: &str) {
        let word = std::mem::take(&mut self.prefix) + word;
        let width = fit::width(&word);
        if self.column > 0 && self.column + 1 + width > COLUMNS {
            self.end_line();
        }
        if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(&word);
        self.column += width;
    }

    /// Adds a bracket directly before the next word.
    pub fn open(&mut self) {
        self.prefix.push('(');
    }

    /// Adds a bracket directly after the last word, if there is room.
    pub fn close(&mut self) {
        if self.column == COLUMNS {
            self.end_line();
        }
        self.text.push(')');
        self.column += 1;
    }

    pub fn end_line(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
    }

    pub fn finish(mut self) -> String {
        self.end_line();
        self.text
    }
}
