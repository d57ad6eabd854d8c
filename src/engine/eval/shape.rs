//! What the evaluation looks at: patterns of squares, all their places on the board, and where their
//! weights lie in the table of a phase.
//!
//! A pattern is up to ten squares. Each of them is empty, has a disc of the side to move, or one of
//! the other side; the digits 0, 1 and -1 at powers of three are the pattern's index. With the other
//! side to move the index is the same number negated. Wherever a pattern lies on the board by turning
//! and mirroring, its weights are the same.

use super::super::shallow::QUARTERS;
use super::super::symmetry::turned;

/// How many places of patterns fit the vectors of indices.
pub(super) const WIDTH: usize = 64;

/// The most squares that a pattern has.
const LONGEST: usize = 10;

/// How many patterns there are.
const COUNT: usize = 15;

/// The patterns near a1, or along the upper edge. Squares that are filled early come first: what
/// differs between positions of one search is then close together in memory.
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
    &[b"d1", b"e1", b"c1", b"f1", b"b1", b"g1", b"b2", b"g2", b"a1", b"h1"],
    // The corner: as a square, along the edge, and along both edges.
    &[b"c3", b"c2", b"b3", b"c1", b"a3", b"b1", b"a2", b"b2", b"a1"],
    &[b"d2", b"e2", b"d1", b"e1", b"c2", b"c1", b"b1", b"a2", b"b2", b"a1"],
    &[b"d1", b"e1", b"a4", b"a5", b"c1", b"a3", b"b1", b"a2", b"b2", b"a1"],
    // The corner as a triangle, along the diagonal, and as a kite.
    &[b"d1", b"c2", b"b3", b"a4", b"c1", b"a3", b"b1", b"a2", b"b2", b"a1"],
    &[b"d4", b"d3", b"c4", b"c3", b"c2", b"b3", b"b1", b"a2", b"b2", b"a1"],
    &[b"d2", b"e2", b"b4", b"b5", b"c2", b"b3", b"b1", b"a2", b"b2", b"a1"],
    // The middle of the edge, with both corners.
    &[b"d2", b"e2", b"d1", b"e1", b"c2", b"f2", b"c1", b"f1", b"a1", b"h1"],
];

/// Powers of three.
const THREE_TO: [usize; LONGEST + 1] = {
    let mut powers = [1; LONGEST + 1];
    let mut exponent = 1;
    while exponent <= LONGEST {
        powers[exponent] = 3 * powers[exponent - 1];
        exponent += 1;
    }
    powers
};

/// The number of a square by its name.
const fn square(name: [u8; 2]) -> u32 {
    (name[0] - b'a') as u32 + 8 * (name[1] - b'1') as u32
}

/// Where a square goes by a symmetry.
const fn turned_square(square: u32, symmetry: u32) -> u32 {
    turned(1 << square, symmetry).trailing_zeros()
}

/// The squares of a pattern, turned.
const fn set(pattern: usize, symmetry: u32) -> u64 {
    let (mut set, mut digit) = (0, 0);
    while digit < PATTERNS[pattern].len() {
        set |= 1 << turned_square(square(*PATTERNS[pattern][digit]), symmetry);
        digit += 1;
    }
    set
}

/// The places of all patterns: which pattern, and by which symmetry.
const PLACES: ([(usize, u32); WIDTH], usize) = {
    let mut places = [(0, 0); WIDTH];
    let (mut count, mut pattern) = (0, 0);
    while pattern < COUNT {
        let mut symmetry = 0;
        while symmetry < 8 {
            // What another symmetry has led to already is no place of its own.
            let (mut earlier, mut is_new) = (0, true);
            while earlier < symmetry {
                is_new &= set(pattern, earlier) != set(pattern, symmetry);
                earlier += 1;
            }
            if is_new {
                places[count] = (pattern, symmetry);
                count += 1;
            }
            symmetry += 1;
        }
        pattern += 1;
    }
    (places, count)
};

/// How many places there are.
pub(super) const PLACE_COUNT: usize = PLACES.1;

/// What a disc on a square adds to the index of each place; the last row is no square, and adds nothing.
pub(super) static POWERS: [Lanes; 65] = {
    let mut powers = [Lanes([0; WIDTH]); 65];
    let mut place = 0;
    while place < PLACE_COUNT {
        let (pattern, symmetry) = PLACES.0[place];
        let mut digit = 0;
        while digit < PATTERNS[pattern].len() {
            let square = turned_square(square(*PATTERNS[pattern][digit]), symmetry);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_possible_wrap,
                reason = "small"
            )]
            let power = THREE_TO[digit] as i16;
            powers[square as usize].0[place] = power;
            digit += 1;
        }
        place += 1;
    }
    powers
};

/// A number for each place, in whole cache lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Lanes(pub(super) [i16; WIDTH]);

