//! `reversi --weights`: other weights for the engine, and invalid files.

use crate::support::{BOARD, Program, root};
use reversi::engine::eval::{Evaluation, PHASES, WEIGHTS};

/// A program with valid weights in the files `weights` and `flat`, and with invalid files.
fn program() -> Program {
    let program = Program::new();
    let mut bytes = std::fs::read(root().join("weights/reversi.weights")).unwrap();
    program.write("weights", &bytes);
    program.write("short", &bytes[..bytes.len() - 1]);
    let nothing = vec![vec![0.0; WEIGHTS]; PHASES];
    let flat = Evaluation::with_weights(Evaluation::global().header(), &nothing);
    program.write("flat", flat.to_bytes());
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    program.write("damaged", &bytes);
    program.write("foreign", "N\nf5\n");
    program.write("empty", "");
    program
}

#[test]
fn the_same_weights_in_a_file_change_nothing() {
    let program = program();
    let play = |weights: &str| {
        let line = format!("{weights}--seed 1");
        program
            .run_inside(&line, "N\nplayer B 4\nplayer W 4\nmoves\n")
            .done()
    };
    let solve = |weights: &str| {
        let line = format!("{weights}solve --reproducible -");
        let run = program.run_inside(&line, format!("{BOARD}\n"));
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.out
    };
    let (usual_game, usual) = (play(""), solve(""));
    assert!(usual_game.contains("W plays"));
    assert_eq!(play("--weights weights "), usual_game);
    assert_eq!(solve("--weights weights "), usual);
    // Exact scores don't depend on the weights, but the searches do.
    let flat = solve("--weights flat ");
    assert_ne!(flat, usual);
    let scores = |out: &str| -> Vec<String> {
        out.lines()
            .nth(1)
            .unwrap()
            .split_whitespace()
            .take(3)
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(scores(&usual), ["1", "14", "+18"]);
    assert_eq!(scores(&flat), scores(&usual));
    assert_ne!(play("--weights flat "), usual_game);
}

#[test]
fn files_that_are_no_weights_are_refused_in_one_line() {
    let program = program();
    for (name, reason) in [
        ("damaged", "damaged: "),
        ("short", "short: "),
        ("empty", "empty: not a weights file"),
        (
            "foreign",
            "foreign: not a weights file: missing the header \"reversi weights 2\"",
        ),
        ("missing", "can't read missing: no such file"),
        (".", "can't read .: "),
    ] {
        for line in [
            "--weights NAME",
            "--weights NAME bench",
            "solve --weights NAME -",
        ] {
            let run = program.run_inside(&line.replace("NAME", name), "N\nf5\n");
            run.refused(3, &format!("reversi: {reason}"));
        }
    }
}
