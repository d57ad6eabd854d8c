//! Tournaments of three players and more; `docs/matches.md` shows how they are reported.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{moves, objects, play, with_late_opening};
use crate::support::{Program, assert_has};

const FOUR: &str = "A=level:2 level:1 matrix B=level:3 --openings late";

/// The number of games of each pair of players.
fn encounters(games: &[Value]) -> BTreeMap<[&str; 2], usize> {
    let mut encounters = BTreeMap::new();
    for game in games {
        let mut names = ["black", "white"].map(|side| game[side].as_str().unwrap());
        names.sort_unstable();
        *encounters.entry(names).or_default() += 1;
    }
    encounters
}

/// The points of a player, from the games.
fn points(games: &[Value], name: &Value) -> f64 {
    let points = |game: &Value| match game["winner"].as_str() {
        None => 0.5 * f64::from(u8::from(game["black"] == *name || game["white"] == *name)),
        Some(winner) => f64::from(u8::from(game[winner] == *name)),
    };
    games.iter().map(points).sum()
}

#[test]
fn each_pair_plays_the_same_openings_with_both_colors() {
    let players = "A=level:2 level:1 matrix --plies 2";
    let (games, last) = objects(&Program::new(), &format!("{players} --games 4"));
    assert_eq!(encounters(&games).into_values().collect::<Vec<_>>(), [4; 3]);
    let opening = |game: &Value| moves(game)[..4].to_owned();
    for part in games.chunks(6) {
        assert!(part.iter().all(|game| opening(game) == opening(&part[0])));
        let pairs = part.chunks(2);
        assert!(
            pairs
                .into_iter()
                .all(|pair| pair[0]["black"] == pair[1]["white"])
        );
    }
    assert_eq!(
        (&last["tournament"], &last["games"]),
        (&"round-robin".into(), &12.into())
    );
    let table = last["table"].as_array().unwrap();
    let ratings: Vec<f64> = table
        .iter()
        .map(|row| row["elo"].as_f64().unwrap())
        .collect();
    assert!(
        ratings.is_sorted_by(|first, second| first >= second),
        "{last}"
    );
    assert!(ratings.iter().sum::<f64>().abs() < 1e-6, "{last}");
    for (row, cells) in table.iter().zip(last["crosstable"].as_array().unwrap()) {
        let points = points(&games, &row["player"]);
        assert_eq!(row["points"], points);
        let cells = cells.as_array().unwrap().iter();
        let sum: f64 = cells.filter_map(|cell| cell["points"].as_f64()).sum();
        assert!((sum - points).abs() < 1e-9, "{last}");
    }
}

#[test]
fn a_gauntlet_is_played_by_the_first_player() {
    let line = format!("{FOUR} --games 2 --tournament gauntlet");
    let (games, last) = objects(&with_late_opening(), &line);
    let expected = [["A", "B"], ["A", "level:1"], ["A", "matrix"]].map(|pair| (pair, 2));
    assert_eq!(encounters(&games), BTreeMap::from(expected));
    assert_eq!(last["tournament"], "gauntlet");
}

#[test]
fn a_swiss_tournament_pairs_by_score_and_continues() {
    let folder = with_late_opening();
    let line = format!("{FOUR} level:4 --games 2 --tournament swiss --rounds 4");
    let (games, last) = objects(&folder, &format!("{line} --out all"));
    // Two pairings a round, and none of them twice.
    assert_eq!((games.len(), encounters(&games).len()), (16, 8));
    let played = last["table"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["games"].as_u64().unwrap());
    assert!(played.into_iter().all(|games| games >= 6), "{last}");
    let whole = folder.read_text("all");
    for kept in [0, 3, 4, 9, 15] {
        let name = format!("cut-{kept}");
        let lines: Vec<&str> = whole.split_inclusive('\n').take(1 + kept).collect();
        folder.write(&name, lines.concat());
        let (rest, again) = objects(&folder, &format!("{line} --out {name} --resume"));
        assert_eq!((rest.len(), again), (16 - kept, last.clone()));
        assert_eq!(folder.read_text(&name), whole);
    }
    // A game of a later round without those before.
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    folder.write("later", [lines[0], lines[9]].concat());
    let later = play(&folder, &format!("{line} --out later --resume"));
    assert_eq!(later.code, Some(1));
    assert_has(
        &later.err,
        &["later:2: written with other input or options"],
    );
}

#[test]
fn shards_of_a_tournament_become_one_table() {
    let folder = with_late_opening();
    for out in ["games", "games.ggf"] {
        let line = format!("{FOUR} --games 2");
        let (_, whole) = objects(&folder, &format!("{line} --out all-{out}"));
        for shard in 1..=2 {
            play(
                &folder,
                &format!("{line} --shard {shard}/2 --out {shard}-{out}"),
            )
            .with_code(0);
        }
        let files = [&format!("1-{out}"), &format!("2-{out}")].map(|name| folder.file(name));
        let merged = folder.file(&format!("merged-{out}"));
        let words = ["merge", &files[1], &files[0], "--json", "--out", &merged];
        let run = folder.run(&words, "");
        assert_eq!(run.objects().last(), Some(&whole), "{}", run.err);
    }
    assert_eq!(
        folder.read_text("merged-games"),
        folder.read_text("all-games")
    );
}

#[test]
fn options_that_a_tournament_cannot_have_are_refused() {
    let program = Program::new();
    for (line, error) in [
        (
            "1 1 2",
            "two players are called level:1: name one of them, as in other=level:1",
        ),
        (
            "1 1 --tournament gauntlet",
            "two players are called level:1",
        ),
        ("1 2 --rounds 3", "--rounds needs --tournament swiss"),
        ("1 2 3 --sprt 0,5", "--sprt compares two players"),
        (
            "1 2 3 --tournament swiss --shard 1/2",
            "--shard is for other tournaments",
        ),
        ("1 2 3 --games 500000", "more than 1000000 games in all"),
    ] {
        let run = play(&program, line);
        assert_has(&run.err, &[error]);
        assert!(run.out.is_empty(), "{line}");
    }
}
