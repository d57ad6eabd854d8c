//! `reversi solve`: duplicates, which are solved once, and `--known`, which copies the scores of former runs.

use serde_json::{Value, json};

use super::LINES;
use crate::support::{Program, Run, assert_has};

/// A position with eight empty squares, which is solved in an instant.
const ENDING: &str = "OOXXXXX-OOOOXX-OOOOOXXOX-OXOXOXXOXXXOXXXX-XOXOXXXXXXOOO--OOOOO-- O";

/// The image of a square, with columns and rows exchanged.
fn transposed(name: &str) -> String {
    let bytes = name.as_bytes();
    let [column, row] = [bytes[0] - b'a', bytes[1] - b'1'];
    format!("{}{}", char::from(b'a' + row), 1 + column)
}

/// The image of a line `BOARD SIDE`, with columns and rows exchanged.
fn transposed_line(line: &str) -> String {
    let (board, side) = line.split_at(64);
    let board: Vec<char> = board.chars().collect();
    let image = (0..64).map(|square| board[square % 8 * 8 + square / 8]);
    image.collect::<String>() + side
}

/// The same position with the colors exchanged.
fn recolored_line(line: &str) -> String {
    let swapped = |disc| match disc {
        'X' => 'O',
        'O' => 'X',
        other => other,
    };
    line.chars().map(swapped).collect()
}

/// A position, its image, another position, and the first position with other colors.
fn symmetric_lines() -> String {
    let other = LINES.lines().last().unwrap();
    let lines = [
        ENDING.to_owned(),
        transposed_line(ENDING),
        other.to_owned(),
        recolored_line(ENDING),
    ];
    lines.join("\n") + "\n"
}

fn solve_in(folder: &Program, arguments: &str) -> Run {
    folder.run_inside(&format!("solve --hash 1 --reproducible {arguments}"), "")
}

/// Returns the rows of a file, without its first line.
fn objects(folder: &Program, file: &str) -> Vec<Value> {
    let text = folder.read_text(file);
    let rows = text.lines().skip(1);
    rows.map(|row| serde_json::from_str(row).unwrap()).collect()
}

#[test]
fn duplicates_are_solved_once_and_have_their_own_rows() {
    for options in ["", "--all-moves"] {
        let folder = Program::new();
        folder.write("input", symmetric_lines());
        let run = solve_in(&folder, &format!("--json {options} input"));
        assert_has(&run.err, &["2 positions, ", "; 2 duplicates; "]);
        let rows = run.objects();
        let numbers: Vec<&Value> = rows.iter().map(|row| &row["number"]).collect();
        assert_eq!(numbers, [1, 2, 3, 4]);
        let (first, image) = (&rows[0], &rows[1]);
        assert_eq!(
            (&image["copied"], &image["nodes"]),
            (&json!("duplicate"), &json!(0))
        );
        assert!(first.get("copied").is_none() && first["nodes"] != 0);
        let line = first["line"].as_str().unwrap();
        let expected: Vec<String> = line.split(' ').map(transposed).collect();
        assert_eq!(image["line"], expected.join(" "));
        assert_eq!(rows[3]["line"], first["line"]);
        // Each row is what a search of its position finds.
        for row in &rows {
            let position = row["position"].as_str().unwrap();
            let alone = ["--json", options, "--position"];
            let alone = alone.into_iter().filter(|word| !word.is_empty());
            let arguments = ["solve", "--hash", "1"].into_iter().chain(alone);
            let arguments: Vec<&str> = arguments.chain([position]).collect();
            let alone = folder.run(&arguments, "").objects().remove(0);
            assert_eq!(row["score"], alone["score"]);
            assert_eq!(scores_of_moves(row), scores_of_moves(&alone));
        }
    }
}

