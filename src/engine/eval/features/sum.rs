//! The sum of the weights of all pattern instances.

use std::hint::black_box;

use crate::engine::eval::shape::{CENTRES, INSTANCE_COUNT, IndexVector, WEIGHTS};

/// The sum of the weights of all lanes, loaded one at a time. A search takes 5% more time with vector loads from 62
/// places, and 10% more with checked indices (AMD Zen 5, AVX-512).
///
/// # Safety
/// Each lane plus its center must be the index of a weight.
#[inline]
#[expect(unsafe_code, reason = "it loads from the indices in the lanes")]
pub unsafe fn sum(lanes: &IndexVector, weights: &[i8; WEIGHTS]) -> i32 {
    // Without this, the compiler adds the centers in vectors and takes these apart again.
    let lanes = black_box(&lanes.0);
    let mut sums = [0; 4];
    // Unrolled by hand, because the compiler doesn't unroll a loop of this length. Each center is then a constant.
    macro_rules! add {
        ($($instance:literal)*) => {
            const { assert!([$($instance),*].len() == INSTANCE_COUNT) };
            $(
                let index = i32::from(lanes[$instance]) + const { CENTRES[$instance] };
                // SAFETY: the caller guarantees the indices.
                let weight = unsafe { *weights.get_unchecked(index.cast_unsigned() as usize) };
                sums[$instance & 3] += i32::from(weight);
            )*
        };
    }
    add!(
        0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
        16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
        32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47
        48 49 50 51 52 53 54 55 56 57 58 59 60 61
    );
    sums.iter().sum()
}
