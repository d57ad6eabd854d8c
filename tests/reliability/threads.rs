//! If threads can't be started or memory is short, less does the same work, and one line reports it.

use std::os::unix::fs::PermissionsExt;
use std::time::Instant;

use super::LONG;
use super::support::{Program, assert_has};

#[test]
fn fewer_threads_give_the_right_answer_and_one_line_says_so() {
    let program = Program::new();
    let run = |limit: u32, line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        // The input stays open longer than the test waits.
        let open = "exec < <(printf 'genmove b\\nquit\\n'; sleep 25 2>/dev/null)";
        let start = Instant::now();
        let run = program.run_under("bash", &format!("{open}; ulimit -v {limit}"), &words);
        assert!(start.elapsed() < LONG, "{line}");
        run.errors_begin(&["reversi: using "]);
        assert_has(&run.err, &[" instead of 64: "]);
        (run.out, run.err)
    };
    // A conversation has more threads of its own, whose memory a limit of 100,000 KiB just fails to leave sometimes.
    let (out, err) = run(120_000, "gtp --threads 64 --level depth:12");
    assert!(
        out.starts_with("= ") && out.ends_with("\n=\n\n"),
        "{out}{err}"
    );
    assert_has(&err, &[" using 1 thread"]);
    for limit in [100_000, 300_000, 600_000] {
        assert_has(
            &run(limit, "perft 8 --threads 64").0,
            &[" 8              390216 "],
        );
        assert_has(&run(limit, "bench --threads 64").0, &["nodes in "]);
    }
}

/// Book jobs use threads in addition to the writing thread.
#[test]
#[cfg(target_os = "linux")]
fn without_threads_one_line_says_so() {
    let folder = Program::new();
    // A place where the other user can read and write.
    std::fs::set_permissions(folder.home.path(), PermissionsExt::from_mode(0o777)).unwrap();
    std::fs::copy(env!("CARGO_BIN_EXE_reversi"), folder.path("reversi")).unwrap();
    folder.write("games", "F5D6C3D3C4\n");
    // A user who can't start any thread.
    let is_root = rustix::process::geteuid().is_root();
    let user = if is_root {
        "setpriv --reuid=65534 --regid=65534 --clear-groups"
    } else {
        ""
    };
    for (line, code, said) in [
        (
            "book build --plies 1 --level depth:4 --out new.book",
            1,
            "no thread can be started",
        ),
        (
            "book learn games --plies 3 --level depth:4 --out new.book",
            1,
            "no thread can be started",
        ),
        (
            "book grow --plies 1 --level depth:4 --out new.book",
            1,
            "no thread can be started",
        ),
        ("book check --sample 2", 1, "no thread can be started"),
        ("gtp --level depth:4", 1, "no thread can be started"),
        ("perft 4 --threads 2", 0, ""),
    ] {
        let script = format!("exec {user} bash -c 'ulimit -u 1; exec ./reversi {line}'");
        let run = folder.run_under("bash", &script, &[]);
        run.errors_begin(&[&format!("reversi: {said}")]);
        assert_eq!(run.code, Some(code), "{line}: {}", run.err);
    }
}

/// The minimum memory depends on the build, so only its existence is checked.
#[test]
#[cfg(target_os = "linux")]
fn without_memory_one_line_says_so() {
    let folder = Program::new();
    folder.write("games", "F5D6C3D3C4F4F6F3E6E7D7C5\n");
    let board = "OOOOOOOOOXXXOOOOOXXXOOXXOXXXOXXXOXXOXXXXOXXXXXXX--XXXX-X---XXX-- X;\n";
    folder.write("board", board);
    let run = |mib: u32, line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        folder.run_under("bash", &format!("ulimit -v {}", mib * 1024), &words)
    };
    // The program itself needs some memory, depending on the build.
    let least = (8..500)
        .find(|&mib| run(mib, "--version").code == Some(0))
        .unwrap();
    for line in [
        "solve board",
        "analyze games",
        "match level:8 level:9 --games 2",
        "book check --sample 2",
    ] {
        let mut refused = 0;
        for mib in (least..least + 16).step_by(2) {
            let run = run(mib, line);
            if run.code == Some(0) {
                continue;
            }
            assert_eq!(run.code, Some(1), "{line}, {mib} MiB: {}", run.err);
            let lines = run
                .err
                .lines()
                .filter(|line| !line.contains(" instead of "));
            assert_eq!(lines.count(), 1, "{line}, {mib} MiB: {}", run.err);
            refused += usize::from(run.err.contains("not enough memory"));
        }
        assert!(refused > 0, "{line}: there is always enough memory");
    }
}
