//! Invalid input of every kind is reported in one plain line that names the fault, without text from libraries or
//! the system, and changes nothing.

use std::fs;

use crate::support::{Program, Run, assert_has, listing, make_pipe, run_command};

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

/// Command lines, with a part of the message, and the exit code.
const COMMAND_LINES: &[(&str, &str, i32)] = &[
    (
        "hlep",
        "reversi: no such subcommand or file: hlep: did you mean help?",
        3,
    ),
    ("slove", "did you mean solve?", 3),
    (
        "solv x",
        "no such subcommand or file: solv: did you mean solve?",
        2,
    ),
    ("slove --json good.obf", "did you mean solve?", 2),
    ("analyse game.txt --level 5", "did you mean analyze?", 2),
    (
        "nothing-like-it x",
        "nothing-like-it: run reversi --help for a list",
        2,
    ),
    ("game.txt x", "unexpected argument 'x'", 2),
    ("book improt", "'import'", 1),
    ("config gmae", "'game'", 2),
    (
        "nothing-like-it",
        "nothing-like-it: run reversi --help for a list",
        3,
    ),
    (
        "no/such/script",
        "reversi: can't read no/such/script: no such file or directory",
        3,
    ),
    ("/", "reversi: can't read /: is a directory", 3),
    ("text.ron/x", "text.ron/x", 3),
    ("--no-such-option", "--no-such-option", 2),
    (
        "--seed x",
        "error: invalid value 'x' for '--seed <N>': use a whole number",
        2,
    ),
    ("--seed -1", "-1", 2),
    ("--seed 99999999999999999999", "99999999999999999999", 2),
    ("--seed ", "--seed", 2),
    ("-x 300", ": use 4 to 26", 2),
    ("-x 5", "Reversi has a fixed board size", 2),
    ("-g c4 --rows 5", "Connect Four has a fixed board size", 2),
    (
        "-g gr -x 3",
        "invalid value '3' for '--columns <N>': use 4 to 26",
        2,
    ),
    ("-g gr -y 27", ": use 4 to 26", 2),
    (
        "-g xx",
        "use Reversi (rv), Connect Four (c4), Complica (co), Gravity (gr), Quarto (qu) or Reversed Reversi (rr)",
        2,
    ),
    (
        "-g co --lines-only",
        "Complica has no variant: lines-only is for qu (Quarto)",
        2,
    ),
    ("--variant", "--variant", 2),
    ("--level 21", "21", 2),
    (
        "--names ANN ann",
        "both players are called ann: use two different names",
        2,
    ),
    ("--names A# B", "\"A#\" is not a valid name", 2),
    ("--names ANN", "2 values required", 2),
    ("--icons ab c", "ab", 2),
    ("--icons . c", ". can't be an icon", 2),
    ("--icons é c --ascii", "ASCII", 2),
    (
        "--theme pink",
        "\"pink\" is not a theme: use dark, light, high-contrast, color-blind or mono",
        2,
    ),
    ("--discs round", "round", 2),
    ("--screen-reader=maybe", "maybe", 2),
    ("--color pink", "pink", 2),
    ("--json bench", "'--json' cannot be used with 'bench'", 2),
    (
        "--seed 1 --weights weights solve -",
        "'--seed <N>' cannot be used with 'solve'",
        2,
    ),
    ("script perft 3", "'[FILE]' cannot be used with 'perft'", 2),
    ("--no-book --book file", "cannot be used with", 2),
    ("perft", "DEPTH", 2),
    ("perft 0", "0", 2),
    (
        "perft x",
        "error: invalid value 'x' for '<DEPTH>': use a whole number",
        2,
    ),
    ("perft 21", "21", 2),
    ("perft 99999999999", "99999999999", 2),
    ("perft 3 --threads 0", "0", 2),
    ("perft 3 --hash -5", "-5", 2),
    ("bench --threads many", "many", 2),
    (
        "solve none.obf --out rows",
        "reversi: can't read none.obf",
        3,
    ),
    ("solve folder", "folder", 3),
    ("solve text.ron", "line 1", 3),
    ("solve bytes", "line 1", 3),
    ("solve --shard 3/2 good.obf", "expected I/N, such as 2/8", 2),
    (
        "solve --shard=-1/2 good.obf",
        "expected I/N, such as 2/8",
        2,
    ),
    ("solve --resume good.obf", "--out", 2),
    ("solve --position x good.obf", "cannot be used with", 2),
    (
        "solve --all-moves=some good.obf",
        "unexpected value 'some'",
        2,
    ),
    ("solve --threads 0 good.obf", "invalid value '0'", 2),
    ("solve -g co good.obf", "co", 2),
    ("solve -g go good.obf", "go", 2),
    ("solve -g c4 --wld good.obf", "--wld is for Reversi", 2),
    (
        "solve -g c4 --all-moves good.obf",
        "--all-moves is for Reversi",
        2,
    ),
    (
        "solve good.obf --out folder/none/rows",
        "reversi: can't write folder/none/rows",
        1,
    ),
    (
        "solve good.obf --out no\u{1b}[2J/rows",
        "no\\u{1b}[2J/rows",
        1,
    ),
    ("solve good.obf --out folder", "folder", 1),
    ("solve good.obf --out folder --resume", "can't write ", 1),
    (
        "solve good.obf --out game.txt",
        "game.txt already exists: continue it with --resume, or delete it",
        1,
    ),
    ("analyze none.ggf", "none.ggf", 3),
    ("analyze folder", "folder", 3),
    ("analyze text.ron", "text.ron", 3),
    ("analyze -", "standard input has no game", 3),
    ("analyze", "standard input has no game", 3),
    ("analyze --level zero game.txt", "zero", 2),
    ("analyze --level 3 game.txt", "use a level from 4 on", 2),
    ("analyze --level 21 game.txt", "use 1 to 20", 2),
    (
        "analyze --time 9 game.txt",
        "use a time like 2s or 500ms",
        2,
    ),
    (
        "analyze --level 9 --depth 9 game.txt",
        "cannot be used with",
        2,
    ),
    ("analyze --select number=x game.txt", "number", 2),
    (
        "analyze --select number=2 game.txt",
        "that --select would take",
        3,
    ),
    ("analyze --from png game.txt", "png", 2),
    ("analyze --depth 2 --svg folder game.txt", "folder", 1),
    (
        "analyze --depth 2 --svg no/a.svg game.txt",
        "reversi: can't write no/a.svg: ",
        1,
    ),
    ("convert none --to sgf", "none", 3),
    ("convert folder --to sgf", "folder", 3),
    ("convert game.txt --to png", "png", 2),
    ("convert - --from svg", "invalid value 'svg'", 2),
    (
        "convert game.txt game.xyz",
        "unknown file extension in game.xyz",
        2,
    ),
    (
        "convert - - --stats",
        "--stats cannot be used with OUT -",
        2,
    ),
    (
        "convert - --to ggf --stats",
        "--stats cannot be used with --to",
        2,
    ),
    ("convert - --to ggf --json", "cannot be used with", 2),
    ("convert - x.sgf --json", "--json cannot write sgf files", 2),
    ("convert - --select name=x", "use player=NAME, black=", 2),
    ("convert game.txt none/game.sgf", "none/game.sgf", 1),
    (
        "convert game.txt text.ron/x.sgf",
        "reversi: can't write text.ron/x.sgf: not a directory",
        1,
    ),
    (
        "convert game.txt game.sgf",
        "game.sgf already exists: use --force to overwrite it",
        1,
    ),
    (
        "book build --plies 1 --out game.txt",
        "game.txt already exists: use --force to overwrite it",
        1,
    ),
    (
        "book export --out game.txt",
        "already exists: use --force to overwrite it",
        1,
    ),
    (
        "book show f5f5",
        "\"f5f5\" is not a position: ply 2: f5 is occupied",
        1,
    ),
    ("match level:8", "<B>", 2),
    (
        "match level:8 edax",
        "unknown player \"edax\": use level:8, depth:12",
        2,
    ),
    ("match 1 2 --games 3", "an even number from 2 to 1000000", 2),
    ("match 1 2 --games 0", "an even number from 2 to 1000000", 2),
    (
        "match 1 2 --plies 10",
        "built-in openings have at most 9 plies",
        2,
    ),
    (
        "match 1 2 --plies 60",
        "'60' for '--plies <N>': use 0 to 59",
        2,
    ),
    ("match 1 2 --max-imbalance 65", ": use 0 to 64", 2),
    ("match 1 2 --jobs 0", ": use 1 to 256", 2),
    (
        "match 1 2 --clock 0+1s",
        "a clock needs time at the start",
        2,
    ),
    ("match 1 2 --clock -1s", "\"-1s\" is not a duration", 2),
    (
        "match 1 2 --clock 0.0000001s",
        "\"0.0000001s\" is not a duration: use 500ms, 2.5s or 5m, from 1ms",
        2,
    ),
    ("match 1 2 --move-time 0", "use a time like 500ms", 2),
    ("match 1 2 --grace -5ms", "\"-5ms\" is not a duration", 2),
    (
        "match gtp:x 2 --move-time 900ms",
        "use --move-time 1s or more",
        2,
    ),
    (
        "match 1 2 --openings x --log ./x",
        "--log would append to the openings",
        2,
    ),
    (
        "match 1 2 --out x --log ./x",
        "--out and --log must be different files",
        2,
    ),
    (
        "match 1 2 --clock 5s --move-time 1s",
        "cannot be used with",
        2,
    ),
    (
        "match engine 2",
        "the player `engine` needs --clock or --move-time",
        2,
    ),
    (
        "match 1 2 --sprt 5",
        "two Elo differences, the smaller first, like 0,10",
        2,
    ),
    ("match 1 2 --resume", "--out", 2),
    ("match 1 2 --out games.pgn", "name it .ggf", 2),
    (
        "match 1 2 --book none",
        "--book needs a book player, such as book:20",
        2,
    ),
    ("match 1 1 --openings none", "none", 3),
    (
        "match 1 2 --out none/games",
        "reversi: can't write none/games",
        1,
    ),
    ("match 1 2 --out folder --resume", "can't write ", 1),
    (
        "match 1 2 --out game.txt",
        "game.txt already exists: continue it with --resume, or delete it",
        1,
    ),
    (
        "match 1 x=gtp:/no/such\u{1b}program",
        "reversi: x: can't start /no/such\\u{1b}program: ",
        1,
    ),
    ("gtp --level x", "'x'", 2),
    ("nboard --hash 0", "0", 2),
    ("nboard --threads 0", ": use 1 to 256", 2),
    (
        "ugi -g go",
        "use Reversi (rv), Connect Four (c4), Complica (co), Gravity (gr), Quarto (qu) or Reversed Reversi (rr)",
        2,
    ),
    ("--seed 1 gtp", "cannot be used with 'gtp'", 2),
    (
        "puzzles --force",
        "unexpected \"--force\" after puzzles list",
        2,
    ),
    (
        "library check --force",
        "unexpected \"--force\" after library check",
        2,
    ),
    ("library tag x", "\"x\" is not the number of a game", 2),
    ("library export", "library needs a file", 2),
    ("puzzles export", "puzzles needs a file", 2),
    ("library add this", "no game on a board in the shell", 2),
    ("find", "find needs a condition", 2),
    ("find year=x", "is not a condition", 2),
    ("find position", "no game on a board in the shell", 2),
    ("stats --html stats.txt", "ends in .html", 2),
    ("stats a b.svg", "unexpected argument 'b.svg'", 2),
    ("config colour", "colour", 2),
    ("config level 0", "\"0\"", 1),
    ("config level 4 5", "4 5", 1),
    ("config names ann", "ann", 1),
    ("config icons X X", "X", 1),
    ("config theme pink", "pink", 1),
    ("config discs round", "round", 1),
    ("config screen_reader maybe", "maybe", 1),
    ("config --unset", "SETTING", 2),
    ("completions tcsh", "tcsh", 2),
    ("completions", "SHELL", 2),
];

