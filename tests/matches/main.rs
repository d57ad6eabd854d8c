//! `reversi match` from outside: own bots, good and faulty programs, and resumed files.

#[cfg(unix)]
mod faults;
mod options;
#[cfg(unix)]
mod programs;
mod results;
mod resume;
#[path = "../support/mod.rs"]
mod support;
#[cfg(unix)]
#[allow(dead_code, reason = "only a part of what a terminal can do is needed here")]
#[path = "../terminal/screen.rs"]
mod terminal;

use serde_json::Value;
use support::{Program, Run};

fn play(arguments: &[&str]) -> Run {
    // The players need their tools.
    let mut command = Program::new().command(&[&["match"], arguments].concat());
    if let Some(path) = std::env::var_os("PATH") {
        command.env("PATH", path);
    }
    command.output().unwrap().into()
}

/// The JSON objects of the games, in order, and the last object.
fn objects(arguments: &[&str]) -> (Vec<Value>, Value) {
    let run = play(&[arguments, &["--json"]].concat());
    let mut objects: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = objects.pop().unwrap_or_else(|| panic!("no objects: {}", run.err));
    objects.sort_by_key(|game| game["game"].as_u64());
    (objects, last)
}

/// A file with an opening of 30 plies, for short games, and its path.
fn late_opening() -> (tempfile::NamedTempFile, String) {
    let moves = reversi::games::reversi::INFO.example.moves.split_whitespace();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), moves.take(30).collect::<String>()).unwrap();
    let path = file.path().to_str().unwrap().to_owned();
    (file, path)
}

fn moves(game: &Value) -> &str {
    game["moves"].as_str().unwrap()
}
