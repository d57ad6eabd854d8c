//! All games with the whole program: its commands work in each of them.

mod support;

use reversi::games::{Info, Player, REGISTRY};
use serde_json::Value;
use support::Program;

fn example(info: &Info, moves: usize) -> String {
    let moves: Vec<&str> = info.example.moves.split_whitespace().take(moves).collect();
    format!("J {}\n", moves.join("\nJ "))
}

fn first(info: &Info) -> &'static str {
    if info.first_player() == Player::Black { "B" } else { "W" }
}

fn last_state(out: &str) -> Value {
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
        let run = program.run(&["-g", info.code, "--json"], &script);
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{}", info.name);
        let end = last_state(&run.out);
        assert_eq!(end["board"], serde_json::json!(info.example.board), "{}", info.name);
        assert_ne!(end["outcome"], Value::Null);
        // Loading reports the switch to another game, and undo still works.
        let other = if info.code == "c4" { "rv" } else { "c4" };
        let run = program.run(&["-g", other, "--json"], "N\nL whole\nU 1\nredo 1\n");
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{}", info.name);
        assert!(run.out.contains(&format!("\"switched_to\":\"{}\"", info.name)), "{}", run.out);
        assert_eq!(last_state(&run.out), end, "{}", info.name);
        let list = program.run(&[], "T\n").out;
        assert!(list.contains(info.name), "{list}");
    }
}

#[test]
fn bots_play_each_other_alike_with_the_same_seed() {
    for info in REGISTRY {
        let play = |seed: &str| {
            let script = "N\nplayer black random\nplayer white 3\nmoves\n";
            let run = Program::new().run(&["-g", info.code, "--seed", seed], script);
            assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{}", info.name);
            run.out
        };
        assert_eq!(play("5"), play("5"), "{}", info.name);
        assert_ne!(play("5"), play("6"), "{}", info.name);
    }
}

#[test]
fn an_unfinished_game_of_any_kind_is_gone_on_with() {
    for info in REGISTRY {
        let program = Program::new();
        program.run(&["-g", info.code], format!("N {}\n{}", first(info), example(info, 3)));
        let run = program.run(&["--resume"], "moves\n");
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{}", info.name);
        let says = run.out.contains(&format!("Switched to {}.", info.name));
        assert_eq!(says, info.code != "rv", "{}", run.out);
        let transcript: String = info.example.moves.split(' ').take(3).collect();
        assert!(run.out.ends_with(&format!("{transcript}\n")), "{}", run.out);
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
        let run = Program::new().run(&["-g", code], format!("N\n{script}moves\n"));
        assert_eq!(run.out.lines().last(), Some(transcript), "{code} {script}: {}", run.err);
    }
    let run = Program::new().run(&[], "N\nmake a move\nz\n3\nmake a mess\nmake a move\n9\n9\n");
    let errors: Vec<&str> = run.err.lines().collect();
    assert_eq!(
        errors,
        [
            "line 3: unknown command \"z\": type `help` for a list",
            "line 4: \"3\" is not a square or a command: type a square like d3, or `help`",
            "line 5: \"mess\" is not a move: type `make a move`",
            "line 8: no column 9 on this board: use 1 to 8, or a to h",
        ]
    );
    assert!(Program::new().run(&[], "make a move\n").err.starts_with("line 1: no game yet"));
}

#[test]
fn the_words_of_the_console_change_games_and_players() {
    let script = "PLAY c4\n  play   gr  7  5\nplayer WHITE random\nplayer white human\nundo\n\
                  restart\nplay co\nplayer black random\nmake a move\n1\nundo\nplay rv\n\
                  player black human\nrestart\nplay d3\nmoves\nexit\nnonsense\n";
    let run = Program::new().run(&["--seed", "1"], script);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{}", run.out);
    assert!(run.out.ends_with("d3\n"), "{}", run.out);
}

#[test]
fn a_variant_is_saved_under_its_name_and_loaded_again() {
    let program = Program::new();
    // Four large pieces in a square.
    let square = "J a\na1\nJ b\na2\nJ c\nb1\nJ d\nb2\n";
    let run = program.run(&["-g", "qu", "--lines-only"], format!("N\n{square}E game\n"));
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "it goes on: {}", run.out);
    let saved = std::fs::read_to_string(program.home.path().join("saves/game.ron")).unwrap();
    assert!(saved.contains("lines_only: true"), "{saved}");
    let run = program.run(&["--json"], "L game\n");
    assert_eq!(last_state(&run.out)["outcome"], Value::Null);
    let run = program.run(&["-g", "qu", "--json"], format!("N\n{square}"));
    assert_ne!(last_state(&run.out)["outcome"], Value::Null);
    // `play` selects the variant or the plain game.
    let run = program.run(&["--json"], format!("play qu lines-only\n{square}"));
    assert_eq!(
        (run.code, &last_state(&run.out)["outcome"]),
        (Some(0), &Value::Null),
        "{}",
        run.err
    );
    let run = program.run(&["-g", "qu", "--lines-only", "--json"], format!("play qu\n{square}"));
    assert_ne!(last_state(&run.out)["outcome"], Value::Null);
    let run = program.run(&[], "play c4 lines-only\nplay qu lines-only 4\n");
    assert!(run.err.contains("Connect Four has no variant: lines-only is for qu"), "{}", run.err);
    assert!(run.err.contains("unexpected \"4\""), "{}", run.err);
}

