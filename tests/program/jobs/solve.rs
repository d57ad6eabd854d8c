//! `reversi solve`: scores, lines of play, input errors, the options that select positions and output, and the
//! progress line. The counts of `reversi perft`.

use std::fs;

use reversi::games::Square;
use reversi::records::{BoardPosition, Obf};
use serde_json::{Value, json};

use super::{LINES, solve};
use crate::support::{BOARD, Program, Run, assert_has, data, run};
#[cfg(unix)]
use crate::terminal::Terminal;

/// Only X has no move; no side has a move.
const PASS: &str = "XO--------------------------------------------------------------O";
const OVER: &str = "XX-------------------------------------------------------------- O";

/// Connect Four positions that take longer than the delay of the progress line, in every build.
#[cfg(unix)]
const SLOW: &str = "1234567\n\n4444445 -2\nfour\n";

fn solve_connect_four(arguments: &[&str], input: &str) -> Run {
    run(&[&["solve", "-g", "c4"], arguments].concat(), input)
}

fn words(out: &str) -> Vec<Vec<&str>> {
    out.lines()
        .skip(1)
        .map(|line| line.split_whitespace().collect())
        .collect()
}

#[test]
fn positions_are_solved_and_their_scores_checked() {
    let input = "# the fourth of a row\n112233 18\n41526 -18 # lost\n\n4455662211\r\n112233";
    let solved = solve_connect_four(&["-"], input);
    let rows = words(&solved.out);
    assert_eq!(
        (&rows[0][..3], rows[0][6]),
        (&["2", "36", "+18"][..], "112233")
    );
    assert_eq!(
        (&rows[1][..3], rows[1][6]),
        (&["3", "37", "-18"][..], "41526")
    );
    assert_eq!((rows[3][0], rows[3][6]), ("6", "112233"));
    assert!(
        solved.err.starts_with("3 positions, ") && solved.code == Some(0),
        "{}",
        solved.err
    );
    assert!(
        solved
            .err
            .ends_with("; 1 duplicate; scores: 2 correct, 0 wrong\n"),
        "{}",
        solved.err
    );
    let wrong = solve_connect_four(&["-"], "112233 17\n41526 -18\n");
    assert_has(&wrong.out, &["  WRONG: file says +17\n"]);
    assert!(
        wrong.err.ends_with("scores: 1 correct, 1 wrong\n"),
        "{}",
        wrong.err
    );
    assert_eq!(wrong.code, Some(1));
    let object = solve_connect_four(&["--json", "-"], "112233 18\n")
        .objects()
        .remove(0);
    assert_eq!(
        (&object["number"], &object["empties"]),
        (&1.into(), &36.into())
    );
    assert_eq!(object["position"], "112233");
    assert_eq!(
        (&object["score"], &object["expected"]),
        (&18.into(), &18.into())
    );
    assert!(object["nodes"].is_u64() && object["time_s"].is_f64());
}

#[test]
fn a_line_that_is_no_position_is_told_and_left_out() {
    let bad = [
        "8",
        "4444444",
        "1212121",
        "12 x",
        "12 5 6",
        "\u{1b}[2J",
        &"1".repeat(5000),
    ];
    for line in bad {
        let run = solve_connect_four(&["-"], &format!("{line}\n112233 18\n"));
        assert!(
            run.err.starts_with("line 1: not a position: "),
            "{line}: {}",
            run.err
        );
        assert!(!run.err.contains('\u{1b}'));
        assert_eq!((run.out.lines().count(), run.code), (2, Some(3)), "{line}");
    }
    // A byte order mark at the start of the file is not part of the first line.
    for (input, code) in [
        ("\u{feff}112233 18\n", 0),
        ("112233 18\n\u{feff}112233 18\n", 3),
    ] {
        assert_eq!(solve_connect_four(&["-"], input).code, Some(code));
    }
}

