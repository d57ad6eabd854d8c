//! The trait that reads and prints the records of one format.

use std::io;

use thiserror::Error;

use super::{GameRecord, Input, Problem, Unwritable};

/// Reads and prints records of one format.
///
/// It may keep what it has read or printed of a file, so each file needs a new one.
pub trait RecordFormat {
    /// Reads the next record; `None` at the end of the input. After a fault the next call continues
    /// behind the bad record.
    ///
    /// # Errors
    /// [`Failure`] when the input can't be read or the record is bad.
    fn read(&mut self, input: &mut Input<'_>) -> Result<Option<Found>, Failure>;

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

/// A record with the byte offset where it begins.
pub type Found = (u64, GameRecord);

/// Why no record could be read.
#[derive(Debug, Error)]
pub enum Failure {
    /// The input can't be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The record is bad.
    #[error(transparent)]
    Bad(#[from] Fault),
    /// A move of the record is bad.
    #[error("{fault}")]
    BadMove {
        /// What is wrong with it.
        fault: Fault,
        /// The game before it.
        before: Box<GameRecord>,
    },
}

impl Failure {
    /// A fault of a record, of which the game before a bad move is left.
    pub(super) fn of(fault: Fault, before: Option<Box<GameRecord>>) -> Self {
        match before {
            Some(before) if fault.problem.is_of_a_move() => Self::BadMove { fault, before },
            _ => Self::Bad(fault),
        }
    }
}

/// What is wrong with a record, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("byte {offset}: {problem}")]
pub struct Fault {
    /// The byte offset of the error, from 0.
    pub offset: u64,
    /// What is wrong.
    pub problem: Problem,
}
