//! The engine's memory use doesn't grow with time. This is a separate test crate, because all tests of a crate
//! share a process.
#![cfg(target_os = "linux")]

mod support;

use rand::{RngExt, SeedableRng};
use reversi::engine::{Engine, Limits, Position};
use reversi::players::Rng;
use support::memory;

#[test]
fn ten_thousand_searches_take_no_more_memory_than_a_hundred() {
    let mut rng = Rng::seed_from_u64(4);
    let mut engine = Engine::new(1, 1);
    let limits = Limits {
        depth: 3,
        exact_from: 6,
        ..Limits::default()
    };
    let mut before = 0;
    for round in 0..10_000 {
        let position = Position::by_chance(60 - round % 50, |count| rng.random_range(0..count));
        engine.search(position, &limits);
        if round == 100 {
            before = memory(std::process::id(), "VmRSS");
        }
    }
    let after = memory(std::process::id(), "VmRSS");
    assert!(
        after < before + 1000,
        "{before} KiB before, {after} KiB after"
    );
}
