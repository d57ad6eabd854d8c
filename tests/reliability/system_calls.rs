//! Real failing system calls: strace makes each file call of the program fail once, with each of several errors.
//!
//! It needs strace and takes minutes, so it runs only on demand. `src/store/rehearsals.rs` rehearses the same in
//! every test run.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use reversi::internals::{Store, parse_saved_game};

use super::support::{Program, Run};
use super::{OPENING, is_clean};

const CALLS: [&str; 12] = [
    "openat", "read", "write", "fsync", "flock", "mkdir", "rename", "link", "linkat", "unlink",
    "fchmod", "statx",
];

const ERRORS: [&str; 5] = ["ENOSPC", "EIO", "EINTR", "EMFILE", "EACCES"];

/// Runs a script while the n-th call of a kind fails. Returns also whether any did.
fn run_with_failure(
    program: &Program,
    script: &str,
    call: &str,
    error: &str,
    n: usize,
) -> (Run, bool) {
    let input = program.path("script.txt");
    fs::write(&input, script).unwrap();
    let log = program.path("strace.log");
    let mut command = Command::new("strace");
    command.args(["-f", "-o", log.to_str().unwrap(), "-e", &format!("trace={call}")]);
    command.args(["-e", &format!("inject={call}:error={error}:when={n}")]);
    command.arg(env!("CARGO_BIN_EXE_reversi")).arg(&input);
    command.env("REVERSI_HOME", program.path("data")).stdin(Stdio::null());
    let output = command.output().unwrap();
    let has_failed = fs::read_to_string(&log).unwrap().contains("(INJECTED)");
    (output.into(), has_failed)
}

/// Makes each call of a script fail, one per run.
fn let_calls_fail(
    prepare: impl Fn(&Program),
    script: &dyn Fn(&Program) -> String,
    check: impl Fn(&Path),
) {
    let mut failures = 0;
    for call in CALLS {
        for error in ERRORS {
            for n in 1.. {
                let program = Program::new();
                prepare(&program);
                let (run, has_failed) =
                    run_with_failure(&program, &script(&program), call, error, n);
                if !has_failed {
                    break;
                }
                failures += 1;
                check_run(&run, call, &format!("{call} {n}: {error}: {}", run.err));
                check(program.home.path());
            }
        }
    }
    println!("{failures} calls failed");
    assert!(failures > 20, "{failures} calls failed");
}

/// Checks that the run ended well in silence, or badly with a message.
fn check_run(run: &Run, call: &str, what: &str) {
    // The system can't even load the program.
    if run.code == Some(127) {
        return;
    }
    assert!(matches!(run.code, Some(0 | 1 | 3)), "{what} ended with {:?}", run.code);
    assert!(run.err.lines().count() <= 2, "{what}");
    assert!(run.err.chars().all(|character| character == '\n' || is_clean(character)), "{what}");
    // The failed call may be the write of the message. With exit code 0, the unfinished game may be lost, with a
    // message.
    assert!(call == "write" || run.code == Some(0) || !run.err.is_empty(), "{what}");
}

/// Checks that save `a` is the old or the new one.
fn check_save(home: &Path) {
    let path = home.join("data/saves/a.ron");
    let text = fs::read_to_string(&path).unwrap();
    let (_, game) = parse_saved_game(&text, &path).unwrap();
    assert!([2, 4].contains(&game.plies()), "{text}");
}

fn with_save(program: &Program) {
    let store = Program { home: tempfile::tempdir_in(program.home.path()).unwrap() };
    store.succeed("N\nf5\nf6\nE a\n");
    fs::rename(store.home.path(), program.path("data")).unwrap();
    std::mem::forget(store);
}

#[test]
#[ignore = "it needs strace and takes minutes: see docs/dev/reliability.md"]
fn a_save_survives_every_failing_call() {
    let_calls_fail(with_save, &|_| format!("{OPENING}E a\n"), check_save);
}

#[test]
#[ignore = "it needs strace and takes minutes: see docs/dev/reliability.md"]
fn a_ranking_survives_every_failing_call() {
    let game = include_str!("../../examples/scripts/competitive.txt");
    let moves: Vec<&str> = game.lines().filter(|line| line.starts_with("J ")).collect();
    let script = format!("seed 1\nG B ann\n{}\n", moves.join("\n"));
    let_calls_fail(with_save, &|_| script.clone(), |home| {
        check_save(home);
        let _ = Store::at(home.join("data")).ranking().unwrap();
    });
}

#[test]
#[ignore = "it needs strace and takes minutes: see docs/dev/reliability.md"]
fn an_export_survives_every_failing_call() {
    let script = |program: &Program| {
        let out = program.path("out");
        fs::create_dir(&out).unwrap();
        format!("{OPENING}export {}\n", out.join("game.ggf").display())
    };
    let_calls_fail(with_save, &script, |home| {
        check_save(home);
        let file = home.join("out/game.ggf");
        if let Ok(text) = fs::read(&file) {
            let games: Vec<_> =
                reversi::records::read(reversi::records::Format::Ggf, &*text).collect();
            assert!(games.len() == 1 && games[0].is_ok(), "half a file");
        }
    });
}

#[test]
#[ignore = "it needs strace and takes minutes: see docs/dev/reliability.md"]
fn a_library_survives_every_failing_call() {
    let_calls_fail(with_save, &|_| "paste f5d6c3\nlibrary add this\n".to_owned(), |home| {
        check_save(home);
        let program = Program::new();
        let data = home.join("data");
        let run = program.run(&["library", "--json", "--data-dir", data.to_str().unwrap()], "");
        let reply: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let total = reply["reply"]["event"]["total"].as_u64();
        assert!(total.is_some_and(|total| total <= 1), "{}{}", run.out, run.err);
    });
}