/// Uses public positions with their scores, outside the repository: of Connect Four, and the first FFO position. The
/// others take minutes.
#[test]
fn the_published_scores_are_right() {
    for name in ["Test_L3_R1", "Test_L2_R1"] {
        let Some(file) = data(&format!("connect4/{name}")) else {
            continue;
        };
        let count = fs::read_to_string(&file).unwrap().lines().count();
        let run = solve_connect_four(&[file.to_str().unwrap()], "");
        let end = format!("scores: {count} correct, 0 wrong\n");
        assert!(run.err.ends_with(&end), "{name}: {}", run.err);
        assert_eq!((run.out.lines().count(), run.code), (count + 1, Some(0)));
    }
    let Some(file) = data("ffo-40-59.obf") else {
        return;
    };
    let text = fs::read_to_string(file).unwrap();
    let run = run(&["solve", "-"], text.lines().next().unwrap());
    assert_has(&run.out, &["  +38  ", "  a2 b1 c1 "]);
    assert_has(&run.err, &["scores: 1 correct, 0 wrong"]);
    assert_eq!(run.code, Some(0));
}

#[test]
fn reversi_positions_are_solved_with_their_best_lines() {
    let board = &BOARD[..64];
    let input = format!("% a comment\n{board} X;\n{board} O\n\n{board} Y\nXO X\n");
    let solved = solve(&["--json", "-"], &input).with_code(3);
    let errors = [
        "line 5: not a position: no side to move: add `X to move` or `O to move` after the board, or use --turn B",
        "line 6: not a position: got 2 squares, expected 64",
    ];
    assert_eq!(solved.errors()[..2], errors);
    let rows = solved.objects();
    assert_eq!(rows.len(), 2);
    for (row, side) in rows.iter().zip(['X', 'O']) {
        assert_eq!(row["position"], format!("{board} {side}"));
        // The found scores become the given ones.
        let first = row["line"].as_str().unwrap().split(' ').next().unwrap();
        let score = row["score"].as_i64().unwrap();
        solve(&["-"], &format!("{board} {side}; {first}:{score:+};\n")).with_code(0);
    }
}

#[test]
fn boards_of_several_lines_have_the_number_of_their_first_line() {
    let squares = "XXXXXXXXXXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOOXXXXXXXXOXOXOXO-XOXOXOX-";
    let rows: Vec<String> = (0..8)
        .map(|row| format!("{} {}\n", row + 1, &squares[8 * row..8 * row + 8]))
        .collect();
    let rows = rows.concat();
    let board = format!("  abcdefgh\n{rows}");
    let at = squares.replace('X', "@");
    let input = format!("{squares} O\n\n{board}O to move\n\nhello\n{at} O\n{board}");
    let numbers = |run: &Run| -> Vec<(Value, Value)> {
        let objects = run.objects().into_iter();
        objects
            .map(|row| (row["number"].clone(), row["score"].clone()))
            .collect()
    };
    let solved = solve(&["--json", "-"], &input).with_code(3);
    let errors = [
        "line 14: not a position: 'h' in column 1 is not a square: use X, O or -",
        "line 16: not a position: no side to move: add `X to move` or `O to move` after the board, or use --turn B",
    ];
    assert_eq!(solved.errors()[..2], errors);
    let scores = numbers(&solved);
    assert_eq!(
        scores
            .iter()
            .map(|(line, _)| line.clone())
            .collect::<Vec<_>>(),
        [1, 3, 15]
    );
    assert!(
        scores.iter().all(|(_, score)| *score == scores[0].1),
        "{scores:?}"
    );
    let assumed = solve(&["--json", "--turn", "white", "-"], &input).with_code(3);
    assert_eq!(numbers(&assumed).len(), 4);
    assert_eq!(numbers(&assumed)[3], (16.into(), scores[0].1.clone()));
    let other = solve(&["--json", "--turn", "b", "-"], &input).with_code(3);
    assert_eq!(numbers(&other)[..3], scores[..], "a shown side stays");
    let shards = ["1/2", "2/2"].map(|shard| {
        let arguments = ["--json", "--turn", "white", "--shard", shard, "-"];
        numbers(&solve(&arguments, &input))
    });
    let mut both = shards.concat();
    both.sort_by_key(|(number, _)| number.as_u64());
    assert_eq!(both, numbers(&assumed));
    let refused = solve(&["--turn", "up", "-"], &input).with_code(2);
    assert_has(&refused.err, &["use B (Black) or W (White)"]);
    run(&["solve", "-g", "c4", "--turn", "B", "-"], "1\n").with_code(2);
}

