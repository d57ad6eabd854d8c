//! Damaged, odd and huge files in the data folder: rejected in one line, soon, and left unchanged.

use std::fs;
use std::process::Stdio;
use std::time::Instant;

use reversi::internals::{Store, StoreError};

use super::support::{Program, assert_clean, assert_has, listing, make_pipe};
use super::{LONG, MINE, NOT_KEPT, OPENING, check_failure, end_of};

fn saved() -> (Program, String) {
    let program = Program::new();
    program.succeed("C ● ○\nA ● 3\nf5\nE good\n");
    let text = program.read_text("saves/good.ron");
    (program, text)
}

#[track_caller]
fn change(text: &str, from: &str, to: &str) -> String {
    assert_has(text, &[from]);
    text.replacen(from, to, 1)
}

#[test]
fn a_save_cut_at_any_byte_is_refused_with_its_place_or_whole() {
    let (program, text) = saved();
    let store = Store::at(program.home.path());
    let name = "cut".parse().unwrap();
    let (whole, _) = store.load(&"good".parse().unwrap()).unwrap();
    for end in 0..text.len() {
        let cut = &text.as_bytes()[..end];
        program.write("saves/cut.ron", cut);
        match store.load(&name) {
            Ok((saved, _)) => {
                assert_eq!(
                    cut,
                    text.trim_end().as_bytes(),
                    "only the last newline may be missing"
                );
                assert_eq!(saved, whole);
            }
            Err(StoreError::Damaged { line, column, .. }) => {
                assert!(line >= 1 && column >= 1 && line <= text.lines().count());
            }
            Err(error) => panic!("cut at {end}: {error}"),
        }
        assert_eq!(program.read("saves/cut.ron"), cut);
    }
    for end in [0, 1, 20, text.len() / 2, text.len() - 3] {
        program.write("saves/cut.ron", &text[..text.floor_char_boundary(end)]);
        program.fail("L cut", "saves/cut.ron:");
    }
}

#[test]
fn a_damaged_save_is_neither_loaded_nor_replaced_nor_removed() {
    let (program, text) = saved();
    let change = |from: &str, to: &str| change(&text, from, to);
    let moves = text.lines().find(|line| line.contains("moves:")).unwrap();
    let with_moves = |moves_text: &str| change(moves, &format!("moves: \"{moves_text}\","));
    let deep = |open: &str| {
        change(
            "format: 1",
            &format!("format: 1, deep: {}", open.repeat(10_000)),
        )
    };
    for (content, part) in [
        (String::new(), "bad.ron:1:1: "),
        ("\0\0\0\0".to_owned(), "bad.ron:1:1: "),
        ("hello\n".to_owned(), "bad.ron:1:1: "),
        (deep("("), "bad.ron:2:"),
        (deep("["), "bad.ron:2:"),
        (deep("Some("), "bad.ron:2:"),
        ("(".repeat(10_000), "bad.ron:1:"),
        (with_moves("f5 f5"), "move 2: f5 is occupied"),
        (with_moves("f5 a1"), "move 2: a1 is not legal: "),
        (with_moves("f5 j10"), "move 2: no column j on this board"),
        (
            with_moves("f5 \\u{1b}[2J"),
            "move 2: \"\\u{1b}[2J\" is not a square",
        ),
        (
            with_moves("f5"),
            "the saved moves don't lead to the saved board",
        ),
        (with_moves(&"f5 ".repeat(100_000)), "move 2: f5 is occupied"),
        (
            change("format: 1", "format: 3, more: [Some(Thing(x: 1.5))]"),
            "from a newer version of reversi (format 3, supported up to 2)",
        ),
        (
            change(
                "format: 1",
                &format!("format: 4, deep: {}", "[".repeat(10_000)),
            ),
            "from a newer version of reversi (format 4, supported up to 2)",
        ),
        (change("format: 1", "format: 0"), "format 0 does not exist"),
        (change("format: 1", "format: -1"), "bad.ron:2:"),
        (
            change("format: 1", "format: 99999999999999999999"),
            "bad.ron:2:",
        ),
        (
            change("game: \"rv\"", "game: \"go\""),
            "unknown game code \"go\"",
        ),
        (
            change("game: \"rv\"", "game: \"rv\", cheat: true"),
            "unknown field cheat: use game, ",
        ),
        (change("'●'", "'\\u{1b}'"), "is not an icon"),
        (change("'●'", "'-'"), "- can't be an icon"),
        (change("'●'", "'○'"), "both icons are ○"),
        (change("bot(3)", "bot(61)"), "no level \"61\""),
        (
            change(
                "white: bot(3)",
                "white: competitive, nickname: Some(\"a\\u{1b}b\")",
            ),
            "is not a valid nickname",
        ),
        (
            change("white: bot(3)", "white: competitive"),
            "a competitive game has a human with a nickname and the competitive bot",
        ),
        (
            change("white: bot(3)", "white: bot(3), nickname: Some(\"ann\")"),
            "a competitive game has a human with a nickname",
        ),
        (change("saved: \"20", "saved: \"xx"), "bad.ron:3:"),
        (text.clone() + "more", "unexpected text after the closing )"),
    ] {
        program.write("saves/bad.ron", &content);
        for command in ["L bad", "E bad", "R bad"] {
            program.fail(command, part);
        }
        assert_eq!(
            program.read_text("saves/bad.ron"),
            content,
            "it was touched"
        );
        let list = program.succeed("T\n");
        assert_has(&list, &["bad can't be read: ", "good  Reversi"]);
        assert!(!list.contains('\x1b'));
    }
    assert_eq!(listing(&program.path("saves")), ["bad.ron", "good.ron"]);
    // A failed load leaves the game and its redo.
    let run = program.run(&[], format!("{OPENING}U\nL bad\nL none\nredo\nmoves\n"));
    assert_eq!(run.err.lines().count(), 2, "{}", run.err);
    assert!(run.out.ends_with("f5f6e6f4\n"), "{}", run.out);
    let mut bytes = text.into_bytes();
    bytes.splice(4..4, [0xff, 0xfe]);
    program.write("saves/bad.ron", &bytes);
    program.fail("L bad", "saves/bad.ron:2:3: byte 0xff is not UTF-8");
    assert_eq!(program.read("saves/bad.ron"), bytes);
}

