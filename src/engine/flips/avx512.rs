//! Flips with AVX-512: four rays at a time, with a count of leading zeros.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_extracti128_si256,
    _mm256_lzcnt_epi64, _mm256_min_epu64, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_srlv_epi64, _mm256_sub_epi64,
};

use super::rays::rays;

static UP: [[u64; 4]; 64] = rays([(0, 1), (1, -1), (1, 0), (1, 1)]);
static DOWN: [[u64; 4]; 64] = rays([(0, -1), (-1, 1), (-1, 0), (-1, -1)]);

#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512vl")]
pub(super) fn flips(square: u32, player: u64, opponent: u64) -> u64 {
    let [player, opponent] =
        [player, opponent].map(|discs| _mm256_set1_epi64x(discs.cast_signed()));
    union(flips_on_lines(square, player, opponent))
}

/// The discs that a move flips, with one lane per line through the square. Each side's discs are in all four lanes.
/// Upward, a carry finds the nearest square without an opposing disc; downward, a count of leading zeros.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512vl")]
pub fn flips_on_lines(square: u32, player: __m256i, opponent: __m256i) -> __m256i {
    let ones = _mm256_set1_epi64x(-1);
    let up = lanes(UP[square as usize]);
    let beyond = _mm256_or_si256(opponent, _mm256_andnot_si256(up, ones));
    let nearest = _mm256_and_si256(_mm256_sub_epi64(beyond, ones), up);
    let outflanking = _mm256_and_si256(nearest, player);
    // The minimum, because 0 minus 1 wraps around where nothing outflanks.
    let below = _mm256_min_epu64(_mm256_add_epi64(outflanking, ones), outflanking);
    let flipped_up = _mm256_and_si256(below, up);

    let down = lanes(DOWN[square as usize]);
    let others = _mm256_andnot_si256(opponent, down);
    let highest = _mm256_set1_epi64x(i64::MIN);
    let nearest = _mm256_srlv_epi64(highest, _mm256_lzcnt_epi64(others));
    let outflanking = _mm256_and_si256(nearest, player);
    let twice = _mm256_add_epi64(outflanking, outflanking);
    let above = _mm256_sub_epi64(_mm256_setzero_si256(), twice);
    let flipped_down = _mm256_and_si256(above, down);
    _mm256_or_si256(flipped_up, flipped_down)
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
pub fn union(lanes: __m256i) -> u64 {
    let halves = _mm_or_si128(
        _mm256_castsi256_si128(lanes),
        _mm256_extracti128_si256::<1>(lanes),
    );
    _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))).cast_unsigned()
}

#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512vl")]
fn lanes(rays: [u64; 4]) -> __m256i {
    let [a, b, c, d] = rays.map(u64::cast_signed);
    _mm256_set_epi64x(d, c, b, a)
}