fn children(line: &str) -> Vec<(String, String)> {
    let obf = Obf::parse(line).unwrap().unwrap();
    let position = obf.board.position();
    let legal = reversi::engine::squares(position.legal_moves());
    let child = |square: u32| {
        let board = BoardPosition::new(position.after(square), obf.board.turn.opponent());
        let moves = Vec::new();
        (
            Square::from_index(square, 8).to_string(),
            Obf { board, moves }.to_string(),
        )
    };
    let mut children: Vec<_> = legal.map(child).collect();
    children.sort();
    children
}

/// The scores of moves, and of the positions after them, as found by the program, in the order of the names.
fn moves_and_children(field: &str, arguments: &[&str]) -> Vec<(String, Value, Value)> {
    let arguments = [&["--json"], arguments].concat();
    let parent = solve(
        &[&arguments[..], &["--all-moves", "--position", BOARD]].concat(),
        "",
    );
    let row = parent.objects().remove(0);
    let moves = row["moves"].as_array().unwrap();
    assert_eq!(moves[0][field], row[field], "the best first");
    assert_eq!(
        moves[0]["move"],
        row["line"].as_str().unwrap().split(' ').next().unwrap()
    );
    let children = children(BOARD);
    assert_eq!(moves.len(), children.len());
    let lines: Vec<&str> = children.iter().map(|(_, line)| line.as_str()).collect();
    let rows = solve(&[&arguments[..], &["-"]].concat(), &lines.join("\n")).objects();
    let both = children.iter().zip(rows).map(|((name, _), row)| {
        let own = moves.iter().find(|mv| mv["move"] == **name).unwrap();
        (name.clone(), own[field].clone(), row[field].clone())
    });
    both.collect()
}

#[test]
fn every_move_can_be_scored() {
    let scores = moves_and_children("score", &[]);
    assert_eq!(scores.len(), 8);
    for (name, score, child) in scores {
        assert_eq!(score.as_i64().unwrap(), -child.as_i64().unwrap(), "{name}");
    }
    let run = solve(&["--reproducible", "--all-moves", "--position", BOARD], "");
    let (heading, row) = run.out.split_once('\n').unwrap();
    assert!(heading.ends_with("  best line  moves"), "{heading}");
    let (_, pairs) = row.split_once("  G8:+18; ").unwrap();
    assert!(pairs.ends_with("; G2:-24;\n"), "{pairs}");
    let pairs = pairs.trim_end_matches(";\n").split("; ");
    let scores: Vec<i32> = pairs
        .map(|pair| pair.split_once(':').unwrap().1.parse().unwrap())
        .collect();
    assert!(
        scores.len() == 7 && scores.is_sorted_by(|a, b| a >= b),
        "{scores:?}"
    );

    // A pass is the only move, and after the end there is none.
    let input = format!("{} O\n{OVER}\n", &PASS[..64]);
    let rows = solve(&["--json", "--all-moves", "-"], &input).objects();
    assert_eq!(rows[0]["moves"], json!([{ "move": "pass", "score": -64 }]));
    assert_eq!(rows[1]["moves"], json!([]));
    let text = solve(&["--reproducible", "--all-moves", "-"], &input).out;
    assert!(
        text.lines().nth(1).unwrap().ends_with("  c1  PA:-64;"),
        "{text}"
    );
    assert!(!text.lines().nth(2).unwrap().contains(':'), "{text}");
    let rows = solve(&["--json", "--all-moves", "--wld", "-"], &input).objects();
    assert_eq!(
        rows[0]["moves"],
        json!([{ "move": "pass", "outcome": "loss" }])
    );

    // A forced pass takes one search, however many moves the opponent has then.
    let input = "OOOOOOOOOOOOOOOOOXXOOOOOO-XXOOOOO-XXXOOO--X---OO------XO-------- X\n";
    let [one, all] = [&["--json", "-"][..], &["--json", "--all-moves", "-"]]
        .map(|arguments| solve(arguments, input).objects().remove(0));
    assert_eq!(
        ["nodes", "score", "line"].map(|field| &all[field]),
        ["nodes", "score", "line"].map(|field| &one[field])
    );
    assert_eq!(
        all["moves"],
        json!([{ "move": "pass", "score": one["score"] }])
    );
}

