//! The output file of `reversi solve`, and resuming one of an earlier run. `src/base/files/resumable.rs` tests what
//! all resumable files have in common.

use std::io::Write;
use std::path::Path;

use super::{LINES, solve};
use crate::support::{BOARD, Program, Run, assert_has, signal, wait_for_lines};

const FOREIGN: &str = "written with other input or options";

/// The starting position, which takes ages to solve.
#[cfg(unix)]
const START: &str = "---------------------------OX------XO--------------------------- X";

fn resume(folder: &Program, arguments: &[&str], input: &str) -> Run {
    solve_to(folder, &[&["--resume"], arguments].concat(), input)
}

/// Solves to the file `rows` in a folder.
fn solve_to(folder: &Program, arguments: &[&str], input: &str) -> Run {
    let out = folder.file("rows");
    solve(
        &[&["--reproducible", "--out", &out], arguments, &["-"]].concat(),
        input,
    )
}

fn rows(folder: &Program) -> String {
    folder.read_text("rows")
}

/// Returns the rows without the first line, which names the run.
fn after_first_line(rows: &str) -> &str {
    let (first, rest) = rows.split_once('\n').unwrap();
    assert!(
        first.starts_with("{\"reversi\":\"solve\",\"version\":1,"),
        "{first}"
    );
    rest
}

#[test]
fn a_torn_file_is_completed_and_a_missing_one_made() {
    for format in [&[][..], &["--json"], &["--wld", "--all-moves"]] {
        let folder = Program::new();
        let expected = solve(&[&["--reproducible"], format, &["-"]].concat(), LINES);
        let run = resume(&folder, format, LINES);
        assert_eq!(
            (run.out.as_str(), &run.err, run.code),
            ("", &expected.err, Some(3))
        );
        let whole = rows(&folder);
        assert_eq!(after_first_line(&whole), expected.out);
        let ends = whole.match_indices('\n').map(|(end, _)| end + 1);
        for cut in (0..whole.len())
            .step_by(61)
            .chain(ends.clone())
            .chain(ends.map(|end| end - 1))
        {
            folder.write("rows", &whole[..cut]);
            let run = resume(&folder, format, LINES);
            assert_eq!(rows(&folder), whole, "cut at {cut}: {}", run.err);
            assert_eq!((run.out.as_str(), run.code), ("", Some(3)));
            assert_eq!(run.err.matches("not a position").count(), 2, "{}", run.err);
        }
    }
}

/// Finished work isn't repeated, but counts.
#[test]
fn what_an_earlier_run_has_found_still_counts() {
    for format in [&[][..], &["--json"], &["--wld"]] {
        let folder = Program::new();
        let good = "OOXXXXX-OOOOXX-OOOOOXXOX-OXOXOXXOXXXOXXXX-XOXOXXXXXXOOO--OOOOOO- O\n";
        let input = LINES
            .replacen("+18", "-16", 1)
            .replace("XO X\n", "\n")
            .replace("what?", "");
        let run = solve_to(&folder, format, &input);
        assert!(
            run.err.ends_with("; scores: 0 correct, 1 wrong\n"),
            "{}",
            run.err
        );
        for (start, end) in [
            (
                "1 position, ",
                "; 5 positions from an earlier run; scores: 0 correct, 1 wrong\n",
            ),
            ("0 positions, 0 nodes; 6 positions from", "1 wrong\n"),
        ] {
            let run = resume(&folder, format, &format!("{input}{good}"));
            assert!(
                run.err.starts_with(start) && run.err.ends_with(end),
                "{}",
                run.err
            );
            assert_eq!(run.code, Some(1));
        }
    }
}

/// Checks that a run doesn't continue the file, and leaves it unchanged.
fn check_foreign(folder: &Program, arguments: &[&str], input: &str, line: usize) {
    let before = folder.read("rows");
    let run = resume(folder, arguments, input);
    assert_eq!((run.out.as_str(), run.code), ("", Some(1)), "{}", run.err);
    assert_has(&run.err, &[&format!("rows:{line}: {FOREIGN}")]);
    assert!(folder.read("rows") == before, "{arguments:?}");
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
    let input = |format: &[&str]| {
        if format.contains(&"c4") {
            "112233\n112233\n"
        } else {
            LINES
        }
    };
    for made in formats {
        let folder = Program::new();
        solve_to(&folder, made, input(made));
        // A torn last line is kept, too.
        folder.write("rows", rows(&folder) + "    9");
        for asked in formats.into_iter().filter(|&format| format != made) {
            check_foreign(&folder, asked, input(asked), 1);
        }
        let work = [made, &["--threads", "2", "--hash", "2"]].concat();
        let run = resume(&folder, &work, input(made));
        assert!(run.err.contains("0 positions, 0 nodes; "), "{}", run.err);
    }
    // A run that isn't reproducible.
    for json in [&["--json"][..], &[]] {
        let folder = Program::new();
        let out = folder.file("rows");
        let arguments = [&["--out", &out], json, &["-"]].concat();
        assert_eq!(solve(&arguments, LINES).code, Some(3));
        check_foreign(&folder, json, LINES, 1);
    }
}

