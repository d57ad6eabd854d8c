//! Tests that merged shards equal the file of one run, and that invalid shards are refused.

use std::fs;

use super::*;
use crate::tools::run::ShardOption;
use crate::tools::training::options::{EvaluationOptions, WorkOptions};
use crate::tools::training::{LabelOptions, SelfPlayOptions, label, selfplay};

const SHARDS: usize = 3;

/// A folder with the game shards `1` to `3`, and the games of a run without shards, `all`.
struct Games(tempfile::TempDir);

impl Games {
    fn new() -> Self {
        let games = Self(tempfile::tempdir().unwrap());
        games.play(Shard::ALL, 5, "all");
        for index in 1..=SHARDS {
            games.play(
                Shard {
                    index,
                    count: SHARDS,
                },
                5,
                &index.to_string(),
            );
        }
        games
    }

    fn play(&self, shard: Shard, seed: u64, name: &str) {
        let work = self.work(shard, name);
        let options = SelfPlayOptions {
            games: 8,
            seed,
            depth: 1,
            exact_from: 6,
            end_from: 8,
            balanced: false,
            work,
        };
        selfplay(&options).unwrap();
    }

    fn work(&self, shard: Shard, name: &str) -> WorkOptions {
        let engine = EvaluationOptions {
            threads: Some(1),
            ..Default::default()
        };
        WorkOptions {
            shard: ShardOption { shard: Some(shard) },
            out: self.path(name),
            resume: false,
            engine,
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn change(&self, name: &str, change: impl Fn(String) -> String) {
        fs::write(self.path(name), change(self.read(name))).unwrap();
    }

    fn merge(&self, names: &[&str]) -> Result<(), ToolError> {
        let files: Vec<PathBuf> = names.iter().map(|name| self.path(name)).collect();
        merge(&files, &self.path("out"))
    }

    /// Checks that merging fails for `reason` and creates no output.
    fn check_refused(&self, names: &[&str], reason: &str) {
        let error = self.merge(names).unwrap_err();
        assert!(error.is_of_input(), "{error}");
        let folder = format!("{}/", self.0.path().display());
        assert_eq!(error.to_string().replace(&folder, ""), reason);
        assert!(!self.path("out").exists());
    }
}

#[test]
fn shards_of_games_become_the_file_of_one_run() {
    let games = Games::new();
    games.merge(&["3", "1", "2"]).unwrap();
    assert_eq!(games.read("out"), games.read("all"));
    let error = games.merge(&["3", "1", "2"]).unwrap_err();
    assert!(matches!(error, ToolError::Exists { .. }), "{error}");
    assert_eq!(games.read("out"), games.read("all"));
    // Four game files and the merged file, no others except hidden checksums.
    let names = fs::read_dir(games.0.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let is_visible = |name: &std::ffi::OsString| !name.as_encoded_bytes().starts_with(b".");
    assert_eq!(names.filter(is_visible).count(), SHARDS + 2);
}

/// Labels the positions of games, or leaves of them: at once, and in shards that become the same file. Returns the
/// names of the shards.
fn merge_labels(games: &Games, leaves: Option<usize>) -> [&'static str; SHARDS] {
    let label_to = |shard, name: &str| {
        let work = games.work(shard, name);
        let games = vec![games.path("all")];
        label(&LabelOptions {
            games,
            exact_from: 6,
            depth: 1,
            search_part: 0.2,
            leaves,
            work,
        })
        .unwrap();
    };
    label_to(Shard::ALL, "positions");
    let names = ["p1", "p2", "p3"];
    for (index, name) in (1..).zip(names) {
        label_to(
            Shard {
                index,
                count: SHARDS,
            },
            name,
        );
    }
    games.merge(&names).unwrap();
    assert_eq!(games.read("out"), games.read("positions"));
    fs::remove_file(games.path("out")).unwrap();
    names
}

#[test]
fn shards_of_positions_become_the_file_of_one_run() {
    let games = Games::new();
    let names = merge_labels(&games, None);
    let swapped = |text: String| {
        let mut lines: Vec<&str> = text.lines().collect();
        lines.swap(2, 3);
        lines.join("\n") + "\n"
    };
    // The next shard has a row before the last one.
    games.change("p2", swapped);
    games.check_refused(&names, "p3, line 3: duplicate position, or out of order");
    games.check_refused(
        &["p1", "2", "p3"],
        "2, line 1: different options: reversi \"games\" here, reversi \"positions\" in p1",
    );
}

#[test]
fn shards_of_leaves_become_the_file_of_one_run() {
    let games = Games::new();
    let names = merge_labels(&games, Some(2));
    games.change("p2", |text| text.replacen('\n', "\nz", 1));
    games.check_refused(
        &names,
        "p2, line 2: expected two disjoint hexadecimal numbers",
    );
}

#[test]
fn missing_and_doubled_shards_are_named() {
    let games = Games::new();
    games.check_refused(&["1", "3"], "incomplete shards: 1 of 3 missing: 2/3");
    games.check_refused(&[], "incomplete shards: no files given");
    fs::copy(games.path("2"), games.path("copy")).unwrap();
    games.check_refused(
        &["1", "2", "copy", "3"],
        "incomplete shards: duplicate shard 2/3: 2 and copy",
    );
}

#[test]
fn shards_of_other_runs_are_refused() {
    let games = Games::new();
    games.play(
        Shard {
            index: 2,
            count: SHARDS,
        },
        6,
        "seed",
    );
    games.check_refused(
        &["1", "seed", "3"],
        "seed, line 1: different options: seed 6 here, seed 5 in 1",
    );
    games.play(Shard { index: 2, count: 4 }, 5, "four");
    games.check_refused(
        &["1", "four", "3"],
        "four, line 1: different options: 4 shards here, 3 shards in 1",
    );
    games.change("2", |text| {
        text.replacen("\"weights\":\"", "\"weights\":\"x", 1)
    });
    let error = games.merge(&["1", "2", "3"]).unwrap_err().to_string();
    assert!(
        error.contains("2, line 1: different options: weights \"x"),
        "{error}"
    );
    fs::write(games.path("text"), "hello\n").unwrap();
    let error = games.merge(&["1", "text", "3"]).unwrap_err().to_string();
    assert!(
        error.contains("text, line 1: it does not begin with"),
        "{error}"
    );
}

#[test]
fn a_shard_with_missing_or_repeated_rows_is_refused_with_the_place() {
    let games = Games::new();
    games.change("2", |text| text[..text.len() - 5].to_owned());
    games.check_refused(
        &["1", "2", "3"],
        "2, line 4: incomplete: 2 of 3 rows (still running, or needs --resume)",
    );
    let games = Games::new();
    let without_second_row = |text: String| {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        [&lines[..2], &lines[3..]].concat().concat()
    };
    games.change("2", without_second_row);
    games.check_refused(&["1", "2", "3"], "2, line 3: found game 7, expected 4");
    let games = Games::new();
    games.change("3", |text| {
        let last = text.lines().last().unwrap().to_owned();
        text + &last + "\n"
    });
    games.check_refused(&["1", "2", "3"], "3, line 4: too many rows: expected 2");
    let row = "0000000810000000 0000001008000000 +1.25 7\n";
    let first =
        "{\"reversi\":\"positions\",\"version\":1,\"all\":2,\"shard\":{\"index\":1,\"count\":1}}\n";
    fs::write(games.path("twice"), format!("{first}{row}{row}")).unwrap();
    games.check_refused(
        &["twice"],
        "twice, line 3: duplicate position, or out of order",
    );
}

/// Writes two shards of `rows`, and the file of a run without shards.
fn write_shards(games: &Games, first: &str, rows: &[String]) {
    let shards = [("all", Shard::ALL), ("1", Shard { index: 1, count: 2 })];
    for (name, shard) in shards
        .into_iter()
        .chain([("2", Shard { index: 2, count: 2 })])
    {
        let shard_text = serde_json::to_string(&shard).unwrap();
        let mut text = format!("{first},\"shard\":{shard_text}}}\n");
        for task in 0..shard.size_of(rows.len()) {
            text.extend([&rows[shard.task(task)], "\n"]);
        }
        fs::write(games.path(name), text).unwrap();
    }
}

#[test]
fn shards_of_searches_and_of_errors_become_the_file_of_one_run() {
    let games = Games(tempfile::tempdir().unwrap());
    let searches: Vec<String> = (0..26)
        .map(|task| format!("{} +{task} -1", 8 + 4 * (task % 13)))
        .collect();
    let errors: Vec<String> = (0..5)
        .map(|task| format!("20 static:+{task} depth8:-1 exact:+0"))
        .collect();
    for (first, rows) in [
        (
            "{\"reversi\":\"searches\",\"version\":1,\"positions\":2",
            searches,
        ),
        ("{\"reversi\":\"errors\",\"version\":1,\"all\":5", errors),
    ] {
        write_shards(&games, first, &rows);
        games.merge(&["2", "1"]).unwrap();
        assert_eq!(games.read("out"), games.read("all"));
        fs::remove_file(games.path("out")).unwrap();
        games.change("2", |text| {
            text.replacen(":-1", "", 1).replacen("12 +", "16 +", 1)
        });
        let error = games.merge(&["1", "2"]).unwrap_err().to_string();
        let reasons = ["found 16 empty squares, expected 12", "the row is damaged"];
        assert!(
            reasons.iter().any(|reason| error.ends_with(reason)),
            "{error}"
        );
    }
}
