//! A window that is killed during a game: all saved moves are there. docs/dev/reliability.md covers signals to the
//! program itself, which opens no window without a display.

use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use reversi::games::REGISTRY;
use reversi::internals::{Autosave, Slots, Store};

use super::harness::Shown;
use super::signals::Kills;

/// Set for the process that runs `plays_as_a_worker`.
const WORKER: &str = "REVERSI_TEST_WINDOW_WORKER";

/// Written by the worker before the number of saved moves.
const KEPT: &str = "kept ";

/// A whole game: Black wins by flipping all discs.
const MOVES: [&str; 9] = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];

/// Does nothing in an ordinary test run.
#[test]
fn plays_as_a_worker() {
    if env::var_os(WORKER).is_none() {
        return;
    }
    let mut shown = Shown::playing(REGISTRY[0], "N");
    for (mv, number) in MOVES.iter().zip(1..) {
        shown.play(mv);
        assert!(
            shown
                .harness
                .state()
                .desk()
                .wait_until_kept(Duration::from_mins(1))
        );
        println!("{KEPT}{number}");
    }
    // Don't remove the data folder: a kill at that moment would leave half of it.
    std::mem::forget(shown);
}

#[test]
fn what_a_killed_window_has_kept_is_there() {
    let worker = |folder: &tempfile::TempDir| {
        Command::new(env::current_exe().unwrap())
            .args(["--exact", "kills::plays_as_a_worker", "--nocapture"])
            .env(WORKER, "1")
            // The data folder is created there.
            .env("TMPDIR", folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let new = || tempfile::tempdir().unwrap();
    let mut kills = Kills::of("window", || {
        assert!(worker(&new()).wait().unwrap().success());
    });
    while kills.are_left() {
        let folder = new();
        let mut child = worker(&folder);
        let written = BufReader::new(child.stdout.take().unwrap());
        let is_over = kills.kill(&mut child).is_some();
        let last = written.lines().map_while(Result::ok).filter_map(|line| {
            let (_, number) = line.split_once(KEPT)?;
            number.parse::<usize>().ok()
        });
        let acknowledged = last.last().unwrap_or(0);
        kills.note(acknowledged);
        let home = std::fs::read_dir(folder.path()).unwrap().next();
        let (Some(home), false) = (home, is_over) else {
            continue;
        };
        let store = Store::at(home.unwrap().path().join("data"));
        let kept = Autosave::new(store.clone(), Slots::Own).newest();
        let kept = kept.map_or(0, |kept| kept.game.plies());
        let mut command = Command::new(env!("CARGO_BIN_EXE_reversi"));
        let library = command
            .args(["library", "--json", "--data-dir"])
            .arg(store.root())
            .output();
        let in_library = String::from_utf8(library.unwrap().stdout).unwrap();
        let in_library = in_library.contains("\"total\":1");
        let is_there = in_library || kept >= acknowledged && acknowledged < MOVES.len();
        assert!(
            is_there,
            "{acknowledged} were kept, {kept} are, in the library: {in_library}"
        );
    }
}
