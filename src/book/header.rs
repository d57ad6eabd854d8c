//! The header of a book: 32 bytes.
//!
//! | bytes | contents |
//! |---|---|
//! | 0-7 | `RvBook` and the bytes 13 and 10, which a transfer as text would change |
//! | 8-9 | the format, 1 |
//! | 10 | the lowest level of a position |
//! | 11, 12 | the deviation per move and in total, in discs; 255 if unknown |
//! | 13 | the plies from the start; 0 if unknown |
//! | 14-15 | 0 |
//! | 16-19 | the number of positions |
//! | 20-23 | the name of the weights, a checksum; 0 if unknown |
//! | 24-27 | the checksum of the records |
//! | 28-31 | the checksum of the bytes 0 to 27 |
//!
//! Numbers are little-endian; checksums are 32-bit FNV-1a hashes.

use super::BookError;
use super::record::{BookRecord, SIZE as RECORD};
use crate::base::text::fnv1a;

/// The limits of the moves that a book follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deviation {
    /// The maximum loss of a move compared with the best one, in discs.
    pub per_move: u8,
    /// The maximum loss of all moves to a position together, in discs.
    pub total: u8,
    /// The number of plies from the start to the last positions.
    pub plies: u8,
}

pub const SIZE: usize = 32;

pub const MAGIC: &[u8; 8] = b"RvBook\r\n";

const FORMAT: u16 = 1;

const UNKNOWN: u8 = 255;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookHeader {
    pub level: u8,
    /// The limits of the followed moves; `None` for an imported book, or one merged from different books.
    pub deviation: Option<Deviation>,
    pub count: u32,
    /// The weights of the searches: [`Header::name`](crate::engine::eval::Header::name) as a number; 0 if unknown.
    pub weights: u32,
    checksum: u32,
}

impl BookHeader {
    /// The checksum of the records, which identifies the book.
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    pub(super) fn size(&self) -> u64 {
        SIZE as u64 + u64::from(self.count) * RECORD as u64
    }

    pub fn book(deviation: Option<Deviation>, weights: u32, records: &[BookRecord]) -> Vec<u8> {
        let mut bytes = vec![0; SIZE];
        bytes.reserve_exact(records.len() * RECORD);
        bytes.extend(records.iter().flat_map(|record| record.to_bytes()));
        let header = Self {
            level: records.iter().map(|record| record.level).min().unwrap_or(0),
            deviation,
            count: u32::try_from(records.len()).unwrap_or(u32::MAX),
            weights,
            checksum: fnv1a(&bytes[SIZE..]),
        };
        bytes[..SIZE].copy_from_slice(&header.to_bytes());
        bytes
    }

    fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        let none = Deviation {
            per_move: UNKNOWN,
            total: UNKNOWN,
            plies: 0,
        };
        let Deviation {
            per_move,
            total,
            plies,
        } = self.deviation.unwrap_or(none);
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..10].copy_from_slice(&FORMAT.to_le_bytes());
        bytes[10..14].copy_from_slice(&[self.level, per_move, total, plies]);
        bytes[16..20].copy_from_slice(&self.count.to_le_bytes());
        bytes[20..24].copy_from_slice(&self.weights.to_le_bytes());
        bytes[24..28].copy_from_slice(&self.checksum.to_le_bytes());
        let checksum = fnv1a(&bytes[..28]);
        bytes[28..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the header of a book of `size` bytes from its first bytes; `start` may be too short.
    pub(super) fn read(start: &[u8], size: u64) -> Result<Self, BookError> {
        if !start.starts_with(MAGIC) {
            return Err(BookError::NotABook("RvBook"));
        }
        let Some(bytes) = start.first_chunk::<SIZE>() else {
            return Err(BookError::Header);
        };
        let word = |at: usize| {
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        let found = u16::from_le_bytes([bytes[8], bytes[9]]);
        if found > FORMAT {
            return Err(BookError::Newer {
                found,
                known: FORMAT,
            });
        }
        if found != FORMAT || word(28) != fnv1a(&bytes[..28]) {
            return Err(BookError::Header);
        }
        let [level, per_move, total, plies] = [bytes[10], bytes[11], bytes[12], bytes[13]];
        let deviation = (per_move != UNKNOWN).then_some(Deviation {
            per_move,
            total,
            plies,
        });
        let header = Self {
            level,
            deviation,
            count: word(16),
            weights: word(20),
            checksum: word(24),
        };
        if size != header.size() {
            let count = header.count.into();
            return Err(BookError::Size {
                found: size,
                count,
                expected: header.size(),
            });
        }
        Ok(header)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_read_as_it_was_written_and_every_change_is_found() {
        for deviation in [
            None,
            Some(Deviation {
                per_move: 2,
                total: 4,
                plies: 20,
            }),
        ] {
            let book = BookHeader::book(deviation, 0xdead_beef, &[]);
            let header = BookHeader::read(&book, 32).unwrap();
            assert_eq!(
                (header.deviation, header.weights, header.count),
                (deviation, 0xdead_beef, 0)
            );
            for byte in 0..book.len() {
                let mut changed = book.clone();
                changed[byte] ^= 4;
                assert!(BookHeader::read(&changed, 32).is_err(), "byte {byte}");
                assert!(
                    BookHeader::read(&book[..byte], byte as u64).is_err(),
                    "cut at {byte}"
                );
            }
            assert!(matches!(
                BookHeader::read(&book, 33),
                Err(BookError::Size { expected: 32, .. })
            ));
        }
    }
}
