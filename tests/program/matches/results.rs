//! Openings and results of matches between own bots; `docs/matches.md` shows how they are reported.

use std::collections::BTreeSet;
use std::time::Instant;

use super::{moves, objects, play, with_late_opening};
use crate::support::{Program, assert_has};

#[test]
fn each_opening_is_played_with_both_colours() {
    let (games, last) = objects(&Program::new(), "level:2 level:3 --games 6 --plies 2");
    assert_eq!(games.len(), 6);
    for (index, game) in games.iter().enumerate() {
        let black = if index % 2 == 0 { "level:2" } else { "level:3" };
        assert_eq!(
            (&game["game"], &game["black"]),
            (&(index + 1).into(), &black.into())
        );
        assert_eq!(game["end"], "played");
        assert_eq!(moves(game)[..4], moves(&games[index / 2 * 2])[..4]);
    }
    let starts: BTreeSet<&str> = games.iter().map(|game| &moves(game)[..4]).collect();
    assert_eq!(
        starts.len(),
        3,
        "perpendicular, diagonal and parallel: {starts:?}"
    );
    assert_eq!(last["players"], serde_json::json!(["level:2", "level:3"]));
    assert_eq!(last["games"], 6);
    let count = |which: &str| last[which].as_u64().unwrap();
    assert_eq!(count("won") + count("drawn") + count("lost"), 6);
    let sum = |game: &serde_json::Value| {
        let difference = game["difference"].as_i64().unwrap();
        if game["black"] == "level:2" {
            difference
        } else {
            -difference
        }
    };
    let discs: i64 = games.iter().map(sum).sum();
    #[expect(clippy::cast_precision_loss, reason = "a sum of six games")]
    let average = discs as f64 / 6.0;
    assert!((last["average_discs"].as_f64().unwrap() - average).abs() < 1e-9);
    let wins = games.iter().filter(|game| sum(game) > 0).count();
    assert_eq!(count("won"), wins as u64);
}

#[test]
fn openings_come_from_a_file() {
    let program = Program::new();
    program.write("openings", "F5d6C3d3C4\n\nf5f6e6f4 (diagonal)\n");
    let (games, _) = objects(&program, "1 2 --games 4 --openings openings");
    let starts: Vec<&str> = games.iter().map(|game| &moves(game)[..8]).collect();
    assert_eq!(starts, ["f5d6c3d3", "f5d6c3d3", "f5f6e6f4", "f5f6e6f4"]);
    // If there are too few openings, they are repeated.
    let (games, _) = objects(&program, "1 2 --games 6 --openings openings --plies 1");
    assert!(games.iter().all(|game| moves(game).starts_with("f5")));
    program.write("bad", "f5d6\n\nf5a1\n");
    program.write("lost", "f5f4\n");
    play(&program, "1 2 --openings bad").refused(3, "bad: record 2, byte ");
    let none =
        "lost: none of the 1 openings is balanced to within 0 discs: use a larger --max-imbalance";
    play(&program, "1 2 --openings lost --max-imbalance 0").refused(3, none);
    // Of the three answers to the first move, the parallel one loses.
    let even = "1 2 --games 6 --plies 2 --max-imbalance 4";
    let (games, _) = objects(&program, even);
    let mut starts: Vec<&str> = games.iter().map(|game| &moves(game)[..4]).collect();
    starts.dedup();
    assert_eq!((starts.len(), starts[0]), (3, starts[2]), "{starts:?}");
    let err = play(&program, even).err;
    assert_has(&err, &["only 2 different openings for 3 game pairs"]);
}

/// A seed reproduces a match, however it is run, and another seed doesn't.
#[test]
fn bots_repeat_a_match_however_many_games_are_played_at_a_time() {
    for players in ["level:1 level:7", "level:auto2 auto3"] {
        let result = |more: &str| {
            let (games, last) = objects(&Program::new(), &format!("{players} --games 4 {more}"));
            let games: Vec<String> = games.iter().map(|game| moves(game).to_owned()).collect();
            (games, last["points"].clone(), last["elo"].clone())
        };
        let one = result("--seed 7");
        assert_eq!(one, result("--seed 7 --jobs 3 --no-pin"));
        assert_ne!(result("--seed 8").0[0], one.0[0]);
    }
}

