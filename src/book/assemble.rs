//! Makes the records of a book: moves that lead out of it, and scores by negamax.

use std::collections::{BTreeMap, HashMap};

use super::record::{Key, key};
use super::{Record, Searched, step};
use crate::engine::squares;

/// The records of a book, in order: those of `base`, and those of the positions searched at this level,
/// which replace them.
///
/// The score of a position is that of its best move. The score of a move that stays in the book is that
/// of the position it leads to; of all others, the best counts.
pub fn assemble<'a>(
    base: Vec<Record>,
    searched: impl IntoIterator<Item = &'a Searched>,
    level: u8,
) -> Vec<Record> {
    let mut records: BTreeMap<Key, Record> =
        base.into_iter().map(|record| (record.key(), record)).collect();
    let searched: Vec<&Searched> = searched.into_iter().collect();
    for one in &searched {
        let record = Record { position: one.position, score: 0, level, leaf: None, lines: 1 };
        records.insert(record.key(), record);
    }
    for one in searched {
        let is_outside = |square| {
            let next = step::after(one.position, square);
            next.is_none_or(|next| !records.contains_key(&key(next.position)))
        };
        let leaf = one.moves.iter().find(|mv| is_outside(mv.0));
        let leaf = leaf.and_then(|&(square, score)| {
            Some((u8::try_from(square).ok()?, i8::try_from(score).ok()?))
        });
        if let Some(record) = records.get_mut(&key(one.position)) {
            record.leaf = leaf;
            // Where a search didn't look at all moves: better than nothing.
            record.score = one.moves.first().map_or(0, |mv| i8::try_from(mv.1).unwrap_or(0));
        }
    }
    corrected(records.into_values().collect())
}

/// The records of several books in one, in order; of a position in several of them, the record with the
/// highest level, or else the first one.
pub fn union(books: Vec<Vec<Record>>) -> Vec<Record> {
    let mut records: BTreeMap<Key, Record> = BTreeMap::new();
    for record in books.into_iter().flatten() {
        let kept = records.entry(record.key()).or_insert(record);
        if record.level > kept.level {
            *kept = record;
        }
    }
    corrected(records.into_values().collect())
}

/// Sets scores and numbers of lines, from the ends of the lines back to the start.
fn corrected(mut records: Vec<Record>) -> Vec<Record> {
    let mut order: Vec<usize> = (0..records.len()).collect();
    order.sort_by_key(|&index| records[index].position.empties());
    let mut below: HashMap<Key, (i8, u16)> = HashMap::with_capacity(records.len());
    let inside: std::collections::HashSet<Key> = records.iter().map(Record::key).collect();
    for index in order {
        let record = &mut records[index];
        let is_inside = |(square, _): &(u8, i8)| {
            let next = step::after(record.position, (*square).into());
            next.is_some_and(|next| inside.contains(&key(next.position)))
        };
        // A position that was added since may be where this move leads.
        record.leaf = record.leaf.filter(|leaf| !is_inside(leaf));
        let mut best = record.leaf.map(|(_, score)| i32::from(score));
        let mut lines = 0_u16;
        for square in squares(record.position.legal_moves()) {
            let next = step::after(record.position, square);
            let Some(next) = next else { continue };
            let Some(&(score, further)) = below.get(&key(next.position)) else { continue };
            best = best.max(Some(next.sign * i32::from(score)));
            lines = lines.saturating_add(further);
        }
        let score = best.and_then(|best| i8::try_from(best).ok());
        record.score = score.unwrap_or(record.score);
        record.lines = lines.max(1);
        below.insert(record.key(), (record.score, record.lines));
    }
    records
}
