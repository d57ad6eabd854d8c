//! The program in scripts: exit codes, errors with line numbers, JSON, color, seeds.

mod support;

use serde_json::{Value, json};
use support::{Program, is_clean};

fn run(arguments: &[&str], input: &str) -> support::Run {
    Program::new().run(arguments, input)
}

fn objects(input: &str) -> Vec<Value> {
    let run = run(&["--json", "--seed", "1"], input);
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn assert_lines_begin(text: &str, expected: &[&str]) {
    assert_eq!(text.lines().count(), expected.len(), "{text}");
    for (line, start) in text.lines().zip(expected) {
        assert!(line.starts_with(start), "{line}: it should begin with {start}");
    }
}

#[test]
fn nothing_in_means_nothing_out() {
    for input in ["", "\n", "# a comment\n   \n", ","] {
        let run = run(&[], input);
        assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("", "", Some(0)));
    }
}

#[test]
fn errors_carry_their_line_and_the_run_goes_on_to_exit_code_1() {
    let run = run(&[], "N\nfoo\n\nJ a1\nd3\nA B 0\nU 5\nE ../x");
    assert_eq!(run.code, Some(1));
    assert_eq!(
        run.err.lines().collect::<Vec<_>>(),
        [
            "line 2: unknown command \"foo\": type `help` for a list",
            "line 4: a1 is not legal: a move must flip at least one disc",
            "line 6: no level \"0\": use 1 to 20, auto1 to auto3, a depth (depth:12), a time per move (2s), or a rating of 100 or more",
            "line 7: only 1 turn can be undone",
            "line 8: \"../x\" is not a valid name: use 1 to 64 of a-z 0-9 . _ -, not starting with a dot",
        ]
    );
    assert!(run.out.contains("B plays d3 and flips 1 disc."));
}

#[test]
fn strict_stops_at_the_first_error() {
    let run = run(&["--strict"], "N\nfoo\nd3\n");
    assert_eq!(run.code, Some(1));
    assert_eq!(run.err, "line 2: unknown command \"foo\": type `help` for a list\n");
    assert!(!run.out.contains("plays"));
}

#[test]
fn a_last_line_without_newline_and_carriage_returns_work() {
    let run = run(&[], "N\r\nd3\r\nJ 3 3");
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    assert!(run.out.contains("W plays c3"));
}

#[test]
fn strange_bytes_are_refused_with_their_place() {
    let mut input = b"N\nd3\xff\n\0\nJ \x1b[31md3\n".to_vec();
    input.extend(vec![b'J'; 10_000_000]);
    input.extend(b"\nJ 99999999999999999999 1\nC \xe2\x80\x8b x\nC ab c\nC x x\nC - x\nd3");
    let run = Program::new().run(&[], input);
    assert_eq!(run.code, Some(1));
    assert_eq!(
        run.err.lines().collect::<Vec<_>>(),
        [
            "line 2: byte 3 (0xff) is not UTF-8: the line is skipped",
            "line 3: control character '\\0' in column 1: remove it",
            "line 4: control character '\\u{1b}' in column 3: remove it",
            "line 5: longer than 65536 bytes: the line is skipped",
            "line 6: no row 99999999999999999999 on this board: use 1 to 8",
            "line 7: '\\u{200b}' is not an icon: use a printable character one column wide",
            "line 8: \"ab\" is not an icon: use one character",
            "line 9: both icons are x: use two different ones",
            "line 10: - can't be an icon: - . ? , and # are reserved",
        ]
    );
    assert!(run.out.contains("B plays d3"));
}

#[test]
fn a_missing_script_is_unreadable_input_and_a_wrong_option_wrong_usage() {
    let missing = run(&["/no/such/file"], "");
    assert_eq!(missing.code, Some(3));
    assert!(
        missing.err.starts_with("reversi: can't read /no/such/file: no such file or directory\n")
    );
    let similar = run(&["hlep"], "");
    assert_eq!(similar.code, Some(3));
    let said = "reversi: no such subcommand or file: hlep: did you mean help?\n";
    assert_eq!(similar.err, said);
    let unlike = run(&["something"], "");
    assert!(unlike.err.ends_with(": run reversi --help for a list\n"), "{}", unlike.err);
    for (arguments, said) in [
        (&["--seed", "x"][..], "error: invalid value 'x' for '--seed <N>': use a whole number\n"),
        (&["perft", "x"], "error: invalid value 'x' for '<DEPTH>': use a whole number\n"),
        (&["-x", "300"], ": use 4 to 26"),
    ] {
        let run = run(arguments, "");
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains(said), "{}", run.err);
    }
    let weights = run(&["--weights", "/no/such", "bench"], "");
    assert!(weights.err.ends_with(": no such file or directory\n"), "{}", weights.err);
    let folder = run(&["/"], "");
    assert_eq!(folder.code, Some(3));
    assert_eq!(folder.err, "reversi: can't read /: is a directory\n");
    assert_eq!(run(&["--no-such-option"], "").code, Some(2));
    assert_eq!(run(&["--seed", "x"], "").code, Some(2));
    assert_eq!(run(&["--color", "pink"], "").code, Some(2));
    for option in ["-h", "--help", "-V", "--version"] {
        let run = run(&[option], "");
        assert_eq!(run.code, Some(0));
        assert!(run.out.contains("reversi") || run.out.contains("Reversi"));
    }
}

