//! The source of the records of an input: its format, and the decoded text that the reader of the format gets.
//!
//! Every record comes from a source, whether it is in a file, pasted, typed, or sent by a client of a protocol.

use std::io::{self, BufRead, Cursor, Read};

use super::decode::{self, Decoder};
use crate::games::Player;

use super::{BadRecord, Entry, Format, Input, Names, ReadError, Records, Wthor};

/// The records of an input in a given or detected format. Text beside the records is kept apart.
pub struct Source<'a> {
    format: Format,
    records: Records<'a>,
    number: usize,
    unread: Option<BadRecord>,
}

/// The name files of a WTHOR file: players and tournaments.
pub type NameFiles = [Option<Names>; 2];

impl<'a> Source<'a> {
    /// Opens an input. Without a format, it is detected from the content.
    ///
    /// # Errors
    /// Returns an error if the input can't be read.
    pub(crate) fn open(mut reader: impl BufRead + 'a, format: Option<Format>) -> io::Result<Self> {
        if let Some(format) = format {
            let beginning = first_read(&mut reader)?;
            return Ok(Self::new(format, beginning, reader));
        }
        let beginning = beginning(&mut reader)?;
        Ok(Self::new(Format::of_content(&beginning), beginning, reader))
    }

    /// Opens an input in a known format. If it can't be read, the first record is an error.
    pub(super) fn of_format(format: Format, mut reader: impl BufRead + 'a) -> Self {
        match first_read(&mut reader) {
            Ok(beginning) => Self::new(format, beginning, reader),
            Err(error) => Self::new(format, Vec::new(), Unreadable(Some(error))),
        }
    }

    fn new(format: Format, beginning: Vec<u8>, rest: impl BufRead + 'a) -> Self {
        let input = if format.is_binary() {
            Input::new(Cursor::new(beginning).chain(rest))
        } else {
            Input::text(Decoder::new(beginning, rest, format.has_only_moves()))
        };
        Self {
            format,
            records: Records::new(format.open(), input),
            number: 0,
            unread: None,
        }
    }

    /// Uses the names of players and tournaments beside a WTHOR file. Other formats contain their names.
    pub(crate) fn with_names(mut self, [players, tournaments]: NameFiles) -> Self {
        if self.format == Format::Wthor {
            self.records
                .set_format(Box::new(Wthor::with_names(players, tournaments)));
        }
        self
    }

    /// Sets the side to move of boards that don't show it.
    pub(crate) fn assuming(mut self, turn: Option<Player>) -> Self {
        self.records = self.records.assuming(turn);
        self
    }

    /// Returns the format of the records.
    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// Returns the number of records so far, bad ones included.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Takes the report on text beside the records, which is complete after the last record.
    pub(crate) fn take_unread(&mut self) -> Option<BadRecord> {
        self.unread.take()
    }

    pub(super) fn into_records(self) -> Records<'a> {
        self.records
    }
}

impl Iterator for Source<'_> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.records.next()? {
                Err(ReadError::Bad(bad)) if bad.is_unread_text() => self.unread = Some(bad),
                Err(ReadError::Io(error)) => return Some(Err(error.into())),
                found => {
                    self.number += 1;
                    return Some(found);
                }
            }
        }
    }
}

/// Reads the records of an input one by one. After a bad record it continues with the next.
///
/// ```
/// use reversi::records::{Format, ReadError, read};
/// let games = "F5d6C3\n\nf5a1\n\nc4c3\n";
/// let found: Vec<_> = read(Format::Transcript, games.as_bytes()).collect();
/// assert_eq!(found.len(), 3);
/// let Err(ReadError::Bad(bad)) = &found[1] else { panic!() };
/// assert_eq!((bad.number, bad.offset), (2, 10));
/// assert_eq!(bad.before.as_ref().unwrap().moves().len(), 1);
/// ```
pub fn read<'a>(format: Format, reader: impl BufRead + 'a) -> Records<'a> {
    Source::of_format(format, reader).into_records()
}

/// Returns a reader of the decoded text of an input that is not a stream of records, such as lines of positions.
pub fn decoded<'a>(mut reader: impl BufRead + 'a) -> io::Result<impl BufRead + 'a> {
    let beginning = first_read(&mut reader)?;
    Ok(Decoder::new(beginning, reader, true))
}

/// The number of bytes that show a byte order mark, or that a text without one is UTF-16.
const MIN_MARK_BYTES: usize = 4;

/// Returns the bytes that the first reads give, which show the encoding. It doesn't wait for many: the writer of a
/// pipe may wait for the answer to its first line.
fn first_read(reader: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut beginning = Vec::new();
    while beginning.len() < MIN_MARK_BYTES {
        let count = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            filled => {
                let bytes = filled?;
                beginning.extend_from_slice(bytes);
                bytes.len()
            }
        };
        if count == 0 {
            break;
        }
        reader.consume(count);
    }
    Ok(beginning)
}

/// Returns the first bytes, which show the format.
fn beginning(reader: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader
        .take(decode::BEGINNING_BYTES as u64)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A reader that fails with an error once, and then is at its end.
struct Unreadable(Option<io::Error>);

impl Read for Unreadable {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

impl BufRead for Unreadable {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.0.take().map_or(Ok(&[]), Err)
    }

    fn consume(&mut self, _: usize) {}
}
