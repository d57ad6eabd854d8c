//! The node count of `reversi bench`. Only changes of the search can change it; their commits record the new count.

use crate::support::{Program, Run, run};
use reversi::engine::Processor;

/// The total of `reversi bench`.
const NODES: u64 = 5_906_047;

#[test]
fn the_node_count_of_the_fixed_searches_is_unchanged() {
    let run = run(&["bench", "--json"], "");
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    let objects = run.objects();
    let (total, rows) = objects.split_last().unwrap();
    let sum: u64 = rows.iter().map(|row| row["nodes"].as_u64().unwrap()).sum();
    assert_eq!(
        (sum, total["nodes"].as_u64()),
        (NODES, Some(NODES)),
        "{}",
        run.out
    );
}

fn run_for(processor: &str, arguments: &[&str]) -> Run {
    let program = Program::new();
    let mut command = program.command(arguments);
    command
        .env("REVERSI_CPU", processor)
        .output()
        .unwrap()
        .into()
}

/// All copies of the engine that this machine can run search the same nodes.
#[test]
fn the_node_count_is_the_same_for_every_processor() {
    for processor in Processor::available() {
        let name = processor.to_string();
        let version = run_for(&name, &["--version"]).out;
        assert!(
            version.ends_with(&format!(" (engine for {name})\n")),
            "{version}"
        );
        let total = run_for(&name, &["bench", "--json"])
            .objects()
            .pop()
            .unwrap();
        assert_eq!(total["nodes"], NODES, "{name}");
    }
}

#[test]
fn a_processor_that_is_unknown_or_not_this_one_is_refused() {
    let unknown = "reversi: REVERSI_CPU: unknown engine \"pentium\": use ";
    run_for("pentium", &["bench"]).refused(2, unknown);
    let too_new = Processor::ALL
        .iter()
        .find(|copy| !Processor::available().contains(copy));
    let Some(too_new) = too_new else { return };
    let reason = format!("reversi: REVERSI_CPU: this processor doesn't support {too_new}: use ");
    run_for(&too_new.to_string(), &["bench"]).refused(2, &reason);
}

#[test]
fn two_threads_find_the_same_exact_scores() {
    let exact = |arguments: &[&str]| -> Vec<(String, i64)> {
        let rows = run(arguments, "")
            .objects()
            .into_iter()
            .filter(|row| row["exact"] == true);
        rows.map(|row| (row["number"].to_string(), row["score"].as_i64().unwrap()))
            .collect()
    };
    let alone = exact(&["bench", "--json"]);
    assert_eq!(alone.len(), 6);
    assert_eq!(exact(&["bench", "--json", "--threads", "2"]), alone);
}

#[test]
fn the_accuracy_is_measured_against_exact_scores() {
    let program = Program::new();
    let scored = include_str!("../../examples/files/endgames.obf");
    let scored = scored.lines().find(|line| line.contains("A7:-44")).unwrap();
    program.write(
        "scored.obf",
        format!("{scored}\n# a remark\n\nno position\n"),
    );
    let run = program
        .run_inside("bench --accuracy scored.obf --json", "")
        .with_code(3);
    assert!(
        run.err.contains("scored.obf:4: ") && run.err.lines().count() == 1,
        "{}",
        run.err
    );
    let lines = run.objects();
    assert_eq!(
        (&lines[0]["line"], &lines[0]["empties"]),
        (&1.into(), &12.into())
    );
    assert_eq!(lines[1]["positions"], 1);
    assert_eq!(
        lines[0]["right"],
        lines[1]["right_moves"].as_f64() > Some(0.5)
    );
}
