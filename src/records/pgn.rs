//! Portable Game Notation (PGN), as Edax, game servers and archives write it for Othello.
//!
//! ```text
//! [Event "Open"]
//! [Black "Ann"]
//! [White "Bob"]
//! [Result "34-30"]
//!
//! 1. f5 d6 {[%emt 0:00:02] a comment} (1... f6 2. e6) 2. c3 $1 34-30
//! ```
//!
//! Black moves first, so the first number of a result is Black's: discs (`34-30`), or `1-0`, `0-1` and `1/2-1/2`.
//! Comments are in braces, or begin with `;` and end with the line. Lines in parentheses replace the move before
//! them. Move numbers are optional, and games without tags follow each other.

mod detection;
mod fields;
mod reading;
mod result;
mod start;
mod syntax;
mod token;
mod words;
mod wrapping;
mod writing;

use super::{Entry, GameRecord, Input, ReadError, RecordFormat, Unwritable};

pub(crate) use detection::ends_with_tag;
pub(super) use detection::is_beginning;
use syntax::GameSplitter;

#[derive(Debug, Default)]
pub struct Pgn {
    splitter: GameSplitter,
    is_begun: bool,
}

impl RecordFormat for Pgn {
    fn read(&mut self, input: &mut Input<'_>) -> Result<Option<Entry>, ReadError> {
        let Some((offset, tokens)) = self.splitter.game(input)? else {
            return Ok(None);
        };
        Ok(Some(Entry::new(offset, reading::parse(&tokens)?)))
    }

    fn print(&mut self, record: &GameRecord) -> Result<Vec<u8>, Unwritable> {
        // An empty line separates games.
        let gap = if std::mem::replace(&mut self.is_begun, true) {
            "\n"
        } else {
            ""
        };
        Ok((gap.to_owned() + &writing::print(record)).into_bytes())
    }
}

#[cfg(test)]
mod tests;
