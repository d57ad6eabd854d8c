//! Invalid input of every kind is reported in one plain line that names the fault, without text from libraries or
//! the system.

mod support;

use std::fs;
use std::path::Path;

use support::{Program, Run};

/// Texts from libraries and the system.
const RAW: &[&str] = &[
    "os error",
    "invalid digit",
    "cannot parse",
    "number too",
    "invalid float",
    "panicked",
    "valid UTF-8",
    "invalid utf-8",
    "ParseIntError",
    "Os {",
    "Error {",
    "untagged",
    "failed to fill",
    "No such file",
    "Is a directory",
    "Permission denied",
    "Not a directory",
    "entity not found",
    " is not in ",
    "..=",
    "EOF",
    "Expected ",
];

/// Command lines, with the word that the message must contain, and the exit code.
const COMMAND_LINES: &[(&[&str], &str, i32)] = &[
    (&["hlep"], "did you mean help?", 3),
    (&["slove"], "did you mean solve?", 3),
    (&["confg"], "did you mean config?", 3),
    (&["nothing-like-it"], "nothing-like-it", 3),
    (&["no/such/script"], "no/such/script", 3),
    (&["folder"], "folder", 3),
    (&["text.ron/x"], "text.ron/x", 3),
    (&["--seed", "x"], "'x'", 2),
    (&["--seed", "-1"], "-1", 2),
    (&["--seed", "99999999999999999999"], "99999999999999999999", 2),
    (&["--seed", ""], "--seed", 2),
    (&["-x", "300"], "300", 2),
    (&["-x", "wide"], "wide", 2),
    (&["-g", "gravity", "-x", "3"], "3", 2),
    (&["-x", "12"], "Reversi", 2),
    (&["-g", "chess"], "chess", 2),
    (&["--lines-only"], "Reversi", 2),
    (&["--variant"], "--variant", 2),
    (&["--level", "21"], "21", 2),
    (&["--names", "a", "A"], "A", 2),
    (&["--names", "a"], "--names", 2),
    (&["--icons", "ab", "c"], "ab", 2),
    (&["--icons", "#", "c"], "#", 2),
    (&["--icons", "é", "c", "--ascii"], "ASCII", 2),
    (&["--theme", "pink"], "pink", 2),
    (&["--discs", "round"], "round", 2),
    (&["--screen-reader=maybe"], "maybe", 2),
    (&["--color", "pink"], "pink", 2),
    (&["--weights", "none", "bench"], "none", 3),
    (&["--weights", "folder", "bench"], "folder", 3),
    (&["--weights", "text.ron", "bench"], "text.ron", 3),
    (&["perft"], "DEPTH", 2),
    (&["perft", "0"], "0", 2),
    (&["perft", "x"], "'x'", 2),
    (&["perft", "99999999999"], "99999999999", 2),
    (&["perft", "3", "--threads", "0"], "0", 2),
    (&["perft", "3", "--hash", "-5"], "-5", 2),
    (&["bench", "--threads", "many"], "many", 2),
    (&["solve", "none.obf"], "none.obf", 3),
    (&["solve", "folder"], "folder", 3),
    (&["solve", "text.ron"], "line 1", 3),
    (&["solve", "bytes"], "line 1", 3),
    (&["solve", "--shard", "3/2", "good.obf"], "3/2", 2),
    (&["solve", "--shard", "x", "good.obf"], "'x'", 2),
    (&["solve", "-g", "co", "good.obf"], "co", 2),
    (&["solve", "good.obf", "--out", "folder/none/rows"], "folder/none/rows", 1),
    (&["solve", "good.obf", "--out", "folder"], "folder", 1),
    (&["analyze", "none.ggf"], "none.ggf", 3),
    (&["analyze", "folder"], "folder", 3),
    (&["analyze", "text.ron"], "text.ron", 3),
    (&["analyze", "--level", "zero", "game.txt"], "zero", 2),
    (&["analyze", "--select", "number=x", "game.txt"], "number", 2),
    (&["analyze", "--from", "pgn", "game.txt"], "pgn", 2),
    (&["analyze", "--depth", "2", "--svg", "folder", "game.txt"], "folder", 1),
    (&["convert", "none", "--to", "sgf"], "none", 3),
    (&["convert", "game.txt", "--to", "pgn"], "pgn", 2),
    (&["convert", "game.txt", "game.xyz"], "game.xyz", 2),
    (&["convert", "game.txt", "none/game.sgf"], "none/game.sgf", 1),
    (&["convert", "folder", "--to", "sgf"], "folder", 3),
    (&["match", "1"], "<B>", 2),
    (&["match", "0", "1"], "0", 2),
    (&["match", "1", "1", "--games", "odd"], "odd", 2),
    (&["match", "1", "1", "--clock", "soon"], "soon", 2),
    (&["match", "1", "1", "--openings", "none"], "none", 3),
    (&["match", "gtp:none/such/program", "1"], "none/such/program", 1),
    (&["match", "1", "1", "--sprt", "5"], "5", 2),
    (&["gtp", "--level", "x"], "'x'", 2),
    (&["nboard", "--hash", "0"], "0", 2),
    (&["ugi", "-g", "go"], "go", 2),
    (&["config", "colour"], "colour", 2),
    (&["config", "level", "0"], "\"0\"", 1),
    (&["config", "level", "4", "5"], "4 5", 1),
    (&["config", "names", "ann"], "ann", 1),
    (&["config", "icons", "X", "X"], "X", 1),
    (&["config", "theme", "pink"], "pink", 1),
    (&["config", "discs", "round"], "round", 1),
    (&["config", "screen_reader", "maybe"], "maybe", 1),
    (&["config", "--unset"], "SETTING", 2),
    (&["completions", "tcsh"], "tcsh", 2),
    (&["completions"], "SHELL", 2),
    (&["--seed", "1", "perft", "2"], "--seed", 2),
];