#[test]
fn a_file_of_another_input_or_of_something_else_is_refused_and_left_as_it_is() {
    let fewer: String = LINES.split_inclusive('\n').take(5).collect();
    let changed = LINES.replacen("OOXXXXX-", "OOXXXXXX", 1);
    let moved = format!("\n{LINES}");
    let turned = LINES.replacen(BOARD, &BOARD.replace(" X", " O"), 1);
    for (format, heading) in [(&[][..], 2), (&["--json"], 1)] {
        let folder = Program::new();
        solve_to(&folder, format, LINES);
        check_foreign(&folder, format, &changed, heading + 3);
        check_foreign(&folder, format, &moved, heading + 1);
        check_foreign(&folder, format, &fewer, heading + 4);
        for shard in ["2/2", "1/4"] {
            check_foreign(&folder, &[format, &["--shard", shard]].concat(), LINES, 1);
        }
        if format == ["--json"] {
            check_foreign(&folder, format, &turned, heading + 1);
        }
        let (from, to) = [("+18", "+16"), ("\"score\":18", "\"score\":16")][2 - heading];
        let whole = rows(&folder);
        let altered = whole.replacen(from, to, 1);
        assert_ne!(altered, whole);
        folder.write("rows", &altered);
        let run = resume(&folder, format, LINES);
        assert_eq!((run.out.as_str(), run.code), ("", Some(1)), "{}", run.err);
        assert_has(&run.err, &[": edited since it was written; file left "]);
        assert_eq!(rows(&folder), altered);
    }
    let json = [
        "{\"number\":\"number\":1}\n",
        "{\"number\":{\"number\":\n",
        "{\"number\":\u{0}\n",
    ];
    for content in json {
        let folder = Program::new();
        folder.write("rows", content);
        check_foreign(&folder, &["--json"], BOARD, 1);
    }
}

#[test]
fn two_runs_do_not_write_to_one_file() {
    let folder = Program::new();
    let out = folder.file("rows");
    let arguments = ["solve", "--hash", "1", "--reproducible", "--out", &out, "-"];
    let mut first = folder.command(&arguments).spawn().unwrap();
    let mut stdin = first.stdin.take().unwrap();
    stdin.write_all(format!("{BOARD}\n").as_bytes()).unwrap();
    // Rows are written when they are found, not at the end.
    wait_for_lines(Path::new(&out), 3);
    resume(&folder, &[], LINES).refused(1, "rows is being written by another run");
    drop(stdin);
    assert_eq!(first.wait().unwrap().code(), Some(0));
    assert_eq!(resume(&folder, &[], LINES).code, Some(3));
}

/// Ctrl-C ends a search of minutes, and keeps the rows before it.
#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_its_rows() {
    for (game, done, long) in [("c4", "44455554221 -15", "-"), ("rv", BOARD, START)] {
        let folder = Program::new();
        let input = folder.write("input", format!("{done}\n{long}\n"));
        let out = folder.file("rows");
        let arguments = ["solve", "-g", game, "--hash", "16", "--out", &out, &input];
        let running = folder.command(&arguments).spawn().unwrap();
        wait_for_lines(Path::new(&out), 3);
        let before = rows(&folder);
        // By then it is searching the long one.
        std::thread::sleep(std::time::Duration::from_millis(300));
        signal(running.id(), "INT");
        let run: Run = running.wait_with_output().unwrap().into();
        assert_eq!(
            (run.code, rows(&folder)),
            (Some(130), before),
            "{}",
            run.err
        );
        assert!(run.err.starts_with("1 position, "), "{}", run.err);
    }
}

/// A write that stops in the middle of a row.
#[test]
#[cfg(unix)]
fn what_was_written_before_the_disk_was_full_stays_valid() {
    let folder = Program::new();
    let input = LINES.repeat(5);
    let whole = solve(&["--reproducible", "-"], &input);
    folder.write("input", &input);
    let script = "ulimit -f 1; exec \"$0\" solve --hash 1 --reproducible --out rows input";
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", script, env!("CARGO_BIN_EXE_reversi")])
        .current_dir(folder.home.path());
    let run: Run = shell
        .env("REVERSI_HOME", folder.home.path())
        .output()
        .unwrap()
        .into();
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(
        run.err
            .lines()
            .last()
            .unwrap()
            .contains("can't write rows: file too large")
    );
    let written = rows(&folder);
    let kept = after_first_line(&written);
    assert!(kept.lines().count() > 1 && kept.len() < whole.out.len());
    assert!(
        kept.ends_with('\n') && whole.out.starts_with(kept),
        "{written}"
    );
    assert_eq!(resume(&folder, &[], &input).code, whole.code);
    assert_eq!(after_first_line(&rows(&folder)), whole.out);
}
