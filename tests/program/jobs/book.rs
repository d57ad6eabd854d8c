//! `reversi book`: small books from scratch, in shards, after kills, and from invalid files.

use std::fs;

use reversi::engine::Position;
use serde_json::Value;

use crate::support::{Program, Run, assert_has, run};

const SMALL: &str = "--level depth:4 --plies 9 --max-loss 3 --max-total-loss 5";

fn book(folder: &Program, line: &str) -> Run {
    folder.run_inside(&format!("book {line}"), "")
}

/// Runs a command that must succeed.
#[track_caller]
fn done(folder: &Program, line: &str) -> Run {
    book(folder, line).with_code(0)
}

/// A folder with a small book in the file `out`.
fn small_book() -> Program {
    let folder = Program::new();
    done(&folder, &format!("build {SMALL} --out out"));
    folder
}

#[test]
fn any_number_of_shards_and_threads_gives_the_same_bytes() {
    let folder = small_book();
    let expected = folder.read("out");
    done(&folder, &format!("build {SMALL} --out threads --threads 3"));
    assert!(folder.read("threads") == expected);
    for index in 1..=3 {
        done(
            &folder,
            &format!("build {SMALL} --out merged --shard {index}/3"),
        );
    }
    assert!(!folder.path("merged").exists());
    let parts = [3, 2, 1].map(|index| format!("merged.{index}-of-3.searches"));
    done(&folder, &format!("merge {} --out merged", parts.join(" ")));
    assert!(folder.read("merged") == expected);
}

#[test]
fn a_build_that_was_killed_at_any_point_gives_the_same_bytes() {
    let folder = small_book();
    let (book, rows) = (folder.read("out"), folder.read("out.searches"));
    for cut in [0, 10, 200, rows.len() / 2, rows.len() - 1] {
        fs::remove_file(folder.path("out")).unwrap();
        folder.write("out.searches", &rows[..cut]);
        done(&folder, &format!("build {SMALL} --out out --resume"));
        assert!(folder.read("out") == book, "cut at {cut}");
        assert!(folder.read("out.searches") == rows, "cut at {cut}");
    }
}

#[test]
fn shards_that_do_not_belong_together_make_no_book() {
    let folder = Program::new();
    let (first, second) = ("out.1-of-2.searches", "out.2-of-2.searches");
    for shard in ["1/2", "2/2"] {
        done(&folder, &format!("build {SMALL} --out out --shard {shard}"));
    }
    let merge = |files: &[&str], reason: &str| {
        let run = book(&folder, &format!("merge --out merged {}", files.join(" ")));
        run.refused(3, reason);
        assert!(!folder.path("merged").exists());
    };
    merge(
        &[first],
        "can't merge these shards: 1 of 2 shards missing: 2/2",
    );
    merge(&[first, first, second], "duplicate shard 1/2: ");
    let rows = folder.read_text(second);
    let lines: Vec<&str> = rows.split_inclusive('\n').collect();
    for (content, reason) in [
        (
            rows.replacen("\"level\":4", "\"level\":5", 1),
            "were made with different options",
        ),
        (
            lines[..lines.len() - 1].concat(),
            "finish that run with --resume first",
        ),
        // A row too many, and a row that doesn't belong here.
        (
            format!("{rows}{}", lines[lines.len() - 1]),
            "unexpected extra row",
        ),
        (rows.replacen(" d", " z", 1), "is not a scored legal move"),
        (
            format!("{}{}\n", lines[0], "x".repeat(1 << 15)),
            "line 2: longer than",
        ),
    ] {
        folder.write(second, content);
        merge(&[first, second], reason);
    }
    // A large file of another kind is not read to the end.
    fs::File::create(folder.path(second))
        .unwrap()
        .set_len(1 << 40)
        .unwrap();
    merge(&[first, second], "line 1: not a book or a search file");
    book(&folder, &format!("import {second} --out merged")).refused(3, "not an opening book");
}

#[test]
fn a_book_is_shown_and_checked() {
    let folder = small_book();
    let checked = book(&folder, "check --book out").done();
    assert_has(
        &checked,
        &["positions, no damage found\nply  0:        1 position\n"],
    );
    let run = done(&folder, "check --book out --sample 5 --level depth:6");
    assert_has(&run.out, &["5 positions re-searched at depth 6: "]);
    let shown = done(&folder, "show --json --book out f5")
        .objects()
        .remove(0);
    assert_eq!((&shown["level"], &shown["plies"]), (&4.into(), &9.into()));
    let moves = shown["moves"].as_array().unwrap();
    assert!(moves.len() > 1 && moves[0]["score"].as_i64() >= moves[1]["score"].as_i64());
    assert!(
        moves.iter().any(|mv| mv["opening"] == "Diagonal"),
        "{shown}"
    );
    for line in ["show --book out f5d6", "--book out f5d6"] {
        assert_has(
            &book(&folder, line).out,
            &["\nmove  score  depth  lines  to know  opening\n"],
        );
    }
}

