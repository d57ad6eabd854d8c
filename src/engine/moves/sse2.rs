//! Legal moves with SSE2, which every x86-64 processor has: two lanes. The second lane holds the board upside down,
//! so that each shift covers two opposite directions.

use std::arch::x86_64::{
    __m128i, _mm_and_si128, _mm_cvtsi128_si64, _mm_or_si128, _mm_set_epi64x, _mm_slli_epi64,
    _mm_unpackhi_epi64,
};

use super::portable::along;
use crate::engine::bits::INNER_COLUMNS;

#[inline]
pub fn reached(player: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    #[expect(
        unsafe_code,
        reason = "the compiler does not assume SSE2 for a function"
    )]
    // SAFETY: SSE2 is part of x86-64.
    let [upright, mirrored] = unsafe { across_rows(player, opponent, inner) };
    upright | mirrored.swap_bytes() | along::<1>(player, inner)
}

#[inline]
#[target_feature(enable = "sse2")]
fn across_rows(player: u64, opponent: u64, inner: u64) -> [u64; 2] {
    let players = both(player);
    let all = both(opponent);
    let inners = both(inner);
    let lanes = _mm_or_si128(
        _mm_or_si128(
            upwards::<7, 14>(players, inners),
            upwards::<9, 18>(players, inners),
        ),
        upwards::<8, 16>(players, all),
    );
    let mirrored = _mm_unpackhi_epi64(lanes, lanes);
    [lanes, mirrored].map(|lane| _mm_cvtsi128_si64(lane).cast_unsigned())
}

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
