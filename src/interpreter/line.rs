//! Splits a line into words at blanks and commas, up to a comment, and reports a wrong word.

use thiserror::Error;

use crate::base::language::{tr, translated};
use crate::base::text::quoted;

/// A word, and its start in the line, in bytes.
#[derive(Debug, Clone, Copy)]
pub struct Word<'a> {
    pub text: &'a str,
    pub start: usize,
}

/// An iterator over the words of a line.
#[derive(Debug, Clone)]
pub struct Words<'a> {
    line: &'a str,
    position: usize,
    /// Whether a shell has split the line, with a NUL between the words: no word can contain one, but blanks, quotes
    /// and `#`.
    is_split: bool,
}

pub fn separates(character: char) -> bool {
    character == ',' || character.is_whitespace()
}

/// The start of the comment: the first `#` from byte `from` on and outside double quotes, or the end.
fn comment_start(line: &str, from: usize) -> usize {
    let mut at = from;
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
    pub fn new(line: &'a str) -> Self {
        Self::all(&line[..comment_start(line, 0)])
    }

    /// The words of a line that a shell has split, with a NUL between them.
    pub fn of_shell(line: &'a str) -> Self {
        Self {
            is_split: true,
            ..Self::all(line)
        }
    }

    /// The words of a line without a comment.
    const fn all(line: &'a str) -> Self {
        Self {
            line,
            position: 0,
            is_split: false,
        }
    }

    fn separates(&self, character: char) -> bool {
        if self.is_split {
            character == '\0'
        } else {
            separates(character)
        }
    }

    /// Like [`new`](Self::new), but a lone `#` among the first `symbols` words after the command is a word.
    pub fn with_symbols(line: &'a str, symbols: usize) -> Self {
        let mut words = Self::all(line);
        let mut comment_from = 0;
        for word in words.by_ref().take(1 + symbols) {
            if word.text == "#" && word.start > 0 {
                comment_from = word.start + 1;
            } else if word.text.contains('#') {
                break;
            }
        }
        Self::all(&line[..comment_start(line, comment_from)])
    }

    /// Whether these are the words of a part of `line`: the rest is a comment.
    pub fn leave_comment(&self, line: &str) -> bool {
        self.line.len() < line.len()
    }

    /// The next text in double quotes, if any, without the quotes.
    pub fn quoted(&mut self) -> Option<&'a str> {
        if self.is_split {
            return None;
        }
        let start = self.peek()?.start;
        let inside = self.line[start..].strip_prefix('"')?;
        let (text, _) = inside.split_once('"')?;
        self.position = start + text.len() + 2;
        (!text.is_empty()).then_some(text)
    }

    /// The next word, including text in double quotes after a `=`. The quotes are removed.
    pub fn assigned(&mut self) -> Option<(Word<'a>, String)> {
        let word = self.next()?;
        let unquoted = || (word, word.text.to_owned());
        let Some((key, _)) = word.text.split_once("=\"").filter(|_| !self.is_split) else {
            return Some(unquoted());
        };
        let inside = word.start + key.len() + 2;
        let Some(length) = self.line[inside..].find('"') else {
            return Some(unquoted());
        };
        self.position = inside + length + 1;
        Some((
            word,
            format!("{key}={}", &self.line[inside..inside + length]),
        ))
    }

    /// Consumes the rest of the line.
    pub fn rest(&mut self) -> &'a str {
        let rest = self.line[self.position..].trim_start_matches('\0').trim();
        self.position = self.line.len();
        rest
    }

    /// The text before `word`, the word read last. Runs of blanks become one blank.
    pub fn before(&self, word: Word<'a>) -> String {
        let before = self.line[..word.start].replace('\0', " ");
        let before = before.trim_end_matches(separates);
        before.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    pub fn peek(&self) -> Option<Word<'a>> {
        self.clone().next()
    }

    /// The column of a byte, from 1; the end of the line if `byte` is beyond.
    pub fn column(&self, byte: usize) -> usize {
        self.line
            .get(..byte)
            .unwrap_or(self.line.trim_end())
            .chars()
            .count()
            + 1
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let rest = &self.line[self.position..];
        let start = self.position + rest.find(|character| !self.separates(character))?;
        let rest = &self.line[start..];
        let length = rest
            .find(|character| self.separates(character))
            .unwrap_or(rest.len());
        self.position = start + length;
        Some(Word {
            text: &rest[..length],
            start,
        })
    }
}

