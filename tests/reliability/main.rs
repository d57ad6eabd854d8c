//! Saved data survives kills, full disks, damaged files, and many processes at once.

#![cfg(unix)]

#[path = "../support/signals.rs"]
mod signals;
#[path = "../support/mod.rs"]
mod support;
#[path = "../terminal/screen.rs"]
mod terminal;

mod damage;
mod disks;
mod games_end;
mod kills;
mod locks;
mod others;
mod pipes;
mod power_cuts;
mod system_calls;
mod threads;
mod unfinished;
mod writers;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use support::{Program, Run, assert_clean, assert_has, wait};

const OPENING: &str = "N\nf5\nf6\ne6\nf4\n";

/// The content of files of other programs.
const MINE: &str = "mine";

/// The beginning of the message at the end of a script whose game could not be kept.
const NOT_KEPT: &str = "the unfinished game could not be saved: can't ";

/// More time than any answer takes on a busy machine. Endless reading takes longer.
const LONG: Duration = Duration::from_secs(20);

impl Program {
    /// Runs a command during a game. It must fail with one line that contains `part`, and leave the game unchanged.
    #[track_caller]
    fn fail(&self, command: &str, part: &str) {
        let start = Instant::now();
        let run = self.run(&["--json"], format!("{OPENING}{command}\n"));
        assert!(start.elapsed() < LONG, "{command}: {part}");
        check_failure(&run, part);
        let objects = run.objects();
        let [.., before, after] = &objects[..] else {
            panic!("{}", run.out)
        };
        assert_eq!(
            before["state"], after["state"],
            "{command} changed the game"
        );
    }

    /// Runs the program with arguments after a command of a shell, such as one that sets a limit.
    fn run_under(&self, shell: &str, limit: &str, arguments: &[&str]) -> Run {
        let mut shell = Command::new(shell);
        shell.args(["-c", &format!("{limit}; exec \"$0\" \"$@\"")]);
        shell
            .arg(env!("CARGO_BIN_EXE_reversi"))
            .args(arguments)
            .current_dir(self.home.path());
        shell
            .env("REVERSI_HOME", self.home.path())
            .env_remove("RUST_BACKTRACE");
        shell.stdin(Stdio::null()).output().unwrap().into()
    }

    fn run_script_under(&self, limit: &str, script: &str) -> Run {
        let path = self.write("script.txt", script);
        self.run_under("sh", limit, &[&path])
    }
}

/// Checks for one clear line without control characters, and exit code 1.
#[track_caller]
fn check_failure(run: &Run, part: &str) {
    assert_eq!(
        (run.err.lines().count(), run.code),
        (1, Some(1)),
        "{}",
        run.err
    );
    assert_has(&run.err, &[part]);
    assert!(run.err.len() < 700, "it says too much: {}", run.err);
    assert_clean(&run.err);
    assert_clean(&run.out);
}

fn end_of(child: &mut Child, what: &str) -> ExitStatus {
    let mut ended = None;
    wait(
        || {
            ended = child.try_wait().unwrap();
            ended.is_some()
        },
        || format!("it waits for ever: {what}"),
    );
    ended.unwrap()
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
        Self {
            child,
            keyboard,
            screen,
        }
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
        let Self {
            child,
            keyboard,
            mut screen,
        } = self;
        drop(keyboard);
        let mut out = String::new();
        screen.read_to_string(&mut out).unwrap();
        Run {
            out,
            ..child.wait_with_output().unwrap().into()
        }
    }
}