/// Lines of a script after the start of a game, with the word that the message must contain.
const LINES: &[(&str, &str)] = &[
    ("hnit", "did you mean \"hint\"?"),
    ("J", "needs a move"),
    ("J z9", "column z"),
    ("a1", "a1"),
    ("J 99 99", "99"),
    ("J 3 99999999999999999999", "99999999999999999999"),
    ("A B", "level"),
    ("A B x", "\"x\""),
    ("A Z 3", "\"Z\""),
    ("A B 99999999999999999999", "99999999999999999999"),
    ("G B", "nickname"),
    ("G B far-too-long-a-name", "far-too-l"),
    ("N Z", "\"Z\""),
    ("play chess", "chess"),
    ("play gravity 3 x", "\"x\""),
    ("U x", "\"x\""),
    ("U 99999999999999999999", "99999999999999999999"),
    ("U 3", "undo"),
    ("redo", "redo"),
    ("goto x", "\"x\""),
    ("goto 70", "70"),
    ("H 0", "\"0\""),
    ("H x", "\"x\""),
    ("analyze x", "\"x\""),
    ("player grey 3", "grey"),
    ("player black 0", "\"0\""),
    ("seed -1", "-1"),
    ("C ab c", "ab"),
    ("C x", "icon"),
    ("E ../x", "../x"),
    ("L none", "none"),
    ("R none", "none"),
    ("import none.ggf", "none.ggf"),
    ("import folder", "folder"),
    ("import text.ron", "text.ron"),
    ("import game.txt x", "quotes"),
    ("import game.txt 5", "has only 1 game"),
    ("export game.xyz", "game.xyz"),
    ("export none/game.sgf", "none/game.sgf"),
    ("export game.sgf", "game.sgf already exists"),
    ("paste hello", "paste"),
    ("setboard XO X", "squares"),
    ("help chess", "chess"),
    ("resume 99", "no unfinished game"),
    ("resume x", "\"x\""),
    ("make a cake", "cake"),
    ("Q now", "now"),
    ("W all", "all"),
    ("pass", "pass"),
];

fn program() -> Program {
    let program = Program::new();
    let home = program.home.path();
    fs::create_dir(home.join("folder")).unwrap();
    fs::write(home.join("text.ron"), "(not: \"a game\")\n").unwrap();
    fs::write(home.join("bytes"), b"\xff\xfe\x00\n").unwrap();
    fs::write(home.join("game.txt"), "f5d6c3\n").unwrap();
    fs::write(home.join("game.sgf"), "(;GM[2]SZ[8];B[f5])\n").unwrap();
    let board = "---------------------------OX------XO--------------------------- X;\n";
    fs::write(home.join("good.obf"), board).unwrap();
    fs::write(home.join("ended.obf"), format!("{}- O;\n", "X".repeat(62) + "O")).unwrap();
    program
}

fn run(program: &Program, arguments: &[&str], input: &str) -> Run {
    let mut command = program.command(arguments);
    command.current_dir(program.home.path());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // The program may end without reading it.
    let _ = std::io::Write::write_all(&mut stdin, input.as_bytes());
    drop(stdin);
    child.wait_with_output().unwrap().into()
}

