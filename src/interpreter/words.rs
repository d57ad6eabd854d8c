//! A line as words, and what can be wrong with them.

use serde::Serialize;
use thiserror::Error;

/// Why a line is no command. `column` is where the offending word starts, from 1, in characters.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ParseError {
    /// No command has this name.
    #[error("unknown command {word:?}: {}", match .suggestion {
        Some(suggestion) => format!("did you mean {suggestion:?}? help lists the commands"),
        None => "help lists the commands".to_owned(),
    })]
    UnknownCommand {
        /// The word.
        word: String,
        /// Where it is.
        column: usize,
        /// A command with a similar name.
        suggestion: Option<&'static str>,
    },
    /// There is no command to pass.
    #[error("there is nothing to type for a pass: a side without a move passes by itself")]
    Pass {
        /// Where it is.
        column: usize,
    },
    /// An argument is missing at the end.
    #[error("{argument} is missing: {usage}")]
    Missing {
        /// Its name.
        argument: &'static str,
        /// How the command is written.
        usage: String,
        /// Where it should be.
        column: usize,
    },
    /// There are more words than the command takes.
    #[error("{word:?} is one word too many: {usage}")]
    TooMany {
        /// The word.
        word: String,
        /// Where it is.
        column: usize,
        /// How the command is written.
        usage: String,
    },
    /// An argument is not what it has to be.
    #[error("{reason}")]
    Invalid {
        /// The word.
        word: String,
        /// Where it is.
        column: usize,
        /// What is wrong, and what would be right.
        reason: String,
    },
    /// A character that no command has: terminals act on it.
    #[error("control character {character:?} in column {column}: a command is plain text")]
    Control {
        /// The character.
        character: char,
        /// Where it is.
        column: usize,
    },
    /// A line without any word.
    #[error("there is no command on this line")]
    Empty,
}

impl ParseError {
    /// Where the offending word starts, from 1, in characters.
    pub fn column(&self) -> usize {
        match self {
            Self::UnknownCommand { column, .. }
            | Self::Pass { column }
            | Self::Missing { column, .. }
            | Self::TooMany { column, .. }
            | Self::Invalid { column, .. }
            | Self::Control { column, .. } => *column,
            Self::Empty => 1,
        }
    }
}

/// A word and where it starts in its line, in bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
}

/// The words of a line, one after the other: split by spaces and commas, up to a `#`.
#[derive(Debug, Clone)]
pub(super) struct Words<'a> {
    line: &'a str,
    position: usize,
}

/// Whether a character stands between words.
pub(super) fn separates(character: char) -> bool {
    character == ',' || character.is_whitespace()
}

/// Where the first `#` is that doesn't stand in double quotes; the length of a line without one.
fn comment_start(line: &str) -> usize {
    let mut at = 0;
    let mut begins_word = true;
    while let Some(character) = line[at..].chars().next() {
        let after = at + character.len_utf8();
        at = match character {
            '#' => return at,
            '"' if begins_word => line[after..].find('"').map_or(after, |end| after + end + 1),
            _ => after,
        };
        begins_word = separates(character);
    }
    line.len()
}

impl<'a> Words<'a> {
    pub(super) fn new(line: &'a str) -> Self {
        Self { line: &line[..comment_start(line)], position: 0 }
    }

    /// What stands in double quotes next, if anything does, without them.
    pub(super) fn quoted(&mut self) -> Option<&'a str> {
        let start = self.peek()?.start;
        let inside = self.line[start..].strip_prefix('"')?;
        let (text, _) = inside.split_once('"')?;
        self.position = start + text.len() + 2;
        (!text.is_empty()).then_some(text)
    }

    /// All that is left on the line.
    pub(super) fn rest(&mut self) -> &'a str {
        let rest = self.line[self.position..].trim();
        self.position = self.line.len();
        rest
    }

    /// The next word without taking it.
    pub(super) fn peek(&self) -> Option<Word<'a>> {
        self.clone().next()
    }

    /// The column, from 1, of a byte of the line; of its end if it is beyond.
    pub(super) fn column(&self, byte: usize) -> usize {
        self.line.get(..byte).unwrap_or(self.line.trim_end()).chars().count() + 1
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let rest = &self.line[self.position..];
        let start = self.position + rest.find(|character| !separates(character))?;
        let rest = &self.line[start..];
        let length = rest.find(separates).unwrap_or(rest.len());
        self.position = start + length;
        Some(Word { text: &rest[..length], start })
    }
}

/// A word for an error message, cut off where it gets too long to be read.
pub(super) fn shortened(word: &str) -> String {
    const LONGEST: usize = 40;
    match word.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_owned(),
    }
}
