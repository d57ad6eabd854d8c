//! A table of the outcomes of early positions, computed by the solver.
//!
//! It holds the outcomes of the open positions of one ply in the order of their keys, two bits each. The keys are
//! computed by playing all games up to that ply. Outcomes of earlier positions follow from later ones. A position
//! is open if it doesn't end with the next counter, and has no mirror image with a smaller key.

use std::collections::HashMap;

use super::position::{COLUMNS, ConnectFourPosition};

const PER_BYTE: usize = 4;

const UNKNOWN: u8 = 0;

/// A book of the outcomes of early positions.
#[derive(Debug, Clone)]
pub struct OutcomeBook {
    /// The known outcomes up to the last ply of the book, by canonical key.
    outcomes: HashMap<u64, i8>,
    /// The number of counters in the last positions of the book.
    counters: u32,
}

impl OutcomeBook {
    /// Creates a book of the positions with up to `counters` counters.
    ///
    /// Missing bytes are unknown outcomes, so a book without bytes is empty.
    pub fn new(counters: u32, bytes: &[u8]) -> Self {
        let mut levels = levels(counters);
        let last = levels.pop().unwrap_or_default();
        let mut outcomes: HashMap<u64, i8> = last
            .into_iter()
            .enumerate()
            .filter_map(|(index, key)| Some((key, outcome(bytes, index)?)))
            .collect();
        for key in levels.into_iter().rev().flatten() {
            let found = ConnectFourPosition::from_key(key)
                .and_then(|position| best(position, |child| known(&outcomes, child)));
            if let Some(found) = found {
                outcomes.insert(key, found);
            }
        }
        Self { outcomes, counters }
    }

    /// Returns the outcome: 1 if the side to move wins, -1 if it loses, 0 for a draw.
    ///
    /// `None` for positions with more counters than the book has, and for some positions of an unfinished book.
    pub fn outcome(&self, position: ConnectFourPosition) -> Option<i32> {
        (position.counters() <= self.counters)
            .then(|| known(&self.outcomes, position))
            .flatten()
            .map(i32::from)
    }
}

/// Returns the keys of the open positions with `counters` counters, in ascending order.
pub fn open_positions(counters: u32) -> Vec<u64> {
    levels(counters).pop().unwrap_or_default()
}

/// Returns the outcome at an index of a book's bytes; `None` if it is unknown or missing.
pub fn outcome(bytes: &[u8], index: usize) -> Option<i8> {
    let byte = bytes.get(index / PER_BYTE)?;
    match byte >> (2 * (index % PER_BYTE)) & 3 {
        1 => Some(-1),
        2 => Some(0),
        3 => Some(1),
        _ => None,
    }
}

/// Sets the outcome at an index of a book's bytes.
///
/// # Panics
/// Panics if there are too few bytes.
pub fn set_outcome(bytes: &mut [u8], index: usize, outcome: Option<i8>) {
    let code = match outcome {
        None => UNKNOWN,
        Some(..=-1) => 1,
        Some(0) => 2,
        Some(1..) => 3,
    };
    let shift = 2 * (index % PER_BYTE);
    let byte = &mut bytes[index / PER_BYTE];
    *byte = *byte & !(3 << shift) | code << shift;
}

/// Returns the size of a book of `positions` positions, in bytes.
pub const fn size(positions: usize) -> usize {
    positions.div_ceil(PER_BYTE)
}

/// The keys of the open positions, ply by ply, each list in ascending order.
fn levels(counters: u32) -> Vec<Vec<u64>> {
    let mut levels = vec![vec![ConnectFourPosition::start().key()]];
    for ply in 0..counters as usize {
        let positions = levels[ply]
            .iter()
            .filter_map(|&key| ConnectFourPosition::from_key(key));
        let mut keys: Vec<u64> = positions
            .flat_map(children)
            .filter(|&child| ended(child).is_none())
            .map(|child| child.canonical().key())
            .collect();
        keys.sort_unstable();
        keys.dedup();
        levels.push(keys);
    }
    levels
}

/// The positions after one more counter; the side to move must have no winning move.
fn children(position: ConnectFourPosition) -> impl Iterator<Item = ConnectFourPosition> {
    let legal = (0..COLUMNS).filter(move |&column| position.is_legal(column));
    legal.map(move |column| position.play(column))
}

/// The outcome if the side to move wins at once, or can't stop an immediate loss. Only for early positions, which
/// are never drawn.
fn ended(position: ConnectFourPosition) -> Option<i8> {
    if position.immediate_wins() != 0 {
        Some(1)
    } else {
        (position.safe_cells() == 0).then_some(-1)
    }
}

fn known(outcomes: &HashMap<u64, i8>, position: ConnectFourPosition) -> Option<i8> {
    ended(position).or_else(|| outcomes.get(&position.canonical().key()).copied())
}

/// The outcome of an open position, if enough of its children are known.
fn best(
    position: ConnectFourPosition,
    outcome: impl Fn(ConnectFourPosition) -> Option<i8>,
) -> Option<i8> {
    let mut best = Some(-1);
    for child in children(position) {
        match outcome(child) {
            Some(-1) => return Some(1),
            Some(value) => best = best.map(|best: i8| best.max(-value)),
            None => best = None,
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_kept_in_two_bits() {
        let mut bytes = vec![0xff; size(9)];
        assert_eq!(bytes.len(), 3);
        for (index, value) in [
            (0, Some(-1)),
            (3, None),
            (5, Some(0)),
            (8, Some(1)),
            (5, Some(1)),
        ] {
            set_outcome(&mut bytes, index, value);
            assert_eq!(outcome(&bytes, index), value);
        }
        assert_eq!((outcome(&bytes, 1), outcome(&bytes, 12)), (Some(1), None));
    }

    #[test]
    fn all_open_positions_are_found() {
        let counts: Vec<usize> = levels(4).iter().map(Vec::len).collect();
        assert_eq!(counts, [1, 4, 25, 121, 568]);
        assert!(levels(4)[4].is_sorted());
    }

    #[test]
    fn early_outcomes_follow_from_later_ones() {
        let start = ConnectFourPosition::start();
        let mut bytes = vec![0; size(4)];
        assert!(OutcomeBook::new(1, &bytes).outcomes.is_empty());
        assert_eq!(OutcomeBook::new(1, &bytes).outcome(start), None);
        // The four first moves up to symmetry; all but the first are good for the second player.
        for (index, value) in [(0, -1), (1, 1), (2, 1), (3, 1)] {
            set_outcome(&mut bytes, index, Some(value));
        }
        let book = OutcomeBook::new(1, &bytes);
        assert_eq!((book.outcomes.len(), book.outcome(start)), (5, Some(1)));
        assert_eq!(book.outcome(start.play(0)), book.outcome(start.play(6)));
        assert_eq!(book.outcome(start.play(0).play(0)), None);
        set_outcome(&mut bytes, 0, None);
        assert_eq!(OutcomeBook::new(1, &bytes).outcome(start), None);
    }
}
