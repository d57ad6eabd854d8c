//! Where threads can't be started, fewer do the same work, and one line says so.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Runs the program with a limited address space, in KiB; standard input is `input`, and stays open.
fn run(limit: u32, arguments: &str, input: &str) -> (String, String, Option<i32>) {
    let program = env!("CARGO_BIN_EXE_reversi");
    // The input stays open longer than anybody waits for the program.
    let open = format!("printf '{input}'; sleep 20 2>/dev/null");
    let script = format!("ulimit -v {limit}; exec timeout 15 {program} {arguments} < <({open})");
    let start = Instant::now();
    let output = Command::new("bash")
        .args(["-c", &script])
        .env("REVERSI_HOME", "/nowhere")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(start.elapsed() < Duration::from_secs(15), "{arguments}");
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn fewer_threads_give_the_right_answer_and_one_line_says_so() {
    let limited = "reversi: using 1 threads instead of 64: no more are available\n";
    let (out, err, _) = run(100_000, "gtp --threads 64 --level 12", "genmove b\\nquit\\n");
    assert!(out.starts_with("= ") && out.ends_with("\n=\n\n"), "{out}{err}");
    assert_eq!(err, limited);
    for limit in [100_000, 300_000, 600_000] {
        let (out, err, _) = run(limit, "perft 8 --threads 64", "");
        assert!(out.contains(" 8              390216 "), "{limit}: {out}{err}");
        assert!(err.starts_with("reversi: only ") && err.lines().count() == 1, "{limit}: {err}");
        let (out, err, _) = run(limit, "bench --threads 64", "");
        assert!(out.contains("nodes in "), "{limit}: {out}{err}");
        assert!(err.starts_with("reversi: only ") && err.lines().count() == 1, "{limit}: {err}");
    }
}
