//! All games with the whole program: its commands work in each of them.

use crate::support::{Program, assert_has, run};
use reversi::games::{Info, Player, REGISTRY, find};
use serde_json::Value;

fn example(info: &Info, moves: usize) -> String {
    let moves: Vec<&str> = info.example.moves.split_whitespace().take(moves).collect();
    format!("J {}\n", moves.join("\nJ "))
}

fn first(info: &Info) -> &'static str {
    if info.first_player() == Player::Black {
        "B"
    } else {
        "W"
    }
}

/// The state after a script that must succeed.
fn state(program: &Program, arguments: &[&str], script: &str) -> Value {
    let out = program
        .run(&[arguments, &["--json"]].concat(), script)
        .done();
    serde_json::from_str::<Value>(out.lines().last().unwrap()).unwrap()["state"].clone()
}

#[test]
fn the_example_is_played_taken_back_saved_and_loaded_in_every_game() {
    for info in REGISTRY {
        let program = Program::new();
        let count = info.example.moves.split_whitespace().count();
        let (first, moves) = (first(info), example(info, count));
        let script = format!(
            "N {first}\n{moves}U 2\nS\nH\nredo 2\nE whole\nU {count}\nredo {count}\ngoto 1\nredo {}\n",
            count - 1
        );
        let end = state(&program, &["-g", info.code], &script);
        assert_eq!(
            end["board"],
            serde_json::json!(info.example.board),
            "{}",
            info.name
        );
        assert_ne!(end["outcome"], Value::Null);
        // Loading reports the switch to another game, and undo still works.
        let other = if info.code == "c4" { "rv" } else { "c4" };
        let loaded = "N\nL whole\nU 1\nredo 1\n";
        assert_eq!(
            state(&program, &["-g", other], loaded),
            end,
            "{}",
            info.name
        );
        let said = program.run(&["-g", other, "--json"], loaded).out;
        assert_has(&said, &[&format!("\"switched_to\":\"{}\"", info.name)]);
        assert_has(&program.succeed("T\n"), &[info.name]);
    }
}

#[test]
fn an_unfinished_game_of_any_kind_is_gone_on_with() {
    for info in REGISTRY {
        let program = Program::new();
        program.run(
            &["-g", info.code],
            format!("N {}\n{}", first(info), example(info, 3)),
        );
        let out = program.run(&["--resume"], "moves\n").done();
        let says = out.contains(&format!("Switched to {}.", info.name));
        assert_eq!(says, info.code != "rv", "{out}");
        let transcript: String = info.example.moves.split(' ').take(3).collect();
        assert!(out.ends_with(&format!("{transcript}\n")), "{out}");
    }
}

#[test]
fn a_move_is_asked_for_bit_by_bit() {
    for (code, script, transcript) in [
        ("rv", "make a move\n4\n3\n", "d3"),
        ("rv", "MAKE   A   Move\nd\n\n# the row\n3\n", "d3"),
        ("rv", "make move\n4 3\n", "d3"),
        ("c4", "make a move\n4\n", "4"),
        ("co", "make a move\nb\n", "2"),
        ("gr", "make a move\n10\n2\n", "j2"),
        ("qu", "make a move\nc\nmake a move\n1\n4\n", "ca4"),
        // Any other line is a command, and ends the question.
        ("rv", "make a move\nundo\nshow\nd3\n", "d3"),
    ] {
        let run = run(&["-g", code], format!("N\n{script}moves\n"));
        assert_eq!(
            run.out.lines().last(),
            Some(transcript),
            "{code} {script}: {}",
            run.err
        );
    }
    // A refused line leaves the question: 3 is the column.
    let script = "N\nmake a move\nz\n3\nmake a mess\nmake a move\n9\n9\n";
    run(&[], script).errors_begin(&[
        "line 3: unknown command \"z\": type `help` for a list",
        "line 5: \"mess\" is not a move: type `make a move`",
        "line 8: no column 9 on this board: use 1 to 8, or a to h",
    ]);
    run(&[], "make a move\n").errors_begin(&["line 1: no game yet"]);
}

#[test]
fn the_words_of_the_console_change_games_and_players() {
    let script = "PLAY c4\n  play   gr  7  5\nplayer WHITE random\nplayer white human\nundo\n\
                  restart\nplay co\nplayer black random\nmake a move\n1\nundo\nplay rv\n\
                  player black human\nrestart\nplay d3\nmoves\nexit\nnonsense\n";
    let out = run(&["--seed", "1"], script).done();
    assert!(out.ends_with("d3\n"), "{out}");
}