#[test]
fn a_verbose_version_says_what_a_bug_report_needs() {
    let program = Program::new();
    let short = program.run(&["--version"], "");
    for arguments in [&["--version", "--verbose"][..], &["-V", "-v"], &["--verbose", "-V"]] {
        let run = program.run(arguments, "");
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        let (first, rest) = run.out.split_once('\n').unwrap();
        assert_eq!(first, short.out.trim_end());
        let names: Vec<&str> = rest.lines().map(|line| line.split_once(':').unwrap().0).collect();
        let expected = [
            "engines",
            "processor",
            "system",
            "features",
            "data",
            "settings",
            "terminal",
            "variables",
        ];
        assert_eq!(names, expected);
        assert!(rest.contains(program.home.path().to_str().unwrap()), "{rest}");
        assert!(rest.contains("REVERSI_HOME") && rest.chars().all(|c| c == '\n' || is_clean(c)));
    }
    // The folder is not created.
    let run = program.run(&["-Vv", "--data-dir", "no/\u{1b}[31mwhere"], "");
    assert!(run.out.contains("data:      no/") && run.out.contains("(not there)"), "{}", run.out);
    assert!(!run.out.contains('\u{1b}'), "{:?}", run.out);
    assert_eq!(run_code(&["--verbose"]), Some(2));
    assert_eq!(run_code(&["--version", "perft", "2"]), Some(2));
}

fn run_code(arguments: &[&str]) -> Option<i32> {
    run(arguments, "").code
}

#[test]
fn an_unknown_theme_is_wrong_usage() {
    let found = run(&["--theme", "pink"], "");
    assert_eq!(found.code, Some(2));
    let names = "[possible values: dark, light, high-contrast, color-blind, mono]";
    assert!(found.err.contains(names), "{}", found.err);
    assert_eq!(run(&["--theme", "high-contrast"], "N\n"), run(&[], "N\n"));
}

#[test]
fn scripts_and_jobs_do_not_read_the_configuration() {
    let program = Program::new();
    let path = program.home.path().join("config.ron");
    std::fs::write(&path, "damaged").unwrap();
    for arguments in [&[][..], &["--json"], &["perft", "2"]] {
        let found = program.run(arguments, "N\n");
        assert_eq!((found.err.as_str(), found.code), ("", Some(0)), "{arguments:?}");
    }
    let all = "(game: \"c4\", level: 3, names: (\"A\", \"B\"), icons: ('X', 'O'), theme: \"light\", \
               discs: \"symbols\", screen_reader: true)";
    std::fs::write(&path, all).unwrap();
    assert_eq!(program.run(&["config", "game"], "").out, "connect-four\n");
    let variables = [
        ("REVERSI_GAME", "quarto"),
        ("REVERSI_LEVEL", "5"),
        ("REVERSI_NAMES", "ANN BOB"),
        ("REVERSI_ICONS", "Y Z"),
        ("REVERSI_THEME", "no theme"),
        ("REVERSI_DISCS", "symbols"),
        ("REVERSI_SCREEN_READER", "on"),
    ];
    let input = "N\nd3\nmoves\n";
    let usual = run(&[], input);
    let mut child = program.command(&[]).envs(variables).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).unwrap();
    assert_eq!(support::Run::from(child.wait_with_output().unwrap()), usual);
    // The command line takes precedence.
    let chosen = program.run(&["--names", "ANN", "BOB", "--icons", "Y", "Z"], "N\n");
    assert!(
        chosen.out.contains("ANN (Y) moves first.") && chosen.out.contains("Y 2"),
        "{}",
        chosen.out
    );
}

#[test]
fn nothing_of_an_argument_reaches_a_terminal_raw() {
    let raw = "a\u{1b}[31m\u{9b}2J\u{202e}\u{2028}X";
    let option = format!("--{raw}");
    let name = format!("{raw}=gtp:");
    let quote = format!("gtp:\"{raw}");
    for arguments in [
        &["--weights", raw][..],
        &[raw],
        &[&option],
        &["-g", raw],
        &["--names", raw, "b"],
        &["--data-dir", raw, raw],
        &["--theme", raw],
        &["perft", raw],
        &["solve", raw],
        &["solve", "--shard", raw, "-"],
        &["solve", "--position", raw],
        &["analyze", raw],
        &["analyze", "--select", raw, "-"],
        &["convert", raw, "--to", raw],
        &["convert", "-", raw],
        &["match", raw, "1"],
        &["match", &name, "1"],
        &["match", &quote, "1"],
        &["match", "1", "2", "--clock", raw],
        &["gtp", "--level", raw],
    ] {
        let run = run(arguments, "");
        assert_ne!(run.code, Some(0), "{arguments:?}");
        for text in [run.out, run.err] {
            let is_raw = |c: char| c != '\n' && !is_clean(c);
            assert!(!text.contains(is_raw), "{arguments:?}: {text:?}");
        }
    }
}

#[test]
fn what_an_argument_holds_can_be_read_in_the_message() {
    for arguments in [&["a\u{1b}[31mX"][..], &["--weights", "a\u{1b}[31mX"], &["--a\u{1b}[31mX"]] {
        let run = run(arguments, "");
        assert!(run.err.contains("a\\u{1b}[31mX"), "{}", run.err);
    }
}

