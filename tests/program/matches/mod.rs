//! `reversi match` from outside: own bots, good and faulty programs, and resumed files.

#[cfg(unix)]
mod faults;
#[cfg(unix)]
mod programs;
mod results;
mod resume;
mod tournament;

use std::process::Command;

use crate::support::{Program, Run};
use serde_json::Value;

/// `reversi match` with the words of a line.
fn command(program: &Program, line: &str) -> Command {
    let words: Vec<&str> = ["match"]
        .into_iter()
        .chain(line.split_whitespace())
        .collect();
    let mut command = program.command(&words);
    // The players need their tools.
    if let Some(path) = std::env::var_os("PATH") {
        command.env("PATH", path);
    }
    command.current_dir(program.home.path());
    command
}

fn play(program: &Program, line: &str) -> Run {
    command(program, line).output().unwrap().into()
}

/// The JSON objects of the games, in order, and the last object.
fn objects(program: &Program, line: &str) -> (Vec<Value>, Value) {
    let run = play(program, &format!("{line} --json"));
    let mut objects = run.objects();
    let last = objects
        .pop()
        .unwrap_or_else(|| panic!("no objects: {}", run.err));
    objects.sort_by_key(|game| game["game"].as_u64());
    (objects, last)
}

/// A folder with the file `late`: an opening of 30 plies, for short games.
fn with_late_opening() -> Program {
    let program = Program::new();
    let moves = reversi::games::reversi::INFO
        .example
        .moves
        .split_whitespace();
    program.write("late", moves.take(30).collect::<String>());
    program
}

fn moves(game: &Value) -> &str {
    game["moves"].as_str().unwrap()
}
