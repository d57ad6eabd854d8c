//! Repeated saves.

use std::fs;

use reversi::internals::parse_saved_game;

use super::super::OPENING;
use super::super::support::{Program, listing};
use super::{Kills, check_nothing_left, random_game, start};

/// The number of plies of a game that is saved after each, alternating between two names.
const PLIES: usize = 16;

fn script(moves: &[String]) -> String {
    let lines = moves
        .iter()
        .enumerate()
        .map(|(ply, mv)| format!("{mv}\nE game{}\n", ply % 2));
    format!("N\n{}", lines.collect::<String>())
}

#[test]
fn saves_survive_kills_and_no_half_file_is_left() {
    let program = Program::new();
    program.succeed(&format!("{OPENING}E keeper\n"));
    let keeper = program.read("saves/keeper.ron");
    let mut kills = Kills::of("saves", || {
        let moves = random_game(&mut rand::SeedableRng::seed_from_u64(1), PLIES);
        program.succeed(&script(&moves));
    });
    while kills.are_left() {
        let moves = random_game(&mut kills.rng, PLIES);
        let (mut child, reader) = start(&mut program.command(&["--json"]), script(&moves));
        kills.kill(&mut child);
        let written = reader.join().unwrap();
        let saved = written
            .lines()
            .filter(|line| line.ends_with('}') && line.contains("\"saved\""));
        let acknowledged = saved.count();
        kills.note(acknowledged);
        let names = listing(&program.path("saves"));
        for name in names.iter().filter(|name| !name.starts_with('.')) {
            let path = program.path("saves").join(name);
            let text = fs::read_to_string(&path).unwrap();
            let (_, game) =
                parse_saved_game(&text, &path).unwrap_or_else(|error| panic!("{error}:\n{text}"));
            // The number of the last acknowledged save of this name, from 1.
            let last = ["game0.ron", "game1.ron"]
                .iter()
                .position(|game| game == name);
            let last = last
                .and_then(|parity| (1..=acknowledged).rev().find(|ply| (ply - 1) % 2 == parity));
            let Some(last) = last else { continue };
            let plies = game.plies();
            assert!(
                plies >= last,
                "{name} has {plies} plies, and {last} were acknowledged"
            );
            assert!(
                text.contains(&moves[..plies].join(" ")),
                "{name} is of another game:\n{text}"
            );
        }
        assert_eq!(program.read("saves/keeper.ron"), keeper);
    }
    program.succeed(&format!("{OPENING}E a\nL keeper\n"));
    check_nothing_left(&program.path("saves"));
}
