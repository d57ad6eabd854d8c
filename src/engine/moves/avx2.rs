//! Legal moves with AVX2: four lanes, one for each line through a square.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_and_si256,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_or_si256, _mm256_set_epi64x,
    _mm256_set1_epi64x, _mm256_sllv_epi64, _mm256_srlv_epi64,
};

use crate::engine::bits::INNER_COLUMNS;

/// The squares that [`legal_moves`](super::legal_moves) reaches, empty or not.
#[inline]
pub(super) fn reached(player: u64, opponent: u64) -> u64 {
    #[expect(unsafe_code, reason = "the build enables AVX2, the function does not")]
    // SAFETY: this module is only compiled for processors with AVX2.
    unsafe {
        let [player, opponent] =
            [player, opponent].map(|discs| _mm256_set1_epi64x(discs.cast_signed()));
        reached_in_lanes(player, opponent)
    }
}

/// Like `reached`, but with each side's discs in all four lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub fn reached_in_lanes(player: __m256i, opponent: __m256i) -> u64 {
    let inner = INNER_COLUMNS.cast_signed();
    let steps = _mm256_set_epi64x(9, 8, 7, 1);
    let twice = _mm256_set_epi64x(18, 16, 14, 2);
    let passable = _mm256_and_si256(opponent, _mm256_set_epi64x(inner, -1, inner, inner));
    let and = |a: __m256i, b: __m256i| _mm256_and_si256(a, b);
    let or = |a: __m256i, b: __m256i| _mm256_or_si256(a, b);

    let mut up = and(passable, _mm256_sllv_epi64(player, steps));
    let mut down = and(passable, _mm256_srlv_epi64(player, steps));
    up = or(up, and(passable, _mm256_sllv_epi64(up, steps)));
    down = or(down, and(passable, _mm256_srlv_epi64(down, steps)));
    let pairs_up = and(passable, _mm256_sllv_epi64(passable, steps));
    let pairs_down = _mm256_srlv_epi64(pairs_up, steps);
    up = or(up, and(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = or(down, and(pairs_down, _mm256_srlv_epi64(down, twice)));
    up = or(up, and(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = or(down, and(pairs_down, _mm256_srlv_epi64(down, twice)));

    let lanes = or(_mm256_sllv_epi64(up, steps), _mm256_srlv_epi64(down, steps));
    let halves = _mm_or_si128(
        _mm256_castsi256_si128(lanes),
        _mm256_extracti128_si256::<1>(lanes),
    );
    _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))).cast_unsigned()
}
