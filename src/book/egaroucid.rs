//! Opening books of the program Egaroucid: `.egbk3`.
//!
//! The header has 14 bytes: `DICUORAGE`, the format 3, and the number of positions. A position has 25 bytes: the
//! discs of the side to move and of its opponent, from h8 to a1, the score, the level (-1 if unknown), the number
//! of lines, and the score, the square and the level of the best other move.

use std::io::Read;

use super::BookError;
use super::import::{Foreign, Imported, import, take};
use super::record::key_of;
use crate::engine::Position;

const MAGIC: &[u8; 10] = b"DICUORAGE\x03";

const SIZE: usize = 25;

/// Reads a book of Egaroucid incrementally. Skips positions that a lookup can't reach.
pub fn from_egaroucid(mut reader: impl Read) -> Result<Imported, BookError> {
    if take(&mut reader)? != Some(*MAGIC) {
        return Err(BookError::NotABook("an .egbk3 of Egaroucid"));
    }
    let count = u32::from_le_bytes(take(&mut reader)?.ok_or(BookError::Header)?);
    import(count.into(), || Ok(take(&mut reader)?.as_ref().map(foreign)))
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
