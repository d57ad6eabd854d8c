//! Tests of disk failures: each system call fails in turn, and the power is cut between any two.
//! Afterwards a file must have the old or the new content, and the new one if the write was acknowledged.

use std::fmt::{Debug, Display};
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::tests::{game, name, saved};
use super::*;
use crate::base::files::rehearsal::{cut_the_power, let_each_call_fail};
use crate::session::Ranking;

fn store(folder: &Path) -> Store {
    Store::at(folder.join("data"))
}

/// Rehearses one action. `read` must then return its result from before or after the action.
fn rehearse<S, E: Display + Debug, V: PartialEq + Debug>(
    prepare: impl Fn(&Store) -> S,
    act: impl Fn(&Store, S) -> Result<(), E>,
    read: impl Fn(&Store) -> V,
) {
    let at_rest = tempfile::tempdir().unwrap();
    let quiet = store(at_rest.path());
    let prepared = prepare(&quiet);
    let old = read(&quiet);
    act(&quiet, prepared).unwrap();
    let new = read(&quiet);
    assert_ne!(old, new);

    let calls = let_each_call_fail(
        |folder| prepare(&store(folder)),
        |folder, prepared| act(&store(folder), prepared),
        |folder, result| {
            let found = read(&store(folder));
            match result {
                Ok(()) => assert_eq!(found, new, "it is acknowledged"),
                Err(error) => {
                    assert!(found == old || found == new, "{error}: {found:?}");
                    assert!(!error.to_string().contains('\n'), "{error}");
                }
            }
            check_that_it_goes_on(&store(folder));
        },
    );
    assert!(calls > 3, "{calls} calls");
    let states = cut_the_power(
        |folder| prepare(&store(folder)),
        |folder, prepared| act(&store(folder), prepared).unwrap(),
        |folder, is_done| {
            let found = read(&store(folder));
            assert!(
                found == new || found == old && !is_done,
                "{found:?}, done: {is_done}"
            );
            check_that_it_goes_on(&store(folder));
        },
    );
    assert!(states > 3, "{states} states");
}

fn check_that_it_goes_on(store: &Store) {
    store.save(&name("next"), game("e6")).unwrap();
    assert_eq!(store.load(&name("next")).unwrap().1.plies(), 1);
    let saves = store.save_path(&name("next")).parent().unwrap().to_owned();
    for entry in fs::read_dir(saves).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(!name.starts_with('.'), "{name} is left");
    }
}