#[test]
fn only_who_wins_can_be_asked() {
    let discs = |own: usize| format!("{}{}", "X".repeat(own), "O".repeat(64 - own));
    let input = format!("{} X\n{} X\n{} X\n", discs(33), discs(32), discs(31));
    let run = solve(&["--wld", "-"], &input);
    assert!(run.out.starts_with(" line  depth    wld  "), "{}", run.out);
    assert!(
        words(&run.out)
            .iter()
            .map(|row| row[2])
            .eq(["win", "draw", "loss"]),
        "{}",
        run.out
    );
    // Each move has the opposite outcome of the position after it.
    for (name, outcome, child) in moves_and_children("outcome", &["--wld"]) {
        let turned = match child.as_str().unwrap() {
            "win" => "loss",
            "loss" => "win",
            _ => "draw",
        };
        assert_eq!(outcome, turned, "{name}");
    }
    // Lost moves are reported, too.
    let (_, lost) = children(BOARD)
        .into_iter()
        .find(|(name, _)| name == "g8")
        .unwrap();
    for (position, outcome) in [(BOARD, "win"), (&lost, "loss")] {
        let row = solve(&["--wld", "--json", "--position", position], "")
            .objects()
            .remove(0);
        assert_eq!((&row["outcome"], row.get("score")), (&outcome.into(), None));
        assert!(outcome == "win" || row["line"].as_str().unwrap().len() == 2);
    }
    // Where only the sign of a score is known, only that is checked.
    for (score, code) in [("+18", 0), ("+2", 0), ("+0", 1), ("-2", 1)] {
        let run = solve(&["--wld", "-"], &format!("{BOARD}; G8:{score};\n"));
        assert_eq!(run.code, Some(code), "{}", run.out);
        let note = format!("  WRONG: file says {score}\n");
        assert_eq!(run.out.ends_with(&note), code == 1, "{}", run.out);
    }
    assert_eq!(solve(&["-"], &format!("{BOARD}; G8:+2;\n")).code, Some(1));
}

#[test]
fn every_line_is_in_one_shard() {
    let whole = solve(&["--reproducible", "-"], LINES);
    let (heading, rows) = whole.out.split_once('\n').unwrap();
    let mut found = Vec::new();
    let mut complaints = 0;
    for shard in 1..=3 {
        let run = solve(
            &["--reproducible", "--shard", &format!("{shard}/3"), "-"],
            LINES,
        );
        let (own_heading, rows) = run.out.split_once('\n').unwrap();
        assert_eq!(own_heading, heading);
        for row in rows.lines() {
            found.push(row.to_owned());
        }
        let bad = run.err.matches("not a position").count();
        assert_eq!(run.code, Some(if bad > 0 { 3 } else { 0 }), "{}", run.err);
        complaints += bad;
    }
    found.sort();
    assert_eq!(found, rows.lines().collect::<Vec<_>>());
    assert_eq!((found.len(), complaints), (5, 2));
}

#[test]
fn a_position_can_come_from_the_command_line() {
    let expected = solve(&["--reproducible", "-"], &format!("{BOARD}\n")).out;
    assert_eq!(expected.lines().count(), 2);
    assert_eq!(
        solve(&["--reproducible", "--position", BOARD], "").out,
        expected
    );
}

/// Runs `reversi solve --reproducible` on the lines, with variables of the environment.
fn with_variables(variables: &[(&str, &str)], arguments: &[&str]) -> Run {
    let folder = Program::new();
    folder.write("positions", LINES);
    let file = folder.file("positions");
    let words = ["solve", "--reproducible", "--hash", "1", &file];
    let mut command = folder.command(&[&words[..], arguments].concat());
    command.envs(variables.iter().copied());
    command.output().unwrap().into()
}

