//! `reversi --weights`: other weights for the engine, and invalid files.

mod support;

use std::fs;

use reversi::engine::eval::{Evaluation, PHASES, WEIGHTS};
use support::{Program, Run, root};

const POSITION: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

/// A program with valid weights in the files `weights` and `flat`, and with invalid files.
fn program() -> Program {
    let program = Program::new();
    let mut bytes = fs::read(root().join("weights/reversi.weights")).unwrap();
    let put = |name: &str, bytes: &[u8]| fs::write(program.home.path().join(name), bytes).unwrap();
    put("weights", &bytes);
    put("short", &bytes[..bytes.len() - 1]);
    let nothing = vec![vec![0.0; WEIGHTS]; PHASES];
    let flat = Evaluation::with_weights(Evaluation::global().header(), &nothing);
    put("flat", &flat.to_bytes());
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    put("damaged", &bytes);
    put("foreign", b"N\nf5\n");
    put("empty", b"");
    program
}

/// Runs the program in its folder, so that file names are short.
fn run(program: &Program, line: &str, input: &str) -> Run {
    let script = program.home.path().join("script");
    fs::write(&script, input).unwrap();
    let mut command = program.command(&line.split(' ').collect::<Vec<_>>());
    command.current_dir(program.home.path()).stdin(fs::File::open(script).unwrap());
    command.output().unwrap().into()
}

#[cfg(unix)]
#[test]
fn a_pipe_or_a_device_is_refused_at_once() {
    let program = program();
    let pipe = program.home.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    for name in ["pipe", "/dev/zero", "."] {
        let run = run(&program, &format!("--weights {name}"), "");
        let said = format!("reversi: can't read {name}: not a regular file\n");
        assert_eq!((run.err, run.code), (said, Some(3)));
    }
}

#[test]
fn the_same_weights_in_a_file_change_nothing() {
    let program = program();
    let script = "N\nplayer B 4\nplayer W 4\nmoves\n";
    let (with, without) = ("--weights weights --seed 1", "--seed 1");
    assert_eq!(run(&program, with, script), run(&program, without, script));
    assert!(run(&program, with, script).out.contains("W plays"));
    let solve = |weights: &str| {
        let input = format!("{POSITION}\n");
        let run = run(&program, &format!("{weights}solve --reproducible -"), &input);
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.out
    };
    assert_eq!(solve("--weights weights "), solve(""));
    // Exact scores don't depend on the weights, but the searches do.
    let (usual, flat) = (solve(""), solve("--weights flat "));
    assert_ne!(flat, usual);
    let scores = |out: &str| -> Vec<String> {
        out.lines().nth(1).unwrap().split_whitespace().take(3).map(str::to_owned).collect()
    };
    assert_eq!(scores(&usual), ["1", "14", "+18"]);
    assert_eq!(scores(&flat), scores(&usual));
    assert_ne!(run(&program, "--weights flat --seed 1", script), run(&program, without, script));
}

#[test]
fn files_that_are_no_weights_are_refused_in_one_line() {
    let program = program();
    for (name, reason) in [
        ("damaged", "damaged: "),
        ("short", "short: "),
        ("empty", "empty: not a weights file"),
        ("foreign", "foreign: not a weights file: missing the header \"reversi weights 2\""),
        ("missing", "can't read missing: no such file"),
        (".", "can't read .: "),
    ] {
        let lines = ["--weights NAME", "--weights NAME bench", "solve --weights NAME -"];
        for line in lines.map(|line| line.replace("NAME", name)) {
            let run = run(&program, &line, "N\nf5\n");
            assert_eq!((run.code, run.out.as_str()), (Some(3), ""), "{line}: {}", run.err);
            assert!(run.err.starts_with(&format!("reversi: {reason}")), "{line}: {}", run.err);
            assert_eq!(run.err.lines().count(), 1, "{line}: {}", run.err);
        }
    }
}

#[test]
fn options_of_games_do_not_go_with_a_job() {
    let program = program();
    for (line, reason) in [
        ("--json bench", "'--json' cannot be used with 'bench'"),
        ("--seed 1 --weights weights solve -", "'--seed <N>' cannot be used with 'solve'"),
        ("script perft 3", "'[FILE]' cannot be used with 'perft'"),
    ] {
        let run = run(&program, line, "");
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{line}: {}", run.err);
        assert!(run.err.contains(reason), "{line}: {}", run.err);
    }
}
