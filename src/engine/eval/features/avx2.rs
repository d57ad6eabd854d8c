//! AVX2: gathers eight weights at a time.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_loadu_si128, _mm_shuffle_epi32,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_cvtepi16_epi32, _mm256_extracti128_si256,
    _mm256_i32gather_epi32, _mm256_loadu_si256, _mm256_setzero_si256, _mm256_slli_epi32,
    _mm256_srai_epi32,
};

use crate::engine::eval::shape::{CENTRES, IndexVector, WEIGHTS, WIDTH};

/// The sum of the weights of all lanes.
///
/// # Safety
/// Each lane plus its centre must be the index of a weight other than the last three.
#[inline]
#[target_feature(enable = "avx2")]
#[expect(unsafe_code, reason = "it loads from the indices in the lanes")]
#[expect(clippy::cast_ptr_alignment, reason = "these loads are unaligned")]
pub(super) unsafe fn sum(lanes: &IndexVector, weights: &[i8; WEIGHTS]) -> i32 {
    let mut sums = _mm256_setzero_si256();
    for start in (0..WIDTH).step_by(8) {
        // SAFETY: both arrays have WIDTH elements.
        let indices = unsafe {
            let lanes = _mm_loadu_si128(lanes.0.as_ptr().add(start).cast::<__m128i>());
            let centres = _mm256_loadu_si256(CENTRES.0.as_ptr().add(start).cast::<__m256i>());
            _mm256_add_epi32(_mm256_cvtepi16_epi32(lanes), centres)
        };
        // SAFETY: the caller guarantees the indices.
        let fours = unsafe { _mm256_i32gather_epi32::<1>(weights.as_ptr().cast::<i32>(), indices) };
        // Each load reads four weights, of which only the lowest is wanted.
        let lowest = _mm256_srai_epi32::<24>(_mm256_slli_epi32::<24>(fours));
        sums = _mm256_add_epi32(sums, lowest);
    }
    let halves = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    let quarters = _mm_add_epi32(halves, _mm_shuffle_epi32::<0b01_00_11_10>(halves));
    _mm_cvtsi128_si32(_mm_add_epi32(quarters, _mm_shuffle_epi32::<0b10_11_00_01>(quarters)))
}
