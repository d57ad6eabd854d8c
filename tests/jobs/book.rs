//! `reversi book`: small books from scratch, in shards, after kills, and from invalid files.

use std::fs;
use std::path::{Path, PathBuf};

use reversi::engine::Position;
use serde_json::Value;
use tempfile::TempDir;

use super::check_refused;
use super::support::{Program, Run};

const SMALL: [&str; 8] =
    ["--level", "depth:4", "--plies", "9", "--max-loss", "3", "--max-total-loss", "5"];

fn book(arguments: &[&str]) -> Run {
    Program::new().run(&[&["book"], arguments].concat(), "")
}

fn place<const COUNT: usize>(names: [&str; COUNT]) -> (TempDir, [PathBuf; COUNT]) {
    let folder = tempfile::tempdir().unwrap();
    let paths = names.map(|name| folder.path().join(name));
    (folder, paths)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn build(out: &Path, more: &[&str]) -> Run {
    let run = book(&[&["build"], &SMALL[..], &["--out", text(out)], more].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);
    run
}

fn check(path: &Path) -> Run {
    book(&["check", "--book", text(path)])
}

#[test]
fn any_number_of_shards_and_threads_and_any_kill_gives_the_same_bytes() {
    let (folder, [whole, threads, merged]) = place(["whole", "threads", "merged"]);
    build(&whole, &[]);
    let expected = fs::read(&whole).unwrap();
    build(&threads, &["--threads", "3"]);
    assert!(fs::read(&threads).unwrap() == expected);
    let mut merge = vec!["merge"];
    let parts: Vec<PathBuf> = (1..=3)
        .rev()
        .map(|index| {
            build(&merged, &["--shard", &format!("{index}/3")]);
            folder.path().join(format!("merged.{index}-of-3.searches"))
        })
        .collect();
    assert!(!merged.exists());
    merge.extend(parts.iter().map(|part| text(part)));
    merge.extend(["--out", text(&merged)]);
    let run = book(&merge);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(fs::read(&merged).unwrap() == expected);
    // After a kill at any point.
    let searches = folder.path().join("whole.searches");
    let rows = fs::read(&searches).unwrap();
    for cut in [0, 10, 200, rows.len() / 2, rows.len() - 1] {
        fs::remove_file(&whole).unwrap();
        fs::write(&searches, &rows[..cut]).unwrap();
        build(&whole, &["--resume"]);
        assert!(fs::read(&whole).unwrap() == expected, "cut at {cut}");
        assert!(fs::read(&searches).unwrap() == rows, "cut at {cut}");
    }
}

#[test]
fn shards_that_do_not_belong_together_make_no_book() {
    let (folder, [out, other, merged]) = place(["out", "other", "merged"]);
    build(&out, &["--shard", "1/2"]);
    build(&out, &["--shard", "2/2"]);
    build(&other, &["--shard", "2/2", "--force"]);
    let part = |name: &str| folder.path().join(name);
    let [first, second] = ["1", "2"].map(|index| part(&format!("out.{index}-of-2.searches")));
    let merge = |files: &[&Path], reason: &str| {
        let files: Vec<&str> = files.iter().map(|path| text(path)).collect();
        let run = book(&[&["merge", "--out", text(&merged)], &files[..]].concat());
        check_refused(&run, 3, reason);
        assert!(!merged.exists());
    };
    merge(&[&first], "can't merge these shards: 1 of 2 shards missing: 2/2");
    merge(&[&first, &first, &second], "duplicate shard 1/2: ");
    let rows = fs::read_to_string(&second).unwrap();
    fs::write(&second, rows.replacen("\"level\":4", "\"level\":5", 1)).unwrap();
    merge(&[&first, &second], "were made with different options");
    let (kept, _) = rows.trim_end().rsplit_once('\n').unwrap();
    fs::write(&second, format!("{kept}\n")).unwrap();
    merge(&[&first, &second], "finish that run with --resume first");
    // A row too many, and a row that doesn't belong here.
    let last = rows.lines().last().unwrap();
    fs::write(&second, format!("{rows}{last}\n")).unwrap();
    merge(&[&first, &second], "unexpected extra row");
    fs::write(&second, rows.replacen(" d", " z", 1)).unwrap();
    merge(&[&first, &second], "is not a scored legal move");
    fs::write(&second, format!("{}\n{}\n", rows.lines().next().unwrap(), "x".repeat(1 << 15)))
        .unwrap();
    merge(&[&first, &second], "line 2: longer than");
    // A large file of another kind is not read to the end.
    fs::File::create(&second).unwrap().set_len(1 << 40).unwrap();
    merge(&[&first, &second], "line 1: not a book or a search file");
    check_refused(
        &book(&["import", text(&second), "--out", text(&merged)]),
        3,
        "not an opening book",
    );
}

#[test]
fn a_book_is_shown_and_checked() {
    let (_folder, [out]) = place(["out"]);
    build(&out, &[]);
    let run = check(&out);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(
        run.out.contains("positions, no damage found\nply  0:        1 position\n"),
        "{}",
        run.out
    );
    let run = book(&["check", "--book", text(&out), "--sample", "5", "--level", "depth:6"]);
    assert!(run.out.contains("5 positions re-searched at depth 6: "), "{}", run.out);
    let run = book(&["show", "--json", "--book", text(&out), "f5"]);
    let shown: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&shown["level"], &shown["plies"]), (&4.into(), &9.into()));
    let moves = shown["moves"].as_array().unwrap();
    assert!(moves.len() > 1 && moves[0]["score"].as_i64() >= moves[1]["score"].as_i64());
    assert!(moves.iter().any(|mv| mv["opening"] == "Diagonal"), "{}", run.out);
    let run = book(&["show", "--book", text(&out), "f5d6"]);
    assert!(run.out.contains("\nmove  score  depth  lines  opening\n"));
    let run = book(&["show", "f5f5"]);
    check_refused(&run, 1, "\"f5f5\" is not a position: ply 2: f5 is occupied");
    let shortened = book(&["--book", text(&out), "f5d6"]);
    assert!(shortened.out.contains("\nmove  score  depth  lines  opening\n"));
}

