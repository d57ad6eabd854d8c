//! Where the records of a book lie: in memory, or in a file that is read where it is needed.
//!
//! A file is not mapped: a mapped file that somebody cuts short ends the program by a signal.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Mutex, PoisonError};

use super::header::{BookHeader, SIZE as HEADER};
use super::record::{BookRecord, MAX_RECORDS, RecordKey, SIZE, key, key_of};
use super::{BookError, InvalidRecord};
use crate::base::text::fnv1a;
use crate::engine::Position;

/// As many records as are read at once from a file at the end of a search: about a page.
const BLOCK: usize = 186;

/// Records in order.
#[derive(Debug)]
pub(super) enum RecordSource {
    Memory(&'static [[u8; SIZE]]),
    File { file: Mutex<File>, count: u64 },
}

impl RecordSource {
    pub(super) fn in_memory(bytes: &'static [u8]) -> Result<(BookHeader, Self), BookError> {
        let header = BookHeader::read(bytes, bytes.len() as u64)?;
        let (records, _) = bytes[HEADER..].as_chunks();
        Ok((header, Self::Memory(records)))
    }

    pub(super) fn in_file(mut file: File) -> Result<(BookHeader, Self), BookError> {
        let mut start = Vec::new();
        (&mut file).take(HEADER as u64).read_to_end(&mut start)?;
        let header = BookHeader::read(&start, file.metadata()?.len())?;
        Ok((header, Self::File { file: Mutex::new(file), count: header.count.into() }))
    }

    /// The record of a canonical position.
    pub(super) fn find(&self, position: Position) -> Option<BookRecord> {
        let wanted = key(position);
        let found = match self {
            Self::Memory(records) => in_block(records, wanted).copied(),
            // A file that is gone or cut short meanwhile has no records.
            Self::File { file, count } => find_in_file(file, *count, wanted).ok().flatten(),
        };
        let record = found.and_then(|bytes| BookRecord::of_bytes(&bytes).ok());
        record.filter(|record| record.check().is_ok())
    }

    /// All records, in order.
    pub(super) fn read(&self, header: &BookHeader) -> Result<Vec<BookRecord>, BookError> {
        let checksum = |bytes: &[u8]| {
            let is_right = fnv1a(bytes) == header.checksum();
            if is_right { Ok(()) } else { Err(BookError::Checksum) }
        };
        match self {
            Self::Memory(records) => {
                checksum(records.as_flattened())?;
                checked(records)
            }
            Self::File { file, count } => {
                if *count > MAX_RECORDS {
                    return Err(BookError::TooLarge { found: *count, limit: MAX_RECORDS });
                }
                let mut bytes = Vec::new();
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(HEADER as u64))?;
                (&mut *file).take(count * SIZE as u64).read_to_end(&mut bytes)?;
                let (records, _) = bytes.as_chunks();
                if records.len() as u64 != *count {
                    return Err(BookError::Torn { whole: records.len() as u64, count: *count });
                }
                checksum(&bytes)?;
                checked(records)
            }
        }
    }
}

/// The records of a whole book, each of them valid and after the one before.
fn checked(records: &[[u8; SIZE]]) -> Result<Vec<BookRecord>, BookError> {
    let mut last: Option<RecordKey> = None;
    let check = |(number, bytes): (usize, &[u8; SIZE])| {
        let key = key_of(bytes);
        let is_next = last.replace(key).is_none_or(|last| last < key);
        let checked = BookRecord::of_bytes(bytes).and_then(|record| {
            record.check()?;
            if is_next { Ok(record) } else { Err(InvalidRecord::Order) }
        });
        checked.map_err(|wrong| BookError::Record {
            number: number as u64 + 1,
            byte: (HEADER + number * SIZE) as u64,
            wrong,
        })
    };
    records.iter().enumerate().map(check).collect()
}

/// The record of a canonical position among records in order.
pub(super) fn find_among(records: &[BookRecord], position: Position) -> Option<&BookRecord> {
    let found = records.binary_search_by_key(&position, |record| record.position);
    found.ok().map(|index| &records[index])
}

fn in_block(records: &[[u8; SIZE]], wanted: RecordKey) -> Option<&[u8; SIZE]> {
    let found = records.binary_search_by_key(&wanted, key_of);
    found.ok().map(|index| &records[index])
}

fn find_in_file(
    file: &Mutex<File>,
    count: u64,
    wanted: RecordKey,
) -> io::Result<Option<[u8; SIZE]>> {
    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
    let mut block = [[0; SIZE]; BLOCK];
    let (mut from, mut to) = (0, count);
    while to - from > BLOCK as u64 {
        let middle = from.midpoint(to);
        let record = read_at(&mut file, middle, &mut block[..1])?[0];
        match key_of(&record).cmp(&wanted) {
            std::cmp::Ordering::Less => from = middle + 1,
            std::cmp::Ordering::Equal => return Ok(Some(record)),
            std::cmp::Ordering::Greater => to = middle,
        }
    }
    let left = usize::try_from(to - from).unwrap_or(0);
    Ok(in_block(read_at(&mut file, from, &mut block[..left])?, wanted).copied())
}

/// Fills a block with the records from this one on.
fn read_at<'a>(
    file: &mut File,
    number: u64,
    block: &'a mut [[u8; SIZE]],
) -> io::Result<&'a [[u8; SIZE]]> {
    file.seek(SeekFrom::Start(HEADER as u64 + number * SIZE as u64))?;
    file.read_exact(block.as_flattened_mut())?;
    Ok(block)
}
