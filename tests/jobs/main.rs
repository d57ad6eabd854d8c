//! Jobs without a prompt.

mod analyze;
mod book;
mod convert;
mod options;
mod out;
mod perft;
#[cfg(unix)]
mod progress;
mod resume;
mod solve;
#[path = "../support/mod.rs"]
mod support;
#[cfg(unix)]
#[allow(dead_code, reason = "only a part of what a terminal can do is needed here")]
#[path = "../terminal/screen.rs"]
mod terminal;

use std::path::Path;

use serde_json::Value;
use support::{Program, Run};

/// The last 14 to 9 squares of games, two invalid lines, and a comment. One line has a correct score.
const LINES: &str = "\
--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;
% a comment
--XXXXX--OOOXXOO-OOOXOOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X
XO X
OOXXXXX-OOOOXX-OOOOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X
OOXXXXX-OOOOXX-OOOOOXXOX-OXOXOXXOXXXOXXXX-XOXOXXXXXXOOO--OOOOO-- O
what?
OOXXXXX-OOOOXX-OOOOOXXOX-OXOXOXXOXXXOXXXX-XOXOXXXXXXOOO--OOOOOO- X
";

/// The first of them.
const BOARD: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

/// Runs `reversi solve`, with a small table unless the size is given.
fn solve(arguments: &[&str], input: &str) -> Run {
    let has_size = arguments.contains(&"--hash");
    let size: &[&str] = if has_size { &[] } else { &["--hash", "1"] };
    Program::new().run(&[&["solve"], size, arguments].concat(), input)
}

fn solve_to(out: &Path, arguments: &[&str], input: &str) -> Run {
    let arguments = [&["--reproducible", "--out", out.to_str().unwrap()], arguments].concat();
    solve(&[&arguments[..], &["-"]].concat(), input)
}

fn objects(run: &Run) -> Vec<Value> {
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Checks for one line on standard error that contains `part`, the exit code, and no result.
fn check_refused(run: &Run, code: i32, part: &str) {
    assert_eq!(run.code, Some(code), "{part}: {}{}", run.out, run.err);
    assert!(run.err.contains(part), "it should say {part:?}: {}", run.err);
    assert!(run.err.lines().count() == 1 || code == 2, "{}", run.err);
    assert_eq!(run.out, "");
}
