//! Real failing system calls: strace makes each file call of the program fail once, with each of several errors.
//!
//! It needs strace and takes minutes, so it runs only on demand. `src/store/rehearsals.rs` rehearses the same in
//! every test run.

use std::fs;
use std::process::{Command, Stdio};

use reversi::internals::{Store, parse_saved_game};
use reversi::records::{Format, read};

use super::OPENING;
use super::support::{Program, Run, assert_clean, competitive_moves};

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
    let input = program.write("script.txt", script);
    let mut command = Command::new("strace");
    command.args([
        "-f",
        "-o",
        &program.file("strace.log"),
        "-e",
        &format!("trace={call}"),
    ]);
    command.args(["-e", &format!("inject={call}:error={error}:when={n}")]);
    command
        .args([env!("CARGO_BIN_EXE_reversi"), &input])
        .current_dir(program.home.path());
    command
        .env("REVERSI_HOME", program.path("data"))
        .stdin(Stdio::null());
    let output = command.output().unwrap();
    (
        output.into(),
        program.read_text("strace.log").contains("(INJECTED)"),
    )
}

/// Makes each call of a script fail, one per run.
fn let_calls_fail(script: &str, check: impl Fn(&Program)) {
    let mut failures = 0;
    for call in CALLS {
        for error in ERRORS {
            for n in 1.. {
                let program = with_save();
                let (run, has_failed) = run_with_failure(&program, script, call, error, n);
                if !has_failed {
                    break;
                }
                failures += 1;
                check_run(&run, call, &format!("{call} {n}: {error}: {}", run.err));
                check_save(&program);
                check(&program);
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
    assert!(
        matches!(run.code, Some(0 | 1 | 3)),
        "{what} ended with {:?}",
        run.code
    );
    assert!(run.err.lines().count() <= 2, "{what}");
    assert_clean(&run.err);
    // The failed call may be the write of the message. With exit code 0, the unfinished game may be lost, with a
    // message.
    assert!(
        call == "write" || run.code == Some(0) || !run.err.is_empty(),
        "{what}"
    );
}

/// Checks that save `a` is the old or the new one.
fn check_save(program: &Program) {
    let text = program.read_text("data/saves/a.ron");
    let (_, game) = parse_saved_game(&text, &program.path("data/saves/a.ron")).unwrap();
    assert!([2, 4].contains(&game.plies()), "{text}");
}

/// A folder with a save in the data folder `data`, and an empty folder `out`.
fn with_save() -> Program {
    let program = Program::new();
    fs::create_dir(program.path("out")).unwrap();
    program
        .run_inside("--data-dir data", "N\nf5\nf6\nE a\n")
        .done();
    program
}

#[test]
#[ignore = "it needs strace and takes minutes: see docs/dev/reliability.md"]
fn a_save_survives_every_failing_call() {
    let_calls_fail(&format!("{OPENING}E a\n"), |_| ());
}

#[test]
#[ignore = "it needs strace and takes minutes: see docs/dev/reliability.md"]
fn a_ranking_survives_every_failing_call() {
    let script = format!("seed 1\nG B ann\n{}\n", competitive_moves().join("\n"));
    let_calls_fail(&script, |program| {
        let _ = Store::at(program.path("data")).ranking().unwrap();
    });
}

#[test]
#[ignore = "it needs strace and takes minutes: see docs/dev/reliability.md"]
fn an_export_survives_every_failing_call() {
    let_calls_fail(&format!("{OPENING}export out/game.ggf\n"), |program| {
        if let Ok(text) = fs::read(program.path("out/game.ggf")) {
            let games: Vec<_> = read(Format::Ggf, &*text).collect();
            assert!(games.len() == 1 && games[0].is_ok(), "half a file");
        }
    });
}

#[test]
#[ignore = "it needs strace and takes minutes: see docs/dev/reliability.md"]
fn a_library_survives_every_failing_call() {
    let_calls_fail("paste f5d6c3\nlibrary add this\n", |program| {
        let reply = program
            .run_inside("library --json --data-dir data", "")
            .objects()
            .remove(0);
        let total = reply["reply"]["event"]["total"].as_u64();
        assert!(total.is_some_and(|total| total <= 1), "{reply}");
    });
}
