//! A position that stays in the processor's vector registers while moves are made: near the end most
//! of a move's time would be spent on the way between them and the others.

#[cfg(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl"))]
mod avx512;
#[cfg(any(
    test,
    not(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl"))
))]
mod portable;

#[cfg(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl"))]
pub(super) use avx512::Lanes;
#[cfg(not(all(
    target_arch = "x86_64",
    target_feature = "avx512cd",
    target_feature = "avx512vl"
)))]
pub(super) use portable::Lanes;

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::Lanes;
    use super::portable::Lanes as Portable;
    use crate::engine::Position;

    #[test]
    fn a_million_moves_are_as_the_portable_twin_has_them() {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(11);
        let mut legal = 0;
        for round in 0..1_000_000_u32 {
            let (a, b, c): (u64, u64, u64) = (rng.random(), rng.random(), rng.random());
            let square = round % 64;
            let occupied = [a | b, a | b | c][round as usize % 2] & !(1 << square);
            let position = Position { player: occupied & c, opponent: occupied & !c };
            let lanes = Lanes::of(position);
            let portable = Portable::of(position);
            assert_eq!(lanes.position(), position);
            assert_eq!([lanes.opponent(), portable.opponent()], [position.opponent; 2]);
            assert_eq!(lanes.flips(square), portable.flips(square));
            let after = lanes.after(square);
            let expected = portable.after(square).map(Portable::position);
            assert_eq!(after.map(Lanes::position), expected);
            let Some(after) = expected else { continue };
            legal += 1;
            assert_eq!(after, position.after(square));
            assert_eq!(lanes.after_legal(square).position(), after);
            assert_eq!(portable.after_legal(square).position(), after);
            let with_replies = lanes.with_replies(square);
            assert_eq!(with_replies, (after, after.legal_moves()));
            assert_eq!(portable.with_replies(square), with_replies);
        }
        assert!(legal > 300_000, "only {legal}");
    }
}