/// Returns the moves of a row with their scores, in the order of their names.
fn scores_of_moves(row: &Value) -> Vec<String> {
    let moves = row["moves"].as_array().into_iter().flatten();
    let mut moves: Vec<String> = moves.map(Value::to_string).collect();
    moves.sort();
    moves
}

#[test]
fn duplicates_in_shards_and_after_a_kill_have_the_same_rows() {
    for options in ["", "--json", "--all-moves", "--wld --all-moves"] {
        let folder = Program::new();
        folder.write("input", symmetric_lines() + "what?\n" + &symmetric_lines());
        let line = format!("{options} input");
        solve_in(&folder, &format!("{line} --out all")).with_code(3);
        for index in 1..=3 {
            solve_in(
                &folder,
                &format!("{line} --out rows.{{shard}} --shard {index}/3"),
            );
        }
        let shards = "rows.1-of-3 rows.2-of-3 rows.3-of-3";
        folder
            .run_inside(&format!("merge {shards} --out merged"), "")
            .with_code(0);
        let whole = folder.read_text("all");
        assert_eq!(folder.read_text("merged"), whole);
        for cut in (1..whole.len()).step_by(whole.len() / 7) {
            folder.write("all", &whole[..cut]);
            solve_in(&folder, &format!("{line} --out all --resume"));
            assert_eq!(folder.read_text("all"), whole, "cut at {cut}");
        }
    }
}

#[test]
fn columns_and_reversed_scores_have_duplicates_too() {
    let folder = Program::new();
    folder.write("c4", "112233 18\n776655\n");
    let run = solve_in(&folder, "-g c4 --json c4");
    let rows = run.objects();
    assert_eq!(
        (&rows[1]["score"], &rows[1]["line"]),
        (&json!(18), &json!("776655"))
    );
    assert_eq!(rows[1]["copied"], "duplicate");
    let ending = LINES.lines().last().unwrap();
    folder.write("rr", format!("{ending}\n{}\n", transposed_line(ending)));
    let rows = solve_in(&folder, "-g rr --json rr").objects();
    assert_eq!(rows[1]["copied"], "duplicate");
    assert_eq!(rows[0]["score"], rows[1]["score"]);
}

#[test]
fn known_positions_are_copied_under_the_same_or_weaker_options() {
    let folder = Program::new();
    folder.write("input", symmetric_lines());
    let image = transposed_line(LINES.lines().last().unwrap());
    folder.write("images", format!("{image}\n{}\n", transposed_line(ENDING)));
    solve_in(&folder, "--json --all-moves --out all input").with_code(0);
    solve_in(&folder, "--json --out scores input").with_code(0);
    solve_in(&folder, "--json --wld --out wld input").with_code(0);
    for (known, options, is_used) in [
        ("all", "", true),
        ("all", "--wld", true),
        ("all", "--all-moves", true),
        ("all", "--all-moves --wld", true),
        ("scores", "", true),
        ("scores", "--wld", true),
        ("scores", "--all-moves", false),
        ("wld", "--wld", true),
        ("wld", "", false),
        ("wld", "--wld --all-moves", false),
    ] {
        let asked = format!("--json {options} images");
        let searched = solve_in(&folder, &asked).objects();
        let copied = solve_in(&folder, &format!("{asked} --known {known}"));
        let note = format!("{known}: ignored 4 rows without ");
        assert_eq!(copied.err.contains(&note), !is_used, "{}", copied.err);
        assert_eq!(copied.err.contains("; 2 positions known; "), is_used);
        for (one, other) in searched.iter().zip(copied.objects()) {
            assert_eq!(other.get("copied").is_some(), is_used);
            for field in ["number", "position", "score", "outcome", "expected"] {
                assert_eq!(one.get(field), other.get(field), "{known} {options}");
            }
            assert_eq!(scores_of_moves(one), scores_of_moves(&other));
        }
    }
    // Several files, and a table of rows.
    let run = solve_in(&folder, "--known wld --known scores images");
    assert_has(&run.err, &["0 positions, 0 nodes; 2 positions known"]);
    assert_eq!(run.out.lines().count(), 3);
}

