//! The progress line of `reversi solve`.

use super::solve;
use super::terminal::Terminal;

/// Positions that take longer than the delay of the progress line, in every build.
const SLOW: &str = "1234567\n\n4444445 -2\nfour\n";

#[test]
fn a_terminal_is_told_how_far_the_job_is_and_cleared_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("slow");
    std::fs::write(&file, SLOW).unwrap();
    let file = file.to_str().unwrap();
    let mut terminal = Terminal::start(folder.path(), &["solve", "-g", "c4", file], &[]);
    assert_eq!(terminal.exit_code(), 3);
    terminal.wait_for("; scores: 0");
    let written = terminal.written();
    let words: Vec<&str> = written.split_whitespace().collect();
    assert!(words.join(" ").contains("scores: 0 correct, 1 wrong"), "{written}");
    // The seconds depend on the machine. They count from the start, and never decrease.
    let told: Vec<(&str, u64)> = written
        .split('\r')
        // Each line replaces the previous one.
        .map(|part| part.trim_start_matches("\u{1b}[2K").trim())
        .filter_map(|part| part.strip_suffix(" s")?.rsplit_once(", "))
        // The current score is between them.
        .map(|(line, seconds)| (line.split(", ").next().unwrap(), seconds.parse().unwrap()))
        .collect();
    assert!(told.is_sorted() && told.last().is_some_and(|last| last.1 < 300), "{written:?}");
    for line in ["line 1", "line 3"] {
        assert!(told.iter().any(|one| one.0 == line), "{written:?}");
    }
    let contents = terminal.contents();
    let starts: Vec<&str> = contents.lines().map(|line| &line[..7.min(line.len())]).collect();
    let rows = [" line  ", "    1  ", "    3  ", "line 4:", "2 posit"];
    // The text between them contains the ends of wrapped rows, but no progress line.
    let found: Vec<&str> = starts.into_iter().filter(|start| rows.contains(start)).collect();
    assert!(found == rows && !contents.contains("line 1,"), "{contents}");
    assert!(written.contains("WRONG:\r\n          file says -2"), "{written:?}");
}

#[test]
fn a_standard_error_that_is_no_terminal_is_told_nothing() {
    let run = solve(&["-g", "c4", "-"], SLOW);
    assert_eq!((run.err.lines().count(), run.code), (2, Some(3)), "{}", run.err);
    assert!(!run.err.contains('\r') && run.err.starts_with("line 4: not a position"));
}
