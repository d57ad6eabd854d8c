//! What a book has to search to learn the positions of games.

use std::collections::BTreeSet;

use super::source::find_among;
use super::{Due, Record, step};
use crate::engine::Position;

/// The positions to search for all their moves, in order: those that the book lacks, and
/// those whose best move out of the book leads to one of them.
///
/// Positions where the side to move has to pass, or the game is over, are left out.
pub fn lessons(positions: impl IntoIterator<Item = Position>, base: &[Record]) -> Vec<Due> {
    let is_new =
        |position: &Position| position.legal_moves() != 0 && find_among(base, *position).is_none();
    let canonical = positions.into_iter().map(Position::canonical);
    let new: BTreeSet<Position> = canonical.filter(is_new).collect();
    let leads_there = |record: &&Record| {
        let leaf = record.leaf.and_then(|(square, _)| step::after(record.position, square.into()));
        leaf.is_some_and(|next| new.contains(&next.position))
    };
    let opened = base.iter().filter(leads_there).map(|record| record.position);
    let all: BTreeSet<Position> = new.iter().copied().chain(opened).collect();
    all.into_iter().map(Due::all).collect()
}
