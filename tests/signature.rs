//! The node count of `reversi bench`. Only a change of the search may change it, and its commit
//! records the new count.

mod support;

use support::Program;

/// The total that `reversi bench` prints.
const NODES: u64 = 6_409_934;

#[test]
fn the_node_count_of_the_fixed_searches_is_unchanged() {
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
