//! Imports books of other programs: incremental reading, the count of skipped positions, and the books of Egaroucid
//! (`.egbk3`).
//!
//! The header of an `.egbk3` has 14 bytes: `DICUORAGE`, the format 3, and the number of positions. A position has 25
//! bytes: the discs of the side to move and of its opponent, from h8 to a1, the score, the level (-1 if unknown), the
//! number of lines, and the score, the square and the level of the best other move.

use std::io::{self, Read};

use super::record::{BookRecord, MAX_RECORDS, check_position, key_of};
use super::{BookError, InvalidRecord, union};
use crate::base::language::marked;
use crate::engine::{Position, turned_square};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    pub records: Vec<BookRecord>,
    pub skipped: SkippedPositions,
}

/// The numbers of skipped positions, by reason.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SkippedPositions {
    /// The side to move must pass. Books here store the position after the pass.
    pub passes: u64,
    pub over: u64,
    /// The score is outside -64 to 64.
    pub scores: u64,
    /// The position can't occur in a game, or the best other move is illegal.
    pub impossible: u64,
    /// The position is a duplicate, up to symmetry.
    pub twice: u64,
}

/// A position in the form of another program.
pub struct Foreign {
    pub position: Option<Position>,
    pub score: i32,
    /// The level; 0 if unknown.
    pub level: u8,
    pub leaf: Option<(u8, i8)>,
}

/// Reads the expected `count` positions of a book; `next` returns `None` if the book is truncated.
pub fn import(
    count: u64,
    mut next: impl FnMut() -> Result<Option<Foreign>, BookError>,
) -> Result<Imported, BookError> {
    if count > MAX_RECORDS {
        return Err(BookError::TooLarge {
            found: count,
            limit: MAX_RECORDS,
        });
    }
    let mut records = Vec::new();
    let mut skipped = SkippedPositions::default();
    for whole in 0..count {
        let foreign = next()?.ok_or(BookError::Torn { whole, count })?;
        match foreign.record() {
            Ok(record) => records.push(record),
            Err(InvalidRecord::Score(_)) => skipped.scores += 1,
            Err(InvalidRecord::NoMove) if foreign.has_to_pass() => skipped.passes += 1,
            Err(InvalidRecord::NoMove) => skipped.over += 1,
            Err(_) => skipped.impossible += 1,
        }
    }
    let read = records.len();
    let records = union(vec![records]);
    skipped.twice = (read - records.len()) as u64;
    Ok(Imported { records, skipped })
}

impl Foreign {
    fn has_to_pass(&self) -> bool {
        self.position
            .is_some_and(|position| position.passed().legal_moves() != 0)
    }

    /// Returns the equivalent record, in canonical orientation.
    fn record(&self) -> Result<BookRecord, InvalidRecord> {
        let position = self.position.ok_or(InvalidRecord::Overlap)?;
        check_position(position)?;
        let canonical = position.canonical();
        let is_turned = |&symmetry: &u32| position.turned(symmetry) == canonical;
        let symmetry = (0..8).find(is_turned).ok_or(InvalidRecord::NotCanonical)?;
        let turned = |square: u8| u8::try_from(turned_square(square.into(), symmetry)).ok();
        let leaf = self.leaf.filter(|leaf| (-64..=64).contains(&leaf.1));
        let leaf = leaf.and_then(|(square, score)| Some((turned(square)?, score)));
        let score = i8::try_from(self.score).map_err(|_| InvalidRecord::Score(self.score))?;
        let record = BookRecord {
            position: canonical,
            score,
            level: self.level,
            leaf,
            lines: 1,
        };
        record.check().map(|()| record)
    }
}

/// Reads the next bytes; `None` if the book ends first.
pub fn take<const COUNT: usize>(reader: &mut impl Read) -> Result<Option<[u8; COUNT]>, BookError> {
    let mut bytes = [0; COUNT];
    Ok(fill(reader, &mut bytes)?.then_some(bytes))
}

/// Fills the buffer. Returns false if the book ends first.
pub fn fill(reader: &mut impl Read, bytes: &mut [u8]) -> Result<bool, BookError> {
    match reader.read_exact(bytes) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error.into()),
    }
}

const MAGIC: &[u8; 10] = b"DICUORAGE\x03";

const SIZE: usize = 25;

/// Reads a book of Egaroucid incrementally. Skips positions that a lookup can't reach.
pub fn from_egaroucid(mut reader: impl Read) -> Result<Imported, BookError> {
    if take(&mut reader)? != Some(*MAGIC) {
        return Err(BookError::NotABook(marked!("an .egbk3 of Egaroucid")));
    }
    let count = u32::from_le_bytes(take(&mut reader)?.ok_or(BookError::Header)?);
    import(count.into(), || {
        Ok(take(&mut reader)?.as_ref().map(foreign))
    })
}

fn foreign(bytes: &[u8; SIZE]) -> Foreign {
    let (player, opponent) = key_of(bytes);
    let [score, level, leaf_score] =
        [bytes[16], bytes[17], bytes[22]].map(|byte| i8::from_le_bytes([byte]));
    let leaf = bytes[23];
    Foreign {
        position: Position::new(player, opponent),
        score: score.into(),
        level: u8::try_from(level).unwrap_or(0),
        leaf: (leaf < 64).then_some((leaf, leaf_score)),
    }
}