#[test]
fn shards_divide_what_is_not_known_and_name_the_known_files() {
    let folder = Program::new();
    folder.write("input", symmetric_lines() + "what?\n");
    folder.write("one", format!("{ENDING}\n"));
    solve_in(&folder, "--json --out known one").with_code(0);
    solve_in(&folder, "--json --known known --out all input").with_code(3);
    for index in 1..=2 {
        let shard = format!("--out rows.{{shard}} --shard {index}/2 input");
        solve_in(&folder, &format!("--json --known known {shard}"));
    }
    let merge = "merge rows.1-of-2 rows.2-of-2 --out merged";
    folder.run_inside(merge, "").with_code(0);
    assert_eq!(folder.read_text("merged"), folder.read_text("all"));
    assert!(
        objects(&folder, "all")
            .iter()
            .any(|row| row["copied"] == "known")
    );
    // A known file that has grown.
    folder.write(
        "two",
        format!("{ENDING}\n{}\n", LINES.lines().last().unwrap()),
    );
    solve_in(&folder, "--json --out grown two").with_code(0);
    let resumed = solve_in(&folder, "--json --known grown --out all --resume input");
    resumed.refused(1, "all:1: written with other input or options");
    solve_in(
        &folder,
        "--json --known grown --out other --shard 2/2 input",
    );
    let refused = folder.run_inside("merge rows.1-of-2 other --out more", "");
    refused.refused(3, "other, line 1: different options: known ");
}

#[test]
fn known_files_of_other_kinds_and_damaged_rows_are_refused() {
    let folder = Program::new();
    folder.write("input", symmetric_lines());
    solve_in(&folder, "--json --out known input").with_code(0);
    solve_in(&folder, "--out table input").with_code(0);
    let whole = folder.read_text("known");
    let refused = |file: &str, reason: &str| {
        let run = solve_in(&folder, &format!("--known {file} --out out input"));
        run.refused(3, reason);
        assert!(!folder.path("out").exists());
    };
    refused("nothing", "can't read nothing: no such file or directory");
    refused(
        "input",
        "input, line 1: it does not begin with {\"reversi\":",
    );
    refused(
        "table",
        "table, line 1: a table has no positions: use rows written with --json",
    );
    let mut number = 0;
    for (from, to, reason) in [
        (
            "\"version\":1",
            "\"version\":2",
            "line 1: it does not begin with",
        ),
        (
            "\"game\":\"reversi\"",
            "\"game\":\"reversed\"",
            "line 1: rows of another game",
        ),
        (
            "\"score\":",
            "\"scores\":",
            "line 2: not a row of these options",
        ),
        (
            "\"line\":\"",
            "\"line\":\"a1 a1 ",
            "line 2: not a row of these options",
        ),
        (
            "\"position\":\"",
            "\"position\":\"x",
            "line 2: not a row of these options",
        ),
        (
            "{\"number\":2",
            "{\"number\":",
            "line 3: not a row of these options",
        ),
    ] {
        number += 1;
        let name = format!("damaged.{number}");
        assert!(whole.contains(from));
        folder.write(&name, whole.replacen(from, to, 1));
        refused(&name, &format!("{name}, {reason}"));
    }
    let other = whole.replacen("\"score\":38", "\"score\":36", 1);
    folder.write("two", &other);
    refused("two", "two, line 3: the score contradicts an earlier row");
    let same = solve_in(&folder, "--json --known known --out known --resume input");
    same.refused(
        1,
        "known is also a --known file: choose another output name",
    );
    assert_eq!(folder.read_text("known"), whole);
    // A torn last row isn't used.
    folder.write("torn", &whole[..whole.len() - 5]);
    let run = solve_in(&folder, "--known torn input");
    assert_has(&run.err, &["4 positions known"]);
}
