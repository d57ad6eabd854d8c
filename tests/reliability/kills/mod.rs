//! SIGKILL, SIGTERM and SIGHUP at any moment: acknowledged data is kept, files are never torn, every process ends,
//! every later start works, and a resumed run writes the same bytes as an undisturbed one.

mod jobs;
mod lines;
mod ranking;
mod saves;
mod screens;
mod studies;

use std::io::{Read, Write};
use std::process::{Child, Command};
use std::thread::{self, JoinHandle};

use rand::RngExt;
use reversi::games::{Game, Player, Reversi};
use reversi::players::Rng;

use super::signals::Kills;

/// Starts a program that reads `input`, and collects its standard output.
fn start(command: &mut Command, input: String) -> (Child, JoinHandle<String>) {
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
fn late_position(seed: u64, plies: usize) -> Option<String> {
    let mut game = Reversi::new(Player::Black);
    for name in random_game(&mut rand::SeedableRng::seed_from_u64(seed), plies) {
        game.play(game.parse_move(&name).unwrap()).unwrap();
    }
    let side = if game.turn()? == Player::Black { 'X' } else { 'O' };
    let cells = game.grid().to_rows().concat();
    Some(format!("{} {side}", cells.replace(['B', 'x', '*'], "X").replace(['W', 'o'], "O")))
}
