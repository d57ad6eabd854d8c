//! A day of play, faster: games of bots one after the other through one interpreter take no more memory
//! the more there are. A test of its own, because the memory of a process is that of all its tests.
//!
//! `REVERSI_GAMES` is the number of games.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::time::Instant;

use reversi::games::REGISTRY;
use reversi::internals::Session;
use reversi::internals::{Command, Event, Interpreter};
use reversi::internals::{Slots, Store};

/// The number of games in an ordinary run of the tests.
const USUAL: usize = 500;

/// What the memory may grow by between the first tenth of the games and the last one, in KiB: what the
/// allocator rounds up.
const SLACK: u64 = 1024;

/// The memory that the process has in use, in KiB.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// The lines of a game: mostly random bots, which are fast, and in some the next better ones.
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
    let games = std::env::var("REVERSI_GAMES").map_or(USUAL, |games| games.parse().unwrap());
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path().join("data"));
    let mut interpreter = Interpreter::new(Session::new(1), store.clone(), Slots::Script, false);
    let start = Instant::now();
    let (mut plies, mut early, mut most) = (0, 0, 0);
    let mut outcomes: BTreeMap<String, usize> = BTreeMap::new();
    for number in 0..games {
        for line in lines(number) {
            let command = Command::parse(&line).unwrap().unwrap();
            let reply =
                interpreter.execute(command).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert!(!matches!(reply.event, Event::Quit));
            plies += reply.moves;
        }
        let game = interpreter.session().current().unwrap().game();
        let outcome = game.outcome().expect("two bots play to the end");
        let winner = outcome.winner.map_or("draw".to_owned(), |winner| winner.to_string());
        *outcomes.entry(format!("{} {winner}", game.info().name)).or_default() += 1;
        if number == games / 10 {
            early = resident();
        }
        if number % 1000 == 999 {
            most = most.max(resident());
        }
    }
    let late = resident();
    println!(
        "{games} games, {plies} plies in {:.0?}: {early} KiB after a tenth, {late} at the end, {most} at most",
        start.elapsed()
    );
    println!("{outcomes:?}");
    assert!(late < early + SLACK, "{early} KiB after a tenth of the games, {late} at the end");
    assert!(!store.root().exists(), "nothing was to be kept");
    assert!(outcomes.len() > 2 * REGISTRY.len(), "{outcomes:?}");
}
