//! A record of a book: 22 bytes.
//!
//! | bytes | contents |
//! |---|---|
//! | 0-7, 8-15 | the discs of the side to move and of its opponent; bit 0 is a1, bit 63 is h8 |
//! | 16 | the score, as a signed byte |
//! | 17 | the level |
//! | 18 | the score of the best move out of the book, as a signed byte; 0 if there is none |
//! | 19 | the square of that move, 0 to 63; 64 if every move stays in the book |
//! | 20-21 | the number of lines |
//!
//! Numbers are little-endian.

use super::InvalidRecord;
use crate::engine::Position;

pub const SIZE: usize = 22;

/// The maximum number of records that are read into memory: 2.2 GB.
pub const MAX_RECORDS: u64 = 100_000_000;

const NO_SQUARE: u8 = 64;

/// The four squares in the middle, which are never empty.
const MIDDLE: u64 = 0x0000_0018_1800_0000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookRecord {
    /// Canonical: the first of its eight symmetric boards.
    pub position: Position,
    /// The score for the side to move, in discs, after best play in the book.
    pub score: i8,
    /// The level of the search; 0 if unknown.
    pub level: u8,
    /// The best move that leaves the book: a square from 0 to 63, and a score. `None` if all moves stay in it.
    pub leaf: Option<(u8, i8)>,
    /// The number of book lines below the position, 1 to 65535.
    pub lines: u16,
}

impl BookRecord {
    pub(super) fn to_bytes(self) -> [u8; SIZE] {
        let (square, leaf_score) = self.leaf.unwrap_or((NO_SQUARE, 0));
        let mut bytes = [0; SIZE];
        bytes[..8].copy_from_slice(&self.position.player().to_le_bytes());
        bytes[8..16].copy_from_slice(&self.position.opponent().to_le_bytes());
        bytes[16] = self.score.to_le_bytes()[0];
        bytes[17] = self.level;
        bytes[18] = leaf_score.to_le_bytes()[0];
        bytes[19] = square;
        bytes[20..].copy_from_slice(&self.lines.to_le_bytes());
        bytes
    }

    /// Reads a record that may be damaged; apart from overlapping discs, [`check`](Self::check) finds the faults.
    pub(super) fn of_bytes(bytes: &[u8; SIZE]) -> Result<Self, InvalidRecord> {
        let (player, opponent) = key_of(bytes);
        let [score, level, leaf_score, square, few, many] = *tail(bytes);
        let [score, leaf_score] = [score, leaf_score].map(|byte| i8::from_le_bytes([byte]));
        Ok(Self {
            position: Position::new(player, opponent).ok_or(InvalidRecord::Overlap)?,
            score,
            level,
            leaf: (square != NO_SQUARE).then_some((square, leaf_score)),
            lines: u16::from_le_bytes([few, many]),
        })
    }

    /// Checks that the record is valid and can be looked up.
    pub fn check(&self) -> Result<(), InvalidRecord> {
        check_position(self.position)?;
        if self.position.canonical() != self.position {
            return Err(InvalidRecord::NotCanonical);
        }
        check_score(self.score)?;
        if let Some((square, score)) = self.leaf {
            check_score(score)?;
            let is_legal = square < 64 && self.position.legal_moves() >> square & 1 == 1;
            return if is_legal {
                Ok(())
            } else {
                Err(InvalidRecord::Leaf)
            };
        }
        Ok(())
    }
}

/// Checks that a position can occur in a game and has a legal move.
pub fn check_position(position: Position) -> Result<(), InvalidRecord> {
    if (position.player() | position.opponent()) & MIDDLE != MIDDLE {
        return Err(InvalidRecord::Middle);
    }
    if position.legal_moves() == 0 {
        Err(InvalidRecord::NoMove)
    } else {
        Ok(())
    }
}

fn check_score(score: i8) -> Result<(), InvalidRecord> {
    if (-64..=64).contains(&score) {
        Ok(())
    } else {
        Err(InvalidRecord::Score(score.into()))
    }
}

/// The sort key of records: the discs of the side to move, then of its opponent.
pub type RecordKey = (u64, u64);

pub fn key(position: Position) -> RecordKey {
    (position.player(), position.opponent())
}

/// The key from the first 16 bytes of a record.
pub fn key_of<const LENGTH: usize>(bytes: &[u8; LENGTH]) -> RecordKey {
    let mut words = bytes
        .as_chunks()
        .0
        .iter()
        .map(|&word| u64::from_le_bytes(word));
    let [player, opponent] = [(); 2].map(|()| words.next().unwrap_or(0));
    (player, opponent)
}

fn tail(bytes: &[u8; SIZE]) -> &[u8; 6] {
    bytes.last_chunk().expect("a record is longer")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_start() -> BookRecord {
        let position = Position::START.canonical();
        let leaf = u8::try_from(position.legal_moves().trailing_zeros()).unwrap();
        BookRecord {
            position,
            score: -3,
            level: 12,
            leaf: Some((leaf, -64)),
            lines: 65_535,
        }
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        for record in [
            of_start(),
            BookRecord {
                leaf: None,
                lines: 1,
                ..of_start()
            },
        ] {
            assert_eq!(BookRecord::of_bytes(&record.to_bytes()), Ok(record));
            assert_eq!(key_of(&record.to_bytes()), key(record.position));
            assert_eq!(record.check(), Ok(()));
        }
    }

    #[test]
    fn what_no_game_has_is_wrong() {
        let good = of_start();
        let (player, opponent) = key(good.position);
        let at = |player, opponent| {
            let position = Position::new(player, opponent).unwrap();
            BookRecord { position, ..good }
        };
        let moved = Position::START.after(19);
        let turned = (0..8).map(|symmetry| moved.turned(symmetry));
        let turned = turned
            .into_iter()
            .find(|&image| image != moved.canonical())
            .unwrap();
        let wrong = [
            (at(player, 1), InvalidRecord::Middle),
            (at(player | opponent, 0), InvalidRecord::NoMove),
            (
                BookRecord {
                    position: turned,
                    ..good
                },
                InvalidRecord::NotCanonical,
            ),
            (BookRecord { score: 65, ..good }, InvalidRecord::Score(65)),
            (
                BookRecord {
                    leaf: Some((0, -65)),
                    ..good
                },
                InvalidRecord::Score(-65),
            ),
            (
                BookRecord {
                    leaf: Some((0, 0)),
                    ..good
                },
                InvalidRecord::Leaf,
            ),
            (
                BookRecord {
                    leaf: Some((255, 0)),
                    ..good
                },
                InvalidRecord::Leaf,
            ),
        ];
        for (record, expected) in wrong {
            assert_eq!(record.check(), Err(expected));
        }
        let mut bytes = good.to_bytes();
        bytes.copy_within(..8, 8);
        assert_eq!(BookRecord::of_bytes(&bytes), Err(InvalidRecord::Overlap));
    }
}
