//! The unfinished game of a script; prompts are tested on a terminal.

use std::fs;

use super::support::Program;
use super::{OPENING, check_failure};

#[test]
fn a_script_keeps_its_game_only_when_it_ends_unfinished() {
    let program = Program::new();
    let finished = include_str!("../../examples/scripts/wipe-out.txt");
    program.succeed(finished);
    program.succeed("N\n");
    program.succeed("T\nW\n");
    assert!(!program.path("autosave/script.ron").exists());
    program.succeed(OPENING);
    assert!(program.path("autosave/script.ron").exists());
    let run = program.run(&["--resume"], "c3\nmoves\n");
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    assert!(run.out.starts_with("Resumed the game from 20"), "{}", run.out);
    assert!(run.out.ends_with("f5f6e6f4c3\n"), "{}", run.out);
    let run = program.run(&["--resume"], "U 5\nplayer black 3\nplayer white 3\n");
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    assert!(!program.path("autosave/script.ron").exists(), "the game has been played to its end");
    let run = program.run(&["--resume"], "N\n");
    assert_eq!(run.err, "reversi: --resume: no unfinished game to resume\n");
    assert_eq!(run.code, Some(1));
    assert_eq!(program.run(&["--resume", "--strict"], "N\n").out, "");
}

#[test]
fn a_kept_game_that_cannot_be_read_is_left_alone() {
    let program = Program::new();
    program.succeed(OPENING);
    let path = program.path("autosave/script.ron");
    fs::write(&path, "(format: 1").unwrap();
    let run = program.run(&[], OPENING);
    assert_eq!(run.code, Some(0), "every command was carried out");
    assert!(run.err.starts_with("the unfinished game could not be saved: "), "{}", run.err);
    assert!(run.err.contains("autosave/script.ron:1:"), "{}", run.err);
    assert_eq!(run.err.lines().count(), 1);
    check_failure(&program.run(&["--resume"], ""), "--resume", "reversi: --resume: ");
    assert_eq!(fs::read_to_string(&path).unwrap(), "(format: 1");
}

#[test]
fn a_script_can_leave_a_game_for_another_one() {
    let program = Program::new();
    let run = program.run(&[], "N\nd3\nN\nresume\nmoves\nresume\n");
    assert!(run.out.contains("Resumed the game from 20"), "{}", run.out);
    assert!(run.out.contains(" 1 B d3\nd3\n"), "{}", run.out);
    assert_eq!(run.err, "line 6: no unfinished game to resume\n");
    // A resumed game is saved again, with its changes.
    let run = program.run(&["--resume"], "c3\nplay c4\nJ 4\n");
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    let run = program.run(&["--resume"], "moves\nresume\nmoves\nresume\nmoves\n");
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    let moves: Vec<&str> = run.out.lines().filter(|line| ["4", "d3c3"].contains(line)).collect();
    assert_eq!(moves, ["4", "d3c3", "4"]);
    // The game suspended first is not the latest.
    let run = program.run(&["--resume"], "J 5\nplay rv\nf5\nresume\nmoves\n");
    assert!(run.out.ends_with("45\n"), "{}", run.out);
    assert!(program.run(&["--resume"], "resume\nmoves\n").out.ends_with(" 1 B f5\nf5\n"));
}

#[test]
fn what_has_ended_is_not_put_aside_again() {
    let program = Program::new();
    let finished = include_str!("../../examples/scripts/wipe-out.txt");
    let moves: Vec<&str> = finished.lines().filter(|line| !line.starts_with(['#', 'N'])).collect();
    let (last, first) = moves.split_last().unwrap();
    program.succeed("N\nf5\n");
    program.succeed(&format!("resume\nN\n{}\n", first.join("\n")));
    let run = program.run(&["--resume"], format!("{last}\nresume\nmoves\n"));
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    assert!(run.out.ends_with(" 1 B f5\nf5\n"), "{}", run.out);
    assert!(!program.path("autosave/abandoned.ron").exists());
}

#[test]
fn a_board_that_was_put_up_is_kept() {
    let program = Program::new();
    let board = format!("{}OX{}XO{}", "-".repeat(27), "-".repeat(6), "-".repeat(27));
    let other = board.replacen('-', "O", 1);
    program.succeed(&format!("setboard {other} X\n"));
    let run = program.run(&["--resume"], "");
    assert!(run.out.contains(" 1  W - - - - - - -"), "{}", run.out);
    // It doesn't replace a game with moves.
    let script = format!("N\nf5\nsetboard {other} X\nsetboard {other} O\nresume\nmoves\n");
    let run = program.run(&["--resume"], script);
    assert!(run.out.ends_with(" 1 B f5\nf5\n"), "{}", run.out);
    // The starting position isn't saved.
    let program = Program::new();
    program.succeed(&format!("setboard {board} X\n"));
    assert!(!program.path("autosave/script.ron").exists());
}

#[test]
fn a_competitive_game_stays_until_its_score_is_written() {
    let program = Program::new();
    let game = include_str!("../../examples/scripts/competitive.txt");
    let moves: Vec<&str> = game.lines().filter(|line| line.starts_with("J ")).collect();
    let (last, first) = moves.split_last().unwrap();
    program.succeed(&format!("G B ann\n{}\n", first.join("\n")));
    let ranking = program.path("ranking.ron");
    fs::write(&ranking, "(damaged").unwrap();
    let run = program.run(&["--resume"], last);
    assert!(
        run.err.contains("scores from this run were not added to the ranking: "),
        "{}",
        run.err
    );
    let run = program.run(&["--resume"], format!("{last}\nN\nd3\n"));
    assert!(
        run.err.contains("scores from this run were not added to the ranking: "),
        "{}",
        run.err
    );
    fs::remove_file(&ranking).unwrap();
    let run = program.run(&[], format!("resume\nresume\n{last}\n"));
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    assert!(fs::read_to_string(&ranking).unwrap().contains("score: 132"));
    assert!(!program.path("autosave/1.ron").exists());
}

#[test]
fn a_competitive_game_can_be_gone_on_with_and_counts_once() {
    let program = Program::new();
    let game = include_str!("../../examples/scripts/competitive.txt");
    let moves: Vec<&str> = game.lines().filter(|line| line.starts_with("J ")).collect();
    let (first, second) = moves.split_at(10);
    program.succeed(&format!("G B ann\n{}\n", first.join("\n")));
    let run =
        program.run(&["--resume"], format!("U\n{}\nE over\nL over\nshow\n", second.join("\n")));
    assert!(run.err.starts_with("line 1: undo is disabled in competitive games"), "{}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    assert_eq!(run.out.matches("ann scores 132").count(), 1, "{}", run.out);
}
