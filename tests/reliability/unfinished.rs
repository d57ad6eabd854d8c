//! The unfinished game of a script; that of a prompt is tested on a terminal.

use std::fs;

use super::OPENING;
use super::support::Program;

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
    assert!(run.out.starts_with("Going on with the game of 20"), "{}", run.out);
    assert!(run.out.ends_with("f5f6e6f4c3\n"), "{}", run.out);
    let run = program.run(&["--resume"], "U 5\nplayer black 3\nplayer white 3\n");
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    assert!(!program.path("autosave/script.ron").exists(), "the game has been played to its end");
    let run = program.run(&["--resume"], "N\n");
    assert_eq!(run.err, "--resume: no unfinished game is kept in the autosave\n");
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
    assert!(run.err.starts_with("the unfinished game is not kept: "), "{}", run.err);
    assert!(run.err.contains("autosave/script.ron, line 1, column "), "{}", run.err);
    assert_eq!(run.err.lines().count(), 1);
    assert_eq!(fs::read_to_string(&path).unwrap(), "(format: 1");
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
    assert_eq!(run.err, "line 1: U (undo) is not allowed in a competitive game\n");
    assert_eq!(run.out.matches("ann scores 132").count(), 1, "{}", run.out);
}
