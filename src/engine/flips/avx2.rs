//! Flips with AVX2: four rays at a time.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_extracti128_si256, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_srlv_epi64, _mm256_sub_epi64,
};

use super::rays::rays;

/// The rays toward higher bits, and toward lower bits, from each square.
static UP: [[u64; 4]; 64] = rays([(0, 1), (1, -1), (1, 0), (1, 1)]);
static DOWN: [[u64; 4]; 64] = rays([(0, -1), (-1, 1), (-1, 0), (-1, -1)]);

/// The AVX2 version of [`super::flips`]. Upward, a carry finds the nearest square without an opposing disc. Downward,
/// all such squares spread away from the move: the nearest is the one that no other spreads to.
#[inline]
#[target_feature(enable = "avx2")]
pub fn flips(square: u32, player: u64, opponent: u64) -> u64 {
    let players = _mm256_set1_epi64x(player.cast_signed());
    let opponents = _mm256_set1_epi64x(opponent.cast_signed());
    let ones = _mm256_set1_epi64x(-1);
    let zeros = _mm256_setzero_si256();
    let up = lanes(UP[square as usize]);
    let beyond = _mm256_or_si256(opponents, _mm256_andnot_si256(up, ones));
    let nearest = _mm256_and_si256(_mm256_sub_epi64(beyond, ones), up);
    let outflanking = _mm256_and_si256(nearest, players);
    // Subtracting minus one where nothing outflanks turns all ones back to zero.
    let none = _mm256_cmpeq_epi64(outflanking, zeros);
    let below = _mm256_sub_epi64(_mm256_add_epi64(outflanking, ones), none);
    let flipped_up = _mm256_and_si256(below, up);

    let down = lanes(DOWN[square as usize]);
    let others = _mm256_andnot_si256(opponents, down);
    let step = |count: i64| _mm256_set_epi64x(9 * count, 8 * count, 7 * count, count);
    let mut spread = _mm256_srlv_epi64(others, step(1));
    spread = _mm256_or_si256(spread, _mm256_srlv_epi64(spread, step(1)));
    spread = _mm256_or_si256(spread, _mm256_srlv_epi64(spread, step(2)));
    spread = _mm256_or_si256(spread, _mm256_srlv_epi64(spread, step(4)));
    let outflanking = _mm256_and_si256(_mm256_andnot_si256(spread, others), players);
    let twice = _mm256_add_epi64(outflanking, outflanking);
    let flipped_down = _mm256_and_si256(_mm256_sub_epi64(zeros, twice), down);

    let lanes = _mm256_or_si256(flipped_up, flipped_down);
    let halves = _mm_or_si128(
        _mm256_castsi256_si128(lanes),
        _mm256_extracti128_si256::<1>(lanes),
    );
    _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))).cast_unsigned()
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes(rays: [u64; 4]) -> __m256i {
    let [a, b, c, d] = rays.map(u64::cast_signed);
    _mm256_set_epi64x(d, c, b, a)
}
