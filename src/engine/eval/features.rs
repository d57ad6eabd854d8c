//! The indices of all patterns of a position, kept up to date move by move.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2;
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
mod portable;

use super::super::shallow::{QUARTERS, around};
use super::super::{Position, legal_moves, squares};
use super::shape::{
    CENTRES, FEATURES, Lanes, PLACE_COUNT, POWERS, TERM_COUNT, TERM_STARTS, TERMS, WEIGHTS, WIDTH,
};

/// So many flipped discs, which most moves have at most, are added without asking how many there are:
/// a branch that is foreseen wrong takes longer than adding nothing a few times. Tuned on time.
const USUAL: usize = 4;

/// The indices of the patterns, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Features(Lanes);

impl Features {
    pub(in super::super) fn of(position: Position) -> Self {
        let mut lanes = [0; WIDTH];
        for square in squares(position.player) {
            add(&mut lanes, &POWERS[square as usize]);
        }
        let mut others = [0; WIDTH];
        for square in squares(position.opponent) {
            add(&mut others, &POWERS[square as usize]);
        }
        for (lane, other) in lanes.iter_mut().zip(others) {
            *lane -= other;
        }
        Self(Lanes(lanes))
    }

    /// After a move on a square that flips these discs, for the other side.
    #[inline]
    pub(in super::super) fn after(&self, square: u32, flipped: u64) -> Self {
        let mut changed = [0; WIDTH];
        let mut rest = flipped;
        for _ in 0..USUAL {
            // Where none is left this is 64, the row that changes nothing.
            add(&mut changed, &POWERS[rest.trailing_zeros() as usize]);
            rest &= rest.wrapping_sub(1);
        }
        for flipped in squares(rest) {
            add(&mut changed, &POWERS[flipped as usize]);
        }
        let placed = &POWERS[square as usize].0;
        let mut lanes = self.0;
        for (lane, (changed, placed)) in lanes.0.iter_mut().zip(changed.into_iter().zip(placed)) {
            // A flipped disc goes from -1 to 1. No sum leaves the range of an index.
            *lane = -(lane.wrapping_add(*placed).wrapping_add(changed.wrapping_mul(2)));
        }
        Self(lanes)
    }

    /// The same for the other side.
    #[inline]
    pub(in super::super) fn passed(&self) -> Self {
        let mut lanes = self.0;
        for lane in &mut lanes.0 {
            *lane = lane.wrapping_neg();
        }
        Self(lanes)
    }

    /// The sum of the weights of the patterns.
    #[inline]
    pub(super) fn sum(&self, weights: &[i8; WEIGHTS]) -> i32 {
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        {
            #[expect(
                unsafe_code,
                reason = "the attributes of the build are not those of a function"
            )]
            // SAFETY: the program is compiled for processors that have these instructions, and no
            // index leaves the part of its pattern, because a square adds at most its power.
            unsafe {
                avx2::sum(&self.0, weights)
            }
        }
        #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
        portable::sum(&self.0, weights)
    }
}

#[inline]
fn add(lanes: &mut [i16; WIDTH], powers: &Lanes) {
    for (lane, power) in lanes.iter_mut().zip(powers.0) {
        *lane = lane.wrapping_add(power);
    }
}

/// Which weight each term has, when the legal moves of the side to move are known: mobility and
/// potential mobility of both sides, and the parity of the empty squares with that of the quarters.
#[inline]
pub(super) fn terms(position: Position, moves: u64) -> [usize; TERM_COUNT] {
    let Position { player, opponent } = position;
    let empty = !(player | opponent);
    let count = |set: u64| set.count_ones() as usize;
    let odd_quarters = QUARTERS.map(|quarter| count(empty & quarter) % 2).iter().sum();
    let values = [
        count(moves),
        count(legal_moves(opponent, player)),
        count(around(opponent) & empty),
        count(around(player) & empty),
        odd_quarters,
    ];
    std::array::from_fn(|term| TERM_STARTS[term] + values[term].min(TERMS[term] - 1))
}

/// The weights that a position is the sum of, as their numbers in the table of its phase: of each place of
/// a pattern, and at last of the mobility of the side to move and of the other side, the potential mobility
/// of both, and the parity.
pub fn features(position: Position) -> [u32; FEATURES] {
    let Features(Lanes(lanes)) = Features::of(position);
    let terms = terms(position, position.legal_moves());
    std::array::from_fn(|feature| {
        if feature < PLACE_COUNT {
            (CENTRES.0[feature] + i32::from(lanes[feature])).cast_unsigned()
        } else {
            u32::try_from(terms[feature - PLACE_COUNT]).unwrap_or(u32::MAX)
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
            let position = Position::by_chance(empties, &mut rng);
            let indices = Features::of(position);
            assert_eq!(indices.passed(), Features::of(position.passed()));
            for square in squares(position.legal_moves()) {
                let flipped = flips(square, position.player, position.opponent);
                assert_eq!(indices.after(square, flipped), Features::of(position.after(square)));
            }
        }
    }

    #[test]
    fn sums_are_as_the_portable_twin_has_them() {
        let mut rng = Pcg64Mcg::seed_from_u64(4);
        let weights: Vec<i8> = (0..WEIGHTS).map(|_| rng.random()).collect();
        let mut weights: Box<[i8; WEIGHTS]> = weights.into_boxed_slice().try_into().unwrap();
        // What fills up vectors has no weight.
        weights[WEIGHTS - 4] = 0;
        for _ in 0..100 {
            for empties in 1..=60 {
                let features = Features::of(Position::by_chance(empties, &mut rng));
                assert_eq!(features.sum(&weights), portable::sum(&features.0, &weights));
            }
        }
    }

    #[test]
    fn symmetric_positions_have_the_same_weights() {
        let shared = shared();
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        for empties in 1..=60 {
            let position = Position::by_chance(empties, &mut rng);
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
