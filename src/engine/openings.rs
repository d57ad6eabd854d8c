//! All positions after a number of plies, up to symmetry.

use std::collections::BTreeSet;

use super::{Position, squares};

/// Moves to each position `plies` from the start, as squares from 0 to 63, in a fixed order. Includes only one of
/// symmetric positions, and no positions without a legal move.
pub fn openings(plies: u32) -> Vec<Vec<u32>> {
    let mut openings = vec![(Position::START, Vec::new())];
    for _ in 0..plies {
        let mut seen = BTreeSet::new();
        let mut longer = Vec::new();
        for (position, moves) in openings {
            for square in squares(position.legal_moves()) {
                let next = position.after(square);
                let canonical = next.canonical();
                if next.legal_moves() != 0 && seen.insert((canonical.player, canonical.opponent)) {
                    let moves = moves.iter().copied().chain([square]).collect();
                    longer.push((next, moves));
                }
            }
        }
        openings = longer;
    }
    openings.into_iter().map(|(_, moves)| moves).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_the_published_numbers_of_distinct_positions() {
        assert_eq!(
            [0, 1, 2, 3, 4, 5, 6].map(|plies| openings(plies).len()),
            [1, 1, 3, 14, 60, 322, 1773]
        );
    }
}
