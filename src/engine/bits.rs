//! Sets of squares as bitboards: masks, neighbors and quadrants. Bit 0 is a1, bit 7 is h1, bit 63 is h8.

/// The corners: a1, h1, a8 and h8.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The X squares, diagonally next to the corners: b2, g2, b7 and g7.
pub const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// The C squares, next to the corners on the edges: b1, g1, a2, h2, a7, h7, b8 and g8.
pub const C_SQUARES: u64 = 0x4281_0000_0000_8142;

pub const COLUMN_A: u64 = 0x0101_0101_0101_0101;

pub const EDGE_ROWS: u64 = 0xff00_0000_0000_00ff;

pub const EDGE_COLUMNS: u64 = 0x8181_8181_8181_8181;

/// Columns b to g. Only discs in them can flip along a row or diagonal, so the mask keeps shifts from wrapping.
pub const INNER_COLUMNS: u64 = !EDGE_COLUMNS;

pub const QUADRANTS: [u64; 4] = [
    0x0000_0000_0f0f_0f0f,
    0x0000_0000_f0f0_f0f0,
    0x0f0f_0f0f_0000_0000,
    0xf0f0_f0f0_0000_0000,
];

/// All columns except a or h: masks that keep sets shifted by one column from wrapping around the edge.
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Returns the squares of a set in board order, as numbers from 0 to 63.
///
/// ```
/// use reversi::engine::{CORNERS, squares};
/// assert_eq!(squares(CORNERS).collect::<Vec<_>>(), [0, 7, 56, 63]);
/// ```
pub fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

#[inline]
pub fn count(set: u64) -> i32 {
    set.count_ones().cast_signed()
}

/// The set together with its neighbors in all eight directions.
pub const fn with_neighbours(set: u64) -> u64 {
    let rows = set | (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    rows | rows << 8 | rows >> 8
}

#[inline]
pub fn isolated(set: u64) -> u64 {
    let beside = (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    let rows = set | beside;
    set & !(beside | rows << 8 | rows >> 8)
}

/// The empty squares of odd quadrants. The side that plays first among an odd number may also play last (parity).
pub fn odd_quadrants(empty: u64) -> u64 {
    let odd = QUADRANTS
        .iter()
        .filter(|&&quadrant| (empty & quadrant).count_ones() % 2 == 1);
    odd.fold(0, |squares, quadrant| squares | empty & quadrant)
}

/// Column a as a row: a1 becomes bit 0, a8 bit 7.
#[inline]
pub fn column_to_row(board: u64) -> u8 {
    // The product moves bit 8 i to bit 56 + i; nothing else reaches the upper byte.
    ((board & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56).to_le_bytes()[0]
}

/// A row as column a: the inverse of [`column_to_row`].
pub fn row_to_column(row: u8) -> u64 {
    // The product moves bit i to bit 8 i, among others; bit 7 would collide with bit 0.
    let [lower, last] = [row & 0x7f, row >> 7].map(u64::from);
    lower.wrapping_mul(0x0002_0408_1020_4081) & COLUMN_A | last << 56
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn isolated_squares_have_no_neighbour_in_the_set() {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(10);
        let mut found = 0;
        for _ in 0..10_000 {
            let set = rng.random::<u64>() & rng.random::<u64>() & rng.random::<u64>();
            let is_alone = |&square: &u32| with_neighbours(1 << square) & set == 1 << square;
            let expected = squares(set)
                .filter(is_alone)
                .fold(0, |set, square| set | 1 << square);
            assert_eq!(isolated(set), expected, "{set:x}");
            found += expected.count_ones();
        }
        assert!(found > 10_000, "only {found}");
    }

    #[test]
    fn rows_and_columns_convert_into_each_other() {
        for row in 0..=u8::MAX {
            assert_eq!(column_to_row(row_to_column(row)), row);
        }
    }
}
