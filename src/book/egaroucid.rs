//! Books of the program Egaroucid: `.egbk3`.
//!
//! 14 bytes of header: `DICUORAGE`, the format 3, and the number of positions. A position has 25 bytes:
//! the discs of the side to move and of its opponent, from h8 to a1, the score, the level, the number of
//! lines, and the score, the square and the level of the best other move.

use super::edax::imported;
use super::record::Record;
use super::{BookError, union};
use crate::engine::Position;

/// The first bytes, with the format.
const MAGIC: &[u8; 10] = b"DICUORAGE\x03";

/// The bytes of a position.
const SIZE: usize = 25;

/// The records of a book of Egaroucid, in order. Positions that can't be looked up are left out: those
/// where the side to move has to pass, and those without a valid score.
///
/// # Errors
/// [`BookError`] if it is not such a book, or is cut short.
pub fn from_egaroucid(bytes: &[u8]) -> Result<Vec<Record>, BookError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(BookError::NotABook("an .egbk3 of Egaroucid"))?;
    let (&count, rest) = rest.split_first_chunk().ok_or(BookError::Header)?;
    let count = u32::from_le_bytes(count).into();
    let (all, _) = rest.as_chunks::<SIZE>();
    let whole = all.len() as u64;
    if whole < count {
        return Err(BookError::Torn { whole, count });
    }
    let wanted = usize::try_from(count).unwrap_or(usize::MAX);
    Ok(union(vec![all.iter().take(wanted).filter_map(record).collect()]))
}

fn record(bytes: &[u8; SIZE]) -> Option<Record> {
    let mut words = bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word));
    let position = Position { player: words.next()?, opponent: words.next()? };
    let [score, level, .., leaf_score, leaf, _] = *bytes.last_chunk::<9>()?;
    let [score, level, leaf_score] =
        [score, level, leaf_score].map(|byte| i8::from_le_bytes([byte]));
    let leaf = (leaf < 64).then_some((leaf, leaf_score));
    imported(position, score.into(), u8::try_from(level).unwrap_or(0), leaf)
}
