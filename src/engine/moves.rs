//! Legal moves of a side, for all squares at once.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(super) mod avx2;
#[cfg(all(target_arch = "x86_64", any(test, not(target_feature = "avx2"))))]
mod sse2;

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
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    let reached = avx2::reached(player, opponent);
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
    let reached = sse2::reached(player, opponent);
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

/// The squares behind runs of `passable` discs that start next to a disc of `player`, along one
/// line in both directions. Doubling the step covers runs of up to six in four shifts.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
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
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn a_million_boards_are_as_the_portable_twin_has_them() {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(6);
        for _ in 0..1_000_000 {
            let (player, other): (u64, u64) = (rng.random(), rng.random());
            let opponent = other & !player;
            let reached = portable::reached(player, opponent);
            assert_eq!(legal_moves(player, opponent), reached & !(player | opponent));
            #[cfg(target_arch = "x86_64")]
            assert_eq!(sse2::reached(player, opponent), reached);
        }
    }
}
