//! `reversi progress`: how far the shards of a folder are.

use std::fs;

use serde_json::{Value, json};

use super::LINES;
use crate::support::{Program, Run, assert_has};

/// Solves the shards 1 and 2 of 3 into the folder `rows`.
fn with_shards(options: &str) -> Program {
    let folder = Program::new();
    fs::create_dir(folder.path("rows")).unwrap();
    folder.write("input", LINES);
    let line = format!("solve --hash 1 --reproducible {options} input");
    for index in 1..=2 {
        let shard = format!("--out rows/r.{{shard}} --shard {index}/3");
        folder.run_inside(&format!("{line} {shard}"), "");
    }
    folder
}

fn progress(folder: &Program, options: &str) -> Run {
    folder.run_inside(&format!("progress {options} rows"), "")
}

fn counts(run: &Value) -> Vec<u64> {
    ["parts", "finished", "not_begun", "rows"]
        .map(|field| run[field].as_u64().unwrap())
        .to_vec()
}

/// Removes the last row of a file, except its first ten bytes.
fn tear(folder: &Program, file: &str) {
    let whole = folder.read_text(file);
    let start = whole.trim_end().rfind('\n').unwrap() + 1;
    folder.write(file, &whole[..start + 10]);
}

#[test]
fn shards_of_a_run_are_counted_and_a_torn_row_is_not() {
    for options in ["", "--json"] {
        let folder = with_shards(options);
        let run = progress(&folder, "--json").with_code(0).objects().remove(0);
        let rows = run["rows"].as_u64().unwrap();
        assert_eq!(counts(&run), [3, 2, 1, rows]);
        assert_eq!(
            (&run["output"], &run["kind"]),
            (&json!("r.{shard}"), &json!("solve"))
        );
        assert_eq!(run["all"], 5);
        assert_eq!(run["files"][1]["shard"], json!({"index": 2, "count": 3}));
        // A finished part has no speed.
        assert_eq!(
            (&run["rows_per_s"], &run["left_s"]),
            (&Value::Null, &Value::Null)
        );
        tear(&folder, "rows/r.2-of-3");
        let before = folder.read("rows/r.2-of-3");
        let torn = progress(&folder, "--json").objects().remove(0);
        assert_eq!(counts(&torn), [3, 1, 1, rows - 1]);
        assert_eq!(torn["files"][1]["state"], "running");
        assert!(folder.read("rows/r.2-of-3") == before);
        let table = progress(&folder, "").with_code(0).out;
        assert_eq!(table.lines().count(), 2, "{table}");
        assert_has(&table, &["r.{shard}  solve"]);
    }
}

#[test]
fn files_without_shards_are_runs_of_their_own() {
    let folder = with_shards("");
    for name in ["a", "b"] {
        let line = format!("solve --hash 1 --reproducible --out rows/{name} input");
        folder.run_inside(&line, "");
    }
    let runs = progress(&folder, "--json").with_code(0).objects();
    let outputs: Vec<&Value> = runs.iter().map(|run| &run["output"]).collect();
    assert_eq!(outputs, ["a", "b", "r.{shard}"]);
}

#[test]
fn matches_and_books_are_runs_beside_others() {
    let folder = with_shards("");
    let line = "match level:2 level:1 --games 10 --seed 3 --shard 1/2";
    folder
        .run_inside(&format!("{line} --out rows/games.{{shard}}"), "")
        .with_code(0);
    let book = "book build --plies 1 --level depth:4 --shard 1/2";
    folder
        .run_inside(&format!("{book} --out rows/b.{{shard}}.book"), "")
        .with_code(0);
    folder.write("rows/note.txt", "hello");
    let run = progress(&folder, "--json").with_code(0);
    assert_eq!(run.err, "ignored 1 other file\n");
    let runs = run.objects();
    let names: Vec<&Value> = runs.iter().map(|run| &run["output"]).collect();
    assert_eq!(
        names,
        ["b.{shard}.book.searches", "games.{shard}", "r.{shard}"]
    );
    assert_eq!((&runs[1]["rows"], &runs[1]["all"]), (&json!(6), &json!(10)));
    assert_eq!(counts(&runs[1]), [2, 1, 1, 6]);
    assert_eq!(
        (&runs[0]["kind"], &runs[0]["all"]),
        (&json!("book searches"), &Value::Null)
    );
}

#[test]
fn folders_without_rows_and_damaged_files_are_told() {
    let folder = Program::new();
    fs::create_dir(folder.path("rows")).unwrap();
    let none = "rows has no files that `solve`, `match`, `book` or `train` write";
    progress(&folder, "").refused(3, none);
    folder.write("rows/other", "hello");
    progress(&folder, "--json").refused(3, none);
    let missing = folder.run_inside("progress nowhere", "");
    missing.refused(3, "can't read nowhere: no such file or directory");
    let file = folder.run_inside("progress rows/other", "");
    file.refused(3, "can't read rows/other: not a directory");
    let folder = with_shards("");
    let whole = folder.read_text("rows/r.2-of-3");
    for (damaged, reason) in [
        (whole[..40].to_owned(), "line 1: incomplete"),
        (
            whole.replacen("\"version\":1", "\"version\":2", 1),
            "line 1: another version of the format",
        ),
        (
            whole.replacen("\"index\":2", "\"index\":7", 1),
            "line 1: invalid shard 7/3",
        ),
    ] {
        folder.write("rows/r.2-of-3", damaged);
        let run = progress(&folder, "--json").with_code(3);
        assert_has(&run.err, &["rows/r.2-of-3, ", reason]);
        assert_eq!(counts(&run.objects()[0])[..3], [3, 1, 2]);
    }
    folder.write("rows/r.2-of-3", &whole);
    folder.write("rows/copy.1-of-3", folder.read("rows/r.1-of-3"));
    let copies = progress(&folder, "--json").with_code(0).objects();
    assert_eq!(copies.len(), 2);
    // Names without a shard.
    for (from, to) in [
        ("r.1-of-3", "one"),
        ("copy.1-of-3", "copy"),
        ("r.2-of-3", "two"),
    ] {
        let path = |name: &str| folder.path(&format!("rows/{name}"));
        fs::rename(path(from), path(to)).unwrap();
    }
    let run = progress(&folder, "--json").with_code(0);
    assert_has(
        &run.err,
        &["duplicate shard 1/3: copy counts, one does not"],
    );
    assert_eq!(counts(&run.objects()[0])[..3], [3, 2, 1]);
}
