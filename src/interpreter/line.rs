//! Splits a line into words at blanks and commas, up to a comment, and says what is wrong with one.

use thiserror::Error;

use crate::games::AssessmentError;
use crate::players::{Level, LevelError};
use crate::records::{ConditionError, OpeningError};
use crate::session::{NicknameError, PlayerNamesError};
use crate::store::SaveNameError;
use crate::study::MAX_TAG_CHARS;

/// A word, and its start in the line, in bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
}

/// An iterator over the words of a line.
#[derive(Debug, Clone)]
pub(super) struct Words<'a> {
    line: &'a str,
    position: usize,
}

pub(super) fn separates(character: char) -> bool {
    character == ',' || character.is_whitespace()
}

/// The start of the comment: the first `#` outside double quotes, or the end.
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

    /// The next text in double quotes, if any, without the quotes.
    pub(super) fn quoted(&mut self) -> Option<&'a str> {
        let start = self.peek()?.start;
        let inside = self.line[start..].strip_prefix('"')?;
        let (text, _) = inside.split_once('"')?;
        self.position = start + text.len() + 2;
        (!text.is_empty()).then_some(text)
    }

    /// The next word, including text in double quotes after a `=`. The quotes are removed.
    pub(super) fn assigned(&mut self) -> Option<(Word<'a>, String)> {
        let word = self.next()?;
        let unquoted = || (word, word.text.to_owned());
        let Some((key, _)) = word.text.split_once("=\"") else { return Some(unquoted()) };
        let inside = word.start + key.len() + 2;
        let Some(length) = self.line[inside..].find('"') else { return Some(unquoted()) };
        self.position = inside + length + 1;
        Some((word, format!("{key}={}", &self.line[inside..inside + length])))
    }

    /// Consumes the rest of the line.
    pub(super) fn rest(&mut self) -> &'a str {
        let rest = self.line[self.position..].trim();
        self.position = self.line.len();
        rest
    }

    /// The text before `word`, the word read last. Runs of blanks become one blank.
    pub(super) fn before(&self, word: Word<'a>) -> String {
        let before = self.line[..word.start].trim_end_matches(separates);
        before.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    pub(super) fn peek(&self) -> Option<Word<'a>> {
        self.clone().next()
    }

    /// The column of a byte, from 1; the end of the line if `byte` is beyond.
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

/// Truncates a word for an error message.
pub(super) fn shortened(word: &str) -> String {
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
    #[error("empty line")]
    Empty,
    #[error("unknown command {word:?}{}", match .suggestion {
        Some(suggestion) => format!(": did you mean {suggestion:?}?"),
        None => String::new(),
    })]
    UnknownCommand { word: String, suggestion: Option<&'static str> },
    #[error("{letter} is not a move here, and commands are capitals: type {name} for the command")]
    SmallLetter { letter: String, name: String },
    #[error("passes are automatic: a side without a legal move is skipped")]
    Pass,
    #[error("{command} needs {argument}")]
    Missing {
        command: String,
        /// The missing argument with its article: `a side`.
        argument: &'static str,
        example: String,
    },
    #[error("unexpected {word:?} after {before}")]
    Unexpected { word: String, before: String },
    #[error("control character {character:?} in column {column}: remove it")]
    Control { character: char, column: usize },
    #[error(transparent)]
    Level(#[from] LevelError),
    #[error(transparent)]
    Nickname(#[from] NicknameError),
    #[error(transparent)]
    Names(#[from] PlayerNamesError),
    #[error(transparent)]
    SaveName(#[from] SaveNameError),
    #[error(transparent)]
    Sign(#[from] AssessmentError),
    #[error("{word:?} is not a side")]
    LevelWithoutSide { word: String, command: String },
    #[error("{word:?} is not a side: use {black} or {white}")]
    Side { word: String, black: String, white: String },
    #[error("{0:?} is not a side or a level")]
    LevelInWords(String),
    #[error("{0:?} is not a number of moves: use 1 to {most}", most = u16::MAX)]
    Count(String),
    #[error("{0:?} is not a move number: use 0 (the start) or more")]
    MoveNumber(String),
    #[error("{0:?} is not a board size: use two numbers from 4 to 26")]
    Size(String),
    #[error("{0:?} is not a random seed: use a whole number from 0 to {most}", most = u64::MAX)]
    Seed(String),
    #[error("no game called {word:?}: use {names}")]
    Game { word: String, names: String },
    #[error("{0:?} is not an analysis level: use {first} to {last}, a depth (depth:12), or a time (2s)", first = Level::FIRST_SEARCHING, last = Level::RANGE.end())]
    AnalysisLevel(String),
    #[error("{0:?} is not the number of a game: `find` and `library` show them")]
    GameNumber(String),
    #[error("{0:?} is too long for a tag: use {MAX_TAG_CHARS} characters or fewer")]
    Tag(String),
    #[error("{word:?} is not a position: {why}")]
    Position { word: String, why: String },
    #[error("{0:?} is not a clock: use 5m+3s, 90s or off")]
    TimeControl(String),
    #[error("{0:?} can't play: use human, random or a level such as 5, depth:12 or 2s")]
    Controller(String),
    #[error("{0:?} is not a move")]
    Make(String),
    #[error("put names with spaces in double quotes: import \"my games.ggf\" 3")]
    Unquoted,
    #[error("{0:?} is not a condition: {1}")]
    Condition(String, ConditionError),
    #[error("unknown action {word:?}: use {}", .words.join(", "))]
    NotOneOf { word: String, words: &'static [&'static str] },
    #[error(transparent)]
    Opening(#[from] OpeningError),
    #[error("no command called {0:?}")]
    Topic(String),
}

impl ParseProblem {
    pub(super) fn at(self, column: usize) -> ParseError {
        ParseError { column, problem: self }
    }
}