/// How many weights a pattern has.
const fn size(pattern: usize) -> usize {
    THREE_TO[PATTERNS[pattern].len()]
}

/// Where the weights of each pattern begin, and behind the last.
const STARTS: [usize; COUNT + 1] = {
    let mut starts = [0; COUNT + 1];
    let mut pattern = 0;
    while pattern < COUNT {
        starts[pattern + 1] = starts[pattern] + size(pattern);
        pattern += 1;
    }
    starts
};

/// Where the weight of index 0 of each place lies.
pub(super) static CENTRES: Centres = {
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "small")]
    let mut centres = [PADDING as i32; WIDTH];
    let mut place = 0;
    while place < PLACE_COUNT {
        let (pattern, _) = PLACES.0[place];
        #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "small")]
        let centre = (STARTS[pattern] + size(pattern) / 2) as i32;
        centres[place] = centre;
        place += 1;
    }
    Centres(centres)
};

/// A place in the table for each place on the board, in whole cache lines.
#[repr(align(64))]
pub(super) struct Centres(pub(super) [i32; WIDTH]);

/// The terms beside the patterns: how many weights each has.
pub(super) const TERMS: [usize; TERM_COUNT] = [36, 36, 48, 48, 10];

/// How many terms there are.
pub(super) const TERM_COUNT: usize = 5;

/// Where the weights of each term begin.
pub(super) const TERM_STARTS: [usize; TERM_COUNT] = {
    let mut starts = [STARTS[COUNT]; TERM_COUNT];
    let mut term = 1;
    while term < TERM_COUNT {
        starts[term] = starts[term - 1] + TERMS[term - 1];
        term += 1;
    }
    starts
};

/// A weight that no term comes to, for what fills up vectors: it is 0. It is not among the last three,
/// so that four can be loaded from there.
pub(super) const PADDING: usize = WEIGHTS - 4;

/// How many weights a phase has.
pub const WEIGHTS: usize = TERM_STARTS[TERM_COUNT - 1] + TERMS[TERM_COUNT - 1];

/// The weights of which every position with an odd number of empty squares has one, or every one with
/// an even number: those of the odd quarters.
pub fn parity_weights(is_odd: bool) -> impl Iterator<Item = usize> {
    let last = TERM_COUNT - 1;
    // No more quarters can be odd than there are.
    let odd_quarters = (0..=QUARTERS.len()).filter(move |count| (count % 2 == 1) == is_odd);
    odd_quarters.map(move |count| TERM_STARTS[last] + count)
}

/// How many features a position has: a place of a pattern each, and the terms.
pub const FEATURES: usize = PLACE_COUNT + TERM_COUNT;

/// For each weight the first one that has to be the same, because the pattern is its own mirror
/// image.
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
            // Digits go where the squares go.
            let goes_to = squares.iter().map(|&from| {
                let to = turned_square(from, symmetry);
                squares.iter().position(|&square| square == to).unwrap_or(0)
            });
            let mut image = vec![0; size(pattern)];
            for (digit, to) in goes_to.enumerate() {
                for index in THREE_TO[digit]..THREE_TO[digit + 1] {
                    let (value, rest) = (index / THREE_TO[digit], index % THREE_TO[digit]);
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
    fn places_are_as_many_as_the_symmetries_of_the_patterns_leave() {
        // Four of each, but two long diagonals, and eight of the corner along an edge.
        assert_eq!(PLACE_COUNT, 4 * 13 + 2 + 8);
        let adds = |lanes: &Lanes| lanes.0.iter().any(|&power| power != 0);
        assert!(POWERS[..64].iter().all(adds) && !adds(&POWERS[64]));
    }

    #[test]
    fn no_position_has_the_weight_that_fills_up_vectors() {
        let mut parity = [false, true].into_iter().flat_map(parity_weights);
        assert!(parity.all(|index| (TERM_STARTS[4]..TERM_STARTS[4] + 5).contains(&index)));
        assert!((TERM_STARTS[4] + 5..WEIGHTS).contains(&PADDING));
    }

    #[test]
    fn mirrored_indices_share_a_weight() {
        let shared = shared();
        // The edge: one disc alone.
        let centre = STARTS[7] + size(7) / 2;
        let alone = |name: &[u8; 2]| {
            let digit = PATTERNS[7].iter().position(|&other| other == name).unwrap();
            shared[centre + THREE_TO[digit]]
        };
        assert_eq!(alone(b"a1"), alone(b"h1"));
        assert_ne!(alone(b"a1"), alone(b"b1"));
        // The first of those that are the same is its own.
        assert!(shared.iter().all(|&first| shared[first as usize] == first));
        // The corner along an edge is no mirror image of itself.
        assert!((STARTS[9]..STARTS[10]).all(|place| shared[place] as usize == place));
    }
}
