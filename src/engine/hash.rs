//! Position hashes, and prefetching of memory.

use super::Position;

/// Odd, well-mixed multipliers: 2^64 divided by the golden ratio, and the constants of rrmxmx and `MurmurHash3`.
pub const MULTIPLIERS: [u64; 4] = [
    0x9e37_79b9_7f4a_7c15,
    0xd6e8_feb8_6659_fd93,
    0xff51_afd7_ed55_8ccd,
    0xc4ce_b9fe_1a85_ec53,
];

/// The hash that selects the place of a position in a table.
#[inline]
pub fn hash(position: Position) -> u64 {
    let mixed = position.player.wrapping_mul(MULTIPLIERS[0])
        ^ position
            .opponent
            .rotate_left(32)
            .wrapping_mul(MULTIPLIERS[1]);
    mixed ^ mixed >> 32
}

/// A second hash, from the [`products`] of a position, to distinguish the positions in one place of a table.
/// Positions that differ in only one side's discs never collide, because products with odd numbers lose no
/// information.
#[inline]
pub fn check([player, opponent]: [u64; 2]) -> u64 {
    player ^ opponent.rotate_left(29)
}

#[inline]
pub fn products(position: Position) -> [u64; 2] {
    [
        position.player.wrapping_mul(MULTIPLIERS[2]),
        position.opponent.wrapping_mul(MULTIPLIERS[3]),
    ]
}

/// Loads a cache line ahead of its use. Does nothing on processors other than x86-64.
#[inline]
pub fn prefetch<T>(address: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[expect(unsafe_code, reason = "the only way to prefetch")]
        // SAFETY: a prefetch reads nothing, so any address is allowed.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(address.cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}
