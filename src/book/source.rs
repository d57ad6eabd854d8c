//! The storage of a book's records: in memory, or in a file that is read on demand.
//!
//! Files are not memory-mapped: truncating a mapped file would kill the program with a signal.

use std::cmp::Ordering;
use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::header::{BookHeader, SIZE as HEADER};
use super::record::{BookRecord, MAX_RECORDS, RecordKey, SIZE, key, key_of};
use super::{Book, BookError, InvalidRecord};
use crate::base::text::fnv1a;
use crate::engine::Position;

/// The number of records read at once at the end of a search: about a page.
const BLOCK: usize = 186;

pub trait BookReader: Read + Seek + Send + fmt::Debug {}

impl<T: Read + Seek + Send + fmt::Debug> BookReader for T {}

impl Book {
    /// Opens a book and reads only its header.
    pub(super) fn open(mut reader: impl BookReader + 'static) -> Result<Self, BookError> {
        let size = reader.seek(SeekFrom::End(0))?;
        reader.rewind()?;
        let mut start = Vec::new();
        (&mut reader).take(HEADER as u64).read_to_end(&mut start)?;
        Ok(Self {
            header: BookHeader::read(&start, size)?,
            reader: Mutex::new(Box::new(reader)),
        })
    }

    fn reader(&self) -> MutexGuard<'_, Box<dyn BookReader>> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The record of a position, in any of the eight symmetries; `None` if it is missing or unreadable.
    pub fn record(&self, position: Position) -> Option<BookRecord> {
        // A file that has since been removed or truncated has no records.
        let bytes = self.find_bytes(key(position.canonical())).ok().flatten()?;
        let record = BookRecord::of_bytes(&bytes).ok();
        record.filter(|record| record.check().is_ok())
    }

    /// Reads all records, and checks each one and the checksum.
    pub fn read(&self) -> Result<Vec<BookRecord>, BookError> {
        let count = self.header.count.into();
        if count > MAX_RECORDS {
            return Err(BookError::TooLarge {
                found: count,
                limit: MAX_RECORDS,
            });
        }
        let mut bytes = Vec::new();
        let mut reader = self.reader();
        reader.seek(SeekFrom::Start(HEADER as u64))?;
        (&mut *reader)
            .take(count * SIZE as u64)
            .read_to_end(&mut bytes)?;
        let (records, _) = bytes.as_chunks();
        if records.len() as u64 != count {
            return Err(BookError::Torn {
                whole: records.len() as u64,
                count,
            });
        }
        if fnv1a(&bytes) == self.header.checksum() {
            checked(records)
        } else {
            Err(BookError::Checksum)
        }
    }

    fn find_bytes(&self, wanted: RecordKey) -> io::Result<Option<[u8; SIZE]>> {
        let mut reader = self.reader();
        let mut block = [[0; SIZE]; BLOCK];
        let mut from = 0;
        let mut to = u64::from(self.header.count);
        while to - from > BLOCK as u64 {
            let middle = from.midpoint(to);
            let record = read_at(&mut **reader, middle, &mut block[..1])?[0];
            match key_of(&record).cmp(&wanted) {
                Ordering::Less => from = middle + 1,
                Ordering::Equal => return Ok(Some(record)),
                Ordering::Greater => to = middle,
            }
        }
        let left = usize::try_from(to - from).unwrap_or(0);
        let records = read_at(&mut **reader, from, &mut block[..left])?;
        let found = records.binary_search_by_key(&wanted, key_of);
        Ok(found.ok().map(|index| records[index]))
    }
}

fn checked(records: &[[u8; SIZE]]) -> Result<Vec<BookRecord>, BookError> {
    let mut last: Option<RecordKey> = None;
    let check = |(number, bytes): (usize, &[u8; SIZE])| {
        let key = key_of(bytes);
        let is_next = last.replace(key).is_none_or(|last| last < key);
        let checked = BookRecord::of_bytes(bytes).and_then(|record| {
            record.check()?;
            if is_next {
                Ok(record)
            } else {
                Err(InvalidRecord::Order)
            }
        });
        checked.map_err(|wrong| BookError::Record {
            number: number as u64 + 1,
            byte: (HEADER + number * SIZE) as u64,
            wrong,
        })
    };
    records.iter().enumerate().map(check).collect()
}

pub fn find_among(records: &[BookRecord], position: Position) -> Option<&BookRecord> {
    let found = records.binary_search_by_key(&position, |record| record.position);
    found.ok().map(|index| &records[index])
}

/// Reads the records from `number` into a block.
fn read_at<'a>(
    reader: &mut dyn BookReader,
    number: u64,
    block: &'a mut [[u8; SIZE]],
) -> io::Result<&'a [[u8; SIZE]]> {
    reader.seek(SeekFrom::Start(HEADER as u64 + number * SIZE as u64))?;
    reader.read_exact(block.as_flattened_mut())?;
    Ok(block)
}
