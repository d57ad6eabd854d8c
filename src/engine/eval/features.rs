//! The features of a position: the indices of all pattern instances, updated incrementally, and the terms.

mod sum;

use super::shape::{
    CENTRES, FEATURES, INSTANCE_COUNT, IndexVector, POWERS, TERM_COUNT, TERM_STARTS, TERMS,
    WEIGHTS, WIDTH,
};
use crate::engine::bits::{QUADRANTS, squares, with_neighbours};
use crate::engine::{Position, legal_moves};

/// The minimum number of flipped discs to add; missing ones add zeros, which takes less time than a mispredicted
/// branch. Most moves flip no more. Tuned on time.
const UNCONDITIONAL: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Features(IndexVector);

impl Features {
    pub fn of(position: Position) -> Self {
        let mut lanes = [0; WIDTH];
        for square in squares(position.player) {
            add(&mut lanes, &POWERS[square as usize]);
        }
        let mut others = [0; WIDTH];
        for square in squares(position.opponent) {
            add(&mut others, &POWERS[square as usize]);
        }
        for (lane, other) in lanes.iter_mut().zip(&others) {
            *lane -= *other;
        }
        Self(IndexVector(lanes))
    }

    #[inline]
    pub fn after(&self, square: u32, flipped: u64) -> Self {
        let mut changed = [0; WIDTH];
        let mut rest = flipped;
        for _ in 0..UNCONDITIONAL {
            // If no disc is left, this is 64, the row of zeros.
            add(&mut changed, &POWERS[rest.trailing_zeros() as usize]);
            rest &= rest.wrapping_sub(1);
        }
        for flipped in squares(rest) {
            add(&mut changed, &POWERS[flipped as usize]);
        }
        let placed = &POWERS[square as usize].0;
        let mut lanes = self.0;
        for (lane, (changed, placed)) in lanes.0.iter_mut().zip(changed.iter().zip(placed)) {
            // A flipped disc changes from -1 to 1. No sum leaves the range of an index.
            *lane = -(lane
                .wrapping_add(*placed)
                .wrapping_add(changed.wrapping_mul(2)));
        }
        Self(lanes)
    }

    #[inline]
    pub fn passed(&self) -> Self {
        let mut lanes = self.0;
        for lane in &mut lanes.0 {
            *lane = lane.wrapping_neg();
        }
        Self(lanes)
    }

    /// The indices of all pattern instances; 0 if all squares of an instance are empty.
    #[inline]
    pub fn lanes(&self) -> &[i16; WIDTH] {
        &self.0.0
    }

    #[inline]
    pub fn sum(&self, weights: &[i8; WEIGHTS]) -> i32 {
        #[expect(unsafe_code, reason = "the indices are not checked")]
        // SAFETY: every index stays within its pattern's weights, because a square adds at most its power of three.
        unsafe {
            sum::sum(&self.0, weights)
        }
    }
}

#[inline]
fn add(lanes: &mut [i16; WIDTH], powers: &IndexVector) {
    for (lane, power) in lanes.iter_mut().zip(&powers.0) {
        *lane = lane.wrapping_add(*power);
    }
}

/// The indices of the terms' weights, in the order that `features` documents; `moves` are the legal moves.
#[inline]
pub fn terms(position: Position, moves: u64) -> [usize; TERM_COUNT] {
    let Position { player, opponent } = position;
    let empty = position.empty();
    let count = |set: u64| set.count_ones() as usize;
    let odd_quadrants = QUADRANTS
        .map(|quadrant| count(empty & quadrant) % 2)
        .iter()
        .sum();
    let values = [
        count(moves),
        count(legal_moves(opponent, player)),
        count(with_neighbours(opponent) & empty),
        count(with_neighbours(player) & empty),
        odd_quadrants,
    ];
    std::array::from_fn(|term| TERM_STARTS[term] + values[term].min(TERMS[term] - 1))
}

/// Returns the indices of the weights whose sum evaluates a position, in the table of its phase.
///
/// First the pattern instances. Then the mobility of the side to move and of the other side, the potential mobility
/// of both, and the number of odd quadrants.
pub fn features(position: Position) -> [u32; FEATURES] {
    let Features(IndexVector(lanes)) = Features::of(position);
    let terms = terms(position, position.legal_moves());
    std::array::from_fn(|feature| {
        if feature < INSTANCE_COUNT {
            (CENTRES[feature] + i32::from(lanes[feature])).cast_unsigned()
        } else {
            u32::try_from(terms[feature - INSTANCE_COUNT]).unwrap_or(u32::MAX)
        }
    })
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::shape::shared;
    use super::*;
    use crate::engine::flips;

    #[test]
    fn moves_and_passes_keep_the_indices_up_to_date() {
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        for empties in 1..=60 {
            let position = Position::by_chance(empties, |count| rng.random_range(0..count));
            let indices = Features::of(position);
            assert_eq!(indices.passed(), Features::of(position.passed()));
            for square in squares(position.legal_moves()) {
                let flipped = flips(square, position.player, position.opponent);
                assert_eq!(
                    indices.after(square, flipped),
                    Features::of(position.after(square))
                );
            }
        }
    }

    #[test]
    fn sums_agree_with_checked_loads() {
        let mut rng = Pcg64Mcg::seed_from_u64(4);
        let weights: Vec<i8> = (0..WEIGHTS).map(|_| rng.random()).collect();
        let weights: Box<[i8; WEIGHTS]> = weights.into_boxed_slice().try_into().unwrap();
        for _ in 0..100 {
            for empties in 1..=60 {
                let features = Features::of(Position::by_chance(empties, |count| {
                    rng.random_range(0..count)
                }));
                let lanes = features.0.0.iter().map(|&lane| i32::from(lane));
                let indices = lanes.zip(CENTRES).map(|(lane, centre)| lane + centre);
                let weight = |index: i32| i32::from(weights[usize::try_from(index).unwrap()]);
                assert_eq!(features.sum(&weights), indices.map(weight).sum::<i32>());
            }
        }
    }

    #[test]
    fn symmetric_positions_have_the_same_weights() {
        let shared = shared();
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        for empties in 1..=60 {
            let position = Position::by_chance(empties, |count| rng.random_range(0..count));
            let weights = |position: Position| {
                let mut weights = features(position).map(|weight| shared[weight as usize]);
                weights.sort_unstable();
                weights
            };
            for symmetry in 1..8 {
                assert_eq!(weights(position.turned(symmetry)), weights(position));
            }
        }
    }
}
