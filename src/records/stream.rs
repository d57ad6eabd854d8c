//! Streams the records of an input, in any format.

use crate::games::Player;

use super::{
    BadRecord, Boards, Entry, Format, Ggf, Input, Pgn, ReadError, RecordFormat, Sgf, Svg, TextSave,
    Transcript, Wthor,
};

impl Format {
    /// Creates a reader and writer for a new file.
    #[doc(hidden)]
    pub fn open(self) -> Box<dyn RecordFormat> {
        match self {
            Self::Transcript => Box::new(Transcript::default()),
            Self::Ggf => Box::new(Ggf::default()),
            Self::Sgf => Box::new(Sgf::default()),
            Self::Pgn => Box::new(Pgn::default()),
            Self::Obf => Box::new(Boards::new(true)),
            Self::Board => Box::new(Boards::new(false)),
            Self::Wthor => Box::new(Wthor::default()),
            Self::TextSave => Box::new(TextSave::default()),
            Self::Svg => Box::new(Svg::default()),
        }
    }

    /// Creates a writer for a file dated `day`. Only some formats contain a date.
    pub(crate) fn open_on(self, day: jiff::civil::Date) -> Box<dyn RecordFormat> {
        if self != Self::Wthor {
            return self.open();
        }
        let mut wthor = Wthor::default();
        wthor.set_date(day);
        Box::new(wthor)
    }
}

/// An iterator over the records of an input, created by [`read`](super::read).
pub struct Records<'a> {
    format: Box<dyn RecordFormat>,
    input: Input<'a>,
    number: usize,
    is_done: bool,
}

impl<'a> Records<'a> {
    /// Creates an iterator over the records that `format` reads from `input`.
    #[doc(hidden)]
    pub fn new(format: Box<dyn RecordFormat>, input: Input<'a>) -> Self {
        Self {
            format,
            input,
            number: 0,
            is_done: false,
        }
    }

    /// Replaces the reader, before the first record.
    pub(super) fn set_format(&mut self, format: Box<dyn RecordFormat>) {
        self.format = format;
    }

    /// Sets the side to move of boards that don't show it.
    #[must_use]
    pub(crate) fn assuming(mut self, turn: Option<Player>) -> Self {
        self.format.assume_turn(turn);
        self
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
        self.is_done = matches!(found, Ok(None) | Err(ReadError::Io(_)));
        match found {
            Ok(entry) => entry.map(|entry| {
                let offset = self.input.file_offset(entry.offset);
                Ok(Entry {
                    number,
                    offset,
                    ..entry
                })
            }),
            Err(ReadError::Bad(bad)) => {
                let offset = self.input.file_offset(bad.offset);
                Some(Err(BadRecord {
                    number,
                    offset,
                    ..bad
                }
                .into()))
            }
            Err(error) => Some(Err(error)),
        }
    }
}
