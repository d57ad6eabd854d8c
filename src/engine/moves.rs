//! The legal moves of a side, computed for all squares at once.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub mod avx2;
mod portable;
#[cfg(all(target_arch = "x86_64", any(test, not(target_feature = "avx2"))))]
mod sse2;

pub(super) use portable::reached as reached_by_lines;

/// Returns the empty squares on which `player` would flip at least one disc.
///
/// In each of eight directions, own discs spread over up to six opposing discs, then one step to an empty square.
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

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn moves_agree_with_the_portable_twin_on_a_million_boards() {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(6);
        for _ in 0..1_000_000 {
            let (player, other): (u64, u64) = (rng.random(), rng.random());
            let opponent = other & !player;
            let reached = portable::reached(player, opponent);
            assert_eq!(
                legal_moves(player, opponent),
                reached & !(player | opponent)
            );
            #[cfg(target_arch = "x86_64")]
            assert_eq!(sse2::reached(player, opponent), reached);
        }
    }
}