fn fault(run: &Run, word: &str) -> Option<String> {
    let message = run.err.as_str();
    // Usage errors are followed by the usage.
    let (first, rest) = message.split_once('\n').unwrap_or((message, ""));
    let is_usage = run.code == Some(2);
    // `solve` ends with its totals.
    let is_total = rest.starts_with("0 positions, ") && rest.lines().count() == 1;
    let is_one_line = rest.is_empty() || is_total || is_usage && rest.contains("--help");
    if let Some(raw) = RAW.iter().find(|raw| message.contains(**raw)) {
        return Some(format!("raw text: {raw}"));
    }
    if first.is_empty() || !is_one_line {
        return Some("not one line".to_owned());
    }
    // clap lists missing arguments in later lines.
    (!message.contains(word)).then(|| format!("{word} is not named"))
}

#[test]
fn wrong_command_lines_are_reported_in_one_line_of_plain_words() {
    let program = program();
    let mut wrong = Vec::new();
    for (arguments, word, code) in COMMAND_LINES {
        let run = run(&program, arguments, "");
        let fault = fault(&run, word)
            .or_else(|| (run.code != Some(*code)).then(|| format!("exit code {:?}", run.code)));
        if let Some(fault) = fault {
            wrong.push(format!("{arguments:?}: {fault}:\n{}\n", run.err));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

#[test]
fn wrong_lines_are_reported_in_one_line_of_plain_words() {
    let program = program();
    let mut wrong = Vec::new();
    for (line, word) in LINES {
        let run = run(&program, &[], &format!("N\n{line}\n"));
        let fault = fault(&run, word)
            .or_else(|| (!run.err.starts_with("line 2: ")).then(|| "no number".to_owned()))
            .or_else(|| (run.code != Some(1)).then(|| format!("exit code {:?}", run.code)));
        if let Some(fault) = fault {
            wrong.push(format!("{line}: {fault}:\n{}\n", run.err));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

/// A full disk, and a file that the system can't read.
#[test]
#[cfg(target_os = "linux")]
fn what_the_system_refuses_is_reported_in_one_line_of_plain_words() {
    let program = program();
    let full = Path::new("/dev/full");
    let mut wrong = Vec::new();
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["perft", "3"],
        &["bench"],
        &["solve", "--all-moves", "ended.obf"],
        &["analyze", "--depth", "2", "game.txt"],
        &["convert", "game.txt", "--to", "sgf"],
        &["match", "1", "1", "--games", "2"],
        &["config"],
        &["completions", "bash"],
        &["--json"],
        &[],
    ] {
        let mut command = program.command(arguments);
        command.current_dir(program.home.path()).stdout(fs::File::create(full).unwrap());
        let mut child = command.spawn().unwrap();
        let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"N\nN\n");
        let run = Run::from(child.wait_with_output().unwrap());
        // Progress and totals may precede and follow it.
        let is_said = run.err.lines().any(|line| {
            line.starts_with("reversi: can't write ") && line.ends_with("no space left on device")
        });
        if !is_said || run.code != Some(1) || RAW.iter().any(|raw| run.err.contains(raw)) {
            wrong.push(format!("{arguments:?}: {:?}:\n{}\n", run.code, run.err));
        }
    }
    // It can be opened, but not read.
    let memory = "/proc/self/mem";
    for arguments in [&[memory][..], &["--weights", memory, "bench"], &["solve", memory]] {
        let run = run(&program, arguments, "");
        if let Some(fault) = fault(&run, memory) {
            wrong.push(format!("{arguments:?}: {fault}:\n{}\n", run.err));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

#[test]
fn settings_that_can_not_be_read_are_reported_in_one_line() {
    let program = program();
    let path = program.home.path().join("config.ron");
    for text in
        ["(", "(level: \"x\")", "(colour: 1)", "\u{0}", "(names: (\"a\"))", "(icons: 5)", ""]
    {
        fs::write(&path, text).unwrap();
        let run = run(&program, &["config"], "");
        assert_eq!((fault(&run, "config.ron:1:"), run.code), (None, Some(3)), "{}", run.err);
        assert!(run.out.contains("level          1                default\n"), "{}", run.out);
        let set = self::run(&program, &["config", "level", "3"], "");
        assert_eq!((fault(&set, "config.ron:1:"), set.code), (None, Some(1)), "{}", set.err);
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}
