//! The lines typed at prompts, in a file that is repeatedly truncated.

use std::fs::File;
use std::io::Write;

use reversi::internals::Store;

use super::super::support::Program;
use super::{Kills, of_worker, worker};

const WORKER: &str = "kills::lines::adds_lines_as_a_worker";

const LINES: usize = 40;

/// A line so long that the file is truncated every hundred lines.
fn line(number: usize) -> String {
    format!("{number} {}", format!("{number:x}").repeat(600))
}

/// Does nothing in an ordinary test run.
#[test]
fn adds_lines_as_a_worker() {
    let Some((home, first)) = of_worker() else {
        return;
    };
    let history = Store::at(&home).line_history();
    let mut done = File::options()
        .create(true)
        .append(true)
        .open(home.join("done.txt"))
        .unwrap();
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
        assert!(worker(WORKER, &program, 0).wait().unwrap().success());
    });
    let mut next = LINES;
    while kills.are_left() {
        let mut child = worker(WORKER, &program, next);
        kills.kill(&mut child);
        let done = program.read_text("done.txt");
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
        assert!(
            newest >= last,
            "line {last} is lost: the last one is {newest}"
        );
        assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
        // A killed process had not reached the other numbers.
        let missing = (numbers[0]..=newest)
            .find(|number| !numbers.contains(number) && done.contains(&format!("\n{number}\n")));
        assert_eq!(missing, None, "it is lost");
        next = newest.max(last) + 1;
    }
    assert!(program.succeed("N\n").contains('B'));
}
