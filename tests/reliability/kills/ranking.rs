//! Scores added to the ranking by killed programs, and by many processes at once.

use std::collections::BTreeSet;
use std::process::Child;

use reversi::internals::{Nickname, Ranking, Store, StoreError};

use super::super::games_end::{SCORE, save_games};
use super::super::support::{Program, listing};
use super::{Kills, check_nothing_left, of_worker, start, worker};

/// The number of games that an undisturbed program ends.
const GAMES: usize = 20;

const WORKER: &str = "kills::ranking::enters_scores_as_a_worker";

const ENTRIES: usize = 50;

/// The n-th score of a worker. Scores go up and down, so the last is not the best.
fn score(number: usize, entry: usize) -> u32 {
    u32::try_from((number * 7919 + entry * 104_729) % 1000).unwrap()
}

fn nickname(number: usize, entry: usize) -> Nickname {
    format!("w{number}e{}", entry % 10).parse().unwrap()
}

/// Does nothing in an ordinary test run.
#[test]
fn enters_scores_as_a_worker() {
    let Some((home, number)) = of_worker() else {
        return;
    };
    let store = Store::at(home);
    for entry in 0..ENTRIES {
        let mut ranking = Ranking::default();
        ranking.insert(nickname(number, entry), score(number, entry));
        // On a slow machine, the others take long.
        while let Err(error) = store.merge_ranking(&ranking) {
            assert!(matches!(error, StoreError::Busy { .. }), "{error}");
        }
    }
}

#[test]
fn sixteen_processes_with_fifty_entries_each_end_with_all_the_best() {
    let program = Program::new();
    let workers: Vec<Child> = (0..16)
        .map(|number| worker(WORKER, &program, number))
        .collect();
    for mut child in workers {
        assert!(child.wait().unwrap().success());
    }
    let mut expected = Ranking::default();
    for number in 0..16 {
        for entry in 0..ENTRIES {
            expected.insert(nickname(number, entry), score(number, entry));
        }
    }
    let ranking = Store::at(program.home.path()).ranking().unwrap();
    assert!(
        ranking
            .iter()
            .map(|entry| entry.score)
            .is_sorted_by(|a, b| a >= b)
    );
    let sorted = |ranking: &Ranking| {
        let mut entries: Vec<(Nickname, u32)> = ranking
            .iter()
            .map(|entry| (entry.nickname.clone(), entry.score))
            .collect();
        entries.sort();
        entries
    };
    assert_eq!(sorted(&ranking), sorted(&expected));
    assert_eq!(ranking.iter().count(), 160);
}

#[test]
fn every_score_that_was_reported_survives_kills() {
    let end = "in the ranking.\n";
    let program = Program::new();
    program.succeed(&save_games(&program, std::iter::once("keeper".to_owned())));
    let mut reported = vec!["keeper".to_owned()];
    let mut kills = Kills::of("ranking", || {
        let script = save_games(&program, (0..GAMES).map(|game| format!("w{game}")));
        assert_eq!(program.succeed(&script).matches(end).count(), GAMES);
    });
    let mut killed_at_work = 0;
    let mut rounds = 0..;
    while kills.are_left() {
        // New names each time: known names would need no write.
        let round: u32 = rounds.next().unwrap();
        let name = |game: usize| format!("r{round}g{game}");
        let script = save_games(&program, (0..GAMES).map(name));
        let (mut child, reader) = start(&mut program.command(&[]), script);
        kills.kill(&mut child);
        let ended = reader.join().unwrap().matches(end).count();
        kills.note(ended);
        reported.extend((0..ended).map(name));
        killed_at_work += listing(program.home.path())
            .iter()
            .filter(|name| name.starts_with('.'))
            .count();
        let ranking = Store::at(program.home.path()).ranking().unwrap();
        let entries = ranking.iter().filter(|entry| entry.score == SCORE);
        let names: BTreeSet<&str> = entries.map(|entry| entry.nickname.as_str()).collect();
        let lost = reported.iter().find(|name| !names.contains(name.as_str()));
        assert_eq!(lost, None, "lost in round {round}");
    }
    println!("{killed_at_work} kills came in the middle of a write");
    program.succeed(&save_games(&program, std::iter::once("last".to_owned())));
    check_nothing_left(program.home.path());
}
