//! Resuming an output file of an earlier run.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::support::{Program, Run};
use super::{BOARD, LINES, check_refused, solve, solve_to};

/// The starting position, which takes ages to solve.
#[cfg(unix)]
const START: &str = "---------------------------OX------XO--------------------------- X";

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("rows");
    (folder, out)
}

fn resume(out: &Path, arguments: &[&str], input: &str) -> Run {
    solve_to(out, &[&["--resume"], arguments].concat(), input)
}

#[test]
fn a_torn_file_is_completed() {
    for format in [&[][..], &["--json"], &["--wld", "--all-moves"]] {
        let whole = solve(&[&["--reproducible"], format, &["-"]].concat(), LINES).out;
        let ends = whole.match_indices('\n').map(|(end, _)| end + 1);
        let cuts = (0..whole.len()).step_by(17).chain(ends.clone()).chain(ends.map(|end| end - 1));
        for cut in cuts {
            let (_folder, out) = place();
            fs::write(&out, &whole[..cut]).unwrap();
            let run = resume(&out, format, LINES);
            assert_eq!(fs::read_to_string(&out).unwrap(), whole, "cut at {cut}: {}", run.err);
            assert_eq!((run.out.as_str(), run.code), ("", Some(3)));
            assert_eq!(run.err.matches("not a position").count(), 2, "{}", run.err);
        }
    }
}

#[test]
fn a_file_that_is_not_there_is_made() {
    let (_folder, out) = place();
    assert_eq!(resume(&out, &[], LINES).code, Some(3));
    assert_eq!(fs::read_to_string(&out).unwrap(), solve(&["--reproducible", "-"], LINES).out);
}

/// Finished work isn't repeated, but counts.
#[test]
fn what_an_earlier_run_has_found_still_counts() {
    let wrong = LINES.replacen("+18", "+16", 1);
    for format in ["--json", "--wld", "--reproducible"].map(|option| [option]) {
        let format: &[&str] = if format == ["--reproducible"] { &[] } else { &format };
        let (_folder, out) = place();
        let good = "OOXXXXX-OOOOXX-OOOOOXXOX-OXOXOXXOXXXOXXXX-XOXOXXXXXXOOO--OOOOOO- X\n";
        let input = wrong.replacen("+16", "-16", 1).replace("XO X\n", "\n").replace("what?", "");
        let run = solve_to(&out, format, &input);
        assert!(run.err.ends_with("; scores: 0 correct, 1 wrong\n"), "{}", run.err);
        let run = resume(&out, format, &format!("{input}{good}"));
        assert!(run.err.starts_with("1 position, "), "{}", run.err);
        let end = "; 5 positions from an earlier run; scores: 0 correct, 1 wrong\n";
        assert!(run.err.ends_with(end), "{}", run.err);
        assert_eq!(run.code, Some(1));
        let run = resume(&out, format, &format!("{input}{good}"));
        assert!(run.err.starts_with("0 positions, 0 nodes; 6 positions from"), "{}", run.err);
        assert_eq!(run.code, Some(1));
    }
}

