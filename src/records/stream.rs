//! The records of an input, one by one, in any format.

use std::io;

use thiserror::Error;

use super::{
    Boards, Failure, Fault, Format, GameRecord, Ggf, Input, RecordFormat, Sgf, Svg, TextSave,
    Transcript, Wthor,
};

impl Format {
    /// A reader and writer at the beginning of a file.
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

    /// A writer for a file made on this day, which some formats state.
    pub fn open_on(self, day: jiff::civil::Date) -> Box<dyn RecordFormat> {
        if self != Self::Wthor {
            return self.open();
        }
        let mut wthor = Wthor::default();
        wthor.set_date(day);
        Box::new(wthor)
    }
}

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

/// A record that can't be read.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("record {number}, {fault}")]
pub struct BadRecord {
    /// Its number in the input, from 1.
    pub number: usize,
    /// What is wrong, and where.
    pub fault: Fault,
    /// The game before the move that is bad; `None` if something else is, or nothing is before it.
    pub before: Option<Box<GameRecord>>,
}

impl BadRecord {
    /// Whether it is a game saved by this program.
    pub fn is_save(&self) -> bool {
        self.fault.problem == super::Problem::Save
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

/// The records of an input, in its order, see [`read`].
pub struct Records<'a> {
    format: Box<dyn RecordFormat>,
    input: Input<'a>,
    number: usize,
    is_done: bool,
}

/// Reads the records of an input one by one: after a bad record it continues with the next.
///
/// ```
/// use reversi::records::{Format, ReadError, read};
/// let games = "F5d6C3\n\nf5a1\n\nc4c3\n";
/// let found: Vec<_> = read(Format::Transcript, games.as_bytes()).collect();
/// assert_eq!(found.len(), 3);
/// let Err(ReadError::Bad(bad)) = &found[1] else { panic!() };
/// assert_eq!((bad.number, bad.fault.offset), (2, 10));
/// assert_eq!(bad.before.as_ref().unwrap().moves().len(), 1);
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
        self.is_done = matches!(found, Ok(None) | Err(Failure::Io(_)));
        match found {
            Ok(found) => found.map(|(offset, record)| Ok(Entry { number, offset, record })),
            Err(Failure::Bad(fault)) => Some(Err(BadRecord { number, fault, before: None }.into())),
            Err(Failure::BadMove { fault, before }) => {
                let before = Some(before).filter(|before| before.game_moves().next().is_some());
                Some(Err(BadRecord { number, fault, before }.into()))
            }
            Err(Failure::Io(error)) => Some(Err(error.into())),
        }
    }
}
