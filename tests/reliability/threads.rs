//! If threads can't be started, fewer do the same work, and one line reports it.

use std::process::{Command, Stdio};
use std::time::Instant;

use super::LONG;
use super::support::Run;

fn run_script(script: &str, folder: &str) -> Run {
    let mut command = Command::new("bash");
    command.args(["-c", script]).current_dir(folder).env("REVERSI_HOME", "/nowhere");
    command.env_remove("RUST_BACKTRACE").stdin(Stdio::null()).output().unwrap().into()
}

/// Runs the program with a limited address space, in KiB. Standard input is `input`, and stays open.
fn run(limit: u32, arguments: &str, input: &str) -> (String, String, Option<i32>) {
    let program = env!("CARGO_BIN_EXE_reversi");
    // The input stays open longer than the test waits.
    let open = format!("printf '{input}'; sleep 25 2>/dev/null");
    let start = Instant::now();
    let run = run_script(
        &format!("ulimit -v {limit}; exec timeout 20 {program} {arguments} < <({open})"),
        ".",
    );
    assert!(start.elapsed() < LONG, "{arguments}");
    (run.out, run.err, run.code)
}

#[test]
fn fewer_threads_give_the_right_answer_and_one_line_says_so() {
    let is_limited = |err: &str| {
        err.starts_with("reversi: using ")
            && err.contains(" instead of 64: ")
            && err.lines().count() == 1
    };
    let (out, err, _) = run(100_000, "gtp --threads 64 --level depth:12", "genmove b\\nquit\\n");
    assert!(out.starts_with("= ") && out.ends_with("\n=\n\n"), "{out}{err}");
    assert!(is_limited(&err) && err.contains(" using 1 thread"), "{err}");
    for limit in [100_000, 300_000, 600_000] {
        let (out, err, _) = run(limit, "perft 8 --threads 64", "");
        assert!(out.contains(" 8              390216 "), "{limit}: {out}{err}");
        assert!(is_limited(&err), "{limit}: {err}");
        let (out, err, _) = run(limit, "bench --threads 64", "");
        assert!(out.contains("nodes in "), "{limit}: {out}{err}");
        assert!(is_limited(&err), "{limit}: {err}");
    }
}

/// Book jobs use threads in addition to the writing thread.
#[test]
#[cfg(target_os = "linux")]
fn without_threads_one_line_says_so() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    // A place where the other user can read and write.
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o777)).unwrap();
    std::fs::copy(env!("CARGO_BIN_EXE_reversi"), folder.path().join("reversi")).unwrap();
    std::fs::write(folder.path().join("games"), "F5D6C3D3C4\n").unwrap();
    // A user who can't start any thread.
    let is_root = rustix::process::geteuid().is_root();
    let user = if is_root { "setpriv --reuid=65534 --regid=65534 --clear-groups" } else { "" };
    let run_alone = |arguments: &str| {
        let script = format!("{user} bash -c 'ulimit -u 1; exec ./reversi {arguments}'");
        let run = run_script(&script, folder.path().to_str().unwrap());
        (run.err, run.code)
    };
    for arguments in [
        "book build --plies 1 --level depth:4 --out new.book",
        "book learn games --plies 3 --level depth:4 --out new.book",
        "book grow --plies 1 --level depth:4 --out new.book",
        "book check --sample 2",
    ] {
        let (err, code) = run_alone(arguments);
        assert_eq!(code, Some(1), "{arguments}: {err}");
        assert!(err.starts_with("reversi: no thread can be started"), "{arguments}: {err}");
        assert_eq!(err.lines().count(), 1, "{arguments}: {err}");
    }
    let (err, code) = run_alone("perft 4 --threads 2");
    assert_eq!((err.lines().count(), code), (1, Some(0)), "{err}");
}

/// The minimum memory depends on the build, so only its existence is checked.
#[test]
#[cfg(target_os = "linux")]
fn without_memory_one_line_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    std::fs::write(&games, "F5D6C3D3C4F4F6F3E6E7D7C5\n").unwrap();
    let board = folder.path().join("board");
    let line = "OOOOOOOOOXXXOOOOOXXXOOXXOXXXOXXXOXXOXXXXOXXXXXXX--XXXX-X---XXX-- X;\n";
    std::fs::write(&board, line).unwrap();
    let run = |mib: u32, arguments: &str| {
        let program = env!("CARGO_BIN_EXE_reversi");
        let run = run_script(&format!("ulimit -v {}; exec {program} {arguments}", mib * 1024), ".");
        (run.err, run.code)
    };
    // The program itself needs some memory, depending on the build.
    let least = (8..500).find(|&mib| run(mib, "--version").1 == Some(0)).unwrap();
    for arguments in [
        format!("solve {}", board.display()),
        format!("analyze {}", games.display()),
        "match level:8 level:9 --games 2".to_owned(),
        "book check --sample 2".to_owned(),
    ] {
        let mut refused = 0;
        for mib in (least..least + 16).step_by(2) {
            let (err, code) = run(mib, &arguments);
            if code == Some(0) {
                continue;
            }
            assert_eq!(code, Some(1), "{arguments}, {mib} MiB: {err}");
            let lines = err.lines().filter(|line| !line.contains(" instead of "));
            assert_eq!(lines.count(), 1, "{arguments}, {mib} MiB: {err}");
            refused += usize::from(err.contains("not enough memory"));
        }
        assert!(refused > 0, "{arguments}: there is always enough memory");
    }
}
