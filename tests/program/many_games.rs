//! A day of play, condensed: in one run of the program, memory use doesn't grow with the number of games between
//! bots.
//!
//! `REVERSI_GAMES` is the number of games.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::time::Instant;

use crate::support::{Program, memory};
use reversi::games::REGISTRY;
use serde_json::Value;

const DEFAULT_GAMES: usize = 500;

/// The maximum growth of memory from the first tenth of the games to the last, in KiB: the rounding of the
/// allocator.
const SLACK: u64 = 1024;

/// The lines of a game, mostly between random bots, which are fast.
fn lines(number: usize) -> [String; 4] {
    let info = REGISTRY[number % REGISTRY.len()];
    let [black, white] = match number / REGISTRY.len() % 50 {
        0 => [2, 1],
        25 => [1, 2],
        _ => [1, 1],
    };
    [
        format!("seed {number}"),
        format!("play {}", info.code),
        format!("player black {black}"),
        format!("player white {white}"),
    ]
}

#[test]
fn many_games_take_no_more_memory_than_a_few() {
    let games =
        std::env::var("REVERSI_GAMES").map_or(DEFAULT_GAMES, |games| games.parse().unwrap());
    let program = Program::new();
    let data = program.home.path().join("data");
    let mut child = program
        .command(&["--json", "--data-dir", data.to_str().unwrap()])
        .spawn()
        .unwrap();
    let mut keyboard = child.stdin.take().unwrap();
    let mut replies = BufReader::new(child.stdout.take().unwrap()).lines();
    let start = Instant::now();
    let (mut plies, mut early, mut most) = (0, 0, 0);
    let mut outcomes: BTreeMap<String, usize> = BTreeMap::new();
    for number in 0..games {
        let mut last = Value::Null;
        for line in lines(number) {
            writeln!(keyboard, "{line}").unwrap();
            last = serde_json::from_str(&replies.next().unwrap().unwrap()).unwrap();
            assert_eq!(last["ok"], true, "{line}: {last}");
            plies += last["reply"]["plies"].as_array().unwrap().len();
        }
        let state = &last["state"];
        assert!(
            !state["outcome"].is_null(),
            "two bots play to the end: {last}"
        );
        let outcome = format!("{} {}", state["game"], state["outcome"]["winner"]);
        *outcomes.entry(outcome).or_default() += 1;
        if number == games / 10 {
            early = memory(child.id(), "VmRSS");
        }
        if number % 1000 == 999 {
            most = most.max(memory(child.id(), "VmRSS"));
        }
    }
    let late = memory(child.id(), "VmRSS");
    println!(
        "{games} games, {plies} plies in {:.0?}: {early} KiB after a tenth, {late} at the end, {most} at most",
        start.elapsed()
    );
    println!("{outcomes:?}");
    drop(keyboard);
    assert!(child.wait().unwrap().success());
    assert!(
        late < early + SLACK,
        "{early} KiB after a tenth of the games, {late} at the end"
    );
    assert!(!data.exists(), "nothing was to be kept");
    assert!(outcomes.len() > 2 * REGISTRY.len(), "{outcomes:?}");
}
