//! Builds the records of a book: scores by negamax, and the best moves that leave the book.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::moves::after_move;
use super::source::find_among;
use super::{BookRecord, Searched};
use crate::engine::{Position, squares};

/// Returns the records in order: `base`, with positions searched at `level` added or replaced.
///
/// A position has the score of its best move. A move that stays in the book has the score of the position it leads
/// to; of all other moves, only the best one counts.
pub fn assemble<'a>(
    base: Vec<BookRecord>,
    searched: impl IntoIterator<Item = &'a Searched>,
    level: u8,
) -> Vec<BookRecord> {
    let mut records: BTreeMap<Position, BookRecord> = base
        .into_iter()
        .map(|record| (record.position, record))
        .collect();
    let searched: Vec<&Searched> = searched.into_iter().collect();
    for one in &searched {
        let record = BookRecord {
            position: one.position,
            score: 0,
            level,
            leaf: None,
            lines: 1,
        };
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
            // If the search didn't score all moves, this is better than no score.
            record.score = one
                .moves
                .first()
                .map_or(0, |mv| i8::try_from(mv.1).unwrap_or(0));
        }
    }
    corrected(records.into_values().collect())
}

/// Merges books. For each position, keeps the record with the highest level, or the first of several.
pub fn union(books: Vec<Vec<BookRecord>>) -> Vec<BookRecord> {
    let mut books = books.into_iter();
    let mut records = books.next().unwrap_or_default();
    for mut book in books {
        records.append(&mut book);
    }
    // The sort is stable, so the first record of a level stays first.
    records.sort_by_key(|record| (record.position, Reverse(record.level)));
    records.dedup_by_key(|record| record.position);
    corrected(records)
}

/// Sets scores and line counts, from the ends of the lines back to the start. Stores only the sorted records and an
/// order of them, because books can have many millions of records.
fn corrected(mut records: Vec<BookRecord>) -> Vec<BookRecord> {
    let mut order: Vec<usize> = (0..records.len()).collect();
    order.sort_by_key(|&index| records[index].position.empties());
    for index in order {
        let BookRecord {
            position,
            mut leaf,
            score,
            ..
        } = records[index];
        let inside = |square| {
            let next = after_move(position, square)?;
            // A move leaves fewer empty squares, so this record is already set.
            find_among(&records, next.position).map(|found| (next.sign, found))
        };
        // A position added since may be the one that this move leads to.
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
