//! `reversi merge`: shards of solved positions and of matches become the file of one run, and others are refused.

use super::LINES;
use crate::support::{Program, Run, assert_has};

/// Runs the program in its folder.
fn run(folder: &Program, line: &str) -> Run {
    folder.run_inside(line, "")
}

/// Writes the file `all` and the shards `rows.1-of-3` to `rows.3-of-3`.
fn solve_in_shards(folder: &Program, options: &str) {
    folder.write("input", LINES);
    let line = format!("solve --hash 1 --reproducible {options} input");
    run(folder, &format!("{line} --out all")).with_code(3);
    for index in 1..=3 {
        run(
            folder,
            &format!("{line} --out rows.{{shard}} --shard {index}/3"),
        );
    }
}

const SHARDS: &str = "rows.3-of-3 rows.1-of-3 rows.2-of-3";

#[test]
fn shards_of_positions_become_the_rows_of_one_run() {
    for options in ["", "--json", "--wld --all-moves"] {
        let folder = Program::new();
        solve_in_shards(&folder, options);
        let merged = run(&folder, &format!("merge {SHARDS} --out merged")).with_code(0);
        assert_eq!(merged.err, "merged 5 rows of 3 files\n");
        assert_eq!(folder.read_text("merged"), folder.read_text("all"));
        let again = run(&folder, &format!("merge {SHARDS} --out merged"));
        again.refused(1, "merged already exists: choose another name");
    }
}

/// More shards than positions, so that some have none.
#[test]
fn shards_without_positions_are_complete() {
    for options in ["", "--json"] {
        let folder = Program::new();
        folder.write("input", LINES);
        let line = format!("solve --hash 1 --reproducible {options} input");
        run(&folder, &format!("{line} --out all")).with_code(3);
        for index in 1..=12 {
            run(
                &folder,
                &format!("{line} --out rows.{{shard}} --shard {index}/12"),
            );
        }
        let files: Vec<String> = (1..=12)
            .map(|index| format!("rows.{index}-of-12"))
            .collect();
        let merged = run(&folder, &format!("merge {} --out merged", files.join(" ")));
        assert_eq!(merged.with_code(0).err, "merged 5 rows of 12 files\n");
        assert_eq!(folder.read_text("merged"), folder.read_text("all"));
    }
}

#[test]
fn missing_double_and_other_rows_are_refused() {
    let folder = Program::new();
    solve_in_shards(&folder, "");
    let merge = |files: &str| run(&folder, &format!("merge {files} --out merged"));
    merge("rows.1-of-3 rows.3-of-3").refused(3, "incomplete shards: 1 of 3 missing: 2/3");
    let double = merge(&format!("{SHARDS} rows.1-of-3"));
    double.refused(3, "duplicate shard 1/3: rows.1-of-3 and rows.1-of-3");
    merge("input").refused(
        3,
        "input, line 1: it does not begin with {\"reversi\":\"KIND\"",
    );
    merge("nothing").refused(3, "can't read nothing: no such file or directory");
    let whole = folder.read_text("rows.1-of-3");
    let cut = whole.trim_end().rfind('\n').unwrap() + 1;
    folder.write("rows.1-of-3", &whole[..cut]);
    merge(SHARDS).refused(3, "rows (still running, or needs --resume)");
    let last = whole[cut..].to_owned();
    folder.write("rows.1-of-3", format!("{whole}{last}"));
    merge(SHARDS).refused(3, "not a row of solve, or out of order");
    for (shard, reason) in [
        ("{\"index\":4,\"count\":3}", "invalid shard 4/3"),
        (
            "{\"index\":1,\"count\":1000000000000}",
            "invalid shard 1/1000000000000",
        ),
        ("7", "invalid type: integer `7`"),
    ] {
        let written = "\"shard\":{\"index\":1,\"count\":3}}";
        assert!(whole.contains(written), "{whole}");
        let damaged = whole.replace(written, &format!("\"shard\":{shard}}}"));
        folder.write("rows.1-of-3", damaged);
        merge(SHARDS).refused(3, reason);
    }
    folder.write(
        "rows.1-of-3",
        whole.replace("\"wld\":false", "\"wld\":true"),
    );
    let other = merge(SHARDS);
    other.refused(
        3,
        "different options: wld true here, wld false in rows.3-of-3",
    );
    folder.write("rows.1-of-3", &whole);
    folder.write("input", LINES.replacen("OOXXXXX-", "OOXXXXXX", 1));
    run(
        &folder,
        "solve --hash 1 --reproducible --shard 2/3 --out other input",
    );
    merge("rows.1-of-3 other rows.3-of-3").refused(3, "other, line 1: different options: input ");
    assert!(!folder.path("merged").exists());
}

#[test]
fn shards_of_a_match_become_one_table() {
    for out in ["games", "games.ggf"] {
        let folder = Program::new();
        let line = "match A=level:2 level:1 --games 10 --seed 3";
        let whole = run(&folder, &format!("{line} --json --out all-{out}")).objects();
        for index in 1..=3 {
            run(
                &folder,
                &format!("{line} -j 2 --shard {index}/3 --out {{shard}}-{out}"),
            );
        }
        let files = format!("2-of-3-{out} 3-of-3-{out} 1-of-3-{out}");
        let merged = run(&folder, &format!("merge {files} --json --out {out}")).with_code(0);
        assert_eq!(merged.objects().last(), whole.last());
        let text = folder.read_text(out);
        assert_eq!(text.lines().count(), 11);
        if out == "games" {
            assert_eq!(text, folder.read_text("all-games"));
        }
        let last = text.lines().last().unwrap();
        folder.write(out, format!("{text}{last}\n"));
        let double = run(&folder, &format!("merge {out} --out more"));
        double.refused(3, "line 12: duplicate game 10");
        let table = run(&folder, &format!("merge {files} --out {out}.2"));
        assert_has(&table.out, &["A vs level:1: 10 games", "over 5 pairs"]);
        let damaged = text.replacen("\"games\":10,", "\"games\":1000000000000000000,", 1);
        folder.write("damaged", damaged);
        let refused = run(&folder, "merge damaged --out more");
        refused.refused(3, "damaged, line 1: missing number of games");
        // A shard that was interrupted.
        let first = folder.read_text(&format!("1-of-3-{out}"));
        let cut = first.trim_end().rfind('\n').unwrap() + 1;
        folder.write(&format!("1-of-3-{out}"), &first[..cut]);
        let error = "incomplete: 3 of 4 rows (still running, or needs --resume)";
        run(&folder, &format!("merge {files} --out {out}.3")).refused(3, error);
    }
}
