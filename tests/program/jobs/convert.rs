//! `reversi convert`: each format to each other one, skipped records, and errors.

use serde_json::Value;

use crate::support::{Program, Run, assert_has, listing, run};

/// A game with passes, an unfinished game, and a third one.
const GAMES: &str = "\
d3c5c6c3c4c7b3c2b5a5c1b2d6e7a1e3f3e2d2d1e1g4g3g2h3f2h1h2f4a2g1h4h5g5h6f1b1a3b4f6f5e6g6b6d8
f5d6c3d3c4

f5f6e6f4
";

const GGF: &str = "(;GM[Othello]PC[Here]DT[2003.12.15]PB[Ann Smith]PW[Bob]RE[+4.000:r]TY[8]\
                   BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
                   B[f5/1.5/2]W[d6];)\n\
                   (;GM[Othello]DT[2004.01.02]PB[Bob]PW[Carl]RE[?]TY[8]\
                   BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
                   B[f5];)\n";

/// Converts in a new folder.
fn convert(line: &str, input: impl AsRef<[u8]>) -> Run {
    convert_in(&Program::new(), line, input)
}

fn convert_in(folder: &Program, line: &str, input: impl AsRef<[u8]>) -> Run {
    folder.run_inside(&format!("convert {line}"), input)
}

fn names(folder: &Program) -> Vec<String> {
    listing(folder.home.path())
}

#[test]
fn games_come_through_every_format_and_back() {
    let expected = convert("-", GAMES);
    assert_eq!((expected.code, &*expected.err), (Some(0), ""));
    assert_eq!(expected.out.lines().count(), 3);
    let folder = Program::new();
    for file in [
        "games.ggf",
        "games.sgf",
        "games.pgn",
        "games.wtb",
        "games.txt",
    ] {
        assert_eq!(convert_in(&folder, &format!("- {file}"), GAMES).done(), "");
        assert_eq!(convert_in(&folder, file, ""), expected, "{file}");
        // The format is detected from the content, too.
        folder.write("plain.txt", folder.read(file));
        assert_eq!(convert_in(&folder, "plain.txt", ""), expected, "{file}");
        assert_eq!(convert("-", folder.read(file)), expected, "{file}");
    }
    let save = convert("- --to text-save --select number=1", GAMES);
    let game = convert("- --from text-save", &save.out);
    assert_eq!(game.out.lines().next(), expected.out.lines().next());
}

#[test]
fn positions_are_the_last_of_each_game() {
    let boards = convert("- --to board --plies 2", GAMES).out;
    let boards: Vec<&str> = boards.lines().collect();
    assert_eq!(boards.len(), 3);
    assert_eq!(
        boards[1],
        "---------------------------OX------OXX-----O-------------------- X"
    );
    assert_eq!(
        convert("- --to obf", boards[1]).out,
        format!("{};\n", boards[1])
    );
    let reason = "standard input: record 1: a transcript must start from the standard position\n";
    convert("-", boards[1]).refused(1, reason);
}

