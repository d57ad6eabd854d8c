//! Makes the records of a book: moves that lead out of it, and scores by negamax.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::moves::after_move;
use super::source::find_among;
use super::{BookRecord, Searched};
use crate::engine::{Position, squares};

/// The records of a book, in order: those of `base`, and those of the positions searched at this level,
/// which replace them.
///
/// The score of a position is that of its best move. The score of a move that stays in the book is that
/// of the position it leads to; of all others, the best counts.
pub fn assemble<'a>(
    base: Vec<BookRecord>,
    searched: impl IntoIterator<Item = &'a Searched>,
    level: u8,
) -> Vec<BookRecord> {
    let mut records: BTreeMap<Position, BookRecord> =
        base.into_iter().map(|record| (record.position, record)).collect();
    let searched: Vec<&Searched> = searched.into_iter().collect();
    for one in &searched {
        let record = BookRecord { position: one.position, score: 0, level, leaf: None, lines: 1 };
        records.insert(record.position, record);
    }
    for one in searched {
        let is_outside = |square| {
            let next = after_move(one.position, square);
            next.is_none_or(|next| !records.contains_key(&next.position))
        };
        let leaf = one.moves.iter().find(|mv| is_outside(mv.0));
        let leaf = leaf.and_then(|&(square, score)| {
            Some((u8::try_from(square).ok()?, i8::try_from(score).ok()?))
        });
        if let Some(record) = records.get_mut(&one.position) {
            record.leaf = leaf;
            // Where a search didn't look at all moves: better than nothing.
            record.score = one.moves.first().map_or(0, |mv| i8::try_from(mv.1).unwrap_or(0));
        }
    }
    corrected(records.into_values().collect())
}

/// The records of several books in one, in order; of a position in several of them, the record with the
/// highest level, or else the first one.
pub fn union(books: Vec<Vec<BookRecord>>) -> Vec<BookRecord> {
    let mut books = books.into_iter();
    let mut records = books.next().unwrap_or_default();
    for mut book in books {
        records.append(&mut book);
    }
    // Sorting is stable, so that the first one of a level stays first.
    records.sort_by_key(|record| (record.position, Reverse(record.level)));
    records.dedup_by_key(|record| record.position);
    corrected(records)
}

/// Sets scores and numbers of lines of records in order, from the ends of the lines back to the start.
///
/// Books can have many millions of records, so it stores only the records and their order.
fn corrected(mut records: Vec<BookRecord>) -> Vec<BookRecord> {
    let mut order: Vec<usize> = (0..records.len()).collect();
    order.sort_by_key(|&index| records[index].position.empties());
    for index in order {
        let BookRecord { position, mut leaf, score, .. } = records[index];
        let inside = |square| {
            let next = after_move(position, square)?;
            // A move leaves fewer empty squares, so that this one is set already.
            find_among(&records, next.position).map(|found| (next.sign, found))
        };
        // A position that was added since may be where this move leads.
        leaf = leaf.filter(|&(square, _)| inside(square.into()).is_none());
        let mut best = leaf.map(|(_, score)| i32::from(score));
        let mut lines = 0_u16;
        for (sign, found) in squares(position.legal_moves()).filter_map(inside) {
            best = best.max(Some(sign * i32::from(found.score)));
            lines = lines.saturating_add(found.lines);
        }
        let best = best.and_then(|best| i8::try_from(best).ok());
        let record = &mut records[index];
        record.leaf = leaf;
        record.score = best.unwrap_or(score);
        record.lines = lines.max(1);
    }
    records
}
