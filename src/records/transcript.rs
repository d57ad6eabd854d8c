//! Transcripts: the moves of a game as text, `F5d6C3`.
//!
//! Moves are read in any case, with blanks, numbers and other text between them, on one line or several. `pa`, `ps`,
//! `pass` or `--` is a pass; passes are optional. Squares may also be two digits, row then column: `56 64 33`.
//! Every game begins at the starting position.
//!
//! Lines that make one legal game are joined, unless each of them is a whole game, as in a list of openings.
//! An empty line or a heading separates games, if what follows can begin one. Within a line a game ends when it is
//! over, or before the number 1.
//!
//! A bad move discards the rest of its game, up to an empty line or the beginning of another game. Text that is no
//! part of a game is reported once, at the end. A saved game of this program contains squares too, but is refused as
//! a whole.

mod joining;
mod markup;
mod open_game;
#[cfg(test)]
mod tests;
mod words;

use std::collections::VecDeque;

use crate::games::Player;

use super::input::{InputLine, MAX_LINE_BYTES};
use super::unread::UnreadText;
use super::{
    BadRecord, BoardPosition, Entry, Format, GameRecord, Input, Problem, ReadError, RecordFormat,
    Unwritable,
};

use joining::{Fragment, Readings};

#[derive(Debug, Default)]
pub struct Transcript {
    /// Whether the beginning of the input has been checked.
    is_begun: bool,
    readings: Readings,
    ready: VecDeque<Result<Entry, BadRecord>>,
    /// Whether there was a game, good or bad.
    has_games: bool,
    unread: UnreadText,
}

impl RecordFormat for Transcript {
    fn read(&mut self, input: &mut Input<'_>) -> Result<Option<Entry>, ReadError> {
        if !std::mem::replace(&mut self.is_begun, true)
            && is_save(&input.look_ahead(SAVE_BEGINNING)?)
        {
            while input.line()?.is_some() {}
            return Err(BadRecord::new(0, Problem::Save).into());
        }
        loop {
            if let Some(found) = self.ready.pop_front() {
                return Ok(Some(found?));
            }
            let Some(line) = input.line()? else {
                self.readings.end();
                self.collect();
                let Some(found) = self.ready.pop_front() else {
                    return self.end();
                };
                return Ok(Some(found?));
            };
            self.take_line(&line);
            self.collect();
        }
    }

    fn print(&mut self, record: &GameRecord) -> Result<Vec<u8>, Unwritable> {
        if record.start() != BoardPosition::START {
            return Err(Unwritable::OtherStart(Format::Transcript));
        }
        let mut text = String::new();
        for mv in record.moves() {
            let Some(square) = mv.square else { continue };
            let name = square.to_string();
            text += &if mv.player == Player::Black {
                name.to_uppercase()
            } else {
                name
            };
        }
        if text.is_empty() {
            return Err(Unwritable::NoMoves(Format::Transcript));
        }
        text.push('\n');
        Ok(text.into_bytes())
    }
}

/// The number of bytes that show whether a file is a saved game.
const SAVE_BEGINNING: usize = 64;

fn is_save(beginning: &[u8]) -> bool {
    let text = String::from_utf8_lossy(beginning);
    text.trim_start()
        .strip_prefix('(')
        .is_some_and(|rest| rest.trim_start().starts_with("format:"))
}

impl Transcript {
    fn take_line(&mut self, line: &InputLine) {
        if line.is_blank() {
            self.readings.take_blank();
        } else if line.is_truncated {
            self.readings.end();
            let problem = Problem::LongLine(MAX_LINE_BYTES);
            self.readings
                .add(Fragment::Bad(BadRecord::new(line.offset, problem)));
        } else {
            self.readings.take(line);
        }
    }

    /// Moves what has been decided to the results.
    fn collect(&mut self) {
        for piece in self.readings.decided() {
            match piece {
                Fragment::Game(entry) => self.ready.push_back(Ok(entry)),
                Fragment::Bad(bad) => self.ready.push_back(Err(bad)),
                Fragment::Unread(line) => self.unread.add(line),
            }
        }
        self.has_games |= !self.ready.is_empty();
    }

    /// Reports the text that does not belong to a game. Without a game, there is no record at all.
    fn end(&mut self) -> Result<Option<Entry>, ReadError> {
        match self.unread.take() {
            Some(bad) if self.has_games => Err(bad.into()),
            _ => Ok(None),
        }
    }
}