#[test]
fn what_does_not_go_with_a_game_is_refused_with_the_reason() {
    for (arguments, reason) in [
        (&["-x", "5"][..], "Reversi has a fixed board size"),
        (&["-g", "c4", "--rows", "5"], "Connect Four has a fixed board size"),
        (&["-g", "gr", "-x", "3"], "invalid value '3' for '--columns <N>': use 4 to 26"),
        (&["-g", "gr", "-y", "27"], ": use 4 to 26"),
        (&["-g", "co", "--lines-only"], "Complica has no variant: lines-only is for qu (Quarto)"),
        (
            &["-g", "xx"],
            "use Reversi (rv), Connect Four (c4), Complica (co), Gravity (gr) or Quarto (qu)",
        ),
        (&["--names", "ANN", "ann"], "both players are called ann: use two different names"),
        (&["--names", "A#", "B"], "\"A#\" is not a valid name"),
        (&["--names", "ANN"], "2 values required"),
    ] {
        let run = Program::new().run(arguments, "N\n");
        assert!(run.err.contains(reason), "{arguments:?}: {}", run.err);
        assert_eq!((run.out.as_str(), run.code), ("", Some(2)), "{arguments:?}");
    }
    let script = "play gr 3 9\nplay gr 4\nplay gr 4 x\nplay c4 7 6\nplay c4\nG W ann\n";
    let run = Program::new().run(&[], script);
    let errors: Vec<&str> = run.err.lines().collect();
    assert_eq!(
        errors,
        [
            "line 1: 3x9 is too small: use 4x4 to 26x26",
            "line 2: play needs a number of rows. For example: `play gravity 12 8`",
            "line 3: \"x\" is not a board size: use two numbers from 4 to 26",
            "line 4: Connect Four has a fixed board size: only gr (Gravity) can change it",
            "line 6: competitive games are Reversi only, and this is Connect Four: type `play rv` first",
        ]
    );
    assert_eq!(run.code, Some(1));
}

#[test]
fn players_go_by_their_names() {
    let script = "N\nJ a\nJ b2\nplayer bob human\nN ann\nN carl\n";
    let run = Program::new().run(&["-g", "qu", "--names", "ANN", "BOB", "--seed", "3"], script);
    assert!(
        run.out.contains(" rolls ") && run.out.contains(" chooses piece a for "),
        "{}",
        run.out
    );
    assert!(run.out.contains("ANN moves first.\n"), "{}", run.out);
    assert_eq!(run.err, "line 6: \"carl\" is not a side: use ANN or BOB\n");
    let run = Program::new().run(&["--names", "ANN", "BOB"], "N\nd3\n");
    assert!(run.out.contains("ANN plays d3 and flips 1 disc.\n"), "{}", run.out);
    let run = Program::new().run(&["-g", "c4", "--names", "ANN", "BOB"], "N\n4\n");
    assert!(run.out.contains("ANN plays 4.\n"), "White is the first player there: {}", run.out);
    assert!(run.out.contains("ANN (W) moves first.\n"), "{}", run.out);
    let run = Program::new().run(&["--names", "ANN", "BOB"], "A bob 1\n");
    assert!(run.out.contains("You play BOB (W)"), "{}", run.out);
}

#[test]
fn hints_say_what_is_forced() {
    let hint = |code: &str, script: &str| {
        let run = Program::new().run(&["-g", code], format!("N W\n{script}H\n"));
        let hint = run.out.lines().find(|line| line.starts_with("Hint: "));
        hint.unwrap_or_else(|| panic!("{code}: {}{}", run.out, run.err)).to_owned()
    };
    assert_eq!(hint("c4", "1\n7\n2\n7\n3\n6\n"), "Hint: 4 (wins)");
    assert_eq!(hint("c4", "1\n7\n2\n7\n3\n"), "Hint: 4 (blocks a win)");
    assert_eq!(hint("c4", "4\n7\n3\n7\n5\n").split_once(" (").unwrap().1, "every move loses)");
    assert_eq!(hint("qu", "J a\na1\nJ b\nb1\nJ c\nc1\nJ i\n"), "Hint: d1 (wins)");
    let block = hint("gr", "a1\nj1\nb1\nj2\nc1\n");
    assert!(block.ends_with(" (blocks a win)"), "{block}");
    assert!(!hint("co", "1\n").contains('('));
    // White would lose in column 7, but no move of Black threatens to win.
    let quiet = hint("c4", "4\n2\n3\n5\n6\n3\n5\n6\n7\n1\n7\n5\n6\n");
    assert!(!quiet.contains('('), "{quiet}");
}
