//! Processes that enter scores into one ranking, killed and not.

use std::fs;
use std::io::Write;
use std::process::{Child, Command, Stdio};

use reversi::internals::{Nickname, Ranking};
use reversi::internals::{Store, StoreError};

use super::super::listing;
use super::super::support::Program;
use super::Kills;

/// Set for the processes that `worker` is meant for: the data folder.
const WORKER_HOME: &str = "REVERSI_TEST_WORKER_HOME";

/// Which worker it is.
const WORKER_NUMBER: &str = "REVERSI_TEST_WORKER_NUMBER";

/// How many entries each worker makes.
const WORKER_ENTRIES: &str = "REVERSI_TEST_WORKER_ENTRIES";

/// This test program again, as a process that only enters scores into the ranking.
fn worker(program: &Program, number: usize, entries: usize) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "kills::ranking::enters_scores_as_a_worker"])
        .env(WORKER_HOME, program.home.path())
        .env(WORKER_NUMBER, number.to_string())
        .env(WORKER_ENTRIES, entries.to_string())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// The score that a worker enters as its n-th: up and down, so that not the last is the best.
fn score(number: usize, entry: usize) -> u32 {
    u32::try_from((number * 7919 + entry * 104_729) % 1000).unwrap()
}

fn nickname(number: usize, entry: usize) -> Nickname {
    format!("w{number}e{}", entry % 10).parse().unwrap()
}

/// Does nothing in an ordinary run of the tests.
#[test]
fn enters_scores_as_a_worker() {
    let Ok(home) = std::env::var(WORKER_HOME) else { return };
    let number: usize = std::env::var(WORKER_NUMBER).unwrap().parse().unwrap();
    let entries: usize = std::env::var(WORKER_ENTRIES).unwrap().parse().unwrap();
    let mut done = fs::File::options()
        .create(true)
        .append(true)
        .open(format!("{home}/done-{number}.txt"))
        .unwrap();
    let store = Store::at(home);
    for entry in 0..entries {
        let mut ranking = Ranking::default();
        ranking.insert(nickname(number, entry), score(number, entry));
        // On a slow machine it takes long until the others are done.
        while let Err(error) = store.merge_ranking(&ranking) {
            assert!(matches!(error, StoreError::Busy { .. }), "{error}");
        }
        // At once: a kill between the number and its end would join it to the next worker's.
        done.write_all(format!("{entry}\n").as_bytes()).unwrap();
    }
}

/// The ranking has at least every score that a worker has seen written.
fn check_ranking(program: &Program, workers: usize) {
    let ranking = Store::at(program.home.path()).ranking().unwrap();
    let mut entries = 0;
    for number in 0..workers {
        let done =
            fs::read_to_string(program.path(&format!("done-{number}.txt"))).unwrap_or_default();
        // A last line without its end was cut by the kill.
        for line in done.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
            let entry: usize = line.trim().parse().unwrap();
            entries += 1;
            let best = ranking.iter().find(|e| e.nickname == nickname(number, entry));
            let best = best.unwrap_or_else(|| panic!("entry {entry} of worker {number} is lost"));
            assert!(best.score >= score(number, entry));
        }
    }
    assert!(entries > 0, "no worker came to write anything");
}

#[test]
fn the_ranking_survives_kills() {
    let program = Program::new();
    let mut kills = Kills::of("ranking", || {
        assert!(worker(&program, 0, 40).wait().unwrap().success());
    });
    let store = Store::at(program.home.path());
    while kills.are_left() {
        let number = kills.done % 4;
        let before = count_done(&program, number);
        let mut child = worker(&program, number, 40);
        kills.kill(&mut child);
        store.ranking().unwrap();
        kills.note(count_done(&program, number) - before);
        if kills.done.is_multiple_of(16) {
            check_ranking(&program, 4);
        }
    }
    check_ranking(&program, 4);
    let left = listing(program.home.path());
    assert!(left.iter().filter(|name| name.starts_with('.')).count() <= 1, "{left:?}");
    assert!(program.succeed("W\n").contains("  1. w"));
}

/// The number of entries that a worker has seen written.
fn count_done(program: &Program, number: usize) -> usize {
    let done = fs::read(program.path(&format!("done-{number}.txt"))).unwrap_or_default();
    String::from_utf8_lossy(&done).matches('\n').count()
}

#[test]
fn sixteen_processes_with_fifty_entries_each_end_with_all_the_best() {
    let program = Program::new();
    let workers: Vec<Child> = (0..16).map(|number| worker(&program, number, 50)).collect();
    for mut child in workers {
        assert!(child.wait().unwrap().success());
    }
    let mut expected = Ranking::default();
    for number in 0..16 {
        for entry in 0..50 {
            expected.insert(nickname(number, entry), score(number, entry));
        }
    }
    let ranking = Store::at(program.home.path()).ranking().unwrap();
    assert!(ranking.iter().map(|entry| entry.score).is_sorted_by(|a, b| a >= b));
    let sorted = |ranking: &Ranking| {
        let mut entries: Vec<(Nickname, u32)> =
            ranking.iter().map(|entry| (entry.nickname.clone(), entry.score)).collect();
        entries.sort();
        entries
    };
    assert_eq!(sorted(&ranking), sorted(&expected));
    assert_eq!(ranking.iter().count(), 160);
}