#[test]
fn damaged_and_foreign_files_are_refused_and_nothing_is_overwritten() {
    let (folder, [out, bad, new]) = place(["out", "bad", "new"]);
    build(&out, &[]);
    let whole = fs::read(&out).unwrap();
    let refused = |bytes: &[u8], reason: &str| {
        fs::write(&bad, bytes).unwrap();
        check_refused(&check(&bad), 3, reason);
        let run = book(&["export", "--book", text(&bad), "--out", text(&new)]);
        check_refused(&run, 3, reason);
        assert!(!new.exists() && fs::read(&bad).unwrap() == bytes);
    };
    refused(b"", "not an opening book");
    refused(b"hello\n", "not an opening book");
    refused(&whole[..20], "header checksum mismatch");
    refused(&whole[..whole.len() - 1], "damaged: ");
    let mut changed = whole.clone();
    changed[40] ^= 1;
    refused(&changed, "data checksum mismatch");
    let mut newer = whole.clone();
    newer[8] = 2;
    refused(&newer, "book format 2 is from a newer version");
    check_refused(&check(folder.path()), 3, "not a regular file");
    check_refused(&check(Path::new("/missing/book")), 3, "can't read /missing/book");
    fs::write(&bad, &changed[..100]).unwrap();
    let run = Program::new().run(&["--book", text(&bad)], "N\n");
    check_refused(&run, 3, "damaged: 100 bytes");
    let run = book(&["export", "--out", text(&out)]);
    check_refused(&run, 1, "already exists: use --force to overwrite it");
    let arguments = ["--book", text(&out), "--plies", "3", "--force", "--out", text(&out)];
    check_refused(&book(&[&["grow"], &arguments[..]].concat()), 1, "out is the input book");
    assert!(fs::read(&out).unwrap() == whole);
}

#[cfg(unix)]
#[test]
fn pipes_and_links_to_them_are_refused_at_once() {
    let (_folder, [pipe, link]) = place(["pipe", "link"]);
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
    for path in [&pipe, &link] {
        check_refused(&check(path), 3, "not a regular file");
        let run = book(&["import", text(path), "--out", "/tmp/never"]);
        check_refused(&run, 3, "not a regular file");
    }
}

#[test]
fn a_file_of_another_run_is_not_continued() {
    let (_folder, [out]) = place(["out"]);
    build(&out, &[]);
    fs::remove_file(&out).unwrap();
    let arguments =
        ["build", "--plies", "4", "--level", "depth:5", "--resume", "--out", text(&out)];
    check_refused(&book(&arguments), 1, ":1: written with other input or options");
    let arguments = [&["build"], &SMALL[..], &["--out", text(&out)]].concat();
    check_refused(&book(&arguments), 1, "already exists: continue it with --resume");
    assert!(!out.exists());
}

