//! Positions with AVX-512: each side's discs in all four lanes of a vector, for the four lines through a square.

#![expect(
    unsafe_code,
    reason = "the build enables AVX-512, the functions do not"
)]

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm256_castsi256_si128, _mm256_or_si256, _mm256_permute4x64_epi64,
    _mm256_set1_epi64x, _mm256_shuffle_epi32, _mm256_testz_si256, _mm256_xor_si256,
};

use crate::engine::Position;
use crate::engine::flips::avx512::{flips_on_lines, union};
use crate::engine::moves::avx2::reached_in_lanes;

#[derive(Debug, Clone, Copy)]
pub struct SimdPosition {
    player: __m256i,
    opponent: __m256i,
}

impl SimdPosition {
    #[inline]
    pub fn of(position: Position) -> Self {
        // SAFETY: this module is only compiled for processors with AVX-512.
        let [player, opponent] = [position.player, position.opponent]
            .map(|discs| unsafe { _mm256_set1_epi64x(discs.cast_signed()) });
        Self { player, opponent }
    }

    #[inline]
    pub fn position(self) -> Position {
        // SAFETY: as above.
        unsafe {
            Position {
                player: lowest(self.player),
                opponent: lowest(self.opponent),
            }
        }
    }

    #[inline]
    pub fn opponent(self) -> u64 {
        // SAFETY: as above.
        unsafe { lowest(self.opponent) }
    }

    #[inline]
    pub fn flips(self, square: u32) -> u64 {
        // SAFETY: as above.
        unsafe { union(flips_on_lines(square, self.player, self.opponent)) }
    }

    /// The position after a move on a square; `None` if the move is illegal.
    #[inline]
    pub fn after(self, square: u32) -> Option<Self> {
        // SAFETY: as above.
        unsafe {
            let flipped = flips_on_lines(square, self.player, self.opponent);
            (_mm256_testz_si256(flipped, flipped) == 0)
                .then(|| self.flipped(square, in_all_lanes(flipped)))
        }
    }

    #[inline]
    pub fn after_legal(self, square: u32) -> Self {
        // SAFETY: as above.
        unsafe {
            let flipped = flips_on_lines(square, self.player, self.opponent);
            self.flipped(square, in_all_lanes(flipped))
        }
    }

    /// The position after a legal move, and the legal moves there.
    #[inline]
    pub fn after_with_replies(self, square: u32) -> (Position, u64) {
        let next = self.after_legal(square);
        // SAFETY: as above.
        let reached = unsafe { reached_in_lanes(next.player, next.opponent) };
        let position = next.position();
        (position, reached & !(position.player | position.opponent))
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512vl")]
    fn flipped(self, square: u32, flipped: __m256i) -> Self {
        let placed = _mm256_set1_epi64x(BITS[square as usize].cast_signed());
        Self {
            player: _mm256_xor_si256(self.opponent, flipped),
            opponent: _mm256_or_si256(_mm256_or_si256(self.player, flipped), placed),
        }
    }
}

/// The bit of each square: loading it into all lanes is faster than shifting it there.
static BITS: [u64; 64] = {
    let mut bits = [1; 64];
    let mut square = 0;
    while square < 64 {
        bits[square] <<= square;
        square += 1;
    }
    bits
};

/// The union of the lanes, in all lanes.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn in_all_lanes(lanes: __m256i) -> __m256i {
    /// Swaps the halves of a vector, or of each of its halves.
    const SWAP: i32 = 0b01_00_11_10;
    let halves = _mm256_or_si256(lanes, _mm256_permute4x64_epi64::<SWAP>(lanes));
    _mm256_or_si256(halves, _mm256_shuffle_epi32::<SWAP>(halves))
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn lowest(lanes: __m256i) -> u64 {
    _mm_cvtsi128_si64(_mm256_castsi256_si128(lanes)).cast_unsigned()
}
