//! The same script gives the same state through all front ends: a pipe, a file, JSON, and the prompt on a
//! pseudo-terminal. `src/desk/tests.rs` sends it through the desk. The tests compare the save at the end of the
//! script.
//!
//! Protocols have no saves, so the same moves must lead to the same position there.

#![cfg(unix)]

mod support;

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use serde_json::Value;
use support::Program;

const SCRIPT: &str = include_str!("front_ends/script.txt");

fn final_save(home: &Path) -> String {
    let text = fs::read_to_string(home.join("saves/final.ron")).unwrap();
    let kept: Vec<&str> = text.lines().filter(|line| !line.contains("saved:")).collect();
    assert_eq!(kept.len() + 1, text.lines().count());
    kept.join("\n")
}

fn through_a_pipe(arguments: &[&str]) -> String {
    let program = Program::new();
    let run = program.run(arguments, SCRIPT);
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert_eq!(run.err.lines().count(), 2, "{}", run.err);
    final_save(program.home.path())
}

fn through_a_file() -> String {
    let program = Program::new();
    let path = program.home.path().join("script.txt");
    fs::write(&path, SCRIPT).unwrap();
    let run = program.run(&[path.to_str().unwrap()], "");
    assert_eq!(run.code, Some(1), "{}", run.err);
    final_save(program.home.path())
}

fn through_the_prompt() -> String {
    let program = Program::new();
    let size = PtySize { rows: 40, cols: 100, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_reversi"));
    command.env("REVERSI_HOME", program.home.path());
    command.env("TERM", "xterm-256color");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    // Read the screen: otherwise, the program would block while writing.
    let mut screen = pair.master.try_clone_reader().unwrap();
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = screen.read_to_end(&mut bytes);
    });
    let mut keyboard = pair.master.take_writer().unwrap();
    keyboard.write_all(SCRIPT.replace('\n', "\r").as_bytes()).unwrap();
    keyboard.flush().unwrap();
    let deadline = Instant::now() + Duration::from_mins(1);
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if Instant::now() > deadline {
            child.kill().unwrap();
            panic!("the prompt doesn't come to its end");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(status.exit_code(), 0);
    drop(keyboard);
    drop(pair.master);
    reader.join().unwrap();
    final_save(program.home.path())
}

#[test]
fn every_way_in_leads_to_the_same_game() {
    let expected = include_str!("front_ends/final.ron").trim_end();
    assert_eq!(through_a_pipe(&[]), expected);
    assert_eq!(through_a_pipe(&["--json"]), expected);
    assert_eq!(through_a_pipe(&["--ascii", "--color", "always", "-"]), expected);
    assert_eq!(through_a_file(), expected);
    assert_eq!(through_the_prompt(), expected);
}

/// A game with passes.
const PLIES: &str = "d3 c5 c6 c3 c4 c7 b3 c2 b5 a5 c1 b2 d6 e7 a1 e3 f3 e2 d2 d1 e1 g4 g3 g2 h3 f2 \
                     h1 h2 f4 a2 g1 h4 h5 g5 h6 pass f1 pass b1 pass a3 pass b4 pass f6 f5 e6";

/// The position after `plies` at the prompt: rows, and moves with exact scores.
fn by_the_prompt(plies: &[&str]) -> (Vec<String>, Vec<(String, i64)>) {
    let moves: Vec<&str> = plies.iter().copied().filter(|&name| name != "pass").collect();
    let run = Program::new().run(&["--json"], format!("N\n{}\neval\n", moves.join("\n")));
    let last: Value = serde_json::from_str(run.out.lines().last().unwrap()).unwrap();
    assert_eq!(last["ok"], true, "{last}");
    let rows = last["state"]["board"].as_array().unwrap();
    let rows = rows.iter().map(|row| row.as_str().unwrap().to_owned()).collect();
    let moves = last["reply"]["event"]["moves"].as_array().unwrap();
    let scored = |mv: &Value| {
        assert_eq!(mv["exact"], true, "{mv}");
        (mv["move"].as_str().unwrap().to_owned(), mv["score"].as_i64().unwrap())
    };
    let mut moves: Vec<(String, i64)> = moves.iter().map(scored).collect();
    moves.sort();
    (rows, moves)
}

#[test]
fn every_protocol_leads_to_the_same_position() {
    let plies: Vec<&str> = PLIES.split_whitespace().collect();
    // Passes can be named or omitted; at the prompt they are automatic.
    let (rows, scores) = by_the_prompt(&plies);
    let names: Vec<&str> = scores.iter().map(|(name, _)| name.as_str()).collect();

    let colors = ["black", "white"];
    let turns = plies.iter().zip(colors.iter().cycle());
    let played: Vec<String> = turns.map(|(name, color)| format!("play {color} {name}\n")).collect();
    let gtp = format!("{}gogui-rules_board\ngogui-rules_legal_moves\nquit\n", played.concat());
    let run = Program::new().run(&["gtp", "--hash", "1"], gtp);
    let answers: Vec<&str> = run.out.split("\n\n").skip(plies.len()).collect();
    let letters = answers[0].replace("=\n", "").replace(' ', "");
    let letters = letters.replace('X', "B").replace('O', "W").replace('.', "-");
    assert!(letters.lines().rev().eq(rows.iter()), "{}", run.out);
    let mut legal: Vec<String> = answers[1][2..].split(' ').map(str::to_ascii_lowercase).collect();
    legal.sort();
    assert_eq!(legal, names);

    let ugi = format!("position startpos moves {}\nquery fen\nquit\n", plies.join(" "));
    let run = Program::new().run(&["ugi", "--hash", "1"], ugi);
    let fen = run.out.strip_prefix("response ").unwrap();
    let digits = |row: &str| {
        let cell = |letter: char| match letter.to_digit(10) {
            Some(count) => "-".repeat(count as usize),
            None => letter.to_string(),
        };
        row.chars().map(cell).collect::<String>()
    };
    let board = fen.split(' ').next().unwrap();
    assert!(board.split('/').map(digits).eq(rows.iter().cloned()), "{fen}");

    let moves: Vec<String> = plies
        .iter()
        .map(|name| format!("move {}//0.1\n", if *name == "pass" { "PA" } else { name }))
        .collect();
    let nboard = format!("nboard 2\nset depth 20\n{}hint 60\n", moves.concat());
    let run = Program::new().run(&["nboard", "--hash", "1"], nboard);
    assert!(!run.out.contains("status illegal"), "{}", run.out);
    let exact = run.out.lines().filter_map(|line| {
        let hint = line.strip_prefix("search ")?.strip_suffix(" 0 100%")?;
        let (line, score) = hint.split_once(' ')?;
        let score: f64 = score.parse().unwrap();
        #[expect(clippy::cast_possible_truncation, reason = "whole discs")]
        Some((line[..2].to_ascii_lowercase(), score as i64))
    });
    let mut hints: Vec<(String, i64)> = exact.collect();
    hints.sort();
    assert_eq!(hints, scores);
}
