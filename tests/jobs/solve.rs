//! Scores, lines of play, and input errors.

use std::fs;
use std::path::Path;

use super::support::{Program, Run, root};

fn solve(arguments: &[&str], input: &str) -> Run {
    let arguments = [&["solve", "-g", "c4"], arguments].concat();
    Program::new().run(&arguments, input)
}

#[test]
fn positions_are_solved_and_their_scores_checked() {
    let input = "# the fourth of a row\n112233 18\n41526 -18 # lost\n\n4455662211\r\n112233";
    let run = solve(&["-"], input);
    let rows: Vec<Vec<&str>> =
        run.out.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!((&rows[0][..3], rows[0][6]), (&["2", "36", "+18"][..], "112233"));
    assert_eq!((&rows[1][..3], rows[1][6]), (&["3", "37", "-18"][..], "41526"));
    assert_eq!((rows[3][0], rows[3][6]), ("6", "112233"));
    assert!(
        run.err.starts_with("4 positions, ") && run.err.ends_with("scores: 2 correct, 0 wrong\n")
    );
    assert_eq!(run.code, Some(0));
    let run = solve(&["-"], "112233 17\n41526 -18\n");
    assert!(run.out.contains("  WRONG: file says +17\n"), "{}", run.out);
    assert!(run.err.ends_with("scores: 1 correct, 1 wrong\n"), "{}", run.err);
    assert_eq!(run.code, Some(1));
}

#[test]
fn a_line_that_is_no_position_is_told_and_left_out() {
    let bad = ["8", "4444444", "1212121", "12 x", "12 5 6", "\u{1b}[2J", &"1".repeat(5000)];
    for line in bad {
        let run = solve(&["-"], &format!("{line}\n112233 18\n"));
        assert!(run.err.starts_with("line 1: not a position: "), "{line}: {}", run.err);
        assert!(!run.err.contains('\u{1b}'));
        assert_eq!((run.out.lines().count(), run.code), (2, Some(3)), "{line}");
    }
    // A byte order mark at the start of the file is not part of the first line.
    assert_eq!(solve(&["-"], "\u{feff}112233 18\n").code, Some(0));
    assert_eq!(solve(&["-"], "112233 18\n\u{feff}112233 18\n").code, Some(3));
    let run = solve(&["no/such/file"], "");
    assert!(run.err.starts_with("reversi: can't read no/such/file: "), "{}", run.err);
    assert_eq!(run.code, Some(3));
    assert_eq!(Program::new().run(&["solve", "-g", "go", "-"], "").code, Some(2));
}

#[test]
fn solved_positions_can_be_json() {
    let run = solve(&["--json", "-"], "112233 18\n");
    let object: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&object["number"], &object["empties"]), (&1.into(), &36.into()));
    assert_eq!(object["position"], "112233");
    assert_eq!((&object["score"], &object["expected"]), (&18.into(), &18.into()));
    assert!(object["nodes"].is_u64() && object["time_s"].is_f64());
}

/// Uses public positions with their scores, outside the repository.
#[test]
fn the_published_scores_are_right() {
    let folder = root().join("../shared/data/connect4");
    for name in ["Test_L3_R1", "Test_L2_R1"] {
        let file = folder.join(name);
        if !Path::new(&file).exists() {
            println!("skipped: there is no {}", file.display());
            continue;
        }
        let count = fs::read_to_string(&file).unwrap().lines().count();
        let run = solve(&[file.to_str().unwrap()], "");
        let end = format!("scores: {count} correct, 0 wrong\n");
        assert!(run.err.ends_with(&end), "{name}: {}", run.err);
        assert_eq!((run.out.lines().count(), run.code), (count + 1, Some(0)));
    }
}

#[test]
fn reversi_positions_are_solved_with_their_best_lines() {
    // The last twelve squares of a game, with the scores of two moves.
    let board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--";
    let input = format!("% a comment\n{board} X;\n{board} O\n\n{board} Y\nXO X\n");
    let run = Program::new().run(&["solve", "--json", "-"], &input);
    assert_eq!(run.code, Some(3));
    let errors: Vec<&str> = run.err.lines().collect();
    assert_eq!(
        errors[..2],
        [
            "line 5: not a position: no side to move after the board: use X or O",
            "line 6: not a position: got 2 squares, expected 64",
        ]
    );
    let rows: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 2);
    for (row, side) in rows.iter().zip(['X', 'O']) {
        assert_eq!(row["position"], format!("{board} {side}"));
        // The found scores become the given ones.
        let first = row["line"].as_str().unwrap().split(' ').next().unwrap();
        for (change, code) in [(0, 0), (2, 1)] {
            let score = row["score"].as_i64().unwrap() + change;
            let line = format!("{board} {side}; {first}:{score:+};\n");
            let run = Program::new().run(&["solve", "-"], line);
            assert_eq!(run.code, Some(code), "{}{}", run.out, run.err);
        }
    }
}

/// The first public endgame position. The others take minutes.
#[test]
fn the_first_of_the_ffo_positions_has_its_score_and_best_move() {
    let file = root().join("../shared/data/ffo-40-59.obf");
    let Ok(text) = fs::read_to_string(&file) else {
        println!("skipped: there is no {}", file.display());
        return;
    };
    let run = Program::new().run(&["solve", "-"], text.lines().next().unwrap());
    assert!(run.out.contains("  +38  ") && run.out.contains("  a2 b1 c1 "), "{}", run.out);
    assert!(run.err.contains("scores: 1 correct, 0 wrong"), "{}", run.err);
    assert_eq!(run.code, Some(0));
}
