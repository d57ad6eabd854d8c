//! `reversi perft`: the counts, with and without a table.

use super::support::Program;

#[test]
fn perft_counts_what_is_published_depth_by_depth() {
    let run = Program::new().run(&["perft", "6", "--threads", "2", "--json"], "");
    let counts: Vec<u64> = run
        .out
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["count"].as_u64())
        .map(Option::unwrap)
        .collect();
    assert_eq!(counts, [4, 12, 56, 244, 1396, 8200]);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    let run = Program::new().run(&["perft", "3"], "");
    assert!(run.out.lines().last().unwrap().starts_with(" 3                  56  "), "{}", run.out);
    assert_eq!(Program::new().run(&["perft", "21"], "").code, Some(2));
}

#[test]
fn a_table_changes_no_count() {
    let counts = |arguments: &[&str]| {
        let run = Program::new().run(&[&["perft", "9", "--json"], arguments].concat(), "");
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
        let rows = run.out.lines().map(|line| serde_json::from_str(line).unwrap());
        rows.map(|row: serde_json::Value| row["count"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    let published = [4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288];
    assert_eq!(counts(&["--hash", "0"]), published);
    assert_eq!(counts(&["--hash", "1"]), published);
    assert_eq!(counts(&["--hash", "16", "--threads", "2"]), published);
}
