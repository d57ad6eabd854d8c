//! Output that is not read or can't be written; `tests/program/errors.rs` tests full disks.

use std::io::{Read, Write};

use super::support::{Program, Run};

#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    for (line, first, more, said) in [
        ("", "N\n", "d3\nU\n", ""),
        ("convert - --json", "f5d6c3\n", "\n\nf5d6c3\n", ""),
        ("solve -g c4 -", "", "112233 18\n", "1 position, "),
    ] {
        let program = Program::new();
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut child = program.command(&words).spawn().unwrap();
        let mut keyboard = child.stdin.take().unwrap();
        let mut screen = child.stdout.take().unwrap();
        keyboard.write_all(first.as_bytes()).unwrap();
        if line.is_empty() {
            screen.read_exact(&mut [0; 10]).unwrap();
        }
        drop(screen);
        // The input has no end: the run ends because its output is closed.
        while keyboard.write_all(more.repeat(100).as_bytes()).is_ok() {}
        let run = Run::from(child.wait_with_output().unwrap());
        assert_eq!(
            run.err.lines().count(),
            usize::from(!said.is_empty()),
            "{}",
            run.err
        );
        assert!(
            run.err.starts_with(said) && run.code == Some(0),
            "{line}: {}",
            run.err
        );
    }
}

#[test]
fn closed_standard_error_disturbs_nothing() {
    let program = Program::new();
    let mut child = program.command(&[]).spawn().unwrap();
    drop(child.stderr.take());
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"N\nfoo\nd3\n")
        .unwrap();
    let run = Run::from(child.wait_with_output().unwrap());
    assert!(run.out.contains("B plays d3"));
    assert_eq!(run.code, Some(1));
}
