//! The lines typed at prompts, in a file that is repeatedly truncated.

use std::fs::File;
use std::io::Write;
use std::process::{Child, Command, Stdio};

use reversi::internals::Store;

use super::super::support::Program;
use super::Kills;

/// The data folder, for the process that runs `adds_lines_as_a_worker`.
const HOME: &str = "REVERSI_TEST_LINES_HOME";

const FIRST: &str = "REVERSI_TEST_LINES_FIRST";

const LINES: usize = 40;

/// A line so long that the file is truncated every hundred lines.
fn line(number: usize) -> String {
    format!("{number} {}", format!("{number:x}").repeat(600))
}

/// This test program, as a process that only adds lines.
fn worker(program: &Program, first: usize) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "kills::lines::adds_lines_as_a_worker"])
        .env(HOME, program.home.path())
        .env(FIRST, first.to_string())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// Does nothing in an ordinary test run.
#[test]
fn adds_lines_as_a_worker() {
    let Some(home) = std::env::var_os(HOME) else { return };
    let first: usize = std::env::var(FIRST).unwrap().parse().unwrap();
    let history = Store::at(&home).line_history();
    let done = std::path::Path::new(&home).join("done.txt");
    let mut done = File::options().create(true).append(true).open(done).unwrap();
    for number in first..first + LINES {
        history.append(&line(number));
        done.write_all(format!("{number}\n").as_bytes()).unwrap();
    }
}

#[test]
fn typed_lines_survive_kills() {
    let program = Program::new();
    let store = Store::at(program.home.path());
    let mut kills = Kills::of("typed lines", || {
        assert!(worker(&program, 0).wait().unwrap().success());
    });
    let mut next = LINES;
    while kills.are_left() {
        let mut child = worker(&program, next);
        kills.kill(&mut child);
        let done = String::from_utf8(program.read("done.txt")).unwrap();
        let last: usize = done.lines().last().unwrap().parse().unwrap();
        kills.note((last + 1).saturating_sub(next));
        let read = store.line_history().read();
        let numbers: Vec<usize> = read
            .iter()
            .map(|read| {
                let number = read.split(' ').next().unwrap().parse().unwrap();
                assert_eq!(*read, line(number), "it is torn");
                number
            })
            .collect();
        let newest = *numbers.last().unwrap();
        assert!(newest >= last, "line {last} is lost: the last one is {newest}");
        assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
        let from = numbers[0];
        let whole = (from..=newest).filter(|number| !numbers.contains(number));
        // Numbers that a killed process had not reached.
        let never: Vec<usize> =
            whole.filter(|number| done.contains(&format!("\n{number}\n"))).collect();
        assert!(never.is_empty(), "{never:?} are lost");
        next = newest.max(last) + 1;
    }
    assert!(program.succeed("N\n").contains('B'));
}
