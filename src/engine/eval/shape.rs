//! The shape of the evaluation: its patterns, their instances on the board, and the layout of a weight table.
//!
//! A pattern is a set of up to ten squares. Its index in a position has one ternary digit per square: 0 for an empty
//! square, 1 for a disc of the side to move, -1 for an opposing disc. With the other side to move, the index is
//! negated. All instances of a pattern, which are its images under the board's symmetries, share their weights.

use crate::engine::bits::QUADRANTS;
use crate::engine::symmetry::turned_square;

/// The number of lanes in a vector of indices, at least one per instance.
pub const WIDTH: usize = 64;

const LONGEST: usize = 10;

const COUNT: usize = 15;

/// The patterns, near a1 or along the upper edge. Squares that are filled early come first, so that the indices of
/// positions in one search are close together in memory.
const PATTERNS: [&[&[u8; 2]]; COUNT] = [
    // The rows behind the edge.
    &[b"d2", b"e2", b"c2", b"f2", b"a2", b"h2", b"b2", b"g2"],
    &[b"d3", b"e3", b"c3", b"f3", b"b3", b"g3", b"a3", b"h3"],
    &[b"d4", b"e4", b"c4", b"f4", b"b4", b"g4", b"a4", b"h4"],
    // Diagonals.
    &[b"d4", b"e5", b"c3", b"f6", b"b2", b"g7", b"a1", b"h8"],
    &[b"e4", b"d3", b"f5", b"c2", b"g6", b"b1", b"h7"],
    &[b"e3", b"f4", b"d2", b"g5", b"c1", b"h6"],
    &[b"e2", b"f3", b"g4", b"d1", b"h5"],
    // The edge with its X squares.
    &[
        b"d1", b"e1", b"c1", b"f1", b"b1", b"g1", b"b2", b"g2", b"a1", b"h1",
    ],
    // The corner: as a square, along the edge, and along both edges.
    &[
        b"c3", b"c2", b"b3", b"c1", b"a3", b"b1", b"a2", b"b2", b"a1",
    ],
    &[
        b"d2", b"e2", b"d1", b"e1", b"c2", b"c1", b"b1", b"a2", b"b2", b"a1",
    ],
    &[
        b"d1", b"e1", b"a4", b"a5", b"c1", b"a3", b"b1", b"a2", b"b2", b"a1",
    ],
    // The corner as a triangle, along the diagonal, and as a kite.
    &[
        b"d1", b"c2", b"b3", b"a4", b"c1", b"a3", b"b1", b"a2", b"b2", b"a1",
    ],
    &[
        b"d4", b"d3", b"c4", b"c3", b"c2", b"b3", b"b1", b"a2", b"b2", b"a1",
    ],
    &[
        b"d2", b"e2", b"b4", b"b5", b"c2", b"b3", b"b1", b"a2", b"b2", b"a1",
    ],
    // The middle of the edge, with both corners.
    &[
        b"d2", b"e2", b"d1", b"e1", b"c2", b"f2", b"c1", b"f1", b"a1", b"h1",
    ],
];

const THREE_TO: [usize; LONGEST + 1] = {
    let mut powers = [1; LONGEST + 1];
    let mut exponent = 1;
    while exponent <= LONGEST {
        powers[exponent] = 3 * powers[exponent - 1];
        exponent += 1;
    }
    powers
};

const fn square(name: [u8; 2]) -> u32 {
    (name[0] - b'a') as u32 + 8 * (name[1] - b'1') as u32
}

const fn set(pattern: usize, symmetry: u32) -> u64 {
    let mut set = 0;
    let mut digit = 0;
    while digit < PATTERNS[pattern].len() {
        set |= 1 << turned_square(square(*PATTERNS[pattern][digit]), symmetry);
        digit += 1;
    }
    set
}

/// The instances of all patterns, as pattern and symmetry, and the number of instances.
const INSTANCES: ([(usize, u32); WIDTH], usize) = {
    let mut instances = [(0, 0); WIDTH];
    let mut count = 0;
    let mut pattern = 0;
    while pattern < COUNT {
        let mut symmetry = 0;
        while symmetry < 8 {
            // A symmetric pattern has fewer than eight instances.
            let mut earlier = 0;
            let mut is_new = true;
            while earlier < symmetry {
                is_new &= set(pattern, earlier) != set(pattern, symmetry);
                earlier += 1;
            }
            if is_new {
                instances[count] = (pattern, symmetry);
                count += 1;
            }
            symmetry += 1;
        }
        pattern += 1;
    }
    (instances, count)
};

pub const INSTANCE_COUNT: usize = INSTANCES.1;

/// The power of three that a disc on each square adds to each instance's index; zeros in the last row, for no square.
pub static POWERS: [IndexVector; 65] = {
    let mut powers = [IndexVector([0; WIDTH]); 65];
    let mut instance = 0;
    while instance < INSTANCE_COUNT {
        let (pattern, symmetry) = INSTANCES.0[instance];
        let mut digit = 0;
        while digit < PATTERNS[pattern].len() {
            let square = turned_square(square(*PATTERNS[pattern][digit]), symmetry);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_possible_wrap,
                reason = "small"
            )]
            let power = THREE_TO[digit] as i16;
            powers[square as usize].0[instance] = power;
            digit += 1;
        }
        instance += 1;
    }
    powers
};

