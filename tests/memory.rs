//! The engine's memory use doesn't grow with time. This is a separate test crate, because all tests of a crate
//! share a process.
#![cfg(target_os = "linux")]

mod support;

use rand::{RngExt, SeedableRng};
use reversi::engine::{Engine, Limits, Position, squares};
use reversi::players::Rng;
use support::memory;

/// A position after `plies` random moves, or at the end of the game.
fn random_position(rng: &mut Rng, plies: u32) -> Position {
    let mut position = Position::START;
    for _ in 0..plies {
        let moves: Vec<u32> = squares(position.legal_moves()).collect();
        position = match moves.len() {
            0 => position.passed(),
            count => position.after(moves[rng.random_range(0..count)]),
        };
    }
    position
}

#[test]
fn ten_thousand_searches_take_no_more_memory_than_a_hundred() {
    let mut rng = Rng::seed_from_u64(4);
    let mut engine = Engine::new(1, 1);
    let limits = Limits { depth: 3, exact_from: 6, ..Limits::default() };
    let mut before = 0;
    for round in 0..10_000 {
        let position = random_position(&mut rng, round % 50);
        engine.search(position, &limits);
        if round == 100 {
            before = memory(std::process::id(), "VmRSS");
        }
    }
    let after = memory(std::process::id(), "VmRSS");
    assert!(after < before + 1000, "{before} KiB before, {after} KiB after");
}
