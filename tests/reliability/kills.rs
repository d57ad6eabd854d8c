//! SIGKILL at any moment, and many processes at once.

use std::fs;
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use reversi::players::Rng;
use reversi::session::{Nickname, Ranking};
use reversi::store::{Store, parse_saved_game};

use super::support::Program;
use super::{OPENING, listing};

/// How often a running program is killed.
const KILLS: usize = 200;

/// Kills at moments from the start of the program to well into its work.
fn kill_at_random(child: &mut Child, rng: &mut Rng) {
    sleep(Duration::from_micros(rng.random_range(500..25_000)));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn saves_survive_200_kills_and_no_half_file_is_left() {
    let program = Program::new();
    program.succeed(&format!("{OPENING}E keeper\nE a\nE b\n"));
    let keeper = program.read("saves/keeper.ron");
    let mut script = OPENING.to_owned();
    for _ in 0..200 {
        script.push_str("E a\nc3\nE b\nU\nE c\n");
    }
    let mut rng = Rng::seed_from_u64(2026);
    let mut killed_at_work = 0;
    for _ in 0..KILLS {
        let mut child = program.command(&[]).stdout(Stdio::null()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
        kill_at_random(&mut child, &mut rng);
        for name in listing(&program.path("saves")) {
            if name.starts_with('.') {
                // A temporary file, which shows that the kill came in the middle of a save.
                killed_at_work += 1;
                continue;
            }
            let path = program.path("saves").join(&name);
            let text = fs::read_to_string(&path).unwrap();
            parse_saved_game(&text, &path).unwrap_or_else(|error| panic!("{error}:\n{text}"));
        }
        assert_eq!(program.read("saves/keeper.ron"), keeper);
    }
    assert!(killed_at_work > 0, "no kill came in the middle of a save");
    program.succeed(&format!("{OPENING}E a\n"));
    let left = listing(&program.path("saves"));
    assert!(left.iter().all(|name| !name.starts_with('.')), "{left:?}");
}

/// Set for the processes that `worker` is meant for: the data folder.
const WORKER_HOME: &str = "REVERSI_TEST_WORKER_HOME";

/// Which worker it is.
const WORKER_NUMBER: &str = "REVERSI_TEST_WORKER_NUMBER";

/// How many entries each worker makes.
const WORKER_ENTRIES: &str = "REVERSI_TEST_WORKER_ENTRIES";

/// This test program again, as a process that only enters scores into the ranking.
fn worker(program: &Program, number: usize, entries: usize) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "kills::enters_scores_as_a_worker"])
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
        store.merge_ranking(&ranking).unwrap();
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
fn the_ranking_survives_200_kills() {
    let program = Program::new();
    let mut rng = Rng::seed_from_u64(2027);
    for round in 0..KILLS {
        let number = round % 4;
        let mut child = worker(&program, number, 1000);
        kill_at_random(&mut child, &mut rng);
        let store = Store::at(program.home.path());
        store.ranking().unwrap();
    }
    check_ranking(&program, 4);
    let left = listing(program.home.path());
    assert!(left.iter().filter(|name| name.starts_with('.')).count() <= 1, "{left:?}");
    assert!(program.succeed("W\n").contains("  1. w"));
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