/// Lines of a script after the start of a game, with a part of the message.
const LINES: &[(&str, &str)] = &[
    ("best", "did you mean \"hint\"?"),
    ("name", "did you mean \"names\"?"),
    ("J", "needs a move"),
    ("J z9", "column z"),
    ("a1", "a1"),
    ("J 99 99", "99"),
    ("J 3 99999999999999999999", "99999999999999999999"),
    ("A B", "A needs a level. For example: `A B 3`"),
    (
        "against B",
        "against needs a level. For example: `against B 3`",
    ),
    (
        "against 3",
        "\"3\" is not a side: name one first, as in `against B 3`",
    ),
    ("A hard", "\"hard\" is not a side: use B or W"),
    ("C x o\nA hard", "\"hard\" is not a side: use x or o"),
    ("G B", "nickname"),
    ("play chess", "chess"),
    ("play gravity 3 x", "\"x\""),
    (
        "play gravity 12",
        "play needs a number of rows. For example: `play gravity 12 8`",
    ),
    ("U 3", "undo"),
    ("redo", "redo"),
    ("goto x", "\"x\""),
    ("goto 70", "70"),
    ("H 0", "\"0\""),
    ("H x", "\"x\""),
    ("seed -1", "-1"),
    ("C ab c", "ab"),
    ("icons x", "icons needs two icons"),
    ("load", "load needs "),
    ("move", "move needs a move. For example: `move d3`"),
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
    (
        "export text.ron/x.sgf",
        "can't write text.ron/x.sgf: not a directory",
    ),
    ("clock 0.0000001s", "\"0.0000001s\" is not a clock"),
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
    ("theme dark", "`theme` is not available in scripts"),
    ("screen", "`screen` is not available in scripts"),
    ("screen full", "unexpected \"full\" after screen"),
];

