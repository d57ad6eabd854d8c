//! Opening books of the program Edax: `book.dat`, format 4.
//!
//! | bytes | header |
//! |---|---|
//! | 0-7 | two numbers that are the words `EDAX` and `BOOK` |
//! | 8, 9 | version and release |
//! | 10-17 | a date |
//! | 18-37 | five options: the level, the empty squares of the last positions, three others |
//! | 38-41 | the number of positions |
//!
//! | bytes | position |
//! |---|---|
//! | 0-15 | the discs of the side to move and of its opponent |
//! | 16-31 | the numbers of won, drawn, lost and all lines |
//! | 32-37 | the score, its lower and its upper bound |
//! | 38, 39 | the number of moves that stay in the book, and the level |
//! | 40- | these moves, each a score and a square; then the best other move |

use std::io::Read;

use super::BookError;
use super::import::{Foreign, Imported, fill, import, take};
use super::moves::after_move;
use super::record::{BookRecord, key_of};
use super::source::find_among;
use crate::base::language::marked;
use crate::engine::{Position, squares};

const MAGIC: [u8; 8] = *b"XADEKOOB";

const VERSION: u8 = 4;
const RELEASE: u8 = 5;

const HEADER: usize = 42;

/// The size of a position without its moves, in bytes.
const FIXED: usize = 40;

/// The score and the square that stand for no move.
const NO_MOVE: (i8, u8) = (-127, 65);

/// Reads a book of Edax incrementally. Skips positions that a lookup can't reach.
pub fn from_edax(mut reader: impl Read) -> Result<Imported, BookError> {
    const BEGINNING: usize = MAGIC.len() + 1;
    let beginning: Option<[u8; BEGINNING]> = take(&mut reader)?;
    if !beginning.is_some_and(|bytes| bytes.starts_with(&MAGIC) && bytes.ends_with(&[VERSION])) {
        return Err(BookError::NotABook(marked!("book.dat of Edax 4")));
    }
    let header: [u8; HEADER - BEGINNING] = take(&mut reader)?.ok_or(BookError::Header)?;
    let count = header
        .last_chunk()
        .map_or(0, |&count| u32::from_le_bytes(count));
    let mut links = [0; 2 * 255];
    import(count.into(), || {
        let Some(fixed) = take::<FIXED>(&mut reader)? else {
            return Ok(None);
        };
        let links = &mut links[..2 * usize::from(fixed[38])];
        if !fill(&mut reader, links)? {
            return Ok(None);
        }
        let Some([leaf_score, leaf]) = take(&mut reader)? else {
            return Ok(None);
        };
        let (player, opponent) = key_of(&fixed);
        Ok(Some(Foreign {
            position: Position::new(player, opponent),
            score: i16::from_le_bytes([fixed[32], fixed[33]]).into(),
            level: fixed[39],
            leaf: (leaf < 64).then_some((leaf, i8::from_le_bytes([leaf_score]))),
        }))
    })
}

pub fn to_edax(records: &[BookRecord]) -> Vec<u8> {
    let level = records.iter().map(|record| record.level).max().unwrap_or(0);
    let empties = records
        .iter()
        .map(|record| record.position.empties())
        .min()
        .unwrap_or(60);
    let mut bytes = MAGIC.to_vec();
    // No date: the same book must always have the same bytes.
    bytes.extend([VERSION, RELEASE, 0, 0, 1, 1, 0, 0, 0, 0]);
    let options = [level.into(), empties, 0, 0, 0];
    let count = u32::try_from(records.len()).unwrap_or(u32::MAX);
    bytes.extend(
        options
            .into_iter()
            .chain([count])
            .flat_map(u32::to_le_bytes),
    );
    for record in records {
        let position = record.position;
        bytes.extend(
            [position.player(), position.opponent()]
                .into_iter()
                .flat_map(u64::to_le_bytes),
        );
        bytes.extend(
            [0, 0, 0, record.lines.into()]
                .into_iter()
                .flat_map(u32::to_le_bytes),
        );
        bytes.extend(
            [record.score; 3]
                .into_iter()
                .flat_map(|score| i16::from(score).to_le_bytes()),
        );
        let links = links(record, records);
        bytes.extend([u8::try_from(links.len()).unwrap_or(u8::MAX), record.level]);
        let (leaf_score, leaf) = record
            .leaf
            .map_or(NO_MOVE, |(square, score)| (score, square));
        for (score, square) in links.into_iter().chain([(leaf_score, leaf)]) {
            bytes.extend([score.to_le_bytes()[0], square]);
        }
    }
    bytes
}

/// The scores and squares of the moves that stay in a book. Edax stores the positions of forced passes; they are
/// skipped.
fn links(record: &BookRecord, records: &[BookRecord]) -> Vec<(i8, u8)> {
    let link = |square: u32| {
        let next = after_move(record.position, square).filter(|next| next.sign < 0)?;
        let found = find_among(records, next.position)?;
        Some((-found.score, u8::try_from(square).ok()?))
    };
    squares(record.position.legal_moves())
        .filter_map(link)
        .collect()
}