#[test]
fn nothing_of_a_record_reaches_a_terminal_raw() {
    let name = "A\u{7f}\u{9b}2J\u{202e}\u{2066}B";
    let record = format!("(;GM[Othello]PB[{name}]PW[{name}]EV[{name}]TY[8]RE[?]B[f5]W[d6];)\n");
    let program = Program::new();
    std::fs::write(program.home.path().join("game.ggf"), &record).unwrap();
    let file = program.home.path().join("game.ggf");
    let file = file.to_str().unwrap();
    for (arguments, input) in [
        (&["convert", "--json", file][..], String::new()),
        (&["convert", "--stats", file], String::new()),
        (&["convert", "--stats", "--json", file], String::new()),
        (&["convert", "--to", "svg", file], String::new()),
        (&["analyze", "--depth", "2", file], String::new()),
        (&["analyze", "--depth", "2", "--json", file], String::new()),
        (&[], format!("import {file}\n")),
        (&["--json"], format!("import {file}\nexport {name}\nfoo {name}\n")),
    ] {
        let run = program.run(arguments, input);
        assert!(run.out.contains("u{9b}2J"), "{arguments:?}: {}", run.out);
        for text in [run.out, run.err] {
            let is_raw = |c: char| c != '\n' && !is_clean(c);
            assert!(!text.contains(is_raw), "{arguments:?}: {text:?}");
        }
    }
}

#[test]
fn quit_ends_the_run_whatever_follows() {
    let run = run(&[], "N\nQ\nfoo\n");
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
}

#[test]
fn a_seed_repeats_a_run_exactly() {
    let input = "A B 1\nd3\nplayer black 1\n";
    let first = run(&["--seed", "5"], input);
    assert_eq!(run(&["--seed", "5"], input), first);
    assert_ne!(run(&["--seed", "6"], input), first);
    assert_eq!(
        run(&["--seed", "9"], &format!("seed 5\n{input}")).out.split_once('\n').unwrap().1,
        first.out
    );
}

