//! The searches of `reversi bench` look at exactly as many positions as is written here. A change of
//! the search changes the number, and says so in its commit; anything else must not.

mod support;

use support::Program;

/// What `reversi bench` prints as its total.
const NODES: u64 = 6_409_934;

#[test]
fn the_fixed_searches_look_at_as_many_positions_as_always() {
    let run = Program::new().run(&["bench", "--json"], "");
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    let objects: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (total, rows) = objects.split_last().unwrap();
    let sum: u64 = rows.iter().map(|row| row["nodes"].as_u64().unwrap()).sum();
    assert_eq!((sum, total["nodes"].as_u64()), (NODES, Some(NODES)), "{}", run.out);
}

#[test]
fn two_threads_find_the_same_exact_scores() {
    let exact = |arguments: &[&str]| -> Vec<(String, i64)> {
        let run = Program::new().run(arguments, "");
        let objects = run.out.lines().map(|line| serde_json::from_str(line).unwrap());
        objects
            .filter(|row: &serde_json::Value| row["exact"] == true)
            .map(|row| (row["number"].to_string(), row["score"].as_i64().unwrap()))
            .collect()
    };
    let alone = exact(&["bench", "--json"]);
    assert_eq!(alone.len(), 6);
    assert_eq!(exact(&["bench", "--json", "--threads", "2"]), alone);
}
