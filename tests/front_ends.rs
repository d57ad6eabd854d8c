//! The same script through every way in ends in the same state: the pipe, a file, JSON, and the
//! prompt on a real terminal. What is compared is the save that the script makes at its end.

#![cfg(unix)]

mod support;

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use support::Program;

const SCRIPT: &str = "\
seed 7
C x o
A x 1
d9
J 3 4
foo
U
redo
S
E middle
player black human
player white 3
N
d3
L middle
player black 2
player white 1
U 3
redo 2
E final
Q
";

/// The save without the moment it was made.
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
    // The screen has to be read, or the program would wait for room to write.
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
    let expected = through_a_pipe(&[]);
    assert!(expected.contains("moves: \""), "{expected}");
    assert_eq!(through_a_pipe(&["--json"]), expected);
    assert_eq!(through_a_pipe(&["--ascii", "--color", "always", "-"]), expected);
    assert_eq!(through_a_file(), expected);
    assert_eq!(through_the_prompt(), expected);
}
