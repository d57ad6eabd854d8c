//! Output that is not read or can't be written.

use std::fs::File;
use std::io::{Read, Write};
use std::process::Stdio;

use super::support::{Program, Run};

#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let program = Program::new();
    let mut child = program.command(&[]).spawn().unwrap();
    let mut keyboard = child.stdin.take().unwrap();
    let mut screen = child.stdout.take().unwrap();
    keyboard.write_all(b"N\n").unwrap();
    screen.read_exact(&mut [0; 10]).unwrap();
    drop(screen);
    // When the program ends, the pipe breaks.
    for _ in 0..10_000 {
        if keyboard.write_all(&b"d3\nU\n".repeat(100)).is_err() {
            break;
        }
    }
    drop(keyboard);
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
}

#[test]
fn a_full_device_is_reported_in_one_line() {
    let program = Program::new();
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        println!("skipped: there is no /dev/full here");
        return;
    };
    let mut child = program.command(&[]).stdout(Stdio::from(full)).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"N\nshow\n").unwrap();
    let Run { err, code, .. } = child.wait_with_output().unwrap().into();
    assert!(err.starts_with("reversi: can't write ") && err.contains("no space left"), "{err}");
    assert_eq!((err.lines().count(), code), (1, Some(1)), "{err}");
}

#[test]
fn closed_standard_error_disturbs_nothing() {
    let program = Program::new();
    let mut child = program.command(&[]).spawn().unwrap();
    drop(child.stderr.take());
    child.stdin.take().unwrap().write_all(b"N\nfoo\nd3\n").unwrap();
    let run = Run::from(child.wait_with_output().unwrap());
    assert!(run.out.contains("B plays d3"));
    assert_eq!(run.code, Some(1));
}
