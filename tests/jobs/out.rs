//! The output file of `reversi solve`, and failing outputs.

use std::fs;

use super::support::Program;
use super::{LINES, Run, check_refused, solve, solve_to};

#[test]
fn rows_can_go_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("rows");
    let expected = solve(&["--reproducible", "-"], LINES);
    let run = solve_to(&out, &[], LINES);
    assert_eq!((run.out.as_str(), &run.err, run.code), ("", &expected.err, Some(3)));
    assert_eq!(fs::read_to_string(&out).unwrap(), expected.out);
}

#[test]
fn a_file_that_is_there_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("rows");
    fs::write(&out, "precious").unwrap();
    check_refused(
        &solve_to(&out, &[], LINES),
        1,
        "rows already exists: continue it with --resume, or delete it",
    );
    assert_eq!(fs::read_to_string(&out).unwrap(), "precious");
}

#[test]
fn a_file_that_can_not_be_written_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name);
    check_refused(&solve_to(&inside("no/rows"), &[], LINES), 1, "reversi: can't write ");
    check_refused(&solve_to(folder.path(), &["--resume"], LINES), 1, "can't write ");
    let run = solve_to(&inside("no\u{1b}[2J/rows"), &[], LINES);
    check_refused(&run, 1, "no\\u{1b}[2J/rows");
    // An unreadable input creates no file.
    let (out, missing) = (inside("rows"), inside("missing"));
    let arguments = ["--out", out.to_str().unwrap(), missing.to_str().unwrap()];
    check_refused(&solve(&arguments, ""), 3, "reversi: can't read ");
    assert!(!out.exists());
}

#[test]
#[cfg(target_os = "linux")]
fn a_device_can_not_be_gone_on_with() {
    let device = std::path::Path::new("/dev/full");
    check_refused(&solve_to(device, &["--resume"], LINES), 1, "can't write /dev/full: ");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_in_one_line() {
    for arguments in [&["solve", "--hash", "1", "-"][..], &["perft", "3"]] {
        let program = Program::new();
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut child = program.command(arguments).stdout(full).spawn().unwrap();
        let line = format!("{}\n", super::BOARD);
        // Perft reads no input, and may have ended.
        let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), line.as_bytes());
        let run = child.wait_with_output().unwrap().into();
        check_refused(&run, 1, "reversi: can't write standard output: no space left");
    }
}

/// A write that stops in the middle of a row.
#[test]
#[cfg(unix)]
fn what_was_written_before_the_disk_was_full_stays_valid() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("rows");
    let input = LINES.repeat(5);
    let whole = solve(&["--reproducible", "-"], &input);
    let program = Program::new();
    fs::write(folder.path().join("input"), &input).unwrap();
    let script = "ulimit -f 1; exec \"$0\" solve --hash 1 --reproducible --out rows input";
    let output = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_reversi")])
        .current_dir(folder.path())
        .env("REVERSI_HOME", program.home.path())
        .output()
        .unwrap();
    let run: Run = output.into();
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.err.lines().last().unwrap().contains("can't write rows: file too large"));
    let written = fs::read_to_string(&out).unwrap();
    assert!(written.lines().count() > 2 && written.len() < whole.out.len());
    assert!(written.ends_with('\n') && whole.out.starts_with(&written), "{written}");
    assert_eq!(solve_to(&out, &["--resume"], &input).code, whole.code);
    assert_eq!(fs::read_to_string(&out).unwrap(), whole.out);
}

#[test]
fn a_closed_pipe_ends_the_job_quietly() {
    let program = Program::new();
    let mut child = program.command(&["solve", "-g", "c4", "-"]).spawn().unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // The input has no end: the job ends because its output is closed.
    while std::io::Write::write_all(&mut stdin, b"112233 18\n").is_ok() {}
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!((run.err.lines().count(), run.code), (1, Some(0)), "{}", run.err);
    assert!(run.err.starts_with("1 position, "), "{}", run.err);
}

#[test]
#[cfg(target_os = "linux")]
fn a_table_too_big_for_the_machine_is_told() {
    // Less address space than the table needs.
    let script = "ulimit -v 1000000; exec \"$0\" \"$@\" --hash 65536";
    let run = |arguments: &[&str]| -> Run {
        let shell = ["-c", script, env!("CARGO_BIN_EXE_reversi")];
        let mut command = std::process::Command::new("sh");
        command.args(shell).args(arguments).output().unwrap().into()
    };
    let refused = "not enough memory for a 65536 MiB table: use a smaller --hash";
    check_refused(&run(&["perft", "3"]), 1, refused);
    check_refused(&run(&["solve", "-g", "c4", "--position", "112233"]), 1, refused);
    // The engine allocates only what it can use, and works with less.
    let solved = run(&["solve", "--position", super::BOARD]);
    assert_eq!((solved.err.contains("memory"), solved.code), (false, Some(0)), "{}", solved.err);
    // The last position of the FFO suite has this many empty squares. It is quickly solved.
    let solved = run(&[
        "solve",
        "--position",
        "-----------------------O--OOOOO---OOOOOXOOOOXXXX--XXOOXX--XX-O-X X",
    ]);
    assert_eq!(solved.code, Some(0), "{}", solved.err);
    let told = "not enough memory for a 65536 MiB table: using 256 MiB";
    assert!(solved.err.contains(told), "{}", solved.err);
}