/// Returns the square that a text may mean, in a spelling that is not accepted: d3 for `3d`, `d-3`, `(d3)` or
/// `(3,4)`, where the row comes first.
pub fn meant_square(text: &str) -> Option<String> {
    let is_separator = |character: char| !character.is_alphanumeric();
    let parts: Vec<&str> = text
        .split(is_separator)
        .filter(|part| !part.is_empty())
        .collect();
    let (one, other) = match parts[..] {
        [word] => {
            let begins_with_digit = word.starts_with(|first: char| first.is_ascii_digit());
            let change = |c: char| c.is_ascii_digit() != begins_with_digit;
            word.split_at(word.find(change)?)
        }
        [one, other] => (one, other),
        _ => return None,
    };
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let is_letter =
        |part: &str| matches!(part.as_bytes(), [letter] if letter.is_ascii_alphabetic());
    let column_of = |number: &str| {
        let number = number
            .parse::<u8>()
            .ok()
            .filter(|number| (1..=26).contains(number))?;
        Some(char::from(b'a' + number - 1))
    };
    match (one, other) {
        (column, row) | (row, column) if is_letter(column) && is_number(row) => {
            Some(format!("{}{row}", column.to_ascii_lowercase()))
        }
        (row, column) if is_number(row) && is_number(column) => {
            Some(format!("{}{row}", column_of(column)?))
        }
        _ => None,
    }
}

/// Truncates a word for an error message.
pub fn shortened(word: &str) -> String {
    const MAX_SHOWN_CHARS: usize = 40;
    match word.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_owned(),
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{problem}")]
pub struct ParseError {
    /// The column of the offending word, from 1, in characters.
    pub column: usize,
    pub problem: ParseProblem,
}

/// A problem with a word, and its correction.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseProblem {
    #[error("{}", tr!("empty line"))]
    Empty,
    #[error("{}", if let Some(suggestion) = .suggestion {
        tr!(
            "unknown command {word}: did you mean {suggestion}?",
            word = quoted(word),
            suggestion = quoted(suggestion)
        )
    } else {
        tr!("unknown command {word}", word = quoted(word))
    })]
    UnknownCommand {
        word: String,
        suggestion: Option<&'static str>,
    },
    #[error("{}", tr!("{text} is not a move: did you mean {square}?", text = quoted(text), square))]
    MeantSquare { text: String, square: String },
    #[error("{}", tr!(
        "{letter} is not a move here, and commands are capitals: type {name} for the command",
        letter,
        name
    ))]
    SmallLetter { letter: String, name: String },
    #[error("{}", tr!("{command} needs {argument}", command, argument = translated(argument)))]
    Missing {
        command: String,
        /// The missing argument with its article: `a side`.
        argument: &'static str,
        example: String,
    },
    #[error("{}", tr!("{word} is not a side", word = quoted(word)))]
    LevelWithoutSide { word: String, command: String },
    #[error("{}", tr!("{text} is not a side or a level", text = quoted(.0)))]
    LevelInWords(String),
    #[error("{}", tr!(
        "{text} can't play: use human, random or a level such as 5, depth:12 or 2s",
        text = quoted(.0)
    ))]
    Controller(String),
    #[error("{}", tr!("{text} is not a move", text = quoted(.0)))]
    Make(String),
    #[error("{}", tr!("no command called {text}", text = quoted(.0)))]
    Topic(String),
    /// Any other problem, with the word and what would be right.
    #[error("{0}")]
    Wrong(String),
}

impl ParseProblem {
    pub(super) fn at(self, column: usize) -> ParseError {
        ParseError {
            column,
            problem: self,
        }
    }
}
