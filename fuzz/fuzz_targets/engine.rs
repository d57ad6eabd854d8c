//! The engine can search any two disjoint sets of squares within any limits, and its lines are legal.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi::engine::{Engine, Limits, Position, Selectivity, stable_discs};

fuzz_target!(|input: (u64, u64, u8, u8, u16)| {
    let (player, other, depth, exact_from, nodes) = input;
    let position = Position::new(player, other & !player).unwrap();
    let stable = stable_discs(position.player(), position.opponent());
    assert_eq!(stable & !player, 0);
    let limits = Limits {
        depth: u32::from(depth % 8),
        exact_from: u32::from(exact_from % 12),
        selectivity: Selectivity::ALL[usize::from(depth) % 6],
        end_selectivity: Selectivity::ALL[usize::from(exact_from) % 6],
        nodes: Some(u64::from(nodes)),
        lines: usize::from(exact_from / 64),
        only_outcome: depth & 128 != 0,
        ..Limits::default()
    };
    let mut engine = Engine::new(1, 1);
    let found = engine.search(position, &limits);
    assert!(found.score().abs() <= 64);
    for line in &found.lines {
        let mut position = position;
        for square in line.moves.iter().map(|&mv| u32::from(mv)) {
            if position.legal_moves() == 0 {
                position = position.passed();
            }
            assert_eq!(position.legal_moves() >> square & 1, 1);
            position = position.after(square);
        }
    }
});