#[test]
fn what_is_no_ordinary_file_is_refused_unread() {
    let (program, _) = saved();
    // Waiting for a writer would hang the test.
    make_pipe(&program.path("saves/pipe.ron"));
    std::os::unix::fs::symlink("/dev/zero", program.path("saves/zero.ron")).unwrap();
    fs::create_dir_all(program.path("saves/folder.ron/inside")).unwrap();
    fs::create_dir(program.path("ranking.ron")).unwrap();
    for name in ["pipe", "zero", "folder"] {
        for letter in ["L", "E", "R"] {
            program.fail(
                &format!("{letter} {name}"),
                &format!("saves/{name}.ron is not a file"),
            );
        }
    }
    program.fail("W", "ranking.ron is not a file");
    assert_eq!(program.succeed("T\n").matches("can't be read").count(), 3);
    assert_eq!(listing(&program.path("saves/folder.ron")), ["inside"]);
}

#[test]
fn a_file_in_place_of_a_folder_is_told_by_every_command_and_left() {
    for (file, commands) in [
        ("data", &["E x", "L x", "R x", "T", "W"][..]),
        ("data/saves", &["E x", "L x", "R x", "T"]),
    ] {
        let program = Program::new();
        fs::create_dir_all(program.path(file).parent().unwrap()).unwrap();
        program.write(file, MINE);
        let data = program.file("data");
        for command in commands {
            let run = program.run(&["--data-dir", &data], format!("N\n{command}\nshow\n"));
            check_failure(&run, "line 2: can't ");
            assert_has(&run.err, &[&data]);
            assert_eq!(
                run.out.matches("  a b c d e f g h").count(),
                2,
                "the session goes on"
            );
            assert_eq!(program.read_text(file), MINE);
        }
    }
    let program = Program::new();
    program.write("autosave", MINE);
    program.run(&[], OPENING).errors_begin(&[NOT_KEPT]);
    check_failure(&program.run(&["--resume"], ""), "reversi: --resume: ");
    assert_eq!(program.read_text("autosave"), MINE);
}

#[test]
fn a_huge_file_costs_neither_time_nor_memory() {
    let program = Program::new();
    fs::create_dir(program.path("saves")).unwrap();
    let huge = ["saves/huge.ron", "ranking.ron"].map(|name| program.path(name));
    for path in &huge {
        fs::File::create(path).unwrap().set_len(1 << 30).unwrap();
    }
    let start = Instant::now();
    let script = format!("{OPENING}L huge\nE huge\nR huge\nT\nW\nshow\n");
    // Less than the size of the file: reading all of it would end the program.
    let run = program.run_script_under("ulimit -v 600000", &script);
    assert!(start.elapsed() < LONG);
    assert_eq!(
        (run.err.lines().count(), run.code),
        (4, Some(1)),
        "{}",
        run.err
    );
    assert_eq!(
        run.err
            .matches("too large: 1073741824 bytes, limit ")
            .count(),
        4,
        "{}",
        run.err
    );
    assert_has(
        &run.err,
        &["huge.ron is too large: 1073741824 bytes, limit 4194304"],
    );
    assert_has(&run.out, &["huge can't be read: "]);
    assert!(
        huge.iter()
            .all(|path| fs::metadata(path).unwrap().len() == 1 << 30)
    );
}