#[test]
fn a_pipe_gets_no_color_unless_it_is_asked_for() {
    assert!(!run(&[], "N\n").out.contains('\x1b'));
    assert!(run(&["--color", "always"], "N\n").out.contains('\x1b'));
    assert!(!run(&["--color", "never"], "N\n").out.contains('\x1b'));
    let with = |name: &str, value: &str, arguments: &[&str]| {
        let program = Program::new();
        let mut child = program.command(arguments).env(name, value).spawn().unwrap();
        std::io::Write::write_all(child.stdin.as_mut().unwrap(), b"N\n").unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    assert!(with("CLICOLOR_FORCE", "1", &[]).contains('\x1b'));
    assert!(!with("NO_COLOR", "1", &[]).contains('\x1b'));
    assert!(with("NO_COLOR", "1", &["--color", "always"]).contains('\x1b'));
}

#[test]
fn ascii_keeps_to_ascii() {
    let program = Program::new();
    program.run(&[], "C ● ○\nN\nd3\nE round\n");
    let refused = program.run(&["--ascii"], "C ● ○\nL round\n");
    assert_eq!(
        refused.err,
        "line 1: \\u{25cf} is not ASCII, but reversi was started with --ascii\n"
    );
    assert!(refused.out.is_ascii() && refused.out.contains("- - - B B"));
    let json = program.run(&["--ascii", "--json"], "C ● ○\n");
    assert!(json.out.is_ascii() && json.out.contains("\\u25cf"));
    assert!(program.run(&[], "L round\n").out.contains("- - - ● ● - - -"));
}

#[test]
fn json_tells_state_moves_flips_passes_and_outcome() {
    let objects = objects("N\nd3\nJ a1\nfoo bar\n");
    assert_eq!(objects.len(), 4);
    let start = &objects[0];
    assert_eq!(start["schema"], 1);
    assert_eq!(start["reply"]["event"], json!({"kind": "started"}));
    assert_eq!(start["state"]["legal"], json!(["d3", "c4", "f5", "e6"]));
    assert_eq!(start["state"]["turn"], "black");
    assert_eq!(start["state"]["board"][3], "---WB---");
    assert_eq!(start["state"]["last"], Value::Null);
    let ply = json!({
        "player": "black",
        "move": "d3",
        "placed": "d3",
        "flipped": ["d4"],
        "pushed_out": null,
        "passed": null,
    });
    assert_eq!(objects[1]["reply"]["plies"], json!([ply]));
    assert_eq!(objects[1]["state"]["last"], ply);
    assert_eq!(objects[1]["state"]["black_discs"], 4);
    let failed = &objects[2];
    assert_eq!((&failed["ok"], &failed["reply"]), (&json!(false), &Value::Null));
    assert_eq!(failed["error"]["kind"], "game");
    assert_eq!(failed["state"], objects[1]["state"], "a failed command changes nothing");
    assert_eq!(objects[3]["error"]["kind"], "command");
    assert_eq!(objects[3]["error"]["column"], 1);
}

#[test]
fn json_tells_how_a_game_ended() {
    let script = include_str!("../examples/scripts/wipe-out.txt");
    let end = objects(script).pop().unwrap();
    assert_eq!(end["state"]["turn"], Value::Null);
    assert_eq!(
        end["state"]["outcome"],
        json!({
            "winner": "black",
            "score": {"black": 13, "white": 0, "empties": 51},
            "ending": "no_moves",
        })
    );
    let script = include_str!("../examples/scripts/passes.txt");
    let passes = objects(script)
        .iter()
        .filter(|object| object["state"]["last"]["passed"] == "black")
        .count();
    // The last object is the list of moves, with the previous state.
    assert_eq!(passes, 10);
}

#[test]
fn a_competitive_game_refuses_help_and_ranks_the_player() {
    let program = Program::new();
    let game = include_str!("../examples/scripts/competitive.txt");
    let forbidden = "G B ann\nE x\nL x\nS\nH\nU\nresume\nplayer white 1\ngoto 0\n";
    let run = program.run(&[], forbidden);
    let refused = ["save", "load", "legal", "hint", "undo", "resume", "player", "goto"];
    assert_eq!(run.err.lines().count(), refused.len(), "{}", run.err);
    for ((number, line), command) in (2..).zip(run.err.lines()).zip(refused) {
        let said = format!("line {number}: {command} is disabled in competitive games");
        assert!(line.starts_with(&said), "{line}");
    }
    let after = program.run(&[], format!("{game}\ngoto 0\n"));
    assert!(after.err.contains(": goto is disabled in competitive games"), "{}", after.err);
    let program = Program::new();
    let first = program.run(&[], game);
    assert!(first.out.contains("ann scores 132: number 1 in the ranking."), "{}", first.out);
    let again = program.run(&[], game);
    assert!(again.out.contains("ann scores 132; personal best 132, number 1."));
    let other = program.run(&[], game.replace("ann", "bob"));
    assert!(other.out.contains("bob scores 132: number 2 in the ranking."));
    let ranking = program.run(&["--json"], "W");
    let object: Value = serde_json::from_str(&ranking.out).unwrap();
    let entry = |name| json!({"nickname": name, "score": 132});
    assert_eq!(object["reply"]["event"]["entries"], json!([entry("ann"), entry("bob")]));
    let hidden = program.run(&["--json"], "G B ann");
    let object: Value = serde_json::from_str(&hidden.out).unwrap();
    assert_eq!(object["state"]["legal"], Value::Null);
}

#[test]
fn saves_are_listed_loaded_replaced_and_removed() {
    let program = Program::new();
    let run = program
        .run(&[], "T\nN\nd3\nE one\nc3\nE two\nE one\nT\nL two\nU 2\nR one\nR one\nL one\nT\n");
    assert_eq!(
        run.err.lines().collect::<Vec<_>>(),
        [
            "line 12: no saved game called one: type `T` for a list",
            "line 13: no saved game called one: type `T` for a list",
        ]
    );
    assert!(run.out.starts_with("No saved games yet. Type `E NAME` to save this one.\n"));
    for part in [
        "Saved as one.\n",
        "Saved as one (overwrote the previous one).\n",
        "Deleted one.\n",
        "Undid 2 moves.\n",
    ] {
        assert!(run.out.contains(part), "{part}");
    }
    let rows: Vec<&str> = run.out.lines().filter(|line| line.contains("Reversi")).collect();
    assert_eq!(rows.len(), 3);
    let words: Vec<&str> = rows[0].split_whitespace().collect();
    assert_eq!(words[..6], ["one", "Reversi", "two", "players", "2", "3-3"]);
}

#[test]
fn a_script_answers_before_it_waits_for_the_next_line() {
    use std::io::{BufRead, BufReader, Write};

    let program = Program::new();
    let mut child = program.command(&["--json"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for line in ["N", "d3", "c3"] {
        writeln!(stdin, "{line}").unwrap();
        let object: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        assert_eq!(object["command"], line);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_engine_hints_judges_solves_and_plays() {
    let game = "N\nplayer white depth:4\nplayer black depth:4\nplayer white human\nplayer black human\nU 12\n";
    let objects = objects(&format!("{game}H 2\neval\nsolve\ngo\nH\n"));
    let events: Vec<&Value> = objects[6..].iter().map(|object| &object["reply"]["event"]).collect();
    let [hint, evaluated, solved, played, _] = events[..] else { panic!("{objects:?}") };
    let legal = objects[5]["state"]["legal"].as_array().unwrap();
    assert_eq!((&hint["kind"], &hint["exact"]), (&"hint".into(), &true.into()));
    assert_eq!(hint["others"].as_array().unwrap().len(), legal.len().min(2) - 1);
    let moves = evaluated["moves"].as_array().unwrap();
    assert_eq!(moves.len(), legal.len());
    assert!(moves.is_sorted_by_key(|mv| -mv["score"].as_i64().unwrap()));
    // All three agree, and the suggested move is played.
    assert_eq!((&solved["kind"], &solved["exact"]), (&"solved".into(), &true.into()));
    assert_eq!((&hint["score"], &moves[0]["score"]), (&solved["score"], &solved["score"]));
    assert!(solved["nodes"].as_u64().unwrap() > 0);
    assert_eq!(played["kind"], "played");
    assert_eq!(objects[9]["reply"]["plies"][0]["move"], hint["move"]);

    let text = run(&[], &format!("{game}solve\neval\n")).out;
    let name = solved["move"].as_str().unwrap();
    let score = solved["score"].as_i64().unwrap();
    assert!(text.contains(&format!("Best: {name}  {score:+} (exact)")), "{text}");
    assert!(text.contains("Scores for the side to move (exact).\n      1   2   3 "), "{text}");
    assert!(text.contains(&format!(" {score:+}")), "{text}");
}

/// A game of 60 moves and ten passes, one move per line.
fn long_game() -> String {
    let moves = "f5f4e3d6c5d3g5h5c3d2g4f3g3e2f2b3e7g2h2b6b4b5a5f8f6f7a3b2c1h3g7h8b7b8d7d8h6a1c7d1h7b1\
                 a7h1g1f1c4h4e1c2a4a2a6c6e6c8a8e8g6g8";
    let names: Vec<&str> =
        (0..moves.len()).step_by(2).map(|start| &moves[start..start + 2]).collect();
    names.join("\n") + "\n"
}

#[test]
fn the_moves_of_a_game_are_analyzed() {
    let text =
        run(&[], &format!("N\nC x o\n{}analyze depth:4 all\nanalyze depth:4\n", long_game()));
    assert_eq!((text.err.as_str(), text.code), ("", Some(0)));
    let answers: Vec<&str> = text.out.split("Opening: ").collect();
    let [_, analysis, summary] = answers[..] else { panic!("{}", text.out) };
    let lines: Vec<&str> = analysis.lines().collect();
    assert_eq!(lines[0], "Mouse.");
    assert!(lines[2].starts_with("   1  x f5  "), "{}", lines[2]);
    // With depth 4, the last ten squares are exact.
    assert!(analysis.contains("\n  70  o g8     +56                     forced       exact\n"));
    assert!(
        analysis.contains("  68  o g6     +56                     best         exact  x passes\n")
    );
    assert!(analysis.contains("\n     Score for x by ply; x and o mark mistakes"), "{analysis}");
    let totals = lines.iter().position(|line| line.starts_with("x     25  ")).unwrap();
    assert!(lines[totals + 1].starts_with("o     35  "), "{analysis}");
    // Without `all`, the worst moves in words replace the table and the totals.
    let lines: Vec<&str> = summary.lines().collect();
    assert_eq!(lines[0], "Mouse.");
    assert!(lines[1].starts_with("Accuracy: Black ") && lines[1].contains(", White "), "{summary}");
    assert!(lines[2].starts_with("Move ") && lines[2].contains(" discs. Best was "), "{summary}");
    assert!(summary.contains("\n     Score for x by ply"), "{summary}");
    assert_eq!(summary.matches("\nMove ").count(), 3, "{summary}");
    assert!(summary.ends_with(" Type `analyze all` to list every move.\n"), "{summary}");
    // With the result and the opening, the summary fits above the prompt.
    assert!(lines.len() < 23 && lines.iter().all(|line| line.len() <= 78), "{summary}");

    let objects = objects(&format!("N\n{}U 40\nanalyze depth:4\n", long_game()));
    let event = &objects.last().unwrap()["reply"]["event"];
    assert_eq!((&event["kind"], &event["opening"]), (&json!("analyzed"), &json!("Mouse")));
    assert_eq!((&event["complete"], &event["moves"][19]["move"]), (&json!(true), &json!("b6")));
    assert_eq!(event["moves"].as_array().unwrap().len(), 20);
    assert_eq!(event["black"]["moves"], 10);
}

#[test]
fn a_game_from_a_position_is_analyzed() {
    // The last squares of a game: Black plays g8, and wins by 18.
    let board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let answers = objects(&format!("setboard {board}\ng8\nanalyze\n"));
    let event = &answers[2]["reply"]["event"];
    let judged = &event["moves"][0];
    assert_eq!((&judged["move"], &judged["score"]), (&json!("g8"), &json!(18)), "{answers:?}");
    assert_eq!((&judged["exact"], &judged["lost"]), (&json!(true), &json!(0)));
    assert_eq!(event["opening"], Value::Null);
}

#[test]
fn what_can_not_be_analyzed_is_said() {
    let run = run(
        &[],
        "analyze\nN\nanalyze\nf5\nanalyze 3\nanalyze 21\nanalyze 4 4\nplay c4\nJ 4\nanalyze\nplay rv\n\
         G B ann\nJ f5\nanalyze\nN\nf5\nanalyze depth:4 all\n",
    );
    assert_lines_begin(
        &run.err,
        &[
            "line 1: no game yet: type `N` for two players, or `A` to play a bot",
            "line 3: no move has been played yet: play some, then type `analyze`",
            "line 5: \"3\" is not an analysis level: use 4 to 20, a depth (depth:12), or a time (2s)",
            "line 6: \"21\" is not an analysis level: use 4 to 20, a depth (depth:12), or a time (2s)",
            // If two levels are given, as in line 7, the last applies.
            "line 10: analyze works only in Reversi, and this is Connect Four",
            "line 14: analyze is disabled in competitive games",
        ],
    );
    assert!(run.out.contains("\n   1  B f5  "), "{}", run.out);
}

#[test]
fn openings_are_told_to_programs_and_not_in_the_text_of_scripts() {
    let script = "N\nc4\nc3\nd3\nc5\nd6\nd7\nU 1\n";
    let reached: Vec<Value> =
        objects(script).iter().map(|object| object["reply"]["opening"].clone()).collect();
    let expected =
        [Value::Null, Value::Null, json!("Diagonal"), Value::Null, Value::Null, json!("Cow")];
    assert_eq!(reached[..6], expected);
    assert!(reached[6..].iter().all(Value::is_null), "{reached:?}");
    assert!(!run(&[], script).out.contains("Opening"));
    // Of several moves of a command, the last one with a name counts.
    let script = "N\nplayer white 4\nplayer black 4\n";
    assert!(objects(script)[2]["reply"]["opening"].is_string());
    assert!(objects("play c4\nJ 4\n")[1]["reply"]["opening"].is_null());
}

#[test]
fn what_the_engine_is_not_asked_is_said() {
    let run = run(
        &[],
        "H\nN\nsolve\nplay c4\neval\nsolve\nA B 11\nA B 2s\nplayer white 12\nplay rv\nA W 0.01s\n\
         G B ann\neval\nsolve\ngo\nplay c4\nA B depth:4\nN\nplayer white depth:5\nA B auto2\n",
    );
    assert_lines_begin(
        &run.err,
        &[
            "line 1: no game yet: type `N` for two players, or `A` to play a bot",
            "line 3: too early to solve: 60 empty squares, at most 30 are possible; type `H` for an estimate",
            "line 5: eval works only in Reversi, and this is Connect Four; type `H` for a hint",
            "line 6: solve works only in Reversi, and this is Connect Four; type `H` for a hint",
            "line 7: Connect Four has no level 11: use 1 to 10",
            "line 8: Connect Four has no level 2s: use 1 to 10",
            "line 9: Connect Four has no level 12: use 1 to 10",
            "line 13: eval is disabled in competitive games",
            "line 14: solve is disabled in competitive games",
            "line 15: go is disabled in competitive games",
            "line 17: Connect Four has no level depth:4: use 1 to 10",
            "line 19: Connect Four has no level depth:5: use 1 to 10",
            "line 20: Connect Four has no level auto2: use 1 to 10",
        ],
    );
    assert!(run.out.contains("You play W against a bot (10ms per move).\n"), "{}", run.out);
}

#[test]
fn a_level_and_a_depth_are_played_saved_and_loaded() {
    let script = "A W 7\nE one\nplayer white depth:5\nE two\nN\nL one\nL two\n";
    let players: Vec<(String, String)> = objects(script)
        .iter()
        .map(|line| {
            assert_eq!(line["ok"], true, "{line}");
            let who = |side| line["state"][side].as_str().unwrap().to_owned();
            (who("black"), who("white"))
        })
        .collect();
    let [person, bots, none] = [("7", "human"), ("7", "depth:5"), ("human", "human")]
        .map(|(black, white)| (black.to_owned(), white.to_owned()));
    let expected = [person.clone(), person.clone(), bots.clone(), bots.clone(), none, person, bots];
    assert_eq!(players, expected);

    let text = run(&[], "A W depth:4\nE one\nT\n").out;
    assert!(text.contains("You play W against a bot (depth 4).\n"), "{text}");
    let saved = text.lines().find(|line| line.starts_with("one ")).unwrap();
    assert!(saved.contains(" depth 4 "), "{saved}");
}

#[test]
fn the_bots_auto_1_to_3_are_played_saved_and_loaded() {
    let script = "A B AUTO2\nE one\nplayer black auto1\nN\nplayer white auto3\nL one\n";
    let players: Vec<(String, String)> = objects(script)
        .iter()
        .map(|line| {
            assert_eq!(line["ok"], true, "{line}");
            let who = |side| line["state"][side].as_str().unwrap().to_owned();
            (who("black"), who("white"))
        })
        .collect();
    let expected = [
        ("human", "auto2"),
        ("human", "auto2"),
        ("auto1", "auto2"),
        ("human", "human"),
        ("human", "auto3"),
        ("human", "auto2"),
    ]
    .map(|(black, white)| (black.to_owned(), white.to_owned()));
    assert_eq!(players, expected);

    let text = run(&[], "A B auto2\nE one\nT\nplayer black auto3\n").out;
    assert!(text.contains("You play B against a bot (auto2).\n"), "{text}");
    let saved = text.lines().find(|line| line.starts_with("one ")).unwrap();
    assert!(saved.contains(" auto2 "), "{saved}");
    assert!(text.contains("Two bots: auto3 against auto2.\n"), "{text}");
    assert!(text.contains(" wins ") || text.contains("Draw"), "the game is played to its end");
}

#[test]
fn a_seed_repeats_the_game_of_bots_that_leave_something_to_chance() {
    for level in ["7", "auto1", "auto2", "auto3"] {
        let script = format!("A W {level}\nplayer white {level}\nmoves\n");
        let moves = |seed| run(&["--seed", seed], &script).out;
        assert_eq!(moves("1"), moves("1"), "{level}");
        assert_ne!(moves("1"), moves("2"), "{level}");
    }
}

#[test]
fn goto_goes_to_any_move_and_says_how_far_the_game_goes() {
    let script =
        "goto 0\nN\ngoto 1\nd3\nc3\nc4\ngoto 0\ngoto 4\ngoto 2\ngoto 2\nredo\nU 2\ngoto x\n";
    let run = run(&[], script);
    assert_eq!(
        run.err.lines().collect::<Vec<_>>(),
        [
            "line 1: no game yet: type `N` for two players, or `A` to play a bot",
            "line 3: no move 1: no moves have been played",
            "line 8: no move 4: use 0 to 3",
            "line 13: \"x\" is not a move number: use 0 (the start) or more",
        ]
    );
    let said: Vec<&str> = run
        .out
        .lines()
        .filter(|line| line.starts_with("Undid ") || line.starts_with("Redid "))
        .collect();
    assert_eq!(said, ["Undid 3 moves.", "Redid 2 moves.", "Redid 1 move.", "Undid 2 moves."]);
    let events: Vec<(Value, Value)> = objects(script)
        .iter()
        .filter(|object| object["command"].as_str().unwrap().starts_with("goto"))
        .filter(|object| object["ok"] == true)
        .map(|object| (object["reply"]["event"].clone(), object["state"]["ply"].clone()))
        .collect();
    assert_eq!(
        events,
        [
            (json!({"kind": "undone", "moves": 3}), json!(0)),
            (json!({"kind": "redone", "moves": 2}), json!(2)),
            (json!({"kind": "shown"}), json!(2)),
        ]
    );
    let out_of_reach = &objects("N\ngoto 70000\n")[1]["error"];
    assert_eq!(out_of_reach["kind"], "game");
    assert_eq!(out_of_reach["message"], "no move 70000: use 0 to 0");
}

#[test]
fn goto_lets_a_bot_move_where_it_is_to_move() {
    let objects = objects("A B 2\nd3\nf5\ngoto 1\nredo\ngoto 0\nplayer black 1\nU\ngoto 10\n");
    let (event, plies) = (&objects[3]["reply"]["event"], &objects[3]["reply"]["plies"]);
    assert_eq!(event, &json!({"kind": "undone", "moves": 3}));
    assert_eq!(plies.as_array().unwrap().len(), 1);
    assert_eq!(
        (&plies[0]["player"], &objects[3]["state"]["turn"]),
        (&json!("white"), &json!("black"))
    );
    assert_eq!(objects[4]["ok"], true, "the bot has moved as before: its line goes on");
    assert_eq!(objects[5]["reply"]["plies"], json!([]));
    // Two bots continue from there to the end.
    let last = objects.last().unwrap();
    assert_eq!(last["reply"]["event"]["kind"], "undone");
    assert_ne!(last["state"]["outcome"], Value::Null);
}

#[test]
fn goto_has_the_numbers_of_moves_and_analyze() {
    let script = include_str!("../examples/scripts/passes.txt");
    let listed = run(&[], &format!("{script}\nmoves\n")).out;
    let lines: Vec<&str> = listed.lines().collect();
    let first = lines.iter().rposition(|line| line.starts_with(" 1 ")).unwrap();
    let words: Vec<&str> =
        lines[first..lines.len() - 1].iter().flat_map(|line| line.split_whitespace()).collect();
    let rows: Vec<(usize, &str)> =
        words.chunks(3).map(|row| (row[0].parse().unwrap(), row[2])).collect();
    assert!(rows.len() > 60 && rows.iter().zip(1..).all(|((number, _), at)| *number == at));
    let passes = rows.iter().filter(|(_, name)| *name == "pass").count();
    assert_eq!(passes, 10);
    let last = rows.len();
    let steps: String = (1..=last)
        .flat_map(|number| ["goto ".to_owned(), number.to_string(), "\n".to_owned()])
        .collect();
    let shown = objects(&format!("{script}\n{steps}goto {}\n", last + 1));
    let shown = &shown[shown.len() - last - 1..];
    for ((number, name), object) in rows.iter().zip(shown) {
        // A pass has the position of the move that forced it.
        let expected = if *name == "pass" { rows[number - 2].1 } else { name };
        assert_eq!(object["state"]["last"]["move"], expected, "{number}");
    }
    let beyond = shown[last]["error"]["message"].as_str().unwrap();
    assert!(beyond.contains(&format!("{}", last + 1)) && beyond.contains(&format!("0 to {last}")));
    // After a pass, position and row of the same number agree in all lists.
    let walked = run(&[], &format!("{script}\ngoto {last}\nback 1\nforward 1\n")).out;
    let (number, name) = &rows[last - 1];
    assert_ne!(*name, "pass");
    assert!(walked.contains(&format!("After move {number}, {name}.")), "{walked}");
}

#[test]
fn a_letter_and_a_number_are_a_square_wherever_the_board_has_it() {
    let said = run(&[], "N\nd3\nc 5\nf 6\n");
    assert_eq!((said.err.as_str(), said.code), ("", Some(0)));
    assert!(said.out.contains("W plays c5") && said.out.contains("B plays f6"), "{}", said.out);
    // Columns of other boards. If the board has no such square, the letter is a command.
    let wide = objects("play gravity 12 8\nl 5\nU 1\nplay c4\nc 4\nN\nplay qu\nJ c\nc 4\n");
    assert_eq!(wide[1]["reply"]["plies"][0]["move"], "l5", "{}", wide[1]);
    assert_eq!(wide[2]["reply"]["event"]["kind"], "undone");
    assert!(wide[4]["error"]["message"].as_str().unwrap().contains("icons"), "{}", wide[4]);
    assert_eq!(wide[8]["reply"]["plies"][0]["move"], "c4", "{}", wide[8]);
    // These remain commands.
    let commands = objects("N\nA 7\nE 3\nH 3\nC 4 5\nG 5\n");
    assert_eq!(commands[1]["ok"], false);
    assert_eq!(commands[2]["reply"]["event"]["kind"], "saved");
    assert_eq!(commands[3]["reply"]["event"]["kind"], "hint");
    assert_eq!(commands[4]["reply"]["event"]["kind"], "icons");
    assert!(commands[5]["error"]["message"].as_str().unwrap().contains("g5"), "{}", commands[5]);
    let help = run(&[], "help J\n").out;
    assert!(["A 7", "E 3", "H 3"].iter().all(|command| help.contains(command)), "{help}");
}

#[test]
fn errors_name_what_is_wrong_first_and_the_command_as_it_was_typed() {
    for (line, has, has_not) in [
        ("A hard", &["\"hard\" is not a side"][..], &["level"][..]),
        ("C x o\nA hard", &["use x or o"], &[]),
        ("G hard", &["\"hard\" is not a side"], &["nickname"]),
        ("player hard", &["\"hard\" is not a side"], &["needs"]),
        ("play gravity 12", &["rows", "play gravity 12 8"], &["columns"]),
        ("against B", &["against needs a level", "against B 3"], &["A needs"]),
        ("against 3", &["against B 3"], &["A B 3"]),
        ("A B", &["A needs a level", "A B 3"], &["against"]),
        ("a b", &["A needs a level"], &[]),
        ("load", &["load needs ", "load tuesday"], &["L needs"]),
        ("move", &["move needs a move", "move d3"], &["J"]),
        ("icons x", &["icons needs two icons"], &["C "]),
    ] {
        let err = run(&[], line).err;
        assert!(has.iter().all(|word| err.contains(word)), "{line}: {err}");
        assert!(!has_not.iter().any(|word| err.contains(word)), "{line}: {err}");
    }
}

#[test]
fn only_what_may_be_a_misspelling_is_suggested_and_nothing_that_deletes() {
    for (line, suggestion) in [
        ("hnit", Some("hint")),
        ("exprot x.sgf", Some("export")),
        ("analise", Some("analyze")),
        ("best", Some("hint")),
        ("delete tuesday", None),
        ("delte tuesday", None),
        ("remvoe tuesday", None),
        ("prnue", None),
        ("clear", None),
        ("name", Some("names")),
        ("two", None),
        ("foo", None),
    ] {
        let err = run(&[], line).err;
        let offered = err.split_once("did you mean ").map(|(_, rest)| rest);
        let offered = offered.and_then(|rest| rest.split('"').nth(1));
        assert_eq!(offered, suggestion, "{line}: {err}");
    }
    for (arguments, suggestion) in [
        (&["foo"][..], None),
        (&["slove"], Some("solve")),
        (&["book", "foo"], None),
        (&["book", "improt"], Some("'import'")),
        (&["config", "gmae"], Some("'game'")),
        (&["config", "nane"], None),
    ] {
        let err = run(arguments, "").err;
        let offered = err.contains("did you mean") || err.contains("exist");
        assert_eq!(offered, suggestion.is_some(), "{arguments:?}: {err}");
        assert!(suggestion.is_none_or(|word| err.contains(word)), "{arguments:?}: {err}");
    }
}

#[test]
fn stronger_bots_follow_into_other_games_as_strong_as_these_have_them() {
    let objects = objects("A B 5\nA W 20\nplay c4\n");
    assert_eq!(objects[1]["state"]["black"], "20");
    assert_eq!(
        (&objects[2]["state"]["mode"], &objects[2]["ok"]),
        (&"against".into(), &true.into())
    );
    assert_eq!(objects[2]["state"]["black"], "10");
    // Other bots become the level with their number.
    assert_eq!(self::objects("A W depth:4\nplay c4\n")[1]["state"]["black"], "4");
    assert_eq!(self::objects("A W auto2\nplay c4\n")[1]["state"]["black"], "2");
}

#[test]
fn levels_are_a_table_that_fits_and_a_rating_names_its_level() {
    let run = run(&[], "levels\nA W 1000\nplay c4\nlevels\nA B 300\nA B 99999\n");
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines.contains(&"          1  beginner       0  random legal moves"), "{}", run.out);
    let is_level = |line: &&&str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let rows = |from: usize| lines[from..].iter().take_while(is_level).count();
    assert_eq!(rows(1), 20, "the levels come before the other bots");
    let other = 1 + lines.iter().rposition(|line| line.contains("  plays")).unwrap();
    assert_eq!(rows(other), 10, "{}", run.out);
    assert!(lines.iter().all(|line| line.chars().count() <= 79), "{}", run.out);
    let says_which = ["Closest to 1000: level ", " (rating 1000)."];
    assert!(says_which.iter().any(|said| run.out.contains(said)), "{}", run.out);
    assert!(run.err.starts_with("line 6: no level has a rating of 99999: the highest is "));
}

#[test]
fn the_level_the_names_and_a_balanced_opening_are_chosen_with_a_word() {
    let script = "level 5\nA B 3\nlevel 5\nlevel\nlevel x\nnames ann bob\nnames ann\nnames off\n\
                  A W 3 balanced\nN balanced\nplay c4\nN balanced\n";
    let objects = objects(script);
    let is_ok: Vec<bool> = objects.iter().map(|object| object["ok"] == true).collect();
    let refused = [0, 4, 6, 11];
    assert!((0..12).all(|index| is_ok[index] != refused.contains(&index)), "{objects:?}");
    assert_eq!(objects[2]["state"]["white"], "5");
    assert_eq!(objects[3]["reply"]["event"]["level"], "level 5, novice");
    assert_eq!(objects[5]["reply"]["event"]["names"], json!(["ann", "bob"]));
    assert_eq!(objects[7]["reply"]["event"]["names"], Value::Null);
    for (index, plies) in [(8, 9), (9, 8)] {
        assert_eq!(
            objects[index]["state"]["ply"], plies,
            "a bot with White to move waits: {index}"
        );
        let moves = objects[index]["reply"]["event"]["opening"]["moves"].as_str().unwrap();
        assert_eq!(moves.len(), 16);
    }
    let rated = self::objects("play c4\nA B 1\nlevel 1500\n");
    assert_eq!(rated[2]["state"]["white"], "10", "the rating is one of this game: {rated:?}");
    let run = |seed: &str| run(&["--seed", seed], "N balanced\n").out;
    assert_eq!(run("1"), run("1"));
    assert_ne!(run("1"), run("2"));
    assert!(run("1").contains("\nBalanced opening"), "{}", run("1"));
}

#[test]
fn a_game_or_position_can_stand_where_a_file_with_one_can() {
    let answers = objects("import f5d6c3\nimport nosuch\n");
    assert_eq!(answers[0]["state"]["ply"], 3, "{answers:?}");
    assert_eq!(answers[1]["ok"], false);
    let run = run(&["analyze", "--depth", "2", "f5d6c3"], "");
    assert!(run.code == Some(0) && run.out.contains("Perpendicular"), "{}{}", run.out, run.err);
    let board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let program = Program::new();
    let solved = program.run(&["solve", "--", board], "");
    assert!(solved.code == Some(0) && solved.out.contains("+18"), "{}{}", solved.out, solved.err);
    let shown = program.run(&["book", "show", "f5d6"], "").out;
    let start = "---------------------------OX------XO--------------------------- X";
    assert!(
        shown.contains("\nc3 ") && program.run(&["book", "show", "--", start], "").code == Some(0)
    );
    assert_eq!(program.run(&["analyze", "nosuch"], "").code, Some(3));
}