/// Options of the work can change between runs, options of the results can't.
#[test]
fn a_file_of_another_run_is_refused_and_left_as_it_is() {
    let formats = [
        &[][..],
        &["--json"],
        &["--wld"],
        &["--wld", "--json"],
        &["--all-moves"],
        &["--all-moves", "--json"],
        &["-g", "c4"],
        &["-g", "c4", "--json"],
    ];
    let input = |format: &[&str]| if format.contains(&"c4") { "112233\n112233\n" } else { LINES };
    for made in formats {
        let (_folder, out) = place();
        solve_to(&out, made, input(made));
        let before = fs::read_to_string(&out).unwrap();
        // A torn last line is kept, too.
        let before = before + "    9";
        fs::write(&out, &before).unwrap();
        for asked in formats.into_iter().filter(|&format| format != made) {
            let run = resume(&out, asked, input(asked));
            assert_eq!(run.code, Some(1), "{made:?} {asked:?}: {}", run.err);
            assert!(run.err.contains("rows:1: written with other input or options"), "{}", run.err);
            assert_eq!(fs::read_to_string(&out).unwrap(), before, "{made:?} {asked:?}");
        }
        let run = resume(&out, &[made, &["--threads", "2", "--hash", "2"]].concat(), input(made));
        assert!(run.err.contains("0 positions, 0 nodes; "), "{}", run.err);
    }
    let (_folder, out) = place();
    for json in [&["--json"][..], &[]] {
        let arguments = [&["--out", out.to_str().unwrap()], json, &["-"]].concat();
        assert_eq!(solve(&arguments, LINES).code, Some(3));
        let run = resume(&out, json, LINES);
        assert!(run.err.contains("rows:1: written with other input or options"), "{}", run.err);
        fs::remove_file(&out).unwrap();
    }
}

#[test]
fn a_file_of_another_input_is_refused_and_left_as_it_is() {
    let fewer: String = LINES.split_inclusive('\n').take(5).collect();
    let changed = LINES.replacen("OOXXXXX-", "OOXXXXXX", 1);
    let moved = format!("\n{LINES}");
    let turned = LINES.replacen(BOARD, &BOARD.replace(" X", " O"), 1);
    for format in [&[][..], &["--json"]] {
        let (_folder, out) = place();
        solve_to(&out, format, LINES);
        let before = fs::read_to_string(&out).unwrap();
        let heading = usize::from(format.is_empty());
        let mut wrong = vec![
            (&[][..], &changed, heading + 3),
            (&[], &moved, heading + 1),
            (&[], &fewer, heading + 4),
        ];
        let whole = LINES.to_owned();
        wrong.push((&["--shard", "2/2"], &whole, heading + 1));
        wrong.push((&["--shard", "1/4"], &whole, heading + 2));
        if format == ["--json"] {
            wrong.push((&[], &turned, heading + 1));
        }
        for (shard, input, line) in wrong {
            let run = resume(&out, &[format, shard].concat(), input);
            assert_eq!(run.code, Some(1), "{shard:?} {input}: {}", run.err);
            let place = format!("rows:{line}: written with other input or options");
            assert!(run.err.contains(&place), "{shard:?} {input}: {}", run.err);
            assert_eq!(fs::read_to_string(&out).unwrap(), before);
        }
    }
}

#[test]
fn a_file_of_something_else_is_refused_and_left_as_it_is() {
    let strange: [&[u8]; 4] = [b"precious", b"precious\n", b"{\"number\"", b"\xff\xfe"];
    for content in strange {
        let (_folder, out) = place();
        fs::write(&out, content).unwrap();
        check_refused(&resume(&out, &[], BOARD), 1, "rows:1: written with other input");
        assert!(fs::read(&out).unwrap() == content);
    }
    for end in ["\"number\":1}\n", "{\"number\":\n", "\u{0}\n"] {
        let (_folder, out) = place();
        let content = "{\"number\":".to_owned() + end;
        fs::write(&out, &content).unwrap();
        check_refused(&resume(&out, &["--json"], BOARD), 1, "rows:1: written with other input");
        assert_eq!(fs::read_to_string(&out).unwrap(), content);
    }
}

/// A line this long is not a torn row.
#[test]
fn a_line_without_end_is_refused_and_left_as_it_is() {
    let (_folder, out) = place();
    let written = solve(&["--reproducible", "-"], LINES).out;
    let heading = written.lines().next().unwrap();
    let content = format!("{heading}\n{}", "x".repeat(100_000));
    fs::write(&out, &content).unwrap();
    check_refused(&resume(&out, &[], BOARD), 1, "rows:2: written with other input");
    assert!(fs::read_to_string(&out).unwrap() == content);
}