#[test]
fn damaged_and_foreign_files_are_refused_and_nothing_is_overwritten() {
    let folder = small_book();
    let whole = folder.read("out");
    let with = |place: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[place] = byte;
        bytes
    };
    for (bytes, reason) in [
        (&b""[..], "not an opening book"),
        (b"hello\n", "not an opening book"),
        (&whole[..20], "header checksum mismatch"),
        (&whole[..whole.len() - 1], "damaged: "),
        (&with(40, whole[40] ^ 1), "data checksum mismatch"),
        (&with(8, 2), "book format 2 is from a newer version"),
        (&whole[..100], "damaged: 100 bytes"),
    ] {
        folder.write("bad", bytes);
        for line in ["check --book bad", "export --book bad --out new"] {
            book(&folder, line).refused(3, reason);
        }
        assert!(!folder.path("new").exists() && folder.read("bad") == bytes);
    }
    folder
        .run_inside("--book bad", "N\n")
        .refused(3, "damaged: 100 bytes");
    book(&folder, "check --book /missing/book").refused(3, "can't read /missing/book");
    let grow = "grow --book out --plies 3 --force --out out";
    book(&folder, grow).refused(1, "out is the input book");
    assert!(folder.read("out") == whole);
    // A file of another run is not continued.
    fs::remove_file(folder.path("out")).unwrap();
    let other = book(
        &folder,
        "build --plies 4 --level depth:5 --resume --out out",
    );
    other.refused(1, ":1: written with other input or options");
    let again = book(&folder, &format!("build {SMALL} --out out"));
    again.refused(1, "already exists: continue it with --resume");
    assert!(!folder.path("out").exists());
}

#[test]
fn a_book_grows_and_learns_games() {
    let folder = Program::new();
    done(&folder, "build --plies 3 --level depth:4 --out small");
    let grow = "grow --plies 6 --level depth:4 --book small";
    done(&folder, &format!("{grow} --out grown"));
    assert_has(&book(&folder, "check --book grown").out, &["\nply  6: "]);
    // In shards, which are merged with the book to extend.
    for shard in ["1/2", "2/2"] {
        done(&folder, &format!("{grow} --out sharded --shard {shard}"));
    }
    let merge = "merge sharded.1-of-2.searches sharded.2-of-2.searches --out sharded";
    book(&folder, merge).refused(3, "they extend the book");
    done(&folder, &format!("{merge} small"));
    assert!(folder.read("sharded") == folder.read("grown"));
    // A game of bad moves is not in the book.
    folder.write("games.txt", "f5f4g3\nf5f4h8\n\nand so on\n");
    let learn = "learn --level depth:4 --book grown --out learned games.txt";
    let learned = book(&folder, learn).with_code(1);
    let text = "\nline 4: \"and so on\" is not understood";
    assert_has(&learned.err, &["record 2, ", text]);
    let moves = |file: &str| book(&folder, &format!("show --book {file} f5f4")).out;
    assert!(!moves("grown").contains("\ng3 ") && moves("learned").contains("\ng3 "));
    done(&folder, "check --book learned");
}

#[test]
fn a_book_of_edax_comes_back_as_it_was() {
    let folder = small_book();
    book(&folder, "export --book out --out book.dat").done();
    done(&folder, "import book.dat --out back");
    // The header of an imported book has less information.
    assert!(folder.read("out")[32..] == folder.read("back")[32..]);
    assert_has(
        &book(&folder, "check --book back").out,
        &["built with unknown weights"],
    );
    let reason = "not an opening book: missing the book.dat of Edax 4 signature";
    book(&folder, "import out --out never").refused(3, reason);
    let mut bytes = folder.read("book.dat");
    bytes[42 + 32] = 100;
    folder.write("book.dat", &bytes);
    let run = done(&folder, "import book.dat --out back --force");
    assert_has(&run.err, &["skipped 1 position without a score"]);
}

