//! The discs that one move flips.

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    any(test, not(all(target_feature = "avx512cd", target_feature = "avx512vl")))
))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl"))]
pub(super) mod avx512;
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
mod portable;

/// For each square the squares that lie in some directions from it, given as rows and columns to go
/// at each step.
const fn rays<const N: usize>(steps: [(i32, i32); N]) -> [[u64; N]; 64] {
    let mut table = [[0; N]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < N {
            let (rows, columns) = steps[direction];
            let mut row = square / 8 + rows;
            let mut column = square % 8 + columns;
            while row >= 0 && row < 8 && column >= 0 && column < 8 {
                table[square.cast_unsigned() as usize][direction] |= 1 << (8 * row + column);
                row += rows;
                column += columns;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

/// The opposing discs that `player` would flip by a move on `square` (0 to 63); 0 if the move is
/// not legal there. The square itself is expected to be empty.
///
/// # Panics
/// When `square` is 64 or more.
///
/// ```
/// use reversi::engine::flips;
/// // d3 from the start: the white disc on d4 lies between d3 and the black one on d5.
/// assert_eq!(flips(19, 1 << 35 | 1 << 28, 1 << 27 | 1 << 36), 1 << 27);
/// ```
#[inline]
pub fn flips(square: u32, player: u64, opponent: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl"))]
    {
        #[expect(unsafe_code, reason = "the attributes of the build are not those of a function")]
        // SAFETY: the program is compiled for processors that have these instructions.
        unsafe {
            avx512::flips(square, player, opponent)
        }
    }
    #[cfg(all(
        target_arch = "x86_64",
        target_feature = "avx2",
        not(all(target_feature = "avx512cd", target_feature = "avx512vl"))
    ))]
    {
        #[expect(unsafe_code, reason = "the attributes of the build are not those of a function")]
        // SAFETY: the program is compiled for processors that have these instructions.
        unsafe {
            avx2::flips(square, player, opponent)
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
    portable::flips(square, player, opponent)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// The definition: along each direction, the opponent's discs up to the player's next one.
    fn by_steps(square: u32, player: u64, opponent: u64) -> u64 {
        let mut flipped = 0;
        for (rows, columns) in
            [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)]
        {
            let mut run = 0;
            let (mut row, mut column) = (square.cast_signed() / 8, square.cast_signed() % 8);
            loop {
                (row, column) = (row + rows, column + columns);
                if !(0..8).contains(&row) || !(0..8).contains(&column) {
                    break;
                }
                let bit = 1 << (8 * row + column);
                if player & bit != 0 {
                    flipped |= run;
                }
                if opponent & bit == 0 {
                    break;
                }
                run |= bit;
            }
        }
        flipped
    }

    #[test]
    fn a_million_boards_are_as_the_portable_twin_has_them() {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(5);
        for round in 0..1_000_000_u32 {
            let (a, b, c): (u64, u64, u64) = (rng.random(), rng.random(), rng.random());
            // Boards of few and of many discs.
            let occupied = [a, a | b, a | b | c, a & b][round as usize % 4];
            let player = occupied & c.rotate_left(17);
            let square = round / 4 % 64;
            let (player, opponent) = (player & !(1 << square), occupied & !player & !(1 << square));
            let expected = portable::flips(square, player, opponent);
            assert_eq!(flips(square, player, opponent), expected, "{square} {player} {opponent}");
            #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
            #[expect(unsafe_code, reason = "the build's attributes are not those of a function")]
            // SAFETY: the test is compiled for processors that have these instructions.
            let with_avx2 = unsafe { avx2::flips(square, player, opponent) };
            #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
            assert_eq!(with_avx2, expected);
            if round % 16 == 0 {
                assert_eq!(expected, by_steps(square, player, opponent));
            }
        }
    }
}
