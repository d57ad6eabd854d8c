//! The options of `reversi solve` that select positions and output.

use super::support::{Program, Run};
use super::{BOARD, LINES, check_refused, objects, solve};
use reversi::games::Square;
use reversi::records::Obf;
use serde_json::Value;

/// Only X has no move; no side has a move.
const PASS: &str = "XO--------------------------------------------------------------O";
const OVER: &str = "XX-------------------------------------------------------------- O";

fn with_entry(variable: &str, arguments: &[&str]) -> Run {
    let program = Program::new();
    let mut command = program.command(&[&["solve", "--reproducible"], arguments].concat());
    command.env("HQ_ENTRY", variable).output().unwrap().into()
}

fn children(line: &str) -> Vec<(String, String)> {
    let obf = Obf::parse(line).unwrap().unwrap();
    let legal = reversi::engine::squares(obf.position.legal_moves());
    let child = |square: u32| {
        let (turn, position) = (obf.turn.opponent(), obf.position.after(square));
        let name = Square::from_index(square, 8).to_string();
        (name, Obf { position, turn, moves: Vec::new() }.to_string())
    };
    legal.map(child).collect()
}

/// The scores of moves, and of the positions after them, as found by the program, in the order of the names.
fn moves_and_children(field: &str, arguments: &[&str]) -> [Vec<(String, Value)>; 2] {
    let arguments = [&["--json"], arguments].concat();
    let parent = solve(&[&arguments[..], &["--all-moves", "--position", BOARD]].concat(), "");
    let row = objects(&parent).remove(0);
    let moves = row["moves"].as_array().unwrap();
    assert_eq!(moves[0][field], row[field], "the best first");
    assert_eq!(moves[0]["move"], row["line"].as_str().unwrap().split(' ').next().unwrap());
    let mut moves: Vec<_> = moves
        .iter()
        .map(|mv| (mv["move"].as_str().unwrap().to_owned(), mv[field].clone()))
        .collect();
    moves.sort_by(|a, b| a.0.cmp(&b.0));
    let mut children = children(BOARD);
    children.sort();
    let lines: Vec<&str> = children.iter().map(|(_, line)| line.as_str()).collect();
    let rows = objects(&solve(&[&arguments[..], &["-"]].concat(), &lines.join("\n")));
    let rows = children.into_iter().zip(rows).map(|((name, _), row)| (name, row[field].clone()));
    [moves, rows.collect()]
}

