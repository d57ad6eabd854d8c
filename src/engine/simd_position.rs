//! A position that stays in vector registers from move to move. Near the end of the game, moving it to and from
//! general registers would take most of the time of a move.

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512cd",
    target_feature = "avx512vl"
))]
mod avx512;
#[cfg(any(
    test,
    not(all(
        target_arch = "x86_64",
        target_feature = "avx512cd",
        target_feature = "avx512vl"
    ))
))]
mod portable;

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512cd",
    target_feature = "avx512vl"
))]
pub(super) use avx512::SimdPosition;
#[cfg(not(all(
    target_arch = "x86_64",
    target_feature = "avx512cd",
    target_feature = "avx512vl"
)))]
pub(super) use portable::ScalarPosition as SimdPosition;

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::SimdPosition;
    use super::portable::ScalarPosition as Portable;
    use crate::engine::Position;

    #[test]
    fn moves_agree_with_the_portable_twin_on_a_million_boards() {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(11);
        let mut legal = 0;
        for round in 0..1_000_000_u32 {
            let (a, b, c): (u64, u64, u64) = (rng.random(), rng.random(), rng.random());
            let square = round % 64;
            let occupied = [a | b, a | b | c][round as usize % 2] & !(1 << square);
            let position = Position {
                player: occupied & c,
                opponent: occupied & !c,
            };
            let simd = SimdPosition::of(position);
            let portable = Portable::of(position);
            assert_eq!(simd.position(), position);
            assert_eq!(
                [simd.opponent(), portable.opponent()],
                [position.opponent; 2]
            );
            assert_eq!(simd.flips(square), portable.flips(square));
            let after = simd.after(square);
            let expected = portable.after(square).map(Portable::position);
            assert_eq!(after.map(SimdPosition::position), expected);
            let Some(after) = expected else { continue };
            legal += 1;
            assert_eq!(after, position.after(square));
            assert_eq!(simd.after_legal(square).position(), after);
            assert_eq!(portable.after_legal(square).position(), after);
            let with_replies = simd.after_with_replies(square);
            assert_eq!(with_replies, (after, after.legal_moves()));
            assert_eq!(portable.after_with_replies(square), with_replies);
        }
        assert!(legal > 300_000, "only {legal}");
    }
}
