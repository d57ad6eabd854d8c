//! The formats there are, what each can do, and the records of an input one by one.

use std::fmt;
use std::io;

use thiserror::Error;

use super::{
    Boards, GameRecord, Ggf, Input, Problem, Sgf, Svg, TextSave, Transcript, Unwritable, Wthor,
};

/// A format of game records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Moves as text: `F5d6C3`.
    Transcript,
    /// The generic game format.
    Ggf,
    /// The smart game format, `GM[2]`.
    Sgf,
    /// Positions with scored moves, the Othello board format.
    Obf,
    /// Positions: 64 squares and the side to move.
    Board,
    /// A file of the WTHOR database.
    Wthor,
    /// A text save: `M X` and eight rows.
    TextSave,
    /// A picture of the board, which can only be written.
    Svg,
}

impl Format {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Transcript,
        Self::Ggf,
        Self::Sgf,
        Self::Obf,
        Self::Board,
        Self::Wthor,
        Self::TextSave,
        Self::Svg,
    ];

    /// What it is called on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transcript => "transcript",
            Self::Ggf => "ggf",
            Self::Sgf => "sgf",
            Self::Obf => "obf",
            Self::Board => "board",
            Self::Wthor => "wthor",
            Self::TextSave => "text-save",
            Self::Svg => "svg",
        }
    }

    /// What one record of it is called in messages.
    pub(super) const fn a_record(self) -> &'static str {
        match self {
            Self::Transcript => "a transcript",
            Self::Ggf => "GGF",
            Self::Sgf => "SGF",
            Self::Obf => "OBF",
            Self::Board => "a board",
            Self::Wthor => "WTHOR",
            Self::TextSave => "a text save",
            Self::Svg => "a picture",
        }
    }

    /// Its reader and writer, as at the beginning of a file.
    pub fn open(self) -> Box<dyn RecordFormat> {
        match self {
            Self::Transcript => Box::new(Transcript::default()),
            Self::Ggf => Box::new(Ggf),
            Self::Sgf => Box::new(Sgf),
            Self::Obf => Box::new(Boards { with_scores: true }),
            Self::Board => Box::new(Boards { with_scores: false }),
            Self::Wthor => Box::new(Wthor::default()),
            Self::TextSave => Box::new(TextSave::default()),
            Self::Svg => Box::new(Svg::default()),
        }
    }

    /// Its writer for a file made on this day, which some formats tell.
    pub fn open_on(self, day: jiff::civil::Date) -> Box<dyn RecordFormat> {
        if self != Self::Wthor {
            return self.open();
        }
        let mut wthor = Wthor::default();
        wthor.set_date(day);
        Box::new(wthor)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What reads and prints records of one format. It may remember what it has read or printed of a
/// file, so each file takes a new one.
pub trait RecordFormat {
    /// Reads the next record; `None` at the end of the input. After a fault the next call goes on
    /// behind the bad record.
    ///
    /// # Errors
    /// [`Failure`] when the input can't be read or the record is bad.
    fn read(&mut self, input: &mut Input<'_>) -> Result<Option<Found>, Failure>;

    /// The record as it stands in a file, its twin: reading that gives the same record, but for
    /// what the format has no place for.
    ///
    /// A format that has to know all records of a file before it can write it prints nothing until
    /// [`finish`](Self::finish).
    ///
    /// # Errors
    /// [`Unwritable`] when the format has no way to say it.
    fn print(&mut self, record: &GameRecord) -> Result<Vec<u8>, Unwritable>;

    /// What comes after the last record.
    fn finish(&mut self) -> Vec<u8> {
        Vec::new()
    }

    /// The files that belong beside the one that has been printed, or would be read with it.
    fn companions(&self) -> Vec<Companion> {
        Vec::new()
    }
}

/// A file beside another: its extension, and its content; `None` if there is to be none.
pub type Companion = (&'static str, Option<Vec<u8>>);

/// A record with the byte it begins at, from 0.
pub type Found = (u64, GameRecord);

/// Why no record could be read.
#[derive(Debug, Error)]
pub enum Failure {
    /// The system can't read on.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The record is bad.
    #[error(transparent)]
    Bad(#[from] Fault),
}

/// What is wrong with a record, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("byte {offset}: {problem}")]
pub struct Fault {
    /// The byte where it goes wrong, from 0.
    pub offset: u64,
    /// What is wrong.
    pub problem: Problem,
}

/// A record that has been read.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Which record of the input, from 1; bad ones count.
    pub number: usize,
    /// The byte it begins at, from 0.
    pub offset: u64,
    /// The record.
    pub record: GameRecord,
}

/// A record that can't be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("record {number}, {fault}")]
pub struct BadRecord {
    /// Which record of the input, from 1.
    pub number: usize,
    /// What is wrong, and where.
    pub fault: Fault,
}

/// Why a record is not there.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The input can't be read; nothing follows.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// One record is bad; the others follow.
    #[error(transparent)]
    Bad(#[from] BadRecord),
}

/// The records of an input, in its order, see [`read`].
pub struct Records<'a> {
    format: Box<dyn RecordFormat>,
    input: Input<'a>,
    number: usize,
    is_done: bool,
}

/// Reads the records of an input one by one: a bad one is told, and the next is read.
///
/// ```
/// use reversi::records::{Format, ReadError, read};
/// let games = "F5d6C3\n\nf5a1\n\nc4c3\n";
/// let found: Vec<_> = read(Format::Transcript, games.as_bytes()).collect();
/// assert_eq!(found.len(), 3);
/// let Err(ReadError::Bad(bad)) = &found[1] else { panic!() };
/// assert_eq!((bad.number, bad.fault.offset), (2, 10));
/// ```
pub fn read<'a>(format: Format, reader: impl io::BufRead + 'a) -> Records<'a> {
    Records::new(format.open(), Input::new(reader))
}

impl<'a> Records<'a> {
    /// The records that a format finds in an input.
    pub fn new(format: Box<dyn RecordFormat>, input: Input<'a>) -> Self {
        Self { format, input, number: 0, is_done: false }
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let found = self.format.read(&mut self.input);
        self.number += 1;
        let number = self.number;
        match found {
            Ok(Some((offset, record))) => Some(Ok(Entry { number, offset, record })),
            Ok(None) => {
                self.is_done = true;
                None
            }
            Err(Failure::Bad(fault)) => Some(Err(BadRecord { number, fault }.into())),
            Err(Failure::Io(error)) => {
                self.is_done = true;
                Some(Err(error.into()))
            }
        }
    }
}
