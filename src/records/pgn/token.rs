//! The tokens of PGN.

use super::super::Problem;
use crate::games::Assessment;

/// A token with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Token {
    /// The byte offset in the input.
    pub at: u64,
    pub kind: TokenKind,
}

/// The kind of a token, with its content.
#[derive(Debug, Clone, PartialEq)]
pub enum TokenKind {
    Tag {
        name: String,
        value: String,
    },
    Comment(String),
    /// The beginning of a variation.
    Open,
    Close,
    /// The number of a move; `1...` continues it with the second side.
    Number {
        number: u32,
        is_continued: bool,
    },
    Assessment(Assessment),
    /// A move, or something else.
    Word(String),
    Result(String),
    Bad(Problem),
}