#[test]
fn a_file_made_to_take_long_is_refused_in_time() {
    const SIZE: usize = 1 << 20;
    let program = Program::new();
    program.succeed(&format!("{OPENING}E good\n"));
    let good = program.read_text("saves/good.ron");
    let filled = |part: &str| part.repeat(SIZE / part.len());
    let change = |from: &str, to: &str| {
        let mut text = change(&good, from, to);
        text.truncate(SIZE);
        text
    };
    let room = SIZE - 2 * good.len();
    for content in [
        filled("/*"),
        filled("("),
        filled("["),
        filled("{"),
        filled("\""),
        // A raw text that never begins.
        format!("r{}\"", "#".repeat(room)),
        filled("#![enable("),
        change("moves: \"", &format!("moves: \"{}", "f5 ".repeat(room / 3))),
        change("moves: \"", &format!("moves: \"a{} ", "9".repeat(room))),
        change("game: \"", &format!("game: \"{}", "v".repeat(room))),
        change(
            "board: [",
            &format!("board: [{}", "\"-\",".repeat(room / 4)),
        ),
        change("\"--------\"", &format!("\"{}\"", "-".repeat(room))),
        // A nested future.
        format!("(format: 1, x: {}", "[".repeat(room)),
    ] {
        assert!(content.len() <= SIZE);
        program.write("saves/bad.ron", &content);
        program.fail("L bad", "saves/bad.ron");
        assert!(program.read_text("saves/bad.ron") == content);
    }
}

#[test]
fn nothing_of_a_file_or_of_its_folder_reaches_a_terminal_raw() {
    let program = Program::new();
    program.succeed(&format!("{OPENING}E good\n"));
    let good = program.read_text("saves/good.ron");
    // Escape, its one-byte form on some terminals, and a mark that reverses the text.
    for raw in ['\x1b', '\u{9b}', '\u{202e}', '\r', '\x08'] {
        for field in [
            "moves: \"",
            "game: \"",
            "saved: \"",
            "board: [\n      \"",
            "format: ",
            "icons: ",
        ] {
            let text = change(&good, field, &format!("{field}{raw}[2J"));
            for file in ["saves/bad.ron", "ranking.ron"] {
                program.write(file, &text);
            }
            for arguments in [&[][..], &["--json"]] {
                let run = program.run(arguments, "L bad\nE bad\nR bad\nT\nW\n");
                assert!(!(run.out + &run.err).contains(raw), "{field}{raw:?}");
            }
        }
    }
    let folder = program.path("a\x1b[2J\u{202e}b");
    fs::create_dir_all(folder.join("saves/x.ron")).unwrap();
    let run = program.run(
        &["--data-dir", folder.to_str().unwrap()],
        format!("{OPENING}E x\n"),
    );
    assert_has(&run.err, &["a\\u{1b}[2J\\u{202e}b"]);
    assert_clean(&run.err);
}

/// A time zone that is not a file, or a file that is not a time zone.
#[test]
#[cfg(target_os = "linux")]
fn a_time_zone_without_an_end_is_none() {
    let program = Program::new();
    make_pipe(&program.path("pipe"));
    let own = program.file("");
    for (zone, folder) in [
        ("/dev/zero", ""),
        (":/dev/zero", ""),
        ("/dev/tty", ""),
        ("/", ""),
        ("Nowhere/Land", ""),
        ("Europe/Berlin", ""),
        ("zero", "/dev"),
        (":zero", "/dev"),
        ("tty", "/dev"),
        ("Europe/Berlin", "/"),
        ("pipe", &*own),
        (&*program.file("pipe"), ""),
    ] {
        let mut command = program.command(&["puzzles"]);
        command
            .env("TZ", zone)
            .env("TZDIR", folder)
            .stdin(Stdio::null());
        let mut child = command.spawn().unwrap();
        assert_eq!(
            end_of(&mut child, zone).code(),
            Some(0),
            "{zone} in {folder}"
        );
    }
}
