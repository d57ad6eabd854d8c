//! The trait that reads and prints the records of one format, with its results and errors.

use std::io;

use thiserror::Error;

use super::{BoardError, GameRecord, Input, ObfError, Problem, Unwritable};
use crate::base::language::tr;
use crate::games::Player;

/// A reader and writer of records in one format. Each file needs a new one, because it may keep state.
pub trait RecordFormat {
    /// Reads the next record, with 0 for its number; `None` at the end of the input.
    ///
    /// After a bad record, the next call continues with the following one.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the input can't be read or the record is bad.
    fn read(&mut self, input: &mut Input<'_>) -> Result<Option<Entry>, ReadError>;

    /// Sets the side to move of boards that don't show it. Only position formats have such boards.
    fn assume_turn(&mut self, _turn: Option<Player>) {}

    /// Prints a record, the inverse of [`read`](Self::read) except for data that the format can't represent.
    ///
    /// A format that needs all records before it can write the first one prints nothing until
    /// [`finish`](Self::finish).
    ///
    /// # Errors
    /// Returns an error if the format can't represent the record.
    fn print(&mut self, record: &GameRecord) -> Result<Vec<u8>, Unwritable>;

    /// Returns the bytes after the last record.
    fn finish(&mut self) -> Vec<u8> {
        Vec::new()
    }

    /// Returns the files to write or remove next to the printed one.
    fn companions(&self) -> Vec<Companion> {
        Vec::new()
    }
}

/// The extension and content of a file next to another; without content, it must not exist.
pub type Companion = (&'static str, Option<Vec<u8>>);

/// A record with its place in the input.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The number in the input, from 1. Bad records count.
    pub number: usize,
    /// The byte offset of the record's first byte, from 0.
    pub offset: u64,
    /// The record.
    pub record: GameRecord,
}

impl Entry {
    pub(super) fn new(offset: u64, record: GameRecord) -> Self {
        Self {
            number: 0,
            offset,
            record,
        }
    }
}

/// An error in a record.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{}: {problem}", self.place())]
pub struct BadRecord {
    /// The number of the record in the input, from 1.
    pub number: usize,
    /// The byte offset of the error, from 0.
    pub offset: u64,
    /// The cause.
    pub(crate) problem: Problem,
    /// The game up to the bad move; `None` if no move is bad, or there are no moves before it.
    pub before: Option<Box<GameRecord>>,
}

impl BadRecord {
    pub(super) fn new(offset: u64, problem: Problem) -> Self {
        Self {
            number: 0,
            offset,
            problem,
            before: None,
        }
    }

    /// Converts an offset within a record that begins at `record` to the whole input.
    pub(super) fn within(self, record: u64) -> Self {
        Self {
            offset: record + self.offset,
            ..self
        }
    }

    /// Adds the game up to a bad move.
    pub(super) fn after(self, before: GameRecord) -> Self {
        let has_moves = self.problem.is_of_a_move() && before.game_moves().next().is_some();
        Self {
            before: has_moves.then(|| Box::new(before)),
            ..self
        }
    }

    fn place(&self) -> String {
        if let Problem::Unread { line, .. } = self.problem {
            return tr!("line {line}", line);
        }
        tr!(
            "record {number}, byte {byte}",
            number = self.number,
            byte = self.offset
        )
    }

    /// Whether it is text between the records, not a record.
    pub(super) fn is_unread_text(&self) -> bool {
        matches!(self.problem, Problem::Unread { .. })
    }

    /// Whether the record is a board whose side to move is unknown.
    pub(crate) fn is_missing_side(&self) -> bool {
        matches!(
            self.problem,
            Problem::Board(BoardError::MissingSide)
                | Problem::Obf(ObfError::Board(BoardError::MissingSide))
        )
    }

    pub(crate) fn is_save(&self) -> bool {
        self.problem == Problem::Save
    }
}

/// An error while reading a record.
#[derive(Debug, Error)]
pub enum ReadError {
    /// An input that can't be read. No records follow.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A bad record. The others follow.
    #[error(transparent)]
    Bad(#[from] BadRecord),
}