#[test]
fn the_shard_comes_from_the_option_else_from_hyperqueue_else_from_a_slurm_array() {
    let expected = with_variables(&[], &["--shard", "2/3"]);
    assert!(expected.out.lines().count() > 1, "{}", expected.out);
    let slurm = |task: &'static str| {
        [
            ("SLURM_ARRAY_TASK_ID", task),
            ("SLURM_ARRAY_TASK_MIN", "4"),
            ("SLURM_ARRAY_TASK_MAX", "6"),
            ("SLURM_ARRAY_TASK_COUNT", "3"),
        ]
    };
    for entry in ["2/3", "\"2/3\"", "2/3\n"] {
        let both = [&[("HQ_ENTRY", entry)][..], &slurm("4")].concat();
        assert_eq!(with_variables(&both, &[]), expected, "{entry:?}");
    }
    assert_eq!(with_variables(&slurm("5"), &[]), expected);
    let both = [&[("HQ_ENTRY", "1/3")][..], &slurm("4")].concat();
    assert_eq!(with_variables(&both, &["--shard", "2/3"]), expected);
    with_variables(&[("HQ_ENTRY", BOARD)], &[]).refused(2, "not a shard: expected I/N");
    for task in ["7", "3", "x"] {
        let refused = "consecutive tasks from $SLURM_ARRAY_TASK_MIN";
        with_variables(&slurm(task), &[]).refused(2, refused);
    }
    // A typed position is a whole job.
    let one = solve(&["--reproducible", "--position", BOARD], "");
    let folder = Program::new();
    let arguments = [
        "solve",
        "--hash",
        "1",
        "--reproducible",
        "--position",
        BOARD,
    ];
    let mut command = folder.command(&arguments);
    let run: Run = command.envs(slurm("5")).output().unwrap().into();
    assert_eq!(run, one);
}

/// Except for duplicates, a row depends only on its line, not on earlier lines or on time.
#[test]
fn a_stable_answer_is_the_same_in_every_run() {
    let input = LINES;
    for format in ["--json", "--all-moves"] {
        let arguments = ["--reproducible", format, "-"];
        let first = solve(&arguments, input);
        assert_eq!(solve(&arguments, input), first);
        assert!(!first.out.contains("time_s"));
        // Each line alone, after as many empty lines as set its number.
        for (index, line) in input.lines().enumerate() {
            let alone = solve(&arguments, &format!("{}{line}\n", "\n".repeat(index)));
            assert!(
                alone.out.lines().all(|row| first.out.contains(row)),
                "{}",
                alone.out
            );
        }
    }
    // The second game is the first one, a move earlier.
    let second = "123372255534145111472522133";
    let both = format!("{second}3\n{second}\n");
    let nodes = |arguments: &[&str], input: &str| {
        let rows = solve_connect_four(&[&["--json", "-"], arguments].concat(), input).objects();
        rows.last().unwrap()["nodes"].clone()
    };
    let alone = nodes(&["--reproducible"], second);
    assert_eq!(nodes(&["--reproducible"], &both), alone);
    assert_ne!(nodes(&[], &both), alone, "else this test sees nothing");
}

