//! Invalid arguments, and files without openings.

use super::play;

fn check_refused(arguments: &[&str], code: i32, part: &str) {
    let run = play(arguments);
    assert_eq!(run.code, Some(code), "{arguments:?}: {}{}", run.out, run.err);
    assert!(run.err.contains(part), "it should say {part:?}: {}", run.err);
    assert_eq!(run.out, "");
}

#[test]
fn what_can_not_be_meant_is_refused() {
    for (arguments, part) in [
        (&["level:8"][..], "<B>"),
        (&["level:8", "edax"], "unknown player \"edax\": use level:8, depth:12"),
        (&["level:99", "level:1"], "no level \"99\""),
        (&["level:8", "gtp:"], "gtp needs a command, as in gtp:./engine"),
        (&["1", "2", "--games", "3"], "an even number from 2 to 1000000"),
        (&["1", "2", "--games", "0"], "an even number from 2 to 1000000"),
        (&["1", "2", "--plies", "10"], "built-in openings have at most 9 plies"),
        (&["1", "2", "--plies", "60"], "'60' for '--plies <N>': use 0 to 59"),
        (&["1", "2", "--max-imbalance", "65"], ": use 0 to 64"),
        (&["1", "2", "--jobs", "0"], ": use 1 to 256"),
        (&["1", "2", "--clock", "soon"], "\"soon\" is not a duration"),
        (&["1", "2", "--clock", "0+0"], "a clock needs time at the start"),
        (&["1", "2", "--clock", "0+1s"], "a clock needs time at the start"),
        (&["1", "2", "--clock", "-1s"], "\"-1s\" is not a duration"),
        (&["1", "2", "--move-time", "0"], "use a time like 500ms"),
        (&["1", "2", "--timeout", "0ms"], "use a time like 500ms"),
        (&["1", "2", "--openings", "x", "--log", "./x"], "--log would append to the openings"),
        (&["1", "2", "--move-time", "-1s"], "\"-1s\" is not a duration"),
        (&["1", "2", "--grace", "-5ms"], "\"-5ms\" is not a duration"),
        (&["1", "2", "--timeout", "-5"], "\"-5\" is not a duration"),
        (&["gtp:x", "2", "--move-time", "900ms"], "use --move-time 1s or more"),
        (&["1", "2", "--out", "x", "--log", "./x"], "--out and --log must be different files"),
        (&["1", "2", "--clock", "5s", "--move-time", "1s"], "cannot be used with"),
        (&["engine", "2"], "the player `engine` needs --clock or --move-time"),
        (&["1", "2", "--sprt", "5"], "two Elo differences, the smaller first, like 0,10"),
        (&["1", "2", "--sprt", "5,0"], "two Elo differences"),
        (&["1", "2", "--resume"], "--out"),
    ] {
        check_refused(arguments, 2, part);
    }
}

#[test]
fn openings_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let path = file("openings", "F5d6C3d3C4\n\nf5f6e6f4 (diagonal)\n");
    let (games, _) = super::objects(&["1", "2", "--games", "4", "--openings", &path]);
    let starts: Vec<&str> = games.iter().map(|game| &super::moves(game)[..8]).collect();
    assert_eq!(starts, ["f5d6c3d3", "f5d6c3d3", "f5f6e6f4", "f5f6e6f4"]);
    // If there are too few openings, they are repeated.
    let arguments = ["1", "2", "--games", "6", "--openings", &path, "--plies", "1"];
    let (games, _) = super::objects(&arguments);
    assert!(games.iter().all(|game| super::moves(game).starts_with("f5")));
    let refused = |path: &str, part| check_refused(&["1", "2", "--openings", path], 3, part);
    refused(&file("empty", "\n"), "empty: no game in the file");
    refused(&file("bad", "f5d6\n\nf5a1\n"), "bad: record 2, byte ");
    refused(folder.path().join("missing").to_str().unwrap(), "can't read ");
}

#[test]
fn openings_that_are_lost_for_one_side_can_be_left_out() {
    // Of the three answers to the first move, the parallel one loses.
    let even = ["1", "2", "--games", "6", "--plies", "2", "--max-imbalance", "5"];
    let (games, _) = super::objects(&even);
    let mut starts: Vec<&str> = games.iter().map(|game| &super::moves(game)[..4]).collect();
    starts.dedup();
    assert_eq!((starts.len(), starts[0]), (3, starts[2]), "{starts:?}");
    let run = play(&even);
    assert!(run.err.contains("only 2 different openings for 3 game pairs"), "{}", run.err);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lost");
    std::fs::write(&path, "f5f4\n").unwrap();
    let arguments = ["1", "2", "--openings", path.to_str().unwrap(), "--max-imbalance", "0"];
    check_refused(
        &arguments,
        3,
        "lost: none of the 1 openings is balanced to within 0 discs: use a larger --max-imbalance",
    );
}

#[test]
fn a_program_that_is_not_there_is_told() {
    let run = play(&["level:1", "x=gtp:/no/such\u{1b}program", "--games", "2"]);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
    let expected = "reversi: x: can't start /no/such\\u{1b}program: ";
    assert!(run.err.starts_with(expected) && run.err.lines().count() == 1, "{}", run.err);
}
