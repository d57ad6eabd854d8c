//! Helpers for several test crates: running the program, and generated files.

#![allow(dead_code, unused_imports, reason = "each test crate uses its own part")]

mod clean;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub(crate) use clean::is_clean;

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
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
        Self { home: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reversi"));
        command.args(arguments).env_clear().env("REVERSI_HOME", self.home.path()).env("TZ", "UTC");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
        let mut child = self.command(arguments).spawn().unwrap();
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

/// Checks a generated file. With `UPDATE=1`, writes it instead.
pub(crate) fn check_current(path: &str, expected: &str) {
    let path: PathBuf = root().join(path);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, expected).unwrap();
        return;
    }
    let actual = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        actual == expected,
        "{} is not current: UPDATE=1 cargo test writes it anew. It should be:\n{expected}",
        path.display()
    );
}
