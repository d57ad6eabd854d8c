//! Damaged files: rejected in one line, and left unchanged.

use std::fs;
use std::process::Command;

use reversi::internals::{Store, StoreError};

use super::support::Program;
use super::{OPENING, listing};

fn saved() -> (Program, String) {
    let program = Program::new();
    program.succeed("C ● ○\nA ● 3\nf5\nE good\n");
    let text = String::from_utf8(program.read("saves/good.ron")).unwrap();
    (program, text)
}

#[test]
fn a_save_cut_at_any_byte_is_refused_with_its_place_or_whole() {
    let (program, text) = saved();
    let store = Store::at(program.home.path());
    let name = "cut".parse().unwrap();
    let (whole, _) = store.load(&"good".parse().unwrap()).unwrap();
    let path = program.path("saves/cut.ron");
    for end in 0..text.len() {
        let cut = &text.as_bytes()[..end];
        fs::write(&path, cut).unwrap();
        match store.load(&name) {
            Ok((saved, _)) => {
                assert_eq!(cut, text.trim_end().as_bytes(), "only the last newline may be missing");
                assert_eq!(saved, whole);
            }
            Err(StoreError::Damaged { line, column, .. }) => {
                assert!(line >= 1 && column >= 1);
                assert!(line <= text.lines().count());
            }
            Err(error) => panic!("cut at {end}: {error}"),
        }
        assert_eq!(fs::read(&path).unwrap(), cut);
    }
    for end in [0, 1, 20, text.len() / 2, text.len() - 3] {
        fs::write(&path, &text[..text.floor_char_boundary(end)]).unwrap();
        program.fail("L cut", "saves/cut.ron:");
    }
}

#[test]
fn a_damaged_save_is_neither_loaded_nor_replaced_nor_removed() {
    let (program, text) = saved();
    let change = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        text.replacen(from, to, 1)
    };
    let moves = text.lines().find(|line| line.contains("moves:")).unwrap();
    let with_moves = |moves_text: &str| change(moves, &format!("moves: \"{moves_text}\","));
    let deep =
        |open: &str| change("format: 1", &format!("format: 1, deep: {}", open.repeat(10_000)));
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
        (with_moves("f5 \\u{1b}[2J"), "move 2: \"\\u{1b}[2J\" is not a square"),
        (with_moves("f5"), "the saved moves don't lead to the saved board"),
        (with_moves(&"f5 ".repeat(100_000)), "move 2: f5 is occupied"),
        (
            change("format: 1", "format: 3, more: [Some(Thing(x: 1.5))]"),
            "from a newer version of reversi (format 3, supported up to 2)",
        ),
        (
            change("format: 1", &format!("format: 4, deep: {}", "[".repeat(10_000))),
            "from a newer version of reversi (format 4, supported up to 2)",
        ),
        (change("format: 1", "format: 0"), "format 0 does not exist"),
        (change("format: 1", "format: -1"), "bad.ron:2:"),
        (change("format: 1", "format: 99999999999999999999"), "bad.ron:2:"),
        (change("game: \"rv\"", "game: \"go\""), "unknown game code \"go\""),
        (change("game: \"rv\"", "game: \"rv\", cheat: true"), "unknown field cheat: use game, "),
        (change("'●'", "'\\u{1b}'"), "is not an icon"),
        (change("'●'", "'-'"), "- can't be an icon"),
        (change("'●'", "'○'"), "both icons are ○"),
        (change("level: 3", "level: 61"), "no level \"61\""),
        (
            change(
                "against(\n      human: black,\n      level: 3,\n    )",
                "competitive(human: black, nickname: \"a\\u{1b}b\")",
            ),
            "is not a valid nickname",
        ),
        (change("saved: \"20", "saved: \"xx"), "bad.ron:3:"),
        (text.clone() + "more", "unexpected text after the closing )"),
    ] {
        let path = program.path("saves/bad.ron");
        fs::write(&path, &content).unwrap();
        for command in ["L bad", "E bad", "R bad"] {
            program.fail(command, part);
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), content, "it was touched");
        let list = program.succeed("T\n");
        assert!(list.contains("bad can't be read: ") && list.contains("good  Reversi"), "{list}");
        assert!(!list.contains('\x1b'));
    }
    assert_eq!(listing(&program.path("saves")), ["bad.ron", "good.ron"]);
}

#[test]
fn bytes_that_are_no_text_are_told_with_their_place() {
    let (program, text) = saved();
    let mut bytes = text.into_bytes();
    bytes.splice(4..4, [0xff, 0xfe]);
    fs::write(program.path("saves/bad.ron"), &bytes).unwrap();
    program.fail("L bad", "saves/bad.ron:2:3: byte 0xff is not UTF-8");
    assert_eq!(program.read("saves/bad.ron"), bytes);
}

#[test]
fn what_is_no_ordinary_file_is_refused_unread() {
    let (program, _) = saved();
    // Waiting for a writer would hang the test.
    let pipe = program.path("saves/pipe.ron");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", program.path("saves/zero.ron")).unwrap();
    fs::create_dir_all(program.path("saves/folder.ron/inside")).unwrap();
    fs::create_dir(program.path("ranking.ron")).unwrap();
    for name in ["pipe", "zero", "folder"] {
        for letter in ["L", "E", "R"] {
            program.fail(&format!("{letter} {name}"), &format!("saves/{name}.ron is not a file"));
        }
    }
    program.fail("W", "ranking.ron is not a file");
    assert_eq!(program.succeed("T\n").matches("can't be read").count(), 3);
    assert_eq!(listing(&program.path("saves/folder.ron")), ["inside"]);
}

#[test]
fn a_failed_load_leaves_the_game_and_its_redo() {
    let (program, _) = saved();
    fs::write(program.path("saves/bad.ron"), "(").unwrap();
    let run = program.run(&[], format!("{OPENING}U\nL bad\nL none\nredo\nmoves\n"));
    assert_eq!(run.err.lines().count(), 2, "{}", run.err);
    assert!(run.out.ends_with("f5f6e6f4\n"), "{}", run.out);
}