#[test]
fn a_book_grows_and_learns_games() {
    let (folder, [small, grown, learned, games]) =
        place(["small", "grown", "learned", "games.txt"]);
    let run = book(&["build", "--plies", "3", "--level", "depth:4", "--out", text(&small)]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let arguments =
        ["--plies", "6", "--level", "depth:4", "--book", text(&small), "--out", text(&grown)];
    let run = book(&[&["grow"], &arguments[..]].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(check(&grown).out.contains("\nply  6: "));
    // In shards, which are merged with the book to extend.
    let sharded = folder.path().join("sharded");
    for shard in ["1/2", "2/2"] {
        let arguments = [&arguments[..6], &["--out", text(&sharded), "--shard", shard]].concat();
        assert_eq!(book(&[&["grow"], &arguments[..]].concat()).code, Some(0));
    }
    let parts = ["1", "2"].map(|index| format!("{}.{index}-of-2.searches", text(&sharded)));
    let all = [&parts[0], &parts[1], text(&small)];
    let run = book(&["merge", all[0], all[1], "--out", text(&sharded)]);
    check_refused(&run, 3, "they extend the book");
    let run = book(&["merge", all[0], all[1], all[2], "--out", text(&sharded)]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(fs::read(&sharded).unwrap() == fs::read(&grown).unwrap());
    // A game of bad moves is not in the book.
    fs::write(&games, "f5f4g3\nf5f4h8\n").unwrap();
    let arguments =
        ["--level", "depth:4", "--book", text(&grown), "--out", text(&learned), text(&games)];
    let run = book(&[&["learn"], &arguments[..]].concat());
    assert_eq!(run.code, Some(3), "{}", run.err);
    let moves = |file: &Path| book(&["show", "--book", text(file), "f5f4"]).out;
    assert!(!moves(&grown).contains("\ng3 ") && moves(&learned).contains("\ng3 "));
    assert!(check(&learned).code == Some(0));
}

#[test]
fn a_book_of_edax_comes_back_as_it_was() {
    let (_folder, [out, dat, back]) = place(["out", "book.dat", "back"]);
    build(&out, &[]);
    let run = book(&["export", "--book", text(&out), "--out", text(&dat)]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let run = book(&["import", text(&dat), "--out", text(&back)]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    // The header of an imported book has less information.
    assert!(fs::read(&out).unwrap()[32..] == fs::read(&back).unwrap()[32..]);
    assert!(check(&back).out.contains("built with unknown weights"));
    let run = book(&["import", text(&out), "--out", "/tmp/never"]);
    check_refused(&run, 3, "not an opening book: missing the book.dat of Edax 4 signature");
    let mut bytes = fs::read(&dat).unwrap();
    bytes[42 + 32] = 100;
    fs::write(&dat, &bytes).unwrap();
    let run = book(&["import", text(&dat), "--out", text(&back), "--force"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains("skipped 1 position without a score"), "{}", run.err);
}

#[test]
fn a_level_that_is_not_known_is_not_shown_as_one() {
    let (_folder, [foreign, out]) = place(["book.egbk3", "out"]);
    let mut bytes = b"DICUORAGE\x03\x01\0\0\0".to_vec();
    // White to move after f5, from h8 to a1; score +1, level -1, the best other move d6 with 0.
    let start = Position::START.after(37);
    for discs in [start.player(), start.opponent()] {
        bytes.extend(discs.reverse_bits().to_le_bytes());
    }
    bytes.extend([1, 255, 1, 0, 0, 0, 0, 63 - 43, 255]);
    fs::write(&foreign, &bytes).unwrap();
    let run = book(&["import", text(&foreign), "--out", text(&out)]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.ends_with(": 1 position\n"), "{}", run.err);
    let run = book(&["show", "--book", text(&out), "f5"]);
    assert!(run.out.starts_with("1 position, depth unknown\n"), "{}", run.out);
    let row: Vec<&str> = run.out.lines().last().unwrap().split_whitespace().take(4).collect();
    assert_eq!(row, ["d6", "+0", "-", "-"], "{}", run.out);
    let run = book(&["show", "--json", "--book", text(&out), "f5"]);
    let shown: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&shown["level"], &shown["moves"][0]["level"]), (&Value::Null, &Value::Null));
    let run = Program::new().run(&["--book", text(&out), "--json"], "paste f5\nbook\n");
    assert!(run.out.contains("\"level\":null"), "{}", run.out);
}

#[test]
fn a_book_is_used_unless_it_is_switched_off() {
    let script = "A W depth:12\nbook\nH\n";
    let run = Program::new().run(&["--seed", "1", "--json"], script);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("\"kind\":\"book\"") && run.out.contains("\"book\":true"));
    let run = Program::new().run(&["--seed", "1", "--json", "--no-book"], script);
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains("no opening book: ") && !run.out.contains("\"book\":true"));
    let run = Program::new().run(&["--no-book", "--book", "file"], script);
    assert_eq!(run.code, Some(2));
    let game = |seed: &str| {
        let run = Program::new().run(&["--seed", seed], "A W depth:12\nmoves\n");
        run.out.lines().last().unwrap().to_owned()
    };
    let games: Vec<String> = (1..=12).map(|seed| game(&seed.to_string())).collect();
    assert_eq!(games[0], game("1"));
    assert!(games.iter().any(|other| *other != games[0]), "{games:?}");
}

#[test]
fn programs_hear_of_the_book() {
    // In UGI, the client decides.
    let ugi = |arguments: &[&str], lines: &str| {
        let run = Program::new().run(&[&["ugi", "--level", "depth:12"], arguments].concat(), lines);
        assert!(run.out.contains("bestmove "), "{}", run.out);
        run.out
    };
    let out = ugi(&[], "ugi\nisready\ngo\nsetoption name ownbook value true\ngo\nquit\n");
    assert!(out.contains("\noption name OwnBook type check default false\n"), "{out}");
    let answers: Vec<&str> = out.split("bestmove ").collect();
    let is_of_book = |answer: &&str| answer.contains("info string opening book\n");
    assert!(!is_of_book(&answers[0]) && is_of_book(&answers[1]), "{out}");
    assert!(answers[1].contains(" nodes 0 nps 0 pv "), "{out}");
    let out = ugi(&["--no-book"], "ugi\nsetoption name OwnBook value true\ngo\nquit\n");
    assert!(!out.contains("option name OwnBook") && !out.contains("opening book"), "{out}");
    let run = Program::new().run(&["gtp", "--level", "depth:12"], "genmove black\nquit\n");
    assert!(run.out.starts_with("= "), "{}", run.out);
}

#[test]
fn a_match_takes_the_book_of_a_file() {
    let (_folder, [small, games, none]) = place(["small", "games", "none"]);
    build(&small, &[]);
    let of_match = |more: &[&str]| {
        let arguments =
            ["match", "book:depth:10", "level:1", "--games", "2", "--plies", "0", "--out"];
        Program::new().run(&[&arguments[..], &[text(&games)], more].concat(), "")
    };
    let run = of_match(&["--book", text(&small)]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(fs::read_to_string(&games).unwrap().lines().count(), 2);
    // A match with a different book is a different match.
    check_refused(&of_match(&["--resume"]), 1, ":1: written with other input or options");
    assert_eq!(of_match(&["--resume", "--book", text(&small)]).code, Some(0));
    check_refused(&of_match(&["--resume", "--book", text(&none)]), 3, "none");
    let run = Program::new().run(&["match", "level:1", "level:2", "--book", text(&small)], "");
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("--book needs a book player, such as book:20"), "{}", run.err);
}

#[test]
fn the_moves_of_a_book_say_in_how_many_games_of_the_library_they_were_played() {
    let script =
        "paste f5d6c3d3c4\nlibrary add this\npaste d3c5\nlibrary add this\nN\nbook\nf5\nbook\n";
    let run = Program::new().run(&["--seed", "1"], script);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let rows: Vec<Vec<&str>> =
        run.out.lines().map(|line| line.split_whitespace().collect()).collect();
    let games = |name: &str| {
        let rows = rows.iter().filter(|row| row.len() >= 5 && row[0] == name);
        rows.map(|row| row[4]).collect::<Vec<_>>()
    };
    // The first moves are equal up to symmetry.
    for first in ["d3", "c4", "f5", "e6"] {
        assert_eq!(games(first)[0], "2", "{first}\n{}", run.out);
    }
    assert_eq!((&games("d6")[..], &games("f6")[..]), (&["2"][..], &["0"][..]), "{}", run.out);
    let run = Program::new().run(&["--seed", "1", "--json"], script);
    let last: Value = serde_json::from_str(run.out.lines().last().unwrap()).unwrap();
    assert_eq!(last["reply"]["event"]["moves"][0]["games"], 2);
}