#[test]
fn threads_change_no_score() {
    let scores = |threads: &str| {
        let rows = solve(&["--json", "--all-moves", "--threads", threads, "-"], LINES).objects();
        rows.iter()
            .map(|row| (row["score"].clone(), row["moves"][0].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(scores("1").len(), 5);
    assert_eq!(scores("2"), scores("1"));
}

#[test]
fn a_pipe_is_read_where_no_file_is_named() {
    let solved = solve(&["--reproducible"], LINES);
    assert_eq!(solved.out, solve(&["--reproducible", "-"], LINES).out);
    assert!(!solved.err.contains("HQ_ENTRY"), "{}", solved.err);
    let converted = run(&["convert", "--to", "ggf"], "f5d6c3\n").done();
    assert_has(&converted, &["B[f5]W[d6]B[c3]"]);
    let analyzed = run(&["analyze", "--depth", "2", "--json"], "f5d6c3\n");
    assert_eq!(
        (analyzed.code, analyzed.out.lines().count()),
        (Some(0), 1),
        "{}",
        analyzed.err
    );
}

#[cfg(unix)]
#[test]
fn a_terminal_is_not_waited_for_where_no_file_is_named() {
    for words in [&["solve"][..], &["analyze"], &["convert", "--to", "ggf"]] {
        let mut terminal = Terminal::start_new(words, &[]);
        assert_eq!(terminal.exit_code(), 2, "{words:?}");
        terminal.wait_for("for standard input");
    }
}

#[cfg(unix)]
#[test]
fn a_terminal_is_told_how_far_the_job_is_and_cleared_at_the_end() {
    let program = Program::new();
    let file = program.write("slow", SLOW);
    let mut terminal = Terminal::start(program.home.path(), &["solve", "-g", "c4", &file], &[]);
    assert_eq!(terminal.exit_code(), 3);
    terminal.wait_for("; scores: 0");
    let written = terminal.written();
    let words: Vec<&str> = written.split_whitespace().collect();
    assert_has(&words.join(" "), &["scores: 0 correct, 1 wrong"]);
    // The seconds depend on the machine. They count from the start, and never decrease.
    let told: Vec<(&str, u64)> = written
        .split('\r')
        // Each line replaces the previous one.
        .map(|part| part.trim_start_matches("\u{1b}[2K").trim())
        .filter_map(|part| part.strip_suffix(" s")?.rsplit_once(", "))
        // The current score is between them.
        .map(|(line, seconds)| (line.split(", ").next().unwrap(), seconds.parse().unwrap()))
        .collect();
    assert!(
        told.is_sorted() && told.last().is_some_and(|last| last.1 < 300),
        "{written:?}"
    );
    for line in ["line 1", "line 3"] {
        assert!(told.iter().any(|one| one.0 == line), "{written:?}");
    }
    let contents = terminal.contents();
    let starts = contents.lines().map(|line| &line[..7.min(line.len())]);
    let rows = [" line  ", "    1  ", "    3  ", "line 4:", "2 posit"];
    // The text between them contains the ends of wrapped rows, but no progress line.
    let found: Vec<&str> = starts.filter(|start| rows.contains(start)).collect();
    assert!(found == rows && !contents.contains("line 1,"), "{contents}");
    assert_has(&written, &["WRONG:\r\n          file says -2"]);
    // A pipe is told nothing.
    let piped = solve_connect_four(&["-"], SLOW);
    assert_eq!(
        (piped.err.lines().count(), piped.code),
        (2, Some(3)),
        "{}",
        piped.err
    );
    assert!(!piped.err.contains('\r') && piped.err.starts_with("line 4: not a position"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_table_too_big_for_the_machine_is_told() {
    // Less address space than the table needs.
    let script = "ulimit -v 1000000; exec \"$0\" \"$@\" --hash 65536";
    let run = |arguments: &[&str]| -> Run {
        let shell = ["-c", script, env!("CARGO_BIN_EXE_reversi")];
        let mut command = std::process::Command::new("sh");
        command.args(shell).args(arguments).output().unwrap().into()
    };
    let refused = "not enough memory for a 65536 MiB table: use a smaller --hash";
    run(&["perft", "3"]).refused(1, refused);
    run(&["solve", "-g", "c4", "--position", "112233"]).refused(1, refused);
    // The engine allocates only what it can use, and works with less.
    let solved = run(&["solve", "--position", BOARD]);
    assert_eq!(
        (solved.err.contains("memory"), solved.code),
        (false, Some(0)),
        "{}",
        solved.err
    );
    // The last position of the FFO suite has this many empty squares. It is quickly solved.
    let long = "-----------------------O--OOOOO---OOOOOXOOOOXXXX--XXOOXX--XX-O-X X";
    let solved = run(&["solve", "--position", long]).with_code(0);
    assert_has(
        &solved.err,
        &["not enough memory for a 65536 MiB table: using 256 MiB"],
    );
}

#[test]
fn perft_counts_what_is_published_with_and_without_a_table() {
    let published = [4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288];
    for arguments in [
        "6 --threads 2",
        "9 --hash 0",
        "9 --hash 1",
        "9 --hash 16 --threads 2",
    ] {
        let line = format!("perft {arguments} --json");
        let rows = Program::new().run_inside(&line, "");
        let counts = rows
            .objects()
            .into_iter()
            .map(|row| row["count"].as_u64().unwrap());
        let depth = usize::from(arguments.as_bytes()[0] - b'0');
        assert_eq!(counts.collect::<Vec<_>>(), published[..depth], "{line}");
        rows.done();
    }
    let out = run(&["perft", "3"], "").out;
    assert!(
        out.lines()
            .last()
            .unwrap()
            .starts_with(" 3                  56  "),
        "{out}"
    );
}