#[test]
fn two_runs_do_not_write_to_one_file() {
    let (_folder, out) = place();
    let program = Program::new();
    let arguments = ["solve", "--hash", "1", "--reproducible", "--out", out.to_str().unwrap(), "-"];
    let mut first = program.command(&arguments).spawn().unwrap();
    let mut stdin = first.stdin.take().unwrap();
    stdin.write_all(format!("{BOARD}\n").as_bytes()).unwrap();
    wait_for(|| fs::read_to_string(&out).is_ok_and(|rows| rows.lines().count() == 2));
    check_refused(&resume(&out, &[], LINES), 1, "rows is being written by another run");
    drop(stdin);
    assert_eq!(first.wait().unwrap().code(), Some(0));
    assert_eq!(resume(&out, &[], LINES).code, Some(3));
}

#[test]
fn a_killed_run_is_gone_on_with() {
    let (_folder, out) = place();
    let input = LINES.repeat(3);
    let program = Program::new();
    let arguments = ["solve", "--hash", "1", "--reproducible", "--out", out.to_str().unwrap(), "-"];
    let mut child = program.command(&arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(LINES.as_bytes()).unwrap();
    // Rows are written when they are found, not at the end.
    wait_for(|| fs::read_to_string(&out).is_ok_and(|rows| rows.lines().count() >= 3));
    child.kill().unwrap();
    child.wait().unwrap();
    drop(stdin);
    let run = resume(&out, &[], &input);
    assert!(run.err.contains(" from an earlier run; "), "{}", run.err);
    assert_eq!(fs::read_to_string(&out).unwrap(), solve(&["--reproducible", "-"], &input).out);
}

fn wait_for(holds: impl Fn() -> bool) {
    for _ in 0..4000 {
        if holds() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("it does not come");
}

#[test]
fn an_altered_figure_is_refused() {
    for (format, from, to) in
        [(&[][..], "+18", "+16"), (&["--json"], "\"score\":18", "\"score\":16")]
    {
        let (folder, out) = place();
        solve_to(&out, format, LINES);
        let whole = fs::read_to_string(&out).unwrap();
        let altered = whole.replacen(from, to, 1);
        assert_ne!(altered, whole);
        let line = 1 + altered.lines().zip(whole.lines()).position(|(a, b)| a != b).unwrap();
        fs::write(&out, &altered).unwrap();
        let run = resume(&out, format, LINES);
        let reason = format!(
            "{}:{line}: edited since it was written; file left unchanged. Restore the line, or \
             delete {} to accept the change\n",
            out.display(),
            folder.path().join(".rows.check").display()
        );
        assert!(run.code == Some(1) && run.err.ends_with(&reason), "{:?} {}", run.code, run.err);
        assert_eq!(fs::read_to_string(&out).unwrap(), altered);
    }
}

/// Ctrl-C ends a search of minutes, and keeps the rows before it.
#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_its_rows() {
    for (game, done, long) in [("c4", "44455554221 -15", "-"), ("rv", BOARD, START)] {
        let (folder, out) = place();
        let input = folder.path().join("input");
        fs::write(&input, format!("{done}\n{long}\n")).unwrap();
        let [input, out] = [&input, &out].map(|path| path.to_str().unwrap());
        let mut command =
            Program::new().command(&["solve", "-g", game, "--hash", "16", "--out", out, input]);
        command.stderr(std::process::Stdio::piped());
        let running = command.spawn().unwrap();
        let rows = || fs::read_to_string(out).unwrap_or_default();
        while rows().lines().count() < 2 {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let row = rows();
        // By then it is searching the long one.
        std::thread::sleep(std::time::Duration::from_millis(300));
        let id = i32::try_from(running.id()).unwrap();
        let id = rustix::process::Pid::from_raw(id).unwrap();
        rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
        let run: Run = running.wait_with_output().unwrap().into();
        assert_eq!((run.code, rows()), (Some(130), row), "{}", run.err);
        assert!(run.err.starts_with("1 position, "), "{}", run.err);
    }
}