/// The index of each instance, in whole cache lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub struct IndexVector(pub [i16; WIDTH]);

const fn size(pattern: usize) -> usize {
    THREE_TO[PATTERNS[pattern].len()]
}

/// The start of each pattern's weights in a table, and the end of the last pattern's.
const STARTS: [usize; COUNT + 1] = {
    let mut starts = [0; COUNT + 1];
    let mut pattern = 0;
    while pattern < COUNT {
        starts[pattern + 1] = starts[pattern] + size(pattern);
        pattern += 1;
    }
    starts
};

/// The place in a table of each instance's weight for index 0.
pub const CENTRES: [i32; INSTANCE_COUNT] = {
    let mut centres = [0; INSTANCE_COUNT];
    let mut instance = 0;
    while instance < INSTANCE_COUNT {
        let (pattern, _) = INSTANCES.0[instance];
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_possible_wrap,
            reason = "small"
        )]
        let centre = (STARTS[pattern] + size(pattern) / 2) as i32;
        centres[instance] = centre;
        instance += 1;
    }
    centres
};

pub const TERMS: [usize; TERM_COUNT] = [36, 36, 48, 48, 10];

pub const TERM_COUNT: usize = 5;

/// The first weight of each term.
pub const TERM_STARTS: [usize; TERM_COUNT] = {
    let mut starts = [STARTS[COUNT]; TERM_COUNT];
    let mut term = 1;
    while term < TERM_COUNT {
        starts[term] = starts[term - 1] + TERMS[term - 1];
        term += 1;
    }
    starts
};

/// The number of weights of a phase.
pub const WEIGHTS: usize = TERM_STARTS[TERM_COUNT - 1] + TERMS[TERM_COUNT - 1];

/// The indices of the parity weights for an odd or an even number of empty squares. Each position has exactly one.
pub fn parity_weights(is_odd: bool) -> impl Iterator<Item = usize> {
    let last = TERM_COUNT - 1;
    let odd_quadrants = (0..=QUADRANTS.len()).filter(move |count| (count % 2 == 1) == is_odd);
    odd_quadrants.map(move |count| TERM_STARTS[last] + count)
}

/// The number of features of a position: one per pattern instance, and the terms.
pub const FEATURES: usize = INSTANCE_COUNT + TERM_COUNT;

/// For each weight, the first weight that is equal because the pattern is symmetric.
pub fn shared() -> Vec<u32> {
    let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    let mut shared: Vec<u32> = (0..number(WEIGHTS)).collect();
    for pattern in 0..COUNT {
        let names = PATTERNS[pattern];
        let squares: Vec<u32> = names.iter().map(|&&name| square(name)).collect();
        for symmetry in 1..8 {
            if set(pattern, symmetry) != set(pattern, 0) {
                continue;
            }
            // The symmetry permutes the digits of an index like the squares.
            let digits = squares.iter().map(|&from| {
                let to = turned_square(from, symmetry);
                squares.iter().position(|&square| square == to).unwrap_or(0)
            });
            let mut image = vec![0; size(pattern)];
            for (digit, to) in digits.enumerate() {
                for index in THREE_TO[digit]..THREE_TO[digit + 1] {
                    let value = index / THREE_TO[digit];
                    let rest = index % THREE_TO[digit];
                    image[index] = image[rest] + value * THREE_TO[to];
                }
            }
            for (index, image) in image.into_iter().enumerate() {
                let first = index.min(image);
                let place = STARTS[pattern] + index;
                shared[place] = shared[place].min(number(STARTS[pattern] + first));
            }
        }
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pattern_has_the_instances_that_its_symmetry_leaves() {
        // Four for each pattern, except two for the long diagonal and eight for the corner along one edge.
        assert_eq!(INSTANCE_COUNT, 4 * 13 + 2 + 8);
        let adds = |lanes: &IndexVector| lanes.0.iter().any(|&power| power != 0);
        assert!(POWERS[..64].iter().all(adds) && !adds(&POWERS[64]));
    }

    #[test]
    fn parity_has_weights_for_up_to_four_odd_quadrants() {
        let mut parity = [false, true].into_iter().flat_map(parity_weights);
        assert!(parity.all(|index| (TERM_STARTS[4]..TERM_STARTS[4] + 5).contains(&index)));
    }

    #[test]
    fn mirrored_indices_share_a_weight() {
        let shared = shared();
        // The edge with a single disc.
        let centre = STARTS[7] + size(7) / 2;
        let alone = |name: &[u8; 2]| {
            let digit = PATTERNS[7].iter().position(|&other| other == name).unwrap();
            shared[centre + THREE_TO[digit]]
        };
        assert_eq!(alone(b"a1"), alone(b"h1"));
        assert_ne!(alone(b"a1"), alone(b"b1"));
        // The first of equal weights refers to itself.
        assert!(shared.iter().all(|&first| shared[first as usize] == first));
        // The corner along one edge is not symmetric.
        assert!((STARTS[9]..STARTS[10]).all(|place| shared[place] as usize == place));
    }
}