#[test]
fn a_level_that_is_not_known_is_not_shown_as_one() {
    let folder = Program::new();
    let mut bytes = b"DICUORAGE\x03\x01\0\0\0".to_vec();
    // White to move after f5, from h8 to a1; score +1, level -1, the best other move d6 with 0.
    let start = Position::START.after(37);
    for discs in [start.player(), start.opponent()] {
        bytes.extend(discs.reverse_bits().to_le_bytes());
    }
    bytes.extend([1, 255, 1, 0, 0, 0, 0, 63 - 43, 255]);
    folder.write("book.egbk3", &bytes);
    let run = done(&folder, "import book.egbk3 --out out");
    assert!(run.err.ends_with(": 1 position\n"), "{}", run.err);
    let out = book(&folder, "show --book out f5").out;
    assert!(out.starts_with("1 position, depth unknown\n"), "{out}");
    let row: Vec<&str> = out
        .lines()
        .last()
        .unwrap()
        .split_whitespace()
        .take(4)
        .collect();
    assert_eq!(row, ["d6", "+0", "-", "-"], "{out}");
    let shown = book(&folder, "show --json --book out f5")
        .objects()
        .remove(0);
    assert_eq!(
        (&shown["level"], &shown["moves"][0]["level"]),
        (&Value::Null, &Value::Null)
    );
    let run = folder.run_inside("--book out --json", "paste f5\nbook\n");
    assert_has(&run.out, &["\"level\":null"]);
}

#[test]
fn a_book_is_used_unless_it_is_switched_off() {
    let script = "A W depth:12\nbook\nH\n";
    let used = run(&["--seed", "1", "--json"], script).with_code(0);
    assert_has(&used.out, &["\"kind\":\"book\"", "\"book\":true"]);
    let unused = run(&["--seed", "1", "--json", "--no-book"], script).with_code(1);
    assert!(unused.out.contains("no opening book: ") && !unused.out.contains("\"book\":true"));
    let game = |seed: usize| {
        let out = run(&["--seed", &seed.to_string()], "A W depth:12\nmoves\n").out;
        out.lines().last().unwrap().to_owned()
    };
    let games: Vec<String> = (1..=12).map(game).collect();
    assert_eq!(games[0], game(1));
    assert!(games.iter().any(|other| *other != games[0]), "{games:?}");
}

#[test]
fn programs_hear_of_the_book() {
    // In UGI, the client decides.
    let ugi = |arguments: &[&str], lines: &str| {
        let out = run(
            &[&["ugi", "--level", "depth:12"], arguments].concat(),
            lines,
        )
        .out;
        assert_has(&out, &["bestmove "]);
        out
    };
    let out = ugi(
        &[],
        "ugi\nisready\ngo\nsetoption name ownbook value true\ngo\nquit\n",
    );
    assert_has(&out, &["\noption name OwnBook type check default false\n"]);
    let answers: Vec<&str> = out.split("bestmove ").collect();
    let of_book = "info string opening book\n";
    assert!(!answers[0].contains(of_book), "{out}");
    assert_has(answers[1], &[of_book, " nodes 0 nps 0 pv "]);
    let out = ugi(
        &["--no-book"],
        "ugi\nsetoption name OwnBook value true\ngo\nquit\n",
    );
    assert!(
        !out.contains("option name OwnBook") && !out.contains("opening book"),
        "{out}"
    );
    let out = run(&["gtp", "--level", "depth:12"], "genmove black\nquit\n").out;
    assert!(out.starts_with("= "), "{out}");
}

#[test]
fn a_match_takes_the_book_of_a_file() {
    let folder = small_book();
    let play = |more: &str| {
        let line = "match book:depth:10 level:1 --games 2 --plies 0 --out games";
        folder.run_inside(&format!("{line} {more}"), "")
    };
    play("--book out").with_code(0);
    assert_eq!(folder.read_text("games").lines().count(), 1 + 2);
    // A match with a different book is a different match.
    play("--resume").refused(1, ":1: written with other input or options");
    assert_eq!(play("--resume --book out").code, Some(0));
    play("--resume --book none").refused(3, "none");
}

#[test]
fn the_moves_of_a_book_say_in_how_many_games_of_the_library_they_were_played() {
    let script =
        "paste f5d6c3d3c4\nlibrary add this\npaste d3c5\nlibrary add this\nN\nbook\nf5\nbook\n";
    let out = run(&["--seed", "1"], script).done();
    let rows: Vec<Vec<&str>> = out
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    let games = |name: &str| {
        let rows = rows.iter().filter(|row| row.len() >= 6 && row[0] == name);
        rows.map(|row| row[5]).collect::<Vec<_>>()
    };
    // The first moves are equal up to symmetry.
    for first in ["d3", "c4", "f5", "e6"] {
        assert_eq!(games(first)[0], "2", "{first}\n{out}");
    }
    assert_eq!(
        (&games("d6")[..], &games("f6")[..]),
        (&["2"][..], &["0"][..]),
        "{out}"
    );
    let last = run(&["--seed", "1", "--json"], script)
        .objects()
        .pop()
        .unwrap();
    assert_eq!(last["reply"]["event"]["moves"][0]["games"], 2);
}
