//! The moves below a board: lines of squares, with numbers and passes, and without other words.

use crate::games::{Square, parse_square};

use super::details::is_pass;

/// A move in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardMove {
    /// The byte offset in the line.
    pub at: usize,
    pub name: String,
    /// The square; `None` for a pass.
    pub square: Option<Square>,
}

/// Parses a line of moves such as `1. f5 d6` or `f5d6c3`; `None` if it has no square, or other words.
pub fn moves(line: &str) -> Option<Vec<BoardMove>> {
    let mut moves = Vec::new();
    for (at, word) in words(line) {
        if word == "--" || is_pass(word) {
            moves.push(BoardMove {
                at,
                name: word.to_owned(),
                square: None,
            });
            continue;
        }
        let squares = word.trim_start_matches(|digit: char| digit.is_ascii_digit());
        let start = at + word.len() - squares.len();
        for (index, pair) in squares.as_bytes().chunks(2).enumerate() {
            let name = std::str::from_utf8(pair).ok()?;
            let square = Some(
                parse_square(name, 8, 8)
                    .ok()
                    .filter(|_| pair[0].is_ascii_alphabetic())?,
            );
            moves.push(BoardMove {
                at: start + 2 * index,
                name: name.to_owned(),
                square,
            });
        }
    }
    moves.iter().any(|mv| mv.square.is_some()).then_some(moves)
}

/// The runs of letters and digits, and of two dashes, with their byte offsets.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |letter: char| letter.is_alphanumeric();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < line.len() {
            let rest = &line[at..];
            let length = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
            let start = at;
            if length > 0 {
                at += length;
                return Some((start, &line[start..at]));
            }
            let gap = rest.find(is_part).unwrap_or(rest.len());
            at += gap;
            let pass = rest[..gap].trim();
            if pass == "--" {
                return Some((start, pass));
            }
        }
        None
    })
}
