//! The schedule, and small measurements.

use std::collections::BTreeSet;
use std::fs;

use super::*;
use crate::players::{Level, ladder};

fn level(word: &str) -> Rated {
    Rated::Level(Level::from_name(word).unwrap())
}

#[test]
fn everybody_meets_the_neighbors_and_slow_levels_less_often() {
    let bots = ["1", "2", "1h", "12", "14", "20"].map(level);
    let meetings = meetings(&bots, 8);
    let count = |places| meetings.iter().filter(|meeting| meeting.places == places).count();
    assert_eq!([[0, 1], [0, 2], [1, 2]].map(count), [8; 3]);
    let slower = [[0, 3], [2, 3], [3, 4], [4, 5], [3, 5], [0, 4]].map(count);
    assert_eq!(slower, [4, 4, 2, 1, 1, 0]);
    let met: BTreeSet<[usize; 2]> = meetings.iter().map(|meeting| meeting.places).collect();
    let first: BTreeSet<[usize; 2]> =
        meetings.iter().take(met.len()).map(|meeting| meeting.places).collect();
    assert_eq!(met, first, "all pairs play early");
    let more = super::meetings(&bots, 100);
    assert_eq!(more[..meetings.len()], meetings);
    let count = |places| more.iter().filter(|meeting| meeting.places == places).count();
    assert_eq!([[0, 1], [2, 3], [3, 4], [4, 5]].map(count), [100, 50, 25, 12]);
}

#[test]
fn two_games_repeat_and_the_stronger_bot_wins() {
    let opening = || Opening::all(OPENING)[0].clone();
    let row = play([level("4"), level("2")], opening(), 1);
    assert_eq!(row.half_points, [2, 2]);
    assert_eq!(row, play([level("4"), level("2")], opening(), 1));
    assert_eq!(row.to_string().parse(), Ok(row));
    let row = play([Rated::Competitive, level("1h")], opening(), 1);
    assert_eq!(row, play([Rated::Competitive, level("1h")], opening(), 1));
    for line in ["", "1 2 3 0", "1 2 0", "1 2 0 0 0", "1 2 a 0"] {
        assert!(line.parse::<PairRow>().is_err(), "{line}");
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
    let list = ratings(&path, &bots).unwrap();
    let names: Vec<String> = list.iter().map(|rung| rung.bot.to_string()).collect();
    assert_eq!(names, ["1", "2", "competitive"]);
    // 75 % are 191 Elo.
    assert_eq!([list[0].rating, list[1].rating], [0, 0]);
    assert!((188..=192).contains(&list[2].rating), "{list:?}");
    let out = folder.path().join("list");
    write_list(&list, &out).unwrap();
    assert_eq!(ladder::parse(&fs::read_to_string(&out).unwrap()).unwrap(), list);
    write("1 60 0 0\n").unwrap();
    let error = ratings(&path, &bots).unwrap_err().to_string();
    assert!(error.ends_with("games, line 2: 1 or 60 is not on the ladder"), "{error}");
}

#[test]
fn a_small_measurement_agrees_with_the_list_and_a_longer_one_extends_it() {
    let folder = tempfile::tempdir().unwrap();
    let bots = ["1", "2", "3", "2h"].map(level);
    let path = folder.path().join("games");
    let options = |openings| LadderOptions {
        openings,
        seed: 1,
        out: path.clone(),
        list: None,
        resume: true,
        engine: EvaluationOptions::default(),
    };
    measured(&options(3), &bots, 1).unwrap();
    let short = fs::read_to_string(&path).unwrap();
    assert_eq!(short.lines().count(), 1 + 3 * 6);
    let list = measured(&options(20), &bots, 2).unwrap();
    assert!(fs::read_to_string(&path).unwrap().starts_with(&short));
    let names: Vec<String> = list.iter().map(|rung| rung.bot.to_string()).collect();
    assert_eq!(names, ["1", "2", "3", "2h"]);
    // The games are the same in every run, so this depends on no luck.
    for rung in list {
        let known = ladder::rating(rung.bot).unwrap();
        assert!((rung.rating - known).abs() <= 2 * rung.error, "{rung}, in the list {known}");
    }
    let error = measured(&options(1), &bots, 1).unwrap_err();
    assert!(matches!(error, ToolError::Output(_)), "fewer openings: {error}");
}
