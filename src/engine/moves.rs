//! Legal moves of a side, for all squares at once.

/// Columns b to g: a run of discs that is flipped along a row or diagonal never reaches column a
/// or h, so masking them keeps the shifts from wrapping around the edge.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The empty squares on which `player` would flip at least one disc.
///
/// For each of the eight directions the player's discs are spread over adjacent opposing discs
/// (at most six), and one step further, where the square must be empty.
///
/// ```
/// use reversi::engine::legal_moves;
/// // The start, Black to move: d3, c4, f5, e6.
/// let (black, white) = (1 << 35 | 1 << 28, 1 << 27 | 1 << 36);
/// assert_eq!(legal_moves(black, white), 1 << 19 | 1 << 26 | 1 << 37 | 1 << 44);
/// ```
#[inline]
pub fn legal_moves(player: u64, opponent: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    let reached = x86_64::reached(player, opponent);
    #[cfg(not(target_arch = "x86_64"))]
    let reached = portable::reached(player, opponent);
    reached & !(player | opponent)
}

/// For any processor.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable {
    use super::{INNER_COLUMNS, along};

    pub(super) fn reached(player: u64, opponent: u64) -> u64 {
        let inner = opponent & INNER_COLUMNS;
        along::<1>(player, inner)
            | along::<8>(player, opponent)
            | along::<7>(player, inner)
            | along::<9>(player, inner)
    }
}

/// With the two lanes of SSE2, which every x86-64 processor has: the second lane holds the board
/// upside down, where the same shift goes the opposite way, so each shift does two directions.
#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{
        __m128i, _mm_and_si128, _mm_cvtsi128_si64, _mm_or_si128, _mm_set_epi64x, _mm_slli_epi64,
        _mm_unpackhi_epi64,
    };

    use super::{INNER_COLUMNS, along};

    #[inline]
    pub(super) fn reached(player: u64, opponent: u64) -> u64 {
        let inner = opponent & INNER_COLUMNS;
        #[expect(unsafe_code, reason = "the compiler doesn't take SSE2 for granted")]
        // SAFETY: SSE2 belongs to x86-64 itself.
        let [upright, mirrored] = unsafe { across_rows(player, opponent, inner) };
        upright | mirrored.swap_bytes() | along::<1>(player, inner)
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn across_rows(player: u64, opponent: u64, inner: u64) -> [u64; 2] {
        let (players, all, inners) = (both(player), both(opponent), both(inner));
        let lanes = _mm_or_si128(
            _mm_or_si128(upwards::<7, 14>(players, inners), upwards::<9, 18>(players, inners)),
            upwards::<8, 16>(players, all),
        );
        let mirrored = _mm_unpackhi_epi64(lanes, lanes);
        [lanes, mirrored].map(|lane| _mm_cvtsi128_si64(lane).cast_unsigned())
    }

    /// The board and its mirror image.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn both(board: u64) -> __m128i {
        _mm_set_epi64x(board.swap_bytes().cast_signed(), board.cast_signed())
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn upwards<const SHIFT: i32, const TWICE: i32>(player: __m128i, passable: __m128i) -> __m128i {
        let mut run = _mm_and_si128(passable, _mm_slli_epi64::<SHIFT>(player));
        run = _mm_or_si128(run, _mm_and_si128(passable, _mm_slli_epi64::<SHIFT>(run)));
        let pairs = _mm_and_si128(passable, _mm_slli_epi64::<SHIFT>(passable));
        run = _mm_or_si128(run, _mm_and_si128(pairs, _mm_slli_epi64::<TWICE>(run)));
        run = _mm_or_si128(run, _mm_and_si128(pairs, _mm_slli_epi64::<TWICE>(run)));
        _mm_slli_epi64::<SHIFT>(run)
    }
}

/// The squares behind runs of `passable` discs that start next to a disc of `player`, along one
/// line in both directions. Doubling the step covers runs of up to six in four shifts.
#[inline]
fn along<const SHIFT: u32>(player: u64, passable: u64) -> u64 {
    let mut up = passable & (player << SHIFT);
    let mut down = passable & (player >> SHIFT);
    up |= passable & (up << SHIFT);
    down |= passable & (down >> SHIFT);
    let pairs_up = passable & (passable << SHIFT);
    let pairs_down = passable & (passable >> SHIFT);
    up |= pairs_up & (up << (2 * SHIFT));
    down |= pairs_down & (down >> (2 * SHIFT));
    up |= pairs_up & (up << (2 * SHIFT));
    down |= pairs_down & (down >> (2 * SHIFT));
    (up << SHIFT) | (down >> SHIFT)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn the_fast_path_equals_the_portable_one(player in any::<u64>(), other in any::<u64>()) {
            let opponent = other & !player;
            let expected = portable::reached(player, opponent) & !(player | opponent);
            prop_assert_eq!(legal_moves(player, opponent), expected);
        }
    }
}