#[test]
fn bad_records_are_told_and_the_others_converted() {
    let run = convert("-", "f5d6c3\n\nf5a1\n\nf5f6e6f4\n");
    assert_eq!(
        (run.out.as_str(), run.code),
        ("F5d6C3\nF5f6E6f4\n", Some(1))
    );
    assert_eq!(
        run.err,
        "standard input: record 2, byte 10: ply 2: a1 is not legal: a move must flip at least one \
         disc\nstandard input: converted 2 of 3 records\n"
    );
    let said = "standard input: no record found, read as transcript\n";
    convert("-", "no game at all\n").refused(1, said);
    let none = convert("- --stats --json", "no game at all\n");
    assert_eq!((none.code, &*none.err), (Some(1), said));
    assert_has(&none.out, &[r#""bad":0"#]);
    let folder = Program::new();
    assert_eq!(convert_in(&folder, "- x.ggf", "f5a1\n").code, Some(1));
    assert_eq!(
        names(&folder),
        [""; 0],
        "an empty file would look like an answer"
    );
}

#[test]
fn the_side_to_move_of_a_board_can_be_given() {
    let squares = "-------------------X-------XX------XO---------------------------";
    let missing = "standard input: record 1, byte 0: no side to move: add `X to move` or `O to move` after the board, or use --turn B";
    assert_eq!(
        convert("--to board", squares).with_code(1).errors()[0],
        missing
    );
    for (turn, side) in [
        ("W", "O"),
        ("white", "O"),
        ("brancas", "O"),
        ("b", "X"),
        ("X", "X"),
    ] {
        let line = format!("--to board --turn {turn}");
        assert_eq!(
            convert(&line, squares).with_code(0).out,
            format!("{squares} {side}\n")
        );
        assert_eq!(
            convert(&line, format!("{squares} O")).out,
            format!("{squares} O\n")
        );
    }
    let game = format!("{squares}\nc3 c4\n");
    assert_has(
        &run(&["analyze", "-", "--depth", "2"], &game).err,
        &["use --turn B"],
    );
    run(&["analyze", "-", "--depth", "2", "--turn", "W"], &game).with_code(0);
}

#[test]
fn names_of_wthor_stand_in_files_beside() {
    let folder = Program::new();
    assert_eq!(convert_in(&folder, "- games.wtb", GGF).code, Some(0));
    // Without tournaments, there is no tournaments file.
    assert_eq!(names(&folder), ["games.jou", "games.trn", "games.wtb"]);
    let ggf = convert_in(&folder, "games.wtb --to ggf", "").out;
    assert_has(&ggf, &["PB[Ann Smith]PW[Bob]"]);
    // With any other name, the companion files are found if they are called wthor, as in the database.
    let moved = Program::new();
    moved.write("WTH_2003.wtb", folder.read("games.wtb"));
    let numbers = convert_in(&moved, "WTH_2003.wtb --to ggf", "").out;
    assert_has(&numbers, &["PB[#1]PW[#2]"]);
    moved.write("WTHOR.JOU", folder.read("games.jou"));
    assert_eq!(convert_in(&moved, "WTH_2003.wtb --to ggf", "").out, ggf);
    moved.write("WTHOR.JOU", "no names");
    let damaged = convert_in(&moved, "WTH_2003.wtb", "");
    damaged.refused(3, "WTHOR.JOU: not a WTHOR name file (names of 20 bytes)");
    assert_eq!(convert("- --to wthor --from ggf -", "1").code, Some(1));
}

#[test]
fn statistics_say_what_there_is() {
    let out = convert("- --stats", GGF).done();
    for line in [
        "records            2",
        "won by Black       1",
        "unknown            1",
        "years              2003 to 2004",
        "players            3",
    ] {
        assert!(out.lines().any(|found| found == line), "{line}: {out}");
    }
    assert_has(
        &out,
        &["Bob                           2      0      0      1"],
    );
    // Of several conditions, all hold.
    let select = "- --select year=2003..2004 --select white=carl";
    assert_eq!(convert(select, GGF).done().lines().count(), 1);
    let json = convert("- --stats --json", GGF).objects().remove(0);
    assert_eq!(
        (&json["records"], &json["black_won"]),
        (&2.into(), &1.into())
    );
    assert_eq!(json["plies"][1], 2);
    let folder = Program::new();
    assert_eq!(convert_in(&folder, "- x.txt --stats", GGF).out, out);
    assert_eq!(names(&folder), ["x.txt"]);
}

#[test]
fn a_record_can_be_json() {
    let records = convert("- --json", GGF).objects();
    let [first, second] = &records[..] else {
        panic!("{records:?}")
    };
    assert_eq!(first["black"]["name"], "Ann Smith");
    assert_eq!(first["date"], "2003-12-15");
    assert_eq!(first["result"]["ending"], "resigned");
    let mv = &first["moves"][0];
    assert_eq!(mv["square"], "f5");
    assert_eq!(
        (&mv["evaluation"], &mv["seconds"]),
        (&1.5.into(), &2.0.into())
    );
    assert_eq!(
        (&first["number"], &first["over"]),
        (&1.into(), &false.into())
    );
    assert_eq!(second["result"], Value::Null);
}

#[test]
fn a_file_that_is_there_is_left_alone() {
    let folder = Program::new();
    folder.write("games.txt", "mine");
    let exists = "games.txt already exists: use --force to overwrite it";
    convert_in(&folder, "- games.txt", GAMES).refused(1, exists);
    assert_eq!(folder.read_text("games.txt"), "mine");
    convert_in(&folder, "- games.txt --force", GAMES).done();
    assert_eq!(folder.read_text("games.txt").lines().count(), 3);
    folder.write("same.ggf", GGF);
    convert_in(&folder, "same.ggf same.ggf --force", "").done();
    // A mistyped name selects no game, and the file stays unchanged.
    let none = convert_in(
        &folder,
        "same.ggf same.ggf --force --select player=anne",
        "",
    );
    none.refused(1, "same.ggf: no record matches --select");
    assert_has(&folder.read_text("same.ggf"), &["PB[Ann Smith]"]);
    folder.write("x.jou", "mine");
    let numbers = GGF
        .replace("Ann Smith", "#1")
        .replace("Bob", "#2")
        .replace("Carl", "#3");
    let reserved = "x.jou is reserved for player names: give the game file the extension .wtb";
    for (line, input, reason) in [
        ("- x.wtb", GGF, "x.jou already"),
        (
            "- x.wtb --force",
            &numbers,
            "x.jou belongs to other games: move it",
        ),
        ("- x.jou --to wthor --force", GGF, reserved),
        (
            "- x.svg",
            GGF,
            "a picture holds only one game: select it with number=N",
        ),
    ] {
        convert_in(&folder, line, input).refused(1, reason);
    }
    assert_eq!(folder.read_text("x.jou"), "mine");
    assert_eq!(
        names(&folder),
        ["games.txt", "same.ggf", "x.jou"],
        "nothing is left behind"
    );
    convert_in(&folder, "- x.svg --select number=2", GGF).done();
    assert!(folder.read_text("x.svg").starts_with("<svg "));
    convert_in(&folder, "x.svg", "").refused(1, "x.svg: record 1, byte 0");
}

/// Ctrl-C, or a system shutdown.
#[cfg(unix)]
#[test]
fn what_a_signal_cuts_off_leaves_nothing_behind() {
    use std::io::Write;
    use std::os::unix::process::ExitStatusExt;

    use crate::support::{signal, wait};

    for (name, number) in [("INT", 2), ("TERM", 15)] {
        let (program, folder) = (Program::new(), Program::new());
        let out = folder.file("games.ggf");
        let mut child = program.command(&["convert", "-", &out]).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(GAMES.repeat(100).as_bytes()).unwrap();
        wait(
            || !names(&folder).is_empty(),
            || "nothing is written".to_owned(),
        );
        assert_eq!(
            child.try_wait().unwrap(),
            None,
            "it waits for the end of its input"
        );
        signal(child.id(), name);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.signal(), Some(number), "{output:?}");
        assert_eq!(names(&folder), [""; 0]);
        drop(input);
    }
}