fn program() -> Program {
    let program = Program::new();
    fs::create_dir(program.path("folder")).unwrap();
    program.write("text.ron", "(not: \"a game\")\n");
    program.write("bytes", b"\xff\xfe\x00\n");
    program.write("game.txt", "f5d6c3\n");
    program.write("game.sgf", "(;GM[2]SZ[8];B[f5])\n");
    let board = "---------------------------OX------XO--------------------------- X;\n";
    program.write("good.obf", board);
    program.write("ended.obf", format!("{}- O;\n", "X".repeat(62) + "O"));
    program
}

/// What is wrong with the report of a failed run, if anything.
fn fault(run: &Run, part: &str, code: i32) -> Option<String> {
    let message = run.err.as_str();
    // Usage errors are followed by the usage.
    let (first, rest) = message.split_once('\n').unwrap_or((message, ""));
    // `solve` ends with its totals.
    let is_total = rest.starts_with("0 positions, ") && rest.lines().count() == 1;
    let is_one_line = rest.is_empty() || is_total || code == 2 && rest.contains("--help");
    if let Some(raw) = RAW.iter().find(|raw| message.contains(**raw)) {
        Some(format!("raw text: {raw}"))
    } else if first.is_empty() || !is_one_line {
        Some("not one line".to_owned())
    } else if run.code != Some(code) {
        Some(format!("exit code {:?}", run.code))
    } else if code == 2 && !run.out.is_empty() {
        Some("it has begun".to_owned())
    } else {
        // clap lists missing arguments in later lines.
        (!message.contains(part)).then(|| format!("it does not say {part:?}"))
    }
}

