//! Output that nobody reads, or that can't be written.

use std::fs::File;
use std::io::{Read, Write};
use std::process::Stdio;

use super::support::Program;

#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let program = Program::new();
    let mut child = program.command(&[]).spawn().unwrap();
    let mut keyboard = child.stdin.take().unwrap();
    let mut screen = child.stdout.take().unwrap();
    keyboard.write_all(b"N\n").unwrap();
    screen.read_exact(&mut [0; 10]).unwrap();
    drop(screen);
    // The program is gone at some point, and then so is this pipe.
    for _ in 0..10_000 {
        if keyboard.write_all(&b"d3\nU\n".repeat(100)).is_err() {
            break;
        }
    }
    drop(keyboard);
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!((errors.as_str(), child.wait().unwrap().code()), ("", Some(0)));
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
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(
        errors.starts_with("reversi: can't write ") && errors.contains("no space left"),
        "{errors}"
    );
    assert_eq!(errors.lines().count(), 1, "{errors}");
}

#[test]
fn closed_standard_error_disturbs_nothing() {
    let program = Program::new();
    let mut child = program.command(&[]).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    child.stdin.take().unwrap().write_all(b"N\nfoo\nd3\n").unwrap();
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    assert!(out.contains("B plays d3"));
    assert_eq!(child.wait().unwrap().code(), Some(1));
}
