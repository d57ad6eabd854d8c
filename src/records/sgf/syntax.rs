//! The syntax of SGF: trees of nodes of properties with values in brackets.

use super::super::{BadRecord, Input, Problem, ReadError};
use crate::games::shortened;

const MAX_RECORD_BYTES: usize = 1 << 20;

/// The possible first bytes of a game. Variations begin differently.
const BEGINNINGS: [&[u8; 5]; 2] = [b"(;FF[", b"(;GM["];

pub enum TreeToken {
    /// The beginning of a line, `(`, with its byte offset.
    Open(usize),
    Close,
    Node,
    Property(Property),
}

pub struct Property {
    /// The capital letters of the name. Old files add small letters, which are dropped.
    pub name: String,
    /// The byte offset of the first value in the game.
    pub at: usize,
    pub values: Vec<String>,
}

impl Property {
    pub fn bad(&self, problem: Problem) -> BadRecord {
        BadRecord::new(self.at as u64, problem)
    }

    pub fn text(&self) -> String {
        self.values.first().cloned().unwrap_or_default()
    }
}

/// Reads a game from `(` to the matching `)`, with its byte offset.
pub fn take(input: &mut Input<'_>) -> Result<(u64, Vec<u8>), ReadError> {
    let offset = input.offset();
    let mut game = Vec::new();
    let mut depth = 0_usize;
    let mut length = 0;
    let mut in_value = false;
    let mut is_escaped = false;
    // The last bytes: a beginning and the byte before it.
    let mut last = [0; 1 + BEGINNINGS[0].len()];
    while depth > 0 || length == 0 {
        let Some(byte) = input.byte()? else {
            let problem = Problem::Unfinished(if in_value { "]" } else { ")" });
            return Err(BadRecord::new(input.offset(), problem).into());
        };
        length += 1;
        last.rotate_left(1);
        last[BEGINNINGS[0].len()] = byte;
        let begins = BEGINNINGS
            .iter()
            .any(|beginning| last.ends_with(*beginning));
        // A comment may quote a game, but hardly at the beginning of a line.
        let may_begin = !in_value || matches!(last[0], b'\n' | b'\r');
        if begins && may_begin && length > BEGINNINGS[0].len() {
            // A new game begins here, so the current one is incomplete.
            input.unread(&last[1..]);
            let problem = Problem::Unfinished(if in_value { "]" } else { ")" });
            return Err(BadRecord::new(input.offset(), problem).into());
        }
        if game.len() < MAX_RECORD_BYTES {
            game.push(byte);
        }
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_value => is_escaped = true,
            b']' => in_value = false,
            _ if in_value => {}
            b'[' => in_value = true,
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
    }
    if length > MAX_RECORD_BYTES {
        return Err(BadRecord::new(offset, Problem::LongRecord(MAX_RECORD_BYTES)).into());
    }
    Ok((offset, game))
}

/// Splits a game into tokens. Error offsets count from the beginning of the game.
pub fn tokens(game: &[u8]) -> Result<Vec<TreeToken>, BadRecord> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&byte) = game.get(at) {
        let token = match byte {
            b')' => TreeToken::Close,
            b'(' => TreeToken::Open(at),
            b';' => TreeToken::Node,
            _ if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ => {
                let (property, next) = property(game, at)?;
                at = next;
                tokens.push(TreeToken::Property(property));
                continue;
            }
        };
        tokens.push(token);
        at += 1;
    }
    Ok(tokens)
}

/// The property at a byte offset, and the offset after it.
fn property(game: &[u8], start: usize) -> Result<(Property, usize), BadRecord> {
    let rest = &game[start..];
    let letters = rest
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .count();
    let name = rest[..letters]
        .iter()
        .filter(|byte| !byte.is_ascii_lowercase());
    let name: String = name.copied().map(char::from).collect();
    let mut values = Vec::new();
    let mut at = start + letters;
    let first = at + 1;
    loop {
        let blanks = game[at..]
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        if game.get(at + blanks) != Some(&b'[') {
            break;
        }
        let (value, length) = value(&game[at + blanks + 1..]);
        values.push(value);
        at += blanks + 1 + length;
    }
    if name.is_empty() || values.is_empty() {
        let shown = String::from_utf8_lossy(&rest[..rest.len().min(40)]);
        let problem = Problem::Property("B[f5]", shortened(&shown));
        return Err(BadRecord::new(start as u64, problem));
    }
    Ok((
        Property {
            name,
            at: first,
            values,
        },
        at,
    ))
}

/// A value up to its closing bracket, and its length with the bracket.
/// A backslash escapes the next character, or removes the line break after it.
fn value(text: &[u8]) -> (String, usize) {
    let mut bytes = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            b']' => break,
            b'\\' => {
                let escaped = text.get(at).copied();
                at += 1;
                match escaped {
                    Some(b'\r') if text.get(at) == Some(&b'\n') => at += 1,
                    Some(b'\n' | b'\r') | None => {}
                    Some(byte) => bytes.push(byte),
                }
            }
            byte => bytes.push(byte),
        }
    }
    (String::from_utf8_lossy(&bytes).into_owned(), at)
}
