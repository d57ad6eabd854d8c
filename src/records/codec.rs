//! The trait that reads and prints the records of one format, and what reading gives.

use std::io;

use thiserror::Error;

use super::{GameRecord, Input, Problem, Unwritable};

/// Reads and prints records of one format.
///
/// It may keep what it has read or printed of a file, so each file needs a new one.
pub trait RecordFormat {
    /// Reads the next record; `None` at the end of the input. After a bad record the next call continues
    /// behind it. Records are not numbered yet.
    ///
    /// # Errors
    /// [`ReadError`] when the input can't be read or the record is bad.
    fn read(&mut self, input: &mut Input<'_>) -> Result<Option<Entry>, ReadError>;

    /// Prints a record as it stands in a file, the inverse of [`read`](Self::read): reading it gives
    /// the same record, except for what the format can't represent.
    ///
    /// A format that needs all records of a file before it can write the first one prints nothing
    /// until [`finish`](Self::finish).
    ///
    /// # Errors
    /// [`Unwritable`] when the format can't represent the record.
    fn print(&mut self, record: &GameRecord) -> Result<Vec<u8>, Unwritable>;

    /// The bytes after the last record.
    fn finish(&mut self) -> Vec<u8> {
        Vec::new()
    }

    /// The files that belong beside the one printed, or that would be read with it.
    fn companions(&self) -> Vec<Companion> {
        Vec::new()
    }
}

/// A file beside another: its extension and its content; `None` if it must not exist.
pub type Companion = (&'static str, Option<Vec<u8>>);

/// A record that has been read.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its number in the input, from 1; bad records count.
    pub number: usize,
    /// The byte offset where it begins, from 0.
    pub offset: u64,
    /// The record.
    pub record: GameRecord,
}

impl Entry {
    /// A record without a number.
    pub(super) fn new(offset: u64, record: GameRecord) -> Self {
        Self { number: 0, offset, record }
    }
}

/// A record that can't be read.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("record {number}, byte {offset}: {problem}")]
pub struct BadRecord {
    /// Its number in the input, from 1.
    pub number: usize,
    /// The byte offset of the error, from 0.
    pub offset: u64,
    /// What is wrong.
    pub problem: Problem,
    /// The game before the move that is bad; `None` if something else is, or nothing is before it.
    pub before: Option<Box<GameRecord>>,
}

impl BadRecord {
    /// A bad record without a number.
    pub(super) fn new(offset: u64, problem: Problem) -> Self {
        Self { number: 0, offset, problem, before: None }
    }

    /// The same in an input in which its record begins at an offset.
    pub(super) fn within(self, record: u64) -> Self {
        Self { offset: record + self.offset, ..self }
    }

    /// The same with the game before a bad move.
    pub(super) fn after(self, before: GameRecord) -> Self {
        let has_moves = self.problem.is_of_a_move() && before.game_moves().next().is_some();
        Self { before: has_moves.then(|| Box::new(before)), ..self }
    }

    /// Whether it is a game saved by this program.
    pub(crate) fn is_save(&self) -> bool {
        self.problem == Problem::Save
    }
}

/// Why there is no record.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The input can't be read; nothing follows.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// One record is bad; the others follow.
    #[error(transparent)]
    Bad(#[from] BadRecord),
}