#[test]
fn wrong_command_lines_are_reported_in_one_line_of_plain_words() {
    let program = program();
    let before = listing(program.home.path());
    let mut wrong = String::new();
    for (line, part, code) in COMMAND_LINES {
        let words: Vec<&str> = line.split(' ').filter(|_| !line.is_empty()).collect();
        let run = run_command(program.command(&words).current_dir(program.home.path()), "");
        if let Some(fault) = fault(&run, part, *code) {
            wrong.extend([line, ": ", &fault, ":\n", &run.err, "\n"]);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert_eq!(listing(program.home.path()), before);
    assert_eq!(program.read_text("game.txt"), "f5d6c3\n");
}

#[test]
fn wrong_lines_are_reported_in_one_line_of_plain_words() {
    let program = program();
    let mut wrong = String::new();
    for (line, part) in LINES {
        let run = program.run_inside("", format!("N\n{line}\n"));
        let place = format!("line {}: ", line.lines().count() + 1);
        let no_number = || (!run.err.starts_with(&place)).then(|| "no number".to_owned());
        if let Some(fault) = fault(&run, part, 1).or_else(no_number) {
            wrong.extend([line, ": ", &fault, ":\n", &run.err, "\n"]);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A full disk, and a file that the system can't read.
#[test]
#[cfg(target_os = "linux")]
fn what_the_system_refuses_is_reported_in_one_line_of_plain_words() {
    let program = program();
    let mut wrong = String::new();
    for line in [
        "--help",
        "--version",
        "perft 3",
        "bench",
        "solve --all-moves ended.obf",
        "analyze --depth 2 game.txt",
        "convert game.txt --to sgf",
        "match 1 1 --games 2",
        "config",
        "completions bash",
        "--json",
        "",
    ] {
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut command = program.command(&words);
        let full = fs::File::create("/dev/full").unwrap();
        let run = run_command(
            command.current_dir(program.home.path()).stdout(full),
            "N\nN\n",
        );
        // Progress and totals may precede and follow it.
        let is_said = run.err.lines().any(|line| {
            line.starts_with("reversi: can't write ") && line.ends_with("no space left on device")
        });
        if !is_said || run.code != Some(1) || RAW.iter().any(|raw| run.err.contains(raw)) {
            wrong.extend([line, ":\n", &run.err, "\n"]);
        }
    }
    // A device can't be continued.
    let device = program.run_inside("solve good.obf --out /dev/full --resume", "");
    device.refused(1, "can't write /dev/full: ");
    // It can be opened, but not read.
    let memory = "/proc/self/mem";
    for line in [
        memory,
        "--weights /proc/self/mem bench",
        "solve /proc/self/mem",
    ] {
        let run = program.run_inside(line, "");
        if let Some(fault) = fault(&run, memory, 3) {
            wrong.extend([line, ": ", &fault, ":\n", &run.err, "\n"]);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_name_too_long_for_a_file_does_not_exist() {
    let program = program();
    let long = format!("{}.sgf", "n".repeat(300));
    for force in ["", " --force"] {
        let run = program.run_inside(&format!("convert game.txt {long}{force}"), "");
        run.refused(1, ": file name too long\n");
        let run = program.run_inside("", format!("N\nexport {long}{force}\n"));
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        assert_has(&run.err, &[": file name too long\n"]);
    }
}

#[test]
#[cfg(unix)]
fn only_regular_files_are_opened() {
    let program = program();
    make_pipe(&program.path("pipe"));
    std::os::unix::fs::symlink("/dev/zero", program.path("link")).unwrap();
    for name in ["pipe", "link", "/dev/zero", "."] {
        let run = program.run_inside(&format!("--weights {name}"), "");
        run.refused(
            3,
            &format!("reversi: can't read {name}: not a regular file\n"),
        );
        for line in ["book check --book NAME", "book import NAME --out new"] {
            program
                .run_inside(&line.replace("NAME", name), "")
                .refused(3, "not a regular file");
        }
    }
    for line in [
        "convert game.txt pipe --to ggf",
        "convert game.txt pipe --to ggf --force",
    ] {
        let run = program.run_inside(line, "");
        run.refused(
            1,
            "reversi: can't write pipe: no program reads from this pipe\n",
        );
    }
    program
        .run_inside("solve good.obf --out pipe", "")
        .refused(1, "pipe: not a regular file");
    // The shell creates a pipe for the input of another program.
    let mut reader = fs::File::options()
        .read(true)
        .write(true)
        .open(program.path("pipe"))
        .unwrap();
    program
        .run_inside("convert game.txt pipe --to transcript", "")
        .with_code(0);
    let mut converted = [0; 6];
    std::io::Read::read_exact(&mut reader, &mut converted).unwrap();
    assert_eq!(&converted, b"F5d6C3");
    drop(reader);
    for log in ["pipe", "/dev/null"] {
        let run = program.run_inside(&format!("match 1 2 --games 2 --log {log}"), "");
        run.refused(1, "not a regular file");
        assert_has(&run.err, &[log]);
    }
    for command in ["import", "library add"] {
        let script = ["pipe", "/dev/zero", "/dev/null"].map(|name| format!("{command} {name}\n"));
        let run = program.run_inside("", format!("N\n{}f5\n", script.concat()));
        assert_eq!(run.err.matches(" is not a file").count(), 3, "{}", run.err);
        assert_eq!(run.err.lines().count(), 3, "{}", run.err);
        assert_has(&run.out, &["B plays f5"]);
    }
}

#[test]
fn settings_that_can_not_be_read_are_reported_in_one_line() {
    let program = program();
    for text in [
        "(",
        "(level: \"x\")",
        "(colour: 1)",
        "\u{0}",
        "(names: (\"a\"))",
        "(icons: 5)",
        "",
    ] {
        program.write("config.ron", text);
        let run = program.run_inside("config", "");
        assert_eq!(fault(&run, "config.ron:1:", 3), None, "{}", run.err);
        assert_has(&run.out, &["level          1                default\n"]);
        let set = program.run_inside("config level 3", "");
        assert_eq!(fault(&set, "config.ron:1:", 1), None, "{}", set.err);
        assert_eq!(program.read_text("config.ron"), text);
    }
}