#[test]
fn every_move_can_be_scored() {
    let [moves, children] = moves_and_children("score", &[]);
    assert_eq!(moves.len(), 8);
    for ((name, score), (_, child)) in moves.iter().zip(children) {
        assert_eq!(score.as_i64().unwrap(), -child.as_i64().unwrap(), "{name}");
    }
    let run = solve(&["--reproducible", "--all-moves", "--position", BOARD], "");
    let (heading, row) = run.out.split_once('\n').unwrap();
    assert!(heading.ends_with("  best line  moves"), "{heading}");
    let (_, pairs) = row.split_once("  G8:+18; ").unwrap();
    assert!(pairs.ends_with("; G2:-24;\n"), "{pairs}");
    let scores: Vec<i32> = pairs
        .trim_end_matches(";\n")
        .split("; ")
        .map(|pair| pair.split_once(':').unwrap().1.parse().unwrap())
        .collect();
    assert!(scores.len() == 7 && scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
}

#[test]
fn a_pass_is_the_only_move_and_after_the_end_there_is_none() {
    let pass = format!("{} O", &PASS[..64]);
    let input = format!("{pass}\n{OVER}\n");
    let rows = objects(&solve(&["--json", "--all-moves", "-"], &input));
    assert_eq!(rows[0]["moves"], serde_json::json!([{ "move": "pass", "score": -64 }]));
    assert_eq!(rows[1]["moves"], serde_json::json!([]));
    let text = solve(&["--reproducible", "--all-moves", "-"], &input).out;
    assert!(text.lines().nth(1).unwrap().ends_with("  c1  PA:-64;"), "{text}");
    assert!(!text.lines().nth(2).unwrap().contains(':'), "{text}");
    let rows = objects(&solve(&["--json", "--all-moves", "--wld", "-"], &input));
    assert_eq!(rows[0]["moves"], serde_json::json!([{ "move": "pass", "outcome": "loss" }]));
}

#[test]
fn only_who_wins_can_be_asked() {
    let discs = |own: usize| format!("{}{}", "X".repeat(own), "O".repeat(64 - own));
    let input = format!("{} X\n{} X\n{} X\n", discs(33), discs(32), discs(31));
    let words = |run: &Run| {
        let rows = run.out.lines().skip(1);
        rows.map(|row| row.split_whitespace().nth(2).unwrap().to_owned()).collect::<Vec<_>>()
    };
    let run = solve(&["--wld", "-"], &input);
    assert!(run.out.starts_with(" line  depth    wld  "), "{}", run.out);
    assert_eq!(words(&run), ["win", "draw", "loss"]);
    // Each move has the opposite outcome of the position after it.
    let [moves, after] = moves_and_children("outcome", &["--wld"]);
    for ((name, outcome), (_, child)) in moves.iter().zip(after) {
        let turned = match child.as_str().unwrap() {
            "win" => "loss",
            "loss" => "win",
            _ => "draw",
        };
        assert_eq!(outcome, turned, "{name}");
    }
    let row = objects(&solve(&["--wld", "--json", "--position", BOARD], "")).remove(0);
    assert_eq!((&row["outcome"], row.get("score")), (&"win".into(), None));
    // Lost moves are reported, too.
    let (_, lost) = children(BOARD).into_iter().find(|(name, _)| name == "g8").unwrap();
    let row = objects(&solve(&["--wld", "--json", "--position", &lost], "")).remove(0);
    assert_eq!((&row["outcome"], row["line"].as_str().unwrap().len()), (&"loss".into(), 2));
}

#[test]
fn only_the_sign_of_a_score_is_checked_where_only_that_is_known() {
    for (score, code) in [("+18", 0), ("+2", 0), ("+0", 1), ("-2", 1)] {
        let run = solve(&["--wld", "-"], &format!("{BOARD}; G8:{score};\n"));
        assert_eq!(run.code, Some(code), "{}", run.out);
        let note = format!("  WRONG: file says {score}\n");
        assert_eq!(run.out.ends_with(&note), code == 1, "{}", run.out);
    }
    assert_eq!(solve(&["-"], &format!("{BOARD}; G8:+2;\n")).code, Some(1));
}

#[test]
fn shards_share_out_the_lines() {
    let whole = solve(&["--reproducible", "-"], LINES);
    let (heading, rows) = whole.out.split_once('\n').unwrap();
    let mut found = Vec::new();
    let mut complaints = 0;
    for shard in 1..=3 {
        let run = solve(&["--reproducible", "--shard", &format!("{shard}/3"), "-"], LINES);
        let (own_heading, rows) = run.out.split_once('\n').unwrap();
        assert_eq!(own_heading, heading);
        for row in rows.lines() {
            let number: usize = row.split_whitespace().next().unwrap().parse().unwrap();
            assert_eq!(number % 3, shard % 3, "{row}");
            found.push(row.to_owned());
        }
        complaints += run.err.matches("not a position").count();
        let is_bad = run.err.contains("not a position");
        assert_eq!(run.code, Some(if is_bad { 3 } else { 0 }), "{}", run.err);
    }
    found.sort();
    assert_eq!(found, rows.lines().collect::<Vec<_>>());
    assert_eq!((found.len(), complaints), (5, 2));
}

#[test]
fn a_position_can_come_from_the_command_line_or_the_environment() {
    let expected = solve(&["--reproducible", "-"], &format!("{BOARD}\n")).out;
    assert_eq!(expected.lines().count(), 2);
    assert_eq!(solve(&["--reproducible", "--position", BOARD], "").out, expected);
    assert_eq!(with_entry(BOARD, &["--hash", "1"]).out, expected);
    assert_eq!(with_entry(&format!("\"{BOARD}\""), &["--hash", "1"]).out, expected);
    let escaped = format!("\"{BOARD}\"").replacen("--XX", "\\u002d-XX", 1);
    assert_eq!(with_entry(&escaped, &["--hash", "1"]).out, expected);
    assert!(with_entry("112233 18", &["-g", "c4"]).err.ends_with("scores: 1 correct, 0 wrong\n"));
    // The command line takes precedence over the environment.
    assert_eq!(with_entry("nonsense", &["--hash", "1", "--position", BOARD]).out, expected);
    assert_eq!(with_entry(BOARD, &["/dev/null"]).out, "");
    let run = with_entry("\"nonsense", &[]);
    assert!(run.err.starts_with("line 1: not a position: "), "{}", run.err);
    assert_eq!((run.out.as_str(), run.code), ("", Some(3)));
    let run = with_entry("", &[]);
    assert_eq!((run.out.as_str(), run.code), ("", Some(0)));
}

/// A row depends only on its line, not on earlier lines or on time.
#[test]
fn a_stable_answer_is_the_same_in_every_run() {
    // Repeat the first line: earlier results for it must not be used.
    let input = format!("{LINES}{BOARD}\n");
    for format in [&["--reproducible", "--json", "-"][..], &["--reproducible", "--all-moves", "-"]]
    {
        let first = solve(format, &input);
        assert_eq!(solve(format, &input), first);
        // Each line alone, after as many empty lines as set its number.
        for (index, line) in input.lines().enumerate() {
            let alone = solve(format, &format!("{}{line}\n", "\n".repeat(index)));
            assert!(alone.out.lines().all(|row| first.out.contains(row)), "{}", alone.out);
        }
    }
    assert!(!solve(&["--reproducible", "--json", "-"], &input).out.contains("time_s"));
    let twice = "1233722555341451114725221333\n".repeat(2);
    let games = objects(&solve(&["-g", "c4", "--reproducible", "--json", "-"], &twice));
    assert_eq!(games[0]["nodes"], games[1]["nodes"]);
    let games = objects(&solve(&["-g", "c4", "--json", "-"], &twice));
    assert_ne!(games[0]["nodes"], games[1]["nodes"], "else this test sees nothing");
}

#[test]
fn threads_change_no_score() {
    let scores = |threads: &str| {
        let run = solve(&["--json", "--all-moves", "--threads", threads, "-"], LINES);
        let rows = objects(&run).into_iter();
        rows.map(|row| (row["score"].clone(), row["moves"][0].clone())).collect::<Vec<_>>()
    };
    assert_eq!(scores("1").len(), 5);
    assert_eq!(scores("2"), scores("1"));
}

#[test]
fn wrong_usage_is_refused_before_anything_is_solved() {
    let wrong: &[(&[&str], &str)] = &[
        (&["--shard", "0/2", "-"], "expected I/N, such as 2/8"),
        (&["--shard", "3/2", "-"], "expected I/N, such as 2/8"),
        (&["--shard", "1/0", "-"], "expected I/N, such as 2/8"),
        (&["--shard", "1", "-"], "expected I/N, such as 2/8"),
        (&["--shard=-1/2", "-"], "expected I/N, such as 2/8"),
        (&["--shard", "1/2/3", "-"], "expected I/N, such as 2/8"),
        (&["--resume", "-"], "--out"),
        (&["--position", BOARD, "-"], "cannot be used with"),
        (&["--all-moves=some", "-"], "unexpected value 'some'"),
        (&["--threads", "0", "-"], "invalid value '0'"),
        (&["-g", "c4", "--wld", "-"], "--wld is for Reversi"),
        (&["-g", "c4", "--all-moves", "-"], "--all-moves is for Reversi"),
    ];
    for (arguments, part) in wrong {
        check_refused(&solve(arguments, LINES), 2, part);
    }
    assert_eq!(Program::new().run(&["perft", "3", "--hash", "x"], "").code, Some(2));
}

#[test]
fn a_pipe_is_read_where_no_file_is_named() {
    let program = Program::new();
    let solved = program.run(&["solve", "--hash", "1", "--reproducible"], LINES);
    assert_eq!(solved.out, solve(&["--reproducible", "-"], LINES).out);
    assert!(!solved.err.contains("HQ_ENTRY"), "{}", solved.err);
    let converted = program.run(&["convert", "--to", "ggf"], "f5d6c3\n");
    assert_eq!((converted.code, &*converted.err), (Some(0), ""));
    assert!(converted.out.contains("B[f5]W[d6]B[c3]"), "{}", converted.out);
    let analyzed = program.run(&["analyze", "--depth", "2", "--json"], "f5d6c3\n");
    assert_eq!((analyzed.code, analyzed.out.lines().count()), (Some(0), 1), "{}", analyzed.err);
}

#[cfg(unix)]
#[test]
fn a_terminal_is_not_waited_for_where_no_file_is_named() {
    let home = tempfile::tempdir().unwrap();
    for words in [&["solve"][..], &["analyze"], &["convert", "--to", "ggf"]] {
        let mut terminal = super::terminal::Terminal::start(home.path(), words, &[]);
        assert_eq!(terminal.exit_code(), 2, "{words:?}");
        terminal.wait_for("for standard input");
    }
}

#[cfg(unix)]
#[test]
fn the_first_signal_ends_an_analysis_that_waits_for_its_input() {
    use std::io::{BufRead, BufReader, Write};
    use std::time::{Duration, Instant};

    let program = Program::new();
    // The format of a pipe is unknown until its beginning or end arrives.
    let words = ["analyze", "--from", "ggf", "--depth", "2", "--json"];
    let mut child = program.command(&words).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"(;GM[Othello]PB[a]PW[b]TY[8]B[f5]W[d6]B[c3];)\n").unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    output.next().unwrap().unwrap();
    // Now it is waiting for input. During work, Ctrl-C would only stop the work.
    std::thread::sleep(Duration::from_millis(500));
    let id = child.id().to_string();
    let kill = std::process::Command::new("kill").args(["-s", "TERM", &id]).status().unwrap();
    assert!(kill.success());
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < Duration::from_secs(30), "it goes on");
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(input);
}
