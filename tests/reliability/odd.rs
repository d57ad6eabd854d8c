//! Odd contents of the data folder: files instead of folders, limits that cut a write, texts made to be slow, an
//! unreadable autosave.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Instant;

#[cfg(target_os = "linux")]
use super::end_of;
use super::support::Program;
use super::{LONG, MINE, OPENING, check_failure, listing, script_under};

#[test]
fn a_file_in_place_of_the_data_folder_or_the_saves_is_told_by_every_command() {
    let cases: [(&str, &[&str]); 2] =
        [("data", &["E x", "L x", "R x", "T", "W"]), ("data/saves", &["E x", "L x", "R x", "T"])];
    for (file, commands) in cases {
        let program = Program::new();
        let path = program.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, MINE).unwrap();
        let data = program.path("data");
        for command in commands {
            let run = program
                .run(&["--data-dir", data.to_str().unwrap()], format!("N\n{command}\nshow\n"));
            check_failure(&run, command, "line 2: can't ");
            assert!(run.err.contains(data.to_str().unwrap()), "{}", run.err);
            assert_eq!(run.out.matches("  a b c d e f g h").count(), 2, "the session goes on");
            assert_eq!(fs::read_to_string(&path).unwrap(), MINE);
        }
    }
}

#[test]
fn a_file_in_place_of_the_autosave_is_told_and_left() {
    let program = Program::new();
    fs::write(program.path("autosave"), MINE).unwrap();
    let run = program.run(&[], OPENING);
    assert!(run.err.starts_with("the unfinished game could not be saved: can't "), "{}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    let run = program.run(&["--resume"], "");
    check_failure(&run, "--resume", "reversi: --resume: ");
    assert_eq!(program.read("autosave"), MINE.as_bytes());
}

#[test]
fn a_write_that_a_limit_refuses_or_cuts_leaves_the_earlier_save() {
    let limits = ["ulimit -f 0", "ulimit -f 1"];
    for limits in
        limits.into_iter().flat_map(|limit| [limit.to_owned(), format!("trap '' XFSZ; {limit}")])
    {
        let program = Program::new();
        program.succeed(&format!("{OPENING}E old\n"));
        let before = program.read("saves/old.ron");
        // A game between bots has the longest list of moves.
        let long = "seed 1\nN\nplayer black 1\nplayer white 1\n";
        let moves = program.succeed(&format!("{long}E long\nmoves\n"));
        let moves = format!("{}\n", moves.lines().last().unwrap());
        let needed = program.read("saves/long.ron").len();
        // Shells count in blocks of 512 or of 1024 bytes.
        fs::write(program.path("block.txt"), vec![b'x'; needed]).unwrap();
        let copy =
            format!("{limits}; cat '{0}/block.txt' >'{0}/copy.txt'", program.home.path().display());
        let copied = Command::new("sh").args(["-c", &copy]).stderr(Stdio::null()).status().unwrap();
        if copied.success() {
            println!("skipped: the shell's blocks are larger than a save of {needed} bytes");
            return;
        }
        let names = listing(&program.path("saves"));
        let run = script_under(&program, &limits, &format!("{long}E old\nE new\nmoves\n"));
        let lines: Vec<&str> = run.err.lines().collect();
        assert_eq!(lines.len(), 2, "{}", run.err);
        for (line, path) in lines.iter().zip(["saves/old.ron", "saves/new.ron"]) {
            assert!(line.contains("can't write ") && line.contains(path), "{line}");
            assert!(line.contains("file too large"), "{line}");
        }
        assert_eq!(run.code, Some(1));
        assert_eq!(program.read("saves/old.ron"), before);
        assert_eq!(listing(&program.path("saves")), names, "nothing half is left");
        assert!(run.out.ends_with(&moves), "the session goes on: {}", run.out);
    }
}

#[test]
fn a_library_that_has_no_room_left_is_the_earlier_one() {
    for limits in ["ulimit -f 8", "trap '' XFSZ; ulimit -f 8"] {
        let program = Program::new();
        program.succeed("paste f5d6c3\nlibrary add this\ndrill tiger\n");
        let add = "paste f5f6e6\nlibrary add this\n";
        let run = script_under(&program, limits, add);
        assert!(run.err.contains("library.db: "), "{}", run.err);
        assert_eq!((run.err.lines().count(), run.code), (1, Some(1)), "{}", run.err);
        program.succeed("library check\n");
        assert_eq!(program.succeed("library\n").matches("f5").count(), 0);
        assert!(program.succeed(&format!("{add}library\n")).contains("2 games"));
    }
}

#[test]
fn a_huge_file_costs_neither_time_nor_memory() {
    let program = Program::new();
    fs::create_dir(program.path("saves")).unwrap();
    for name in ["saves/huge.ron", "ranking.ron"] {
        fs::File::create(program.path(name)).unwrap().set_len(1 << 30).unwrap();
    }
    let start = Instant::now();
    let script = format!("{OPENING}L huge\nE huge\nR huge\nT\nW\nshow\n");
    // Less than the size of the file: reading all of it would end the program.
    let run = script_under(&program, "ulimit -v 600000", &script);
    assert!(start.elapsed() < LONG);
    let lines: Vec<&str> = run.err.lines().collect();
    assert_eq!(lines.len(), 4, "{}", run.err);
    for line in lines {
        assert!(line.contains("too large: 1073741824 bytes, limit "), "{line}");
    }
    assert!(
        run.err.contains("huge.ron is too large: 1073741824 bytes, limit 4194304"),
        "{}",
        run.err
    );
    assert!(run.out.contains("huge can't be read: "), "{}", run.out);
    assert_eq!(run.code, Some(1));
    for name in ["saves/huge.ron", "ranking.ron"] {
        assert_eq!(fs::metadata(program.path(name)).unwrap().len(), 1 << 30);
    }
}

#[test]
fn a_file_made_to_take_long_is_refused_in_time() {
    const SIZE: usize = 1 << 20;
    let program = Program::new();
    program.succeed(&format!("{OPENING}E good\n"));
    let good = String::from_utf8(program.read("saves/good.ron")).unwrap();
    let filled = |part: &str| part.repeat(SIZE / part.len());
    let change = |from: &str, to: &str| {
        assert!(good.contains(from), "{good}");
        let mut text = good.replacen(from, to, 1);
        text.truncate(SIZE);
        text
    };
    let room = SIZE - 2 * good.len();
    for (what, content) in [
        ("comments in comments", filled("/*")),
        ("round brackets", filled("(")),
        ("square brackets", filled("[")),
        ("curly brackets", filled("{")),
        ("quotation marks", filled("\"")),
        ("a raw text that never begins", format!("r{}\"", "#".repeat(room))),
        ("attributes", filled("#![enable(")),
        ("moves", change("moves: \"", &format!("moves: \"{}", "f5 ".repeat(room / 3)))),
        ("a long move", change("moves: \"", &format!("moves: \"a{} ", "9".repeat(room)))),
        ("a long code", change("game: \"", &format!("game: \"{}", "v".repeat(room)))),
        ("rows", change("board: [", &format!("board: [{}", "\"-\",".repeat(room / 4)))),
        ("a long row", change("\"--------\"", &format!("\"{}\"", "-".repeat(room)))),
        ("a nested future", format!("(format: 1, x: {}", "[".repeat(room))),
    ] {
        assert!(content.len() <= SIZE, "{what}");
        fs::write(program.path("saves/bad.ron"), &content).unwrap();
        let start = Instant::now();
        program.fail("L bad", "saves/bad.ron");
        assert!(start.elapsed() < LONG, "{what} takes too long");
        assert_eq!(program.read("saves/bad.ron"), content.as_bytes(), "{what}");
    }
}

#[test]
fn nothing_of_a_file_reaches_a_terminal_raw() {
    let program = Program::new();
    program.succeed(&format!("{OPENING}E good\n"));
    let good = String::from_utf8(program.read("saves/good.ron")).unwrap();
    // Escape, its one-byte form on some terminals, and a mark that reverses the text.
    for raw in ['\x1b', '\u{9b}', '\u{202e}', '\r', '\x08'] {
        for field in
            ["moves: \"", "game: \"", "saved: \"", "board: [\n      \"", "format: ", "icons: "]
        {
            let text = good.replacen(field, &format!("{field}{raw}[2J"), 1);
            assert_ne!(text, good, "{field}");
            fs::write(program.path("saves/bad.ron"), &text).unwrap();
            fs::write(program.path("ranking.ron"), &text).unwrap();
            for arguments in [&[][..], &["--json"]] {
                let run = program.run(arguments, "L bad\nE bad\nR bad\nT\nW\n");
                for text in [run.out, run.err] {
                    assert!(!text.contains(raw), "{field}{raw:?}: {text:?}");
                }
            }
        }
    }
}

/// A time zone that is not a file, or a file that is not a time zone.
#[test]
#[cfg(target_os = "linux")]
fn a_time_zone_without_an_end_is_none() {
    for zone in ["/dev/zero", ":/dev/zero", "/dev/tty", "/", "Nowhere/Land", "Europe/Berlin"] {
        let program = Program::new();
        let mut command = program.command(&["puzzles"]);
        let mut child = command.env("TZ", zone).stdin(Stdio::null()).spawn().unwrap();
        assert_eq!(end_of(&mut child, zone).code(), Some(0), "{zone}");
    }
}
