//! The discs that a move flips.

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    any(
        test,
        not(all(target_feature = "avx512cd", target_feature = "avx512vl"))
    )
))]
mod avx2;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512cd",
    target_feature = "avx512vl"
))]
pub mod avx512;
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
mod portable;
mod rays;

/// Returns the discs that a move on `square` flips; 0 if the move is illegal. The square must be empty.
///
/// # Panics
/// Panics if `square` is 64 or more.
///
/// ```
/// use reversi::engine::flips;
/// // d3 from the start: the white disc on d4 lies between d3 and the black one on d5.
/// assert_eq!(flips(19, 1 << 35 | 1 << 28, 1 << 27 | 1 << 36), 1 << 27);
/// ```
#[inline]
pub fn flips(square: u32, player: u64, opponent: u64) -> u64 {
    #[cfg(all(
        target_arch = "x86_64",
        target_feature = "avx512cd",
        target_feature = "avx512vl"
    ))]
    {
        #[expect(
            unsafe_code,
            reason = "the build enables AVX-512, the function does not"
        )]
        // SAFETY: this is only compiled for processors with AVX-512.
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
        #[expect(unsafe_code, reason = "the build enables AVX2, the function does not")]
        // SAFETY: this is only compiled for processors with AVX2.
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

    /// The definition: in each direction, the opponent's discs up to the player's next one.
    fn by_steps(square: u32, player: u64, opponent: u64) -> u64 {
        let mut flipped = 0;
        for (rows, columns) in [
            (0, 1),
            (0, -1),
            (1, 0),
            (-1, 0),
            (1, 1),
            (1, -1),
            (-1, 1),
            (-1, -1),
        ] {
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
    fn flips_agree_with_the_portable_twin_on_a_million_boards() {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(5);
        for round in 0..1_000_000_u32 {
            let (a, b, c): (u64, u64, u64) = (rng.random(), rng.random(), rng.random());
            // Boards with few and with many discs.
            let occupied = [a, a | b, a | b | c, a & b][round as usize % 4];
            let player = occupied & c.rotate_left(17);
            let square = round / 4 % 64;
            let (player, opponent) = (player & !(1 << square), occupied & !player & !(1 << square));
            let expected = portable::flips(square, player, opponent);
            assert_eq!(
                flips(square, player, opponent),
                expected,
                "{square} {player} {opponent}"
            );
            #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
            #[expect(unsafe_code, reason = "the build enables AVX2, the function does not")]
            // SAFETY: this is only compiled for processors with AVX2.
            let with_avx2 = unsafe { avx2::flips(square, player, opponent) };
            #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
            assert_eq!(with_avx2, expected);
            if round % 16 == 0 {
                assert_eq!(expected, by_steps(square, player, opponent));
            }
        }
    }
}