#[test]
fn a_test_ends_the_match_when_it_is_decided() {
    let program = Program::new();
    let line = "depth:4 level:1 --games 400 --sprt 0,200 --plies 4";
    let (games, last) = objects(&program, line);
    assert_eq!(last["sprt"]["verdict"], "h1", "{last}");
    assert!(last["sprt"]["ratio"].as_f64().unwrap() > 2.944);
    assert!(games.len() < 100 && last["games"] == games.len(), "{last}");
    // Games that run in parallel end in a different order.
    let (_, parallel) = objects(&program, &format!("{line} -j 4 --no-pin"));
    assert_eq!(parallel["pairs"], last["pairs"]);
    for (line, said) in [
        (
            "level:1 depth:4 --games 400 --sprt 0,200 --plies 4",
            "  SPRT [0, 200]: H0 accepted, LLR -",
        ),
        ("level:2 level:3 --games 2 --sprt 0,5", "undecided, LLR "),
    ] {
        assert_has(&play(&program, line).out, &[said]);
    }
}

#[test]
fn whoever_exceeds_the_clock_has_lost() {
    let line = "depth:30 level:1 --games 2 --move-time 20ms --grace 0";
    let (games, last) = objects(&Program::new(), line);
    for game in &games {
        assert_eq!(game["end"], "time", "{game}");
        assert_eq!(game[game["loser"].as_str().unwrap()], "depth:30", "{game}");
        let detail = game["detail"].as_str().unwrap();
        assert!(
            detail.starts_with("used ") && detail.ends_with(" s, had 0.020 s"),
            "{game}"
        );
    }
    assert_eq!(last["losses"][0]["time"], 2);
    assert_eq!(
        (&last["average_discs"], &last["lost"]),
        (&serde_json::Value::Null, &2.into())
    );
}

#[test]
fn the_engine_can_keep_to_a_clock() {
    let line = "engine level:1 --games 2 --openings late --clock 300ms+5ms --grace 2s";
    let (games, _) = objects(&with_late_opening(), line);
    for game in &games {
        assert_eq!(game["end"], "played", "{game}");
        let side = usize::from(game["white"] == "engine");
        let used = game["seconds"][side].as_f64().unwrap();
        assert!(used > 0.05, "it should use its time: {game}");
    }
}

#[cfg(unix)]
#[test]
fn a_terminal_is_told_how_far_the_match_is() {
    use crate::terminal::Terminal;

    let program = with_late_opening();
    let late = program.file("late");
    let arguments = [
        "match",
        "time:300ms",
        "level:1",
        "--games",
        "2",
        "--openings",
        &late,
        "--json",
    ];
    let start = Instant::now();
    let mut terminal = Terminal::start(program.home.path(), &arguments, &[]);
    assert_eq!(terminal.exit_code(), 0);
    terminal.wait_for("interrupted");
    let written = terminal.written();
    let (_, after) = written
        .split_once("0 of 2 games, time:300ms +0 =0 -0, ")
        .unwrap_or_else(|| panic!("no score of the first game: {written}"));
    let seconds: Option<u64> = after
        .split_once(" s")
        .and_then(|(number, _)| number.parse().ok());
    // A busy machine draws the first line late.
    let most = start.elapsed().as_secs() + 1;
    assert!(
        seconds.is_some_and(|seconds| seconds <= most),
        "{most} s: {written}"
    );
    assert_has(&written, &["\u{1b}[2K1 of 2 games, time:300ms +"]);
    // The line is cleared before each game and at the end.
    let contents = terminal.contents();
    assert!(!contents.contains(" of 2 games"), "{contents}");
}

/// Shards have whole pairs, and play the games of a run without shards.
#[test]
fn shards_play_all_pairs_once() {
    let folder = with_late_opening();
    let line = "level:2 level:3 --plies 4 --games 10 --seed 3";
    let moves = |line: &str| {
        let (games, _) = objects(&folder, line);
        let moves = games
            .into_iter()
            .map(|game| (game["game"].as_u64(), game["moves"].clone()));
        moves.collect::<Vec<_>>()
    };
    let mut shards: Vec<_> = (1..=2)
        .flat_map(|shard| moves(&format!("{line} --shard {shard}/2")))
        .collect();
    assert_eq!(shards.len(), 10);
    assert_eq!(
        shards[..6]
            .iter()
            .map(|(game, _)| game.unwrap())
            .collect::<Vec<_>>(),
        [1, 2, 5, 6, 9, 10]
    );
    shards.sort_by_key(|(game, _)| *game);
    assert_eq!(shards, moves(line));
}
