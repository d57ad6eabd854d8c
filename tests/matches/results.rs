//! Results of matches between own bots, and how they are reported.

use super::{late_opening, moves, objects, play};

#[test]
fn each_opening_is_played_with_both_colours() {
    let (games, last) = objects(&["level:2", "level:3", "--games", "6", "--plies", "2"]);
    assert_eq!(games.len(), 6);
    for (index, game) in games.iter().enumerate() {
        let is_black = index % 2 == 0;
        assert_eq!(game["game"], index + 1);
        assert_eq!(game["black"], if is_black { "level:2" } else { "level:3" });
        assert_eq!(game["end"], "played");
        assert_eq!(moves(game)[..4], moves(&games[index / 2 * 2])[..4]);
    }
    let starts: std::collections::BTreeSet<&str> = games.iter().map(|g| &moves(g)[..4]).collect();
    assert_eq!(starts.len(), 3, "perpendicular, diagonal and parallel: {starts:?}");
    assert_eq!(last["players"], serde_json::json!(["level:2", "level:3"]));
    assert_eq!(last["games"], 6);
    let count = |which: &str| last[which].as_u64().unwrap();
    assert_eq!(count("won") + count("drawn") + count("lost"), 6);
    let sum = |game: &serde_json::Value| {
        let difference = game["difference"].as_i64().unwrap();
        if game["black"] == "level:2" { difference } else { -difference }
    };
    let discs: i64 = games.iter().map(sum).sum();
    #[expect(clippy::cast_precision_loss, reason = "a sum of six games")]
    let average = discs as f64 / 6.0;
    assert!((last["average_discs"].as_f64().unwrap() - average).abs() < 1e-9);
    let wins = games.iter().filter(|game| sum(game) > 0).count();
    assert_eq!(count("won"), wins as u64);
}

#[test]
fn bots_repeat_a_match_however_many_games_are_played_at_a_time() {
    for players in [["level:1", "level:7"], ["level:auto2", "auto3"]] {
        check_repeats(players);
    }
}

/// Checks that a seed reproduces a match, however it is run, and that another seed doesn't.
fn check_repeats(players: [&str; 2]) {
    let sorted = |more: &[&str]| {
        let arguments = [&players[..], &["--games", "4", "--seed", "7"], more].concat();
        let (games, last) = objects(&arguments);
        let mut games: Vec<(u64, String)> = games
            .iter()
            .map(|game| (game["game"].as_u64().unwrap(), moves(game).to_owned()))
            .collect();
        games.sort();
        (games, last["points"].clone(), last["elo"].clone())
    };
    let one = sorted(&[]);
    assert_eq!(one, sorted(&["--jobs", "3", "--no-pin"]));
    let (other, _) = objects(&[&players[..], &["--games", "4", "--seed", "8"]].concat());
    assert_ne!(moves(&other[0]), one.0[0].1);
}

#[test]
fn people_get_a_table_and_a_summary() {
    let run = play(&["A=level:2", "B=matrix", "--games", "2", "--plies", "0"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "  game  black  white    B-W  end");
    assert!(lines[1].starts_with("     1  A      B      "), "{}", run.out);
    assert!(lines[2].starts_with("     2  B      A      "), "{}", run.out);
    assert_eq!(lines[4], "A vs B: 2 games");
    assert!(lines[5].starts_with("  A: +") && lines[5].ends_with("%)"), "{}", run.out);
    assert!(lines[6].starts_with("  average score: ") && lines[6].contains("(2 finished games)"));
    assert!(lines[7].starts_with("  Elo: ") && lines[7].contains(" (95%), pentanomial ["));
    assert!(lines[7].ends_with("] over 1 pair"), "{}", run.out);
    assert_eq!(lines.len(), 8);
}

#[test]
fn a_test_ends_the_match_when_it_is_decided() {
    let arguments = ["depth:4", "level:1", "--games", "400", "--sprt", "0,200", "--plies", "4"];
    let (games, last) = objects(&arguments);
    assert_eq!(last["sprt"]["verdict"], "h1", "{last}");
    assert!(last["sprt"]["ratio"].as_f64().unwrap() > 2.944);
    assert!(games.len() < 100 && last["games"] == games.len(), "{last}");
    // Games that run in parallel end in a different order.
    let (_, parallel) = objects(&[&arguments[..], &["-j", "4", "--no-pin"]].concat());
    assert_eq!(parallel["pairs"], last["pairs"]);
    let run = play(&["level:1", "depth:4", "--games", "400", "--sprt", "0,200", "--plies", "4"]);
    let text = "  SPRT [0, 200]: H0 accepted, LLR -";
    assert!(run.out.contains(text), "{}", run.out);
    let run = play(&["level:2", "level:3", "--games", "2", "--sprt", "0,5"]);
    assert!(run.out.contains("undecided, LLR "), "{}", run.out);
}

#[test]
fn whoever_exceeds_the_clock_has_lost() {
    let arguments = ["depth:30", "level:1", "--games", "2"];
    let (games, last) =
        objects(&[&arguments[..], &["--move-time", "20ms", "--grace", "0"]].concat());
    for game in &games {
        assert_eq!(game["end"], "time", "{game}");
        let loser = game["loser"].as_str().unwrap();
        assert_eq!(game[loser], "depth:30", "{game}");
        let detail = game["detail"].as_str().unwrap();
        assert!(detail.starts_with("used ") && detail.ends_with(" s, had 0.020 s"), "{game}");
    }
    assert_eq!(last["losses"][0]["time"], 2);
    assert_eq!((&last["average_discs"], &last["lost"]), (&serde_json::Value::Null, &2.into()));
}

#[test]
fn the_engine_can_keep_to_a_clock() {
    let (_file, path) = late_opening();
    let clock = ["--clock", "300ms+5ms", "--grace", "2s"];
    let usual = ["engine", "level:1", "--games", "2", "--openings", &path];
    let (games, _) = objects(&[&usual[..], &clock].concat());
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
    use super::terminal::Terminal;
    let folder = tempfile::tempdir().unwrap();
    let (_file, path) = late_opening();
    let arguments =
        ["match", "time:300ms", "level:1", "--games", "2", "--openings", &path, "--json"];
    let mut terminal = Terminal::start(folder.path(), &arguments, &[]);
    assert_eq!(terminal.exit_code(), 0);
    terminal.wait_for("interrupted");
    let written = terminal.written();
    assert!(written.contains("0 of 2 games, time:300ms +0 =0 -0, 0 s"), "{written:?}");
    assert!(written.contains("\u{1b}[2K1 of 2 games, time:300ms +"), "{written:?}");
    // The line is cleared before each game and at the end.
    let contents = terminal.contents();
    assert!(!contents.contains(" of 2 games"), "{contents}");
}
