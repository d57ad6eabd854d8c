//! The unfinished game of a script; prompts are tested on a terminal.

use std::fs;

use super::support::{Program, assert_has, competitive_moves};
use super::{NOT_KEPT, OPENING, check_failure};

const WIPE_OUT: &str = include_str!("../../examples/scripts/wipe-out.txt");

fn resume(program: &Program, script: &str) -> String {
    program.run(&["--resume"], script).done()
}

fn keeps_a_game(program: &Program) -> bool {
    program.path("autosave/script.ron").exists()
}

#[test]
fn a_script_keeps_its_game_only_when_it_ends_unfinished() {
    let program = Program::new();
    for script in [WIPE_OUT, "N\n", "T\nW\n"] {
        program.succeed(script);
    }
    assert!(!keeps_a_game(&program));
    program.succeed(OPENING);
    assert!(keeps_a_game(&program));
    let out = resume(&program, "c3\nmoves\n");
    assert!(out.starts_with("Resumed the game from 20"), "{out}");
    assert!(out.ends_with("f5f6e6f4c3\n"), "{out}");
    resume(&program, "U 5\nplayer black 3\nplayer white 3\n");
    assert!(
        !keeps_a_game(&program),
        "the game has been played to its end"
    );
    let run = program.run(&["--resume"], "N\n");
    assert_eq!(run.err, "reversi: --resume: no unfinished game to resume\n");
    assert_eq!(run.code, Some(1));
    assert_eq!(program.run(&["--resume", "--strict"], "N\n").out, "");
}

#[test]
fn a_kept_game_that_cannot_be_read_is_left_alone() {
    let program = Program::new();
    program.succeed(OPENING);
    program.write("autosave/script.ron", "(format: 1");
    let run = program.run(&[], OPENING);
    assert_eq!(run.code, Some(0), "every command was carried out");
    run.errors_begin(&[NOT_KEPT.trim_end_matches("can't ")]);
    assert_has(&run.err, &["autosave/script.ron:1:"]);
    check_failure(&program.run(&["--resume"], ""), "reversi: --resume: ");
    assert_eq!(program.read_text("autosave/script.ron"), "(format: 1");
}

#[test]
fn a_script_can_leave_a_game_for_another_one() {
    let program = Program::new();
    let run = program.run(&[], "N\nd3\nN\nresume\nmoves\nresume\n");
    assert_has(&run.out, &["Resumed the game from 20", " 1 B d3\nd3\n"]);
    assert_eq!(run.err, "line 6: no unfinished game to resume\n");
    // A resumed game is saved again, with its changes.
    resume(&program, "c3\nplay c4\nJ 4\n");
    let out = resume(&program, "moves\nresume\nmoves\nresume\nmoves\n");
    let moves: Vec<&str> = out
        .lines()
        .filter(|line| ["4", "d3c3"].contains(line))
        .collect();
    assert_eq!(moves, ["4", "d3c3", "4"]);
    // The game suspended first is not the latest.
    let out = resume(&program, "J 5\nplay rv\nf5\nresume\nmoves\n");
    assert!(out.ends_with("45\n"), "{out}");
    assert!(resume(&program, "resume\nmoves\n").ends_with(" 1 B f5\nf5\n"));
}

#[test]
fn neither_what_has_ended_nor_a_bare_board_is_put_aside() {
    let program = Program::new();
    let moves: Vec<&str> = WIPE_OUT
        .lines()
        .filter(|line| !line.starts_with(['#', 'N']))
        .collect();
    let (last, first) = moves.split_last().unwrap();
    program.succeed("N\nf5\n");
    program.succeed(&format!("resume\nN\n{}\n", first.join("\n")));
    let out = resume(&program, &format!("{last}\nresume\nmoves\n"));
    assert!(out.ends_with(" 1 B f5\nf5\n"), "{out}");
    assert!(!program.path("autosave/abandoned.ron").exists());

    let program = Program::new();
    let board = format!("{}OX{}XO{}", "-".repeat(27), "-".repeat(6), "-".repeat(27));
    let other = board.replacen('-', "O", 1);
    program.succeed(&format!("setboard {other} X\n"));
    assert_has(&resume(&program, ""), &[" 1  W - - - - - - -"]);
    // It doesn't replace a game with moves.
    let script = format!("N\nf5\nsetboard {other} X\nsetboard {other} O\nresume\nmoves\n");
    let out = resume(&program, &script);
    assert!(out.ends_with(" 1 B f5\nf5\n"), "{out}");
    // The starting position isn't saved.
    let program = Program::new();
    program.succeed(&format!("setboard {board} X\n"));
    assert!(!keeps_a_game(&program));
}

#[test]
fn a_competitive_game_stays_until_its_score_is_written() {
    let program = Program::new();
    let moves = competitive_moves();
    let (last, first) = moves.split_last().unwrap();
    program.succeed(&format!("G B ann\n{}\n", first.join("\n")));
    program.write("ranking.ron", "(damaged");
    for script in [(*last).to_owned(), format!("{last}\nN\nd3\n")] {
        let err = program.run(&["--resume"], script).err;
        assert_has(
            &err,
            &["scores from this run were not added to the ranking: "],
        );
    }
    fs::remove_file(program.path("ranking.ron")).unwrap();
    program.succeed(&format!("resume\nresume\n{last}\n"));
    assert_has(&program.read_text("ranking.ron"), &["score: 132"]);
    assert!(!program.path("autosave/1.ron").exists());
}

#[test]
fn a_competitive_game_can_be_gone_on_with_and_counts_once() {
    let program = Program::new();
    let moves = competitive_moves();
    let (first, second) = moves.split_at(10);
    program.succeed(&format!("G B ann\n{}\n", first.join("\n")));
    let script = format!("U\n{}\nE over\nL over\nshow\n", second.join("\n"));
    let run = program.run(&["--resume"], script);
    run.errors_begin(&["line 1: `U` is disabled in competitive games"]);
    assert_eq!(run.out.matches("ann scores 132").count(), 1, "{}", run.out);
}