fn plies(store: &Store) -> Option<usize> {
    match store.load(&name("a")) {
        Ok((_, game)) => Some(game.plies()),
        Err(StoreError::NoSuchSave(_)) => None,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn a_save_is_there_or_not() {
    rehearse(
        |_| (),
        |store, ()| store.save(&name("a"), game("d3")).map(drop),
        plies,
    );
}

#[test]
fn a_save_is_the_old_or_the_new_one() {
    rehearse(
        |store| store.save(&name("a"), game("d3")).map(drop).unwrap(),
        |store, ()| store.save(&name("a"), game("d3 c3 c4")).map(drop),
        plies,
    );
    rehearse(
        |store| store.save(&name("a"), game("d3")).map(drop).unwrap(),
        |store, ()| store.remove(&name("a")),
        plies,
    );
}

fn entered(store: &Store, nickname: &str, points: u32) -> Result<(), StoreError> {
    let mut ranking = Ranking::default();
    ranking.insert(nickname.parse().unwrap(), points);
    store.merge_ranking(&ranking).map(drop)
}

#[test]
fn a_ranking_is_the_old_or_the_new_one() {
    let read = |store: &Store| store.ranking().unwrap();
    rehearse(|_| (), |store, ()| entered(store, "ann", 7), read);
    rehearse(
        |store| (0..40).for_each(|number| entered(store, &format!("n{number}"), number).unwrap()),
        |store, ()| entered(store, "bob", 20),
        read,
    );
}

fn kept(store: &Store) -> Vec<usize> {
    let games = Autosave::new(store.clone(), Slots::Own).all();
    games.iter().map(|kept| kept.game.plies()).collect()
}

fn keeping(store: &Store) -> Autosave {
    let mut autosave = Autosave::new(store.clone(), Slots::Own);
    autosave.keep(&saved("d3")).unwrap();
    autosave
}

#[test]
fn an_unfinished_game_is_the_old_or_the_new_one() {
    // The lock of a running prompt would hide its game.
    let autosave = |store: &Store| Autosave::new(store.clone(), Slots::Own);
    rehearse(|_| (), |store, ()| autosave(store).keep(&saved("d3")), kept);
    rehearse(
        |store| drop(keeping(store)),
        |store, ()| {
            let mut autosave = autosave(store);
            autosave
                .resume(1)
                .and_then(|_| autosave.keep(&saved("d3 c3")))
        },
        kept,
    );
    rehearse(
        |store| drop(keeping(store)),
        |store, ()| {
            let mut autosave = autosave(store);
            autosave.resume(1).and_then(|_| autosave.discard())
        },
        kept,
    );
}

#[test]
fn a_game_that_is_left_is_never_lost() {
    let autosave = |store: &Store| Autosave::new(store.clone(), Slots::Own);
    let where_it_is = |store: &Store| {
        assert_eq!(kept(store), [1]);
        store.root().join("autosave/abandoned.ron").exists()
    };
    rehearse(
        |store| drop(keeping(store)),
        |store, ()| {
            let mut autosave = autosave(store);
            autosave.resume(1).and_then(|_| autosave.abandon())
        },
        where_it_is,
    );
}

#[test]
fn a_finished_game_is_there_or_not() {
    let read = |store: &Store| {
        let mut games: Vec<String> = Vec::new();
        let taken = store.take_finished(|game| {
            games.push(game);
            Err(StoreError::NothingKept)
        });
        assert_eq!(taken.is_err(), !games.is_empty(), "no file is torn");
        games
    };
    let keep = |store: &Store| store.keep_finished(&FinishedGame::of(&"d3c3"));
    rehearse(|_| (), |store, ()| keep(store).map(drop), read);
    rehearse(
        |store| keep(store).unwrap(),
        |store, path| store.forget_finished(&path),
        read,
    );
}

/// Settings for the tests. The text makes the file longer than a sector.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Settings {
    level: u8,
    text: String,
}

#[test]
fn settings_are_the_old_or_the_new_ones() {
    let path = |store: &Store| store.root().join("config.ron");
    let set = |store: &Store, level| {
        change_config(&path(store), |settings: &mut Settings| {
            settings.level = level;
            settings.text = "x".repeat(1000);
        })
    };
    let read = |store: &Store| read_config::<Settings>(&path(store)).unwrap();
    rehearse(|_| (), |store, ()| set(store, 1), read);
    rehearse(
        |store| set(store, 1).unwrap(),
        |store, ()| set(store, 2),
        read,
    );
}

fn type_all(store: &Store, lines: &[String]) {
    for line in lines {
        store.line_history().append(line);
    }
}

/// Lines aren't synced, because the user would wait: the newest can be lost, but none can be torn.
#[test]
fn typed_lines_are_whole_or_missing() {
    let long = "A B 1 # ".repeat(300);
    for count in [0, 1, 3] {
        let first: Vec<String> = (0..count).map(|number| format!("d{number}")).collect();
        let states = cut_the_power(
            |folder| type_all(&store(folder), &first),
            |folder, ()| store(folder).line_history().append(&long),
            |folder, _| {
                let read = store(folder).line_history().read();
                let (old, new) = read.split_at(count.min(read.len()));
                assert_eq!(old, first);
                assert!(new.is_empty() || new == [long.clone()], "{new:?}");
                store(folder).line_history().append("next");
                assert_eq!(store(folder).line_history().read().last().unwrap(), "next");
            },
        );
        assert!(states > 3, "{states} states");
        let_each_call_fail(
            |folder| type_all(&store(folder), &first),
            |folder, ()| store(folder).line_history().append(&long),
            |folder, ()| {
                let read = store(folder).line_history().read();
                assert_eq!(read[..count.min(read.len())], first);
                assert!(read[count..].iter().all(|line| *line == long), "{read:?}");
            },
        );
    }
}
