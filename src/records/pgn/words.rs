//! The parts of PGN: words, tags, and the text of comments.

use crate::games::Assessment;

use super::super::details::is_pass;
use super::result;
use super::token::{Token, TokenKind};

/// The annotations by their number, from 1: `$1` is `!`.
pub const NUMBERED: [Assessment; 6] = [
    Assessment::Good,
    Assessment::Bad,
    Assessment::VeryGood,
    Assessment::VeryBad,
    Assessment::Interesting,
    Assessment::Doubtful,
];

/// Whether a byte only separates words.
pub fn is_gap(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte.is_ascii_control() || byte == b','
}

/// Whether a byte ends a word.
pub fn is_delimiter(byte: u8) -> bool {
    is_gap(byte) || b"{}()[];\"$".contains(&byte)
}

/// The dots after the number of a move.
const DOTS: [char; 2] = ['.', '\u{2026}'];

/// Whether a text continues a move number: `1. ... d6`.
pub fn begins_with_dot(text: &[u8]) -> bool {
    String::from_utf8_lossy(text).trim_start().starts_with(DOTS)
}

/// Splits a word into tokens: `1.f5!` is a number, a move and an annotation. `is_continued` is whether dots follow.
pub fn tokens(word: &str, at: u64, is_continued: bool) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut add = |offset: usize, kind| {
        tokens.push(Token {
            at: at + offset as u64,
            kind,
        });
    };
    if result::is_result(word) {
        add(0, TokenKind::Result(word.to_owned()));
        return tokens;
    }
    let (number, rest) = split_number(word);
    let dots = rest.len() - rest.trim_start_matches(DOTS).len();
    let rest = &rest[dots..];
    let is_joined = rest.starts_with(|first: char| first.is_ascii_alphabetic());
    let is_digit = number.len() == 1 && rest.is_empty();
    if !number.is_empty() && (dots > 0 || is_joined || is_digit) {
        let text = &word[number.len()..number.len() + dots];
        let is_continued = text.chars().count() > 1
            || text.contains('\u{2026}')
            || rest.is_empty() && is_continued;
        let number = number.parse().unwrap_or(u32::MAX);
        add(
            0,
            TokenKind::Number {
                number,
                is_continued,
            },
        );
        add_moves(rest, word.len() - rest.len(), &mut add);
    } else if number.is_empty() {
        add_moves(rest, word.len() - rest.len(), &mut add);
    } else {
        // Other digits are a square, as in `56`.
        add_moves(word, 0, &mut add);
    }
    tokens
}

fn split_number(word: &str) -> (&str, &str) {
    word.split_at(word.bytes().take_while(u8::is_ascii_digit).count())
}

/// Adds the moves of a word without a number, and the annotation after them.
fn add_moves(word: &str, start: usize, add: &mut impl FnMut(usize, TokenKind)) {
    let moves = word.trim_end_matches(['!', '?']);
    let sign = &word[moves.len()..];
    for (at, part) in parts(moves) {
        add(start + at, TokenKind::Word(part.to_owned()));
    }
    match sign.parse() {
        Ok(sign) => add(start + moves.len(), TokenKind::Assessment(sign)),
        Err(_) if !sign.is_empty() => {
            add(start + moves.len(), TokenKind::Word(sign.to_owned()));
        }
        Err(_) => {}
    }
}

/// Whether a word consists of squares without anything between them: `f5d6c3`.
fn joins(word: &str) -> bool {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    word.len() > 2 && word.as_bytes().chunks(2).all(is_square)
}

/// The moves of a word with their offsets: squares without gaps, or with dashes between them.
fn parts(word: &str) -> Vec<(usize, &str)> {
    if joins(word) {
        return (0..word.len())
            .step_by(2)
            .map(|at| (at, &word[at..at + 2]))
            .collect();
    }
    let is_split = word.contains('-') && !is_pass(word);
    let mut at = 0;
    let mut parts = Vec::new();
    for part in word.split(|character| is_split && character == '-') {
        parts.push((at, part));
        at += part.len() + 1;
    }
    parts.retain(|(_, part)| !part.is_empty());
    parts
}

/// Parses a tag or a command after its `[`. Returns its length, with the closing bracket.
pub fn tag(text: &str) -> Option<(TokenKind, usize)> {
    if text.starts_with('%') {
        let end = text.find(']')?;
        return Some((
            TokenKind::Comment(plain(&format!("[{}", &text[..=end]))),
            end + 1,
        ));
    }
    let name_start = text.len() - text.trim_start().len();
    let rest = &text[name_start..];
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let (name, rest) = rest.split_at(rest.bytes().take_while(is_name).count());
    let value = rest
        .trim_start()
        .strip_prefix('"')
        .filter(|_| !name.is_empty())?;
    let (value, after) = split_value(value)?;
    let kind = TokenKind::Tag {
        name: name.to_owned(),
        value: plain(&unescaped(value)),
    };
    Some((kind, text.len() - after.len()))
}

/// Splits a text after the quote and the bracket that end a value. Quotes within it may lack their backslash.
fn split_value(text: &str) -> Option<(&str, &str)> {
    let after = |quote: usize| text[quote + 1..].trim_start().strip_prefix(']');
    let quotes = || text.match_indices('"').map(|(at, _)| at);
    let is_escaped = |at: &usize| {
        let backslashes = text[..*at]
            .bytes()
            .rev()
            .take_while(|byte| *byte == b'\\')
            .count();
        backslashes % 2 == 1
    };
    let plain = quotes().find(|at| !is_escaped(at) && after(*at).is_some());
    let end = plain.or_else(|| quotes().find(|at| after(*at).is_some()))?;
    Some((&text[..end], after(end)?))
}

fn unescaped(value: &str) -> String {
    let mut text = String::new();
    let mut characters = value.chars().peekable();
    while let Some(character) = characters.next() {
        let escaped = characters.next_if(|next| character == '\\' && ['\\', '"'].contains(next));
        text.push(escaped.unwrap_or(character));
    }
    text
}

/// A text in one line. Line ends with the blanks around them, and control characters, become blanks.
pub fn plain(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let line: String = line
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        line.trim_matches(' ').to_owned()
    });
    lines
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}
