//! Helpers for several test crates: running the program, and generated files.

#![allow(
    dead_code,
    unused_imports,
    reason = "each test crate uses its own part"
)]

mod clean;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

pub(crate) use clean::is_clean;
use serde_json::Value;

/// The time limit for immediate effects; reached only by failing tests.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// The last squares of a game: Black plays g8, and wins by 18.
pub(crate) const BOARD: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

/// A game of 60 moves and ten passes that White wins 60-4. Another program has solved its last fourteen moves.
pub(crate) const LONG_GAME: &str = "f5f4e3d6c5d3g5h5c3d2g4f3g3e2f2b3e7g2h2b6b4b5a5f8f6f7a3b2c1h3\
                                    g7h8b7b8d7d8h6a1c7d1h7b1a7h1g1f1c4h4e1c2a4a2a6c6e6c8a8e8g6g8";

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A data file outside the repository; `None`, with a message, if it is missing.
pub(crate) fn data(name: &str) -> Option<PathBuf> {
    let path = root().join("../shared/data").join(name);
    if !path.exists() {
        println!("skipped: there is no {}", path.display());
    }
    path.exists().then_some(path)
}

/// The program with its own data folder, without the user's environment.
pub(crate) struct Program {
    pub(crate) home: tempfile::TempDir,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

impl Program {
    pub(crate) fn new() -> Self {
        Self {
            home: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reversi"));
        command
            .args(arguments)
            .env_clear()
            .env("REVERSI_HOME", self.home.path())
            .env("TZ", "UTC");
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
        run_command(&mut self.command(arguments), input)
    }

    /// Runs a script that must succeed without messages. Returns its output.
    #[track_caller]
    pub(crate) fn succeed(&self, script: &str) -> String {
        self.run(&[], script).done()
    }

    /// Runs a command line of words in the data folder, so that file names are short.
    pub(crate) fn run_inside(&self, line: &str, input: impl AsRef<[u8]>) -> Run {
        let words: Vec<&str> = line.split_whitespace().collect();
        run_command(self.command(&words).current_dir(self.home.path()), input)
    }

    pub(crate) fn objects(&self, script: &str) -> Vec<Value> {
        self.run(&["--json"], script).objects()
    }

    pub(crate) fn path(&self, inside: &str) -> PathBuf {
        self.home.path().join(inside)
    }

    /// The path of a file in the data folder, as an argument.
    pub(crate) fn file(&self, inside: &str) -> String {
        self.path(inside).to_str().unwrap().to_owned()
    }

    pub(crate) fn read(&self, inside: &str) -> Vec<u8> {
        fs::read(self.path(inside)).unwrap()
    }

    pub(crate) fn read_text(&self, inside: &str) -> String {
        String::from_utf8(self.read(inside)).unwrap()
    }

    /// Writes a file in the data folder. Returns its path.
    pub(crate) fn write(&self, inside: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.path(inside), content).unwrap();
        self.file(inside)
    }
}

impl Run {
    #[track_caller]
    pub(crate) fn with_code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}{}", self.out, self.err);
        self
    }

    /// Checks for success without messages. Returns the output.
    #[track_caller]
    pub(crate) fn done(self) -> String {
        assert_eq!(
            (self.err.as_str(), self.code),
            ("", Some(0)),
            "{}",
            self.out
        );
        self.out
    }

    /// Checks for an exit code, one line on standard error that contains `part`, and no output.
    #[track_caller]
    pub(crate) fn refused(&self, code: i32, part: &str) {
        assert_eq!(self.code, Some(code), "{part}: {}{}", self.out, self.err);
        assert_has(&self.err, &[part]);
        // Usage errors are followed by the usage.
        assert!(self.err.lines().count() == 1 || code == 2, "{}", self.err);
        assert_eq!(self.out, "");
    }

    /// The lines on standard error.
    pub(crate) fn errors(&self) -> Vec<&str> {
        self.err.lines().collect()
    }

    /// Checks for as many lines on standard error, each with its beginning.
    #[track_caller]
    pub(crate) fn errors_begin(&self, expected: &[&str]) {
        assert_eq!(self.err.lines().count(), expected.len(), "{}", self.err);
        for (line, start) in self.err.lines().zip(expected) {
            assert!(
                line.starts_with(start),
                "{line}: it should begin with {start}"
            );
        }
    }

    pub(crate) fn objects(&self) -> Vec<Value> {
        self.out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code(),
        }
    }
}

pub(crate) fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    Program::new().run(arguments, input)
}

/// Runs a command with piped input to its end.
pub(crate) fn run_command(command: &mut Command, input: impl AsRef<[u8]>) -> Run {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_owned();
    // On another thread, so that neither side blocks the other. The program may end without reading all input.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output.into()
}

#[track_caller]
pub(crate) fn assert_has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no {part:?}: {text}");
    }
}

/// Checks that nothing in a text can change the state of a terminal.
#[track_caller]
pub(crate) fn assert_clean(text: &str) {
    let is_raw = |character| character != '\n' && !is_clean(character);
    assert!(!text.contains(is_raw), "{text:?}");
}

/// Waits until `holds` returns true. Panics with `failure` after the time limit.
#[track_caller]
pub(crate) fn wait(mut holds: impl FnMut() -> bool, failure: impl Fn() -> String) {
    let deadline = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < deadline, "{}", failure());
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until a file that a running program writes has a number of lines.
#[track_caller]
pub(crate) fn wait_for_lines(file: &Path, count: usize) {
    let text = || fs::read_to_string(file).unwrap_or_default();
    wait(
        || text().lines().count() >= count,
        || format!("{}: {}", file.display(), text()),
    );
}

/// Sends a signal, such as `INT`, to a process.
pub(crate) fn signal(process: u32, name: &str) {
    let status = Command::new("kill")
        .args(["-s", name, &process.to_string()])
        .status();
    assert!(status.unwrap().success());
}

/// A number from the status of a process, such as the resident memory `VmRSS`, in KiB.
#[cfg(target_os = "linux")]
pub(crate) fn memory(process: u32, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix(name))
        .unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

pub(crate) fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// The sorted names of all files in a folder, including hidden ones.
pub(crate) fn listing(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The moves of the competitive game in the examples, as lines of a script.
pub(crate) fn competitive_moves() -> Vec<&'static str> {
    let script = include_str!("../../examples/scripts/competitive.txt");
    script
        .lines()
        .filter(|line| line.starts_with("J "))
        .collect()
}

/// The moves of a game, without blanks, each on its line.
pub(crate) fn on_lines(moves: &str) -> String {
    moves
        .as_bytes()
        .chunks(2)
        .map(|name| String::from_utf8_lossy(name) + "\n")
        .collect()
}

/// Checks a generated file. With `UPDATE=1`, writes it instead.
pub(crate) fn check_current(path: &str, expected: &str) {
    let path: PathBuf = root().join(path);
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, expected).unwrap();
        return;
    }
    let actual = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        actual == expected,
        "{} is not current: UPDATE=1 cargo test writes it anew. It should be:\n{expected}",
        path.display()
    );
}
