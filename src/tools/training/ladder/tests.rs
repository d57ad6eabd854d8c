//! Tests the schedule, and small measurements.

use std::collections::BTreeSet;
use std::fs;

use super::*;
use crate::players::{Level, ladder};

fn level(word: &str) -> Rated {
    Rated::Level(Level::from_name(word).unwrap())
}

#[test]
fn everybody_meets_the_neighbors_equally_often() {
    let meetings = meetings(5, 8);
    let count = |places| {
        meetings
            .iter()
            .filter(|meeting| meeting.places == places)
            .count()
    };
    assert_eq!(
        [[0, 1], [0, 2], [3, 4], [2, 4], [0, 3]].map(count),
        [8, 8, 8, 8, 0]
    );
    let first: BTreeSet<[usize; 2]> = meetings
        .iter()
        .take(7)
        .map(|meeting| meeting.places)
        .collect();
    assert_eq!(first.len(), 7, "all pairs play early");
    assert_eq!(super::meetings(5, 100)[..meetings.len()], meetings);
}

#[test]
fn two_games_repeat_and_the_stronger_bot_wins() {
    for info in games::REGISTRY {
        let start = openings(info, 3, 1).remove(2);
        assert!(start.turn().is_some(), "{}", info.name);
        let row = play([level("8"), level("1")], &*start, 1);
        assert_eq!(
            (&*row, parsed(&row)),
            ("8 1 2 2", Ok((["8", "1"], [2, 2]))),
            "{}",
            info.name
        );
        assert_eq!(row, play([level("8"), level("1")], &*start, 1));
    }
    for line in ["", "1 2 3 0", "1 2 0", "1 2 0 0 0", "1 2 a 0"] {
        assert!(parsed(line).is_err(), "{line}");
    }
}

#[test]
fn ratings_are_those_of_the_rows_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let bots = [level("1"), level("2"), Rated::Competitive];
    let write = |rows: &str| {
        fs::write(
            &path,
            format!("{{\"reversi\":\"ladder\",\"version\":1,\"weights\":\"x\"}}\n{rows}"),
        )
    };
    write(&"1 2 0 2\n2 competitive 0 1\n".repeat(50)).unwrap();
    let list = ratings(&path, &reversi::INFO, &bots).unwrap();
    let names: Vec<String> = list.iter().map(|rung| rung.bot.to_string()).collect();
    assert_eq!(names, ["1", "2", "competitive"]);
    // A score of 75% is 191 Elo.
    assert_eq!([list[0].rating, list[1].rating], [0, 0]);
    assert!((188..=192).contains(&list[2].rating), "{list:?}");
    let out = folder.path().join("list");
    fs::write(&out, "rv 1 7 7\nc4 1 0 0\n").unwrap();
    write_list(&list, &out).unwrap();
    let written = ladder::parse(&fs::read_to_string(&out).unwrap()).unwrap();
    assert_eq!(written[..list.len()], list);
    assert_eq!(
        written[list.len()..],
        ["c4 1 0 0".parse().unwrap()],
        "of other games, lines stay"
    );
    write("1 20 0 0\n").unwrap();
    let error = ratings(&path, &reversi::INFO, &bots)
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with("games, line 2: 1 or 20 is not on the ladder"),
        "{error}"
    );
    fs::write(&out, "1 7 7\n").unwrap();
    assert!(matches!(
        write_list(&list, &out),
        Err(ToolError::Invalid { .. })
    ));
    assert_eq!(fs::read_to_string(&out).unwrap(), "1 7 7\n");
}

#[test]
fn a_small_measurement_agrees_with_the_list_and_a_longer_one_extends_it() {
    let folder = tempfile::tempdir().unwrap();
    let bots = ["1", "2", "3", "5"].map(level);
    let path = folder.path().join("games");
    let options = |openings| LadderOptions {
        openings,
        game: "rv",
        seed: 1,
        out: path.clone(),
        list: None,
        resume: true,
        engine: EvaluationOptions::default(),
    };
    measured(&options(3), &reversi::INFO, &bots, 1).unwrap();
    let short = fs::read_to_string(&path).unwrap();
    assert_eq!(short.lines().count(), 1 + 3 * 5);
    let list = measured(&options(20), &reversi::INFO, &bots, 2).unwrap();
    assert!(fs::read_to_string(&path).unwrap().starts_with(&short));
    let names: Vec<String> = list.iter().map(|rung| rung.bot.to_string()).collect();
    assert_eq!(names, ["1", "2", "3", "5"]);
    // The games are the same in every run, so this can't fail by bad luck.
    for rung in list {
        let known = ladder::rating(&reversi::INFO, rung.bot).unwrap();
        assert!(
            (rung.rating - known).abs() <= 3 * rung.error,
            "{rung}, in the list {known}"
        );
    }
    let error = measured(&options(1), &reversi::INFO, &bots, 1).unwrap_err();
    assert!(
        matches!(error, ToolError::Output(_)),
        "fewer openings: {error}"
    );
}
