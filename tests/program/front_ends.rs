//! The same script gives the same state through all front ends: a pipe, a file, JSON, and the prompt on a
//! pseudo-terminal. `src/desk/tests.rs` sends it through the desk. The tests compare the save at the end of the
//! script.
//!
//! Protocols have no saves, so the same moves must lead to the same position there.

#![cfg(unix)]

use crate::support::{Program, run};
use crate::terminal::Terminal;

const SCRIPT: &str = include_str!("front_ends/script.txt");

#[test]
fn every_way_in_leads_to_the_same_game() {
    let expected = include_str!("front_ends/final.ron").trim_end();
    let check = |program: &Program| {
        let text = program.read_text("saves/final.ron");
        let kept: Vec<&str> = text
            .lines()
            .filter(|line| !line.contains("saved:"))
            .collect();
        assert_eq!(kept.len() + 1, text.lines().count());
        assert_eq!(kept.join("\n"), expected);
    };
    for line in ["", "--json", "--ascii --color always -", "script.txt"] {
        let program = Program::new();
        program.write("script.txt", SCRIPT);
        let run = program.run_inside(line, if line == "script.txt" { "" } else { SCRIPT });
        assert_eq!(
            (run.err.lines().count(), run.code),
            (2, Some(1)),
            "{}",
            run.err
        );
        check(&program);
    }
    let program = Program::new();
    let mut terminal = Terminal::start(program.home.path(), &[], &[]);
    terminal.keys(&SCRIPT.replace('\n', "\r"));
    assert_eq!(terminal.exit_code(), 0);
    check(&program);
}

/// A game with passes.
const PLIES: &str = "d3 c5 c6 c3 c4 c7 b3 c2 b5 a5 c1 b2 d6 e7 a1 e3 f3 e2 d2 d1 e1 g4 g3 g2 h3 f2 \
                     h1 h2 f4 a2 g1 h4 h5 g5 h6 pass f1 pass b1 pass a3 pass b4 pass f6 f5 e6";

/// The position after `plies` at the prompt: rows, and moves with exact scores.
fn by_the_prompt(plies: &[&str]) -> (Vec<String>, Vec<(String, i64)>) {
    let moves: Vec<&str> = plies
        .iter()
        .copied()
        .filter(|&name| name != "pass")
        .collect();
    let script = format!("N\n{}\neval\n", moves.join("\n"));
    let last = Program::new().objects(&script).pop().unwrap();
    assert_eq!(last["ok"], true, "{last}");
    let rows = last["state"]["board"].as_array().unwrap().iter();
    let rows = rows.map(|row| row.as_str().unwrap().to_owned()).collect();
    let moves = last["reply"]["event"]["moves"].as_array().unwrap().iter();
    let scored = moves.map(|mv| {
        assert_eq!(mv["exact"], true, "{mv}");
        (
            mv["move"].as_str().unwrap().to_owned(),
            mv["score"].as_i64().unwrap(),
        )
    });
    let mut moves: Vec<(String, i64)> = scored.collect();
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
    let played: Vec<String> = turns
        .map(|(name, color)| format!("play {color} {name}\n"))
        .collect();
    let gtp = format!(
        "{}gogui-rules_board\ngogui-rules_legal_moves\nquit\n",
        played.concat()
    );
    let out = run(&["gtp", "--hash", "1"], gtp).out;
    let answers: Vec<&str> = out.split("\n\n").skip(plies.len()).collect();
    let letters = answers[0].replace("=\n", "").replace(' ', "");
    let letters = letters
        .replace('X', "B")
        .replace('O', "W")
        .replace('.', "-");
    assert!(letters.lines().rev().eq(rows.iter()), "{out}");
    let mut legal: Vec<String> = answers[1][2..]
        .split(' ')
        .map(str::to_ascii_lowercase)
        .collect();
    legal.sort();
    assert_eq!(legal, names);

    let ugi = format!(
        "position startpos moves {}\nquery fen\nquit\n",
        plies.join(" ")
    );
    let out = run(&["ugi", "--hash", "1"], ugi).out;
    let fen = out.strip_prefix("response ").unwrap();
    let digits = |row: &str| {
        let cell = |letter: char| match letter.to_digit(10) {
            Some(count) => "-".repeat(count as usize),
            None => letter.to_string(),
        };
        row.chars().map(cell).collect::<String>()
    };
    let board = fen.split(' ').next().unwrap();
    assert!(
        board.split('/').map(digits).eq(rows.iter().cloned()),
        "{fen}"
    );

    let moves: String = plies
        .iter()
        .map(|name| format!("move {name}//0.1\n").replace("pass", "PA"))
        .collect();
    let nboard = format!("nboard 2\nset depth 20\n{moves}hint 60\n");
    let out = run(&["nboard", "--hash", "1"], nboard).out;
    assert!(!out.contains("status illegal"), "{out}");
    let exact = out.lines().filter_map(|line| {
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
