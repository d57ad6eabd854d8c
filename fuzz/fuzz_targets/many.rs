//! The functions for many positions say the same as those for one, or name the first position that can't be used.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi::engine::{PASS, Position, legal_many, play_many};

fuzz_target!(|input: Vec<(u64, u64, u8)>| {
    let discs: Vec<[u64; 2]> = input.iter().map(|&(own, other, _)| [own, other]).collect();
    let squares: Vec<u8> = input.iter().map(|&(_, _, square)| square).collect();
    let positions: Vec<Option<Position>> = discs
        .iter()
        .map(|&[own, other]| Position::new(own, other))
        .collect();

    let moves = legal_many(&discs);
    let expected: Option<Vec<u64>> = positions
        .iter()
        .map(|position| Some((*position)?.legal_moves()))
        .collect();
    assert_eq!(moves.ok(), expected);

    let after = play_many(&discs, &squares);
    let expected: Option<Vec<[u64; 2]>> = positions
        .iter()
        .zip(&squares)
        .map(|(position, &square)| {
            let after = played((*position)?, square)?;
            Some([after.player(), after.opponent()])
        })
        .collect();
    assert_eq!(after.ok(), expected);
});

fn played(position: Position, square: u8) -> Option<Position> {
    let moves = position.legal_moves();
    match square {
        PASS => (moves == 0).then(|| position.passed()),
        0..64 => (moves >> square & 1 == 1).then(|| position.after(u32::from(square))),
        _ => None,
    }
}