#[test]
fn a_variant_is_saved_under_its_name_and_loaded_again() {
    let program = Program::new();
    // Four large pieces in a square.
    let square = "J a\na1\nJ b\na2\nJ c\nb1\nJ d\nb2\n";
    program
        .run(
            &["-g", "qu", "--lines-only"],
            format!("N\n{square}E game\n"),
        )
        .done();
    assert_has(&program.read_text("saves/game.ron"), &["lines_only: true"]);
    let goes_on = |arguments: &[&str], script: &str| {
        state(&program, arguments, script)["outcome"] == Value::Null
    };
    assert!(goes_on(&[], "L game\n"));
    assert!(!goes_on(&["-g", "qu"], &format!("N\n{square}")));
    // `play` selects the variant or the plain game.
    assert!(goes_on(&[], &format!("play qu lines-only\n{square}")));
    assert!(!goes_on(
        &["-g", "qu", "--lines-only"],
        &format!("play qu\n{square}")
    ));
    let err = run(&[], "play c4 lines-only\nplay qu lines-only 4\n").err;
    assert_has(
        &err,
        &[
            "Connect Four has no variant: lines-only is for qu",
            "unexpected \"4\"",
        ],
    );
}

#[test]
fn what_does_not_go_with_a_game_is_refused_with_the_reason() {
    let run = run(
        &[],
        "play gr 3 9\nplay gr 4\nplay gr 4 x\nplay c4 7 6\nplay c4\nG W ann\n",
    );
    run.errors_begin(&[
        "line 1: 3x9 is too small: use 4x4 to 26x26",
        "line 2: play needs a number of rows. For example: `play gravity 12 8`",
        "line 3: \"x\" is not a board size: use two numbers from 4 to 26",
        "line 4: Connect Four has a fixed board size: only gr (Gravity) can change it",
        "line 6: competitive games are Reversi only, and this is Connect Four: type `play rv` first",
    ]);
    assert_eq!(run.code, Some(1));
}

#[test]
fn players_go_by_their_names() {
    let script = "N\nJ a\nJ b2\nplayer bob human\nN ann\nN carl\n";
    let quarto = run(
        &["-g", "qu", "--names", "ANN", "BOB", "--seed", "3"],
        script,
    );
    assert_has(
        &quarto.out,
        &[" rolls ", " chooses piece a for ", "ANN moves first.\n"],
    );
    assert_eq!(
        quarto.err,
        "line 6: \"carl\" is not a side: use ANN or BOB\n"
    );
    for (game, script, said) in [
        ("rv", "N\nd3\n", "ANN plays d3 and flips 1 disc.\n"),
        // White is the first player there.
        ("c4", "N\n4\n", "ANN plays 4.\n"),
        ("c4", "N\n4\n", "ANN (W) moves first.\n"),
        ("rv", "A bob 1\n", "You play BOB (W)"),
    ] {
        assert_has(
            &run(&["-g", game, "--names", "ANN", "BOB"], script).out,
            &[said],
        );
    }
}

#[test]
fn fewer_discs_win_reversed_reversi_and_records_refuse_it() {
    let info = find("rr").unwrap();
    let count = info.example.moves.split_whitespace().count();
    let script = format!("N\n{}export game.ggf\nanalyze\n", example(info, count));
    let played = run(&["-g", "reversed"], script);
    assert_has(
        &played.out,
        &["W wins 1-63 (48 discs + 15 empty squares)\n"],
    );
    assert_has(
        &played.err,
        &[
            ": game records are Reversi only, and this is Reversed Reversi: type `play rv` first\n",
            ": `analyze` works only in Reversi, and this is Reversed Reversi\n",
        ],
    );
    let board = "XXXXXXXXXXOXXXXOXXXXXXXOOOXOXOXXOXOOXOXXOOOOXXXXOXXXXXXX-XXXXXXX O";
    let set = run(&["-g", "reversed"], format!("setboard {board}\na8\n")).done();
    assert_has(&set, &["W wins 18-46\n"]);
}

#[test]
fn hints_say_what_is_forced() {
    for (code, script, end) in [
        ("c4", "1\n7\n2\n7\n3\n6\n", "Hint: 4 (wins)"),
        ("c4", "1\n7\n2\n7\n3\n", "Hint: 4 (blocks a win)"),
        ("c4", "4\n7\n3\n7\n5\n", " (every move loses)"),
        ("qu", "J a\na1\nJ b\nb1\nJ c\nc1\nJ i\n", "Hint: d1 (wins)"),
        ("gr", "a1\nj1\nb1\nj2\nc1\n", " (blocks a win)"),
        ("co", "1\n", ""),
        // White would lose in column 7, but no move of Black threatens to win.
        ("c4", "4\n2\n3\n5\n6\n3\n5\n6\n7\n1\n7\n5\n6\n", ""),
    ] {
        let run = run(&["-g", code], format!("N W\n{script}H\n"));
        let hint = run
            .out
            .lines()
            .find(|line| line.starts_with("Hint: "))
            .unwrap();
        assert!(
            hint.ends_with(end) && hint.contains('(') != end.is_empty(),
            "{code}: {hint}"
        );
    }
}
