//! `reversi positions`.

use std::collections::HashSet;
use std::fs;

use crate::support::{Program, assert_has};

#[test]
fn positions_are_written_as_obf_and_repeat_with_a_seed() {
    let program = Program::new();
    let written = |seed: &str| {
        let options = [
            "positions",
            "--count",
            "50",
            "--plies",
            "20",
            "--score",
            "-4..4",
        ];
        program
            .run(&[&options[..], &["--seed", seed]].concat(), "")
            .done()
    };
    let first = written("1");
    let lines: HashSet<&str> = first.lines().collect();
    assert_eq!((first.lines().count(), lines.len()), (50, 50));
    for line in &lines {
        let (board, side) = line.split_once(' ').unwrap();
        assert_eq!((board.len(), side), (64, "X;"), "{line}");
        let discs = board.chars().filter(|&square| square != '-').count();
        assert_eq!(discs, 24, "{line}");
    }
    assert_eq!(written("1"), first);
    assert_ne!(written("2"), first);
    // White moves after an odd number of plies.
    let odd = program
        .run(&["positions", "--plies", "13", "--count", "3"], "")
        .done();
    assert!(odd.lines().count() == 3 && odd.lines().all(|line| line.ends_with(" O;")));
}

#[test]
fn too_few_positions_are_all_written() {
    let program = Program::new();
    let few = ["positions", "--plies", "1", "--score=..", "--count", "5"];
    let run = program.run(&few, "").with_code(0);
    assert_eq!(run.out.lines().count(), 1);
    assert_eq!(
        run.err,
        "wrote 1 position, not 5: there are no more with these plies and scores\n"
    );
}

#[test]
fn a_file_is_written_once_and_mistakes_write_none() {
    let program = Program::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.obf");
    let name = file.to_str().unwrap();
    for (options, code, said) in [
        (&["--count", "0"][..], 2, "use 1 to 1000000"),
        (
            &["--score", "4..-4"],
            2,
            "use a score from -64 to 64, or a range such as -4..4",
        ),
        (&["--score", "70"], 2, "use a score from -64 to 64"),
        (&["--plies", "61"], 2, "use a number of plies from 0 to 59"),
        (&["--plies", "50"], 1, "no position after 50 plies"),
        (
            &["--plies", "2", "--score", "50.."],
            1,
            "no position with a score of 50..64 after 2 plies",
        ),
    ] {
        let run = program.run(&[&["positions", "--out", name], options].concat(), "");
        assert_has(&run.with_code(code).err, &[said]);
        assert!(!file.exists(), "{options:?}");
    }
    let write = ["positions", "--count", "3", "--seed", "1", "--out", name];
    assert_eq!(program.run(&write, "").done(), "");
    let before = fs::read_to_string(&file).unwrap();
    assert_eq!(before.lines().count(), 3);
    assert_has(
        &program.run(&write, "").with_code(1).err,
        &["already exists"],
    );
    program.run(&[&write[..], &["--force"]].concat(), "").done();
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
}
