//! SIGKILL, SIGTERM and SIGHUP at any moment: acknowledged data is kept, files are never torn, every process ends,
//! every later start works, and a resumed run writes the same bytes as an undisturbed one.

mod jobs;
mod lines;
mod ranking;
mod saves;
mod screens;
mod studies;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};

use rand::RngExt;
use reversi::games::{Game, Player, Reversi};
use reversi::players::Rng;

use super::signals::Kills;
use super::support::{Program, listing};

/// The data folder and the number of a process that runs one test as a worker.
const WORKER_HOME: &str = "REVERSI_TEST_WORKER_HOME";
const WORKER_NUMBER: &str = "REVERSI_TEST_WORKER_NUMBER";

/// This test program, as a process that only runs one test.
fn worker(test: &str, program: &Program, number: usize) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test]).stdout(Stdio::null());
    command
        .env(WORKER_HOME, program.home.path())
        .env(WORKER_NUMBER, number.to_string());
    command.spawn().unwrap()
}

/// The data folder and the number in a worker; `None` in an ordinary test run.
fn of_worker() -> Option<(PathBuf, usize)> {
    let home = std::env::var_os(WORKER_HOME)?;
    Some((
        home.into(),
        std::env::var(WORKER_NUMBER).unwrap().parse().unwrap(),
    ))
}

/// Checks that no temporary file is left in a folder. The checksum file of a resumable file stays.
fn check_nothing_left(folder: &Path) {
    let mut left = listing(folder);
    left.retain(|name| name.starts_with('.') && name.strip_suffix(".check").is_none());
    assert_eq!(left, [""; 0]);
}

/// Starts a program that reads `input`, and collects its standard output.
pub(super) fn start(command: &mut Command, input: String) -> (Child, JoinHandle<String>) {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    thread::spawn(move || {
        // A killed program stops reading.
        let _ = stdin.write_all(input.as_bytes());
    });
    let reader = thread::spawn(move || {
        let mut written = Vec::new();
        stdout.read_to_end(&mut written).unwrap();
        String::from_utf8_lossy(&written).into_owned()
    });
    (child, reader)
}

/// The moves of a random game that has no pass in its first `plies` plies.
fn random_game(rng: &mut Rng, plies: usize) -> Vec<String> {
    'games: loop {
        let mut game = Reversi::new(Player::Black);
        let mut names = Vec::new();
        for _ in 0..plies {
            let moves = game.moves();
            let Some(&mv) = moves.get(rng.random_range(0..moves.len().max(1))) else {
                continue 'games;
            };
            names.push(game.move_name(mv));
            let turn = game.turn();
            game.play(mv).unwrap();
            if game.turn() == turn {
                continue 'games;
            }
        }
        return names;
    }
}

/// The board and side to move after `plies` plies of a random game; `None` if it is over.
pub(super) fn late_position(seed: u64, plies: usize) -> Option<String> {
    let mut game = Reversi::new(Player::Black);
    for name in random_game(&mut rand::SeedableRng::seed_from_u64(seed), plies) {
        game.play(game.parse_move(&name).unwrap()).unwrap();
    }
    let side = if game.turn()? == Player::Black {
        'X'
    } else {
        'O'
    };
    let cells = game.grid().to_rows().concat();
    Some(format!(
        "{} {side}",
        cells.replace(['B', 'x', '*'], "X").replace(['W', 'o'], "O")
    ))
}
