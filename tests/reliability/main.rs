//! Saved data survives kills, full disks, damaged files, and many processes at once.

#![cfg(unix)]

#[path = "../support/signals.rs"]
mod signals;
#[path = "../support/mod.rs"]
mod support;

mod damage;
mod disks;
mod games_end;
mod kills;
mod locks;
mod odd;
mod others;
mod pipes;
mod system_calls;
mod threads;
mod unfinished;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use support::{Program, Run, is_clean};

const OPENING: &str = "N\nf5\nf6\ne6\nf4\n";

/// The content of files of other programs.
const MINE: &str = "mine";

/// More time than any answer takes on a busy machine. Endless reading takes longer.
const LONG: Duration = Duration::from_secs(20);

impl Program {
    fn path(&self, inside: &str) -> PathBuf {
        self.home.path().join(inside)
    }

    fn read(&self, inside: &str) -> Vec<u8> {
        fs::read(self.path(inside)).unwrap()
    }

    fn succeed(&self, script: &str) -> String {
        let run = self.run(&[], script);
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{script}");
        run.out
    }

    /// Runs a command during a game. It must fail with one line that contains `part`, and leave the game unchanged.
    fn fail(&self, command: &str, part: &str) {
        let run = self.run(&["--json"], format!("{OPENING}{command}\n"));
        check_failure(&run, command, part);
        let states: Vec<serde_json::Value> = run
            .out
            .lines()
            .rev()
            .take(2)
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["state"].clone())
            .collect();
        assert_eq!(states[0], states[1], "{command} changed the game");
    }
}

/// Checks for one clear line without control characters, and exit code 1.
fn check_failure(run: &Run, command: &str, part: &str) {
    assert_eq!(run.code, Some(1), "{command}: {}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{command}: {}", run.err);
    assert!(run.err.contains(part), "{command} should say {part:?}: {}", run.err);
    assert!(run.err.len() < 700, "{command} says too much: {}", run.err);
    for text in [&run.out, &run.err] {
        assert!(
            text.chars().all(|character| character == '\n' || is_clean(character)),
            "{command}: {text:?}"
        );
    }
}

/// The sorted names of all files in a folder, including hidden ones.
fn listing(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn script_under(program: &Program, limits: &str, script: &str) -> Run {
    let path = program.path("script.txt");
    fs::write(&path, script).unwrap();
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("{limits}; exec \"$0\" \"$1\""))
        .arg(env!("CARGO_BIN_EXE_reversi"))
        .arg(&path)
        .env("REVERSI_HOME", program.home.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    output.into()
}

fn end_of(child: &mut Child, what: &str) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if start.elapsed() > LONG {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("it waits for ever: {what}");
        }
        sleep(Duration::from_millis(5));
    }
}

/// A running program with piped input. It answers each command before it reads the next one.
struct Running {
    child: Child,
    keyboard: ChildStdin,
    screen: BufReader<ChildStdout>,
}

impl Running {
    fn start(program: &Program, arguments: &[&str]) -> Self {
        let mut child = program.command(arguments).spawn().unwrap();
        let keyboard = child.stdin.take().unwrap();
        let screen = BufReader::new(child.stdout.take().unwrap());
        Self { child, keyboard, screen }
    }

    fn type_in(&mut self, lines: &str) {
        self.keyboard.write_all(lines.as_bytes()).unwrap();
    }

    /// Reads output up to the line that contains `text`.
    fn read_to(&mut self, text: &str) {
        let mut seen = String::new();
        while !seen.contains(text) {
            assert!(self.screen.read_line(&mut seen).unwrap() > 0, "{seen}");
        }
    }

    /// Closes the input. Returns the remaining output.
    fn end(self) -> Run {
        let Self { child, keyboard, mut screen } = self;
        drop(keyboard);
        let mut out = String::new();
        screen.read_to_string(&mut out).unwrap();
        Run { out, ..child.wait_with_output().unwrap().into() }
    }
}
