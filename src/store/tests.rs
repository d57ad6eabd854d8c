//! Tests of the store in one process. Other tests cover several processes and kills.

use std::fs;

use super::*;
use crate::games::Player;
use crate::session::{Players, Ranking, Session, Snapshot};

fn store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path().join("data"));
    (folder, store)
}

pub fn name(text: &str) -> SaveName {
    text.parse().unwrap()
}

pub fn game(moves: &str) -> Snapshot {
    let mut session = Session::new(1);
    session.start(Players::HUMANS, None).unwrap();
    for name in moves.split_whitespace() {
        let mv = session.require().unwrap().game().parse_move(name).unwrap();
        session.play(mv).unwrap();
    }
    session.snapshot().unwrap()
}

pub fn saved(moves: &str) -> SavedGame {
    SavedGame::now(game(moves))
}

#[test]
fn an_error_of_the_database_shows_no_statement() {
    const NOTES: DatabaseFile = DatabaseFile {
        name: "notes.db",
        application: 7,
        migrations: &["CREATE TABLE notes (text)"],
    };
    let (_folder, store) = store();
    let mut database = store.open_database(NOTES).unwrap();
    let missing = "SELECT day FROM notes";
    let result = database.with(|notes| notes.query_row(missing, (), |row| row.column::<i64>(0)));
    let error = result.unwrap_err().to_string();
    assert!(
        error.ends_with("notes.db: unexpected tables or columns"),
        "{error}"
    );
}

#[test]
fn two_spellings_of_a_letter_are_one_save() {
    let (_folder, store) = store();
    let [composed, decomposed] = ["ção", "c\u{327}a\u{303}o"];
    store.save(&name(composed), game("d3")).unwrap();
    assert!(store.save(&name(decomposed), game("d3 c3")).unwrap());
    assert_eq!(store.load(&name(composed)).unwrap().0.record, game("d3 c3"));
    // Another program's file, which no name reaches.
    fs::write(
        store
            .save_path(&name(composed))
            .with_file_name("o\u{303}.ron"),
        "x",
    )
    .unwrap();
    assert_eq!(store.save_names().unwrap(), [name(composed)]);
    store.remove(&name(decomposed)).unwrap();
    assert_eq!(store.save_names().unwrap(), []);
}

#[test]
fn a_save_comes_back_as_it_was_and_is_made_for_reading() {
    let (_folder, store) = store();
    assert!(!store.save(&name("a"), game("d3 c3 c4")).unwrap());
    let (saved, loaded) = store.load(&name("a")).unwrap();
    assert_eq!(saved.record, game("d3 c3 c4"));
    assert_eq!(loaded.game().turn(), Some(Player::White));
    let text = fs::read_to_string(store.save_path(&name("a"))).unwrap();
    assert!(text.starts_with("(\n  format: 1,\n  saved: \"20"), "{text}");
    assert!(text.contains("    moves: \"d3 c3 c4\",\n"), "{text}");
    assert!(text.contains("      \"--------\",\n"), "{text}");
}

#[test]
fn a_game_with_variations_has_a_format_of_its_own_and_damage_a_place() {
    let (_folder, store) = store();
    let mut session = Session::new(1);
    session.start(Players::HUMANS, None).unwrap();
    let play = |session: &mut Session, name: &str| {
        let mv = session.require().unwrap().game().parse_move(name).unwrap();
        session.play(mv).unwrap();
    };
    play(&mut session, "f5");
    play(&mut session, "d6");
    session.browse(|game| game.back(1)).unwrap();
    play(&mut session, "f6");
    session
        .set_note("a \"quoted\" {note}\nof two lines")
        .unwrap();
    let record = session.snapshot().unwrap();
    store.save(&name("tree"), record.clone()).unwrap();
    let path = store.save_path(&name("tree"));
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("(\n  format: 2,\n"), "{text}");
    let (saved, loaded) = store.load(&name("tree")).unwrap();
    assert_eq!(saved.record, record);
    assert_eq!(Snapshot::of(&loaded, session.icons()), record);
    let line = text
        .lines()
        .position(|line| line.contains("lines:"))
        .unwrap()
        + 1;
    let column =
        |text: &str, what: &str| text.lines().find_map(|line| line.find(what)).unwrap() + 1;
    for (from, to, what, expected) in [
        ("(d6)", "(d9)", "d9", "no row 9"),
        ("(f6 {a", "(a1 {a", "a1", "a1 is not legal"),
        ("(f6 {a", "(d6 {a", "d6 {a", "d6 appears twice"),
        ("lines})", "lines}", "\",\n", ") is missing"),
    ] {
        let bad = text.replacen(from, to, 1);
        fs::write(&path, &bad).unwrap();
        let message = store.load(&name("tree")).unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
        let column = match what {
            "\",\n" => bad.lines().nth(line - 1).unwrap().len() - 1,
            what => column(&bad, what),
        };
        assert!(
            message.contains(&format!(":{line}:{column}: ")),
            "{column}: {message}"
        );
        // Damaged files are not replaced.
        assert!(store.save(&name("tree"), record.clone()).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), bad);
    }
}

#[test]
fn asking_makes_no_folder() {
    let (_folder, store) = store();
    assert!(store.saves().unwrap().is_empty());
    assert!(store.ranking().unwrap().is_empty());
    assert!(matches!(
        store.load(&name("a")),
        Err(StoreError::NoSuchSave(_))
    ));
    assert!(matches!(
        store.remove(&name("a")),
        Err(StoreError::NoSuchSave(_))
    ));
    assert!(Autosave::new(store.clone(), Slots::Own).newest().is_none());
    assert!(!store.root().exists());
}

#[test]
fn saves_are_listed_by_name_and_foreign_files_are_not() {
    let (_folder, store) = store();
    for save in ["beta", "alpha", "Gamma"] {
        store.save(&name(save), game("d3")).unwrap();
    }
    let folder = store.save_path(&name("x")).parent().unwrap().to_owned();
    fs::write(folder.join("notes.txt"), "mine").unwrap();
    fs::write(folder.join(".hidden.ron"), "mine").unwrap();
    fs::write(folder.join("broken.ron"), "(format: 1,").unwrap();
    let saves = store.saves().unwrap();
    let names: Vec<&str> = saves.iter().map(|save| save.name.as_str()).collect();
    assert_eq!(names, ["Gamma", "alpha", "beta", "broken"]);
    assert!(saves[3].game.is_err());
    assert!(store.remove(&name("broken")).is_err());
    assert!(store.save(&name("broken"), game("d3")).is_err());
    assert_eq!(
        fs::read_to_string(folder.join("broken.ron")).unwrap(),
        "(format: 1,"
    );
}

#[test]
fn a_newer_format_is_told_from_damage() {
    let path = Path::new("x.ron");
    let message = |text: &str| parse_saved_game(text, path).unwrap_err().to_string();
    assert_eq!(
        message("(format: 7, future: [Some(Thing(a: {1: 'x'}))])"),
        "x.ron is from a newer version of reversi (format 7, supported up to 2)"
    );
    assert!(message("(format: 1,\n  saved: 5)").starts_with("x.ron:2:"));
    assert!(message("").starts_with("x.ron:1:1: "));
}

#[test]
fn the_ranking_in_the_file_and_the_new_entries_become_one() {
    let (_folder, store) = store();
    let ranking = |entries: &[(&str, u32)]| {
        let mut ranking = Ranking::default();
        for (nickname, score) in entries {
            ranking.insert(nickname.parse().unwrap(), *score);
        }
        ranking
    };
    store
        .merge_ranking(&ranking(&[("ann", 90), ("bob", 70)]))
        .unwrap();
    let merged = store
        .merge_ranking(&ranking(&[("ann", 80), ("cyd", 70)]))
        .unwrap();
    assert_eq!(merged, ranking(&[("ann", 90), ("bob", 70), ("cyd", 70)]));
    assert_eq!(store.ranking().unwrap(), merged);
}

#[test]
fn every_running_prompt_has_an_autosave_of_its_own() {
    let (_folder, store) = store();
    let mut first = Autosave::new(store.clone(), Slots::Own);
    let mut second = Autosave::new(store.clone(), Slots::Own);
    first.keep(&saved("d3")).unwrap();
    second.keep(&saved("d3 c3")).unwrap();
    let third = Autosave::new(store.clone(), Slots::Own);
    assert!(
        third.newest().is_none(),
        "both games are still being played"
    );
    drop(first);
    assert_eq!(third.newest().unwrap().game.plies(), 1);
    drop(second);
    let mut script = Autosave::new(store, Slots::Script);
    assert_eq!(
        script.resume(1).unwrap().game.plies(),
        2,
        "the newest of the two"
    );
    assert_eq!(
        third.newest().unwrap().game.plies(),
        1,
        "the script has the other one"
    );
    drop(script);
    assert_eq!(third.newest().unwrap().game.plies(), 2);
}

#[test]
fn a_game_left_for_another_can_be_changed_for_it() {
    let (_folder, store) = store();
    let mut autosave = Autosave::new(store.clone(), Slots::Own);
    autosave.keep(&saved("d3")).unwrap();
    autosave.abandon().unwrap();
    let other = Autosave::new(store.clone(), Slots::Own);
    assert_eq!(
        other.newest().unwrap().game.plies(),
        1,
        "as resume would open it"
    );
    autosave.keep(&saved("c4 c3")).unwrap();
    assert_eq!(autosave.resume(1).unwrap().game.plies(), 1);
    assert_eq!(
        autosave.resume(1).unwrap().game.plies(),
        2,
        "and back again"
    );
    autosave.discard().unwrap();
    assert_eq!(autosave.resume(1).unwrap().game.plies(), 1);
    autosave.discard().unwrap();
    assert!(matches!(autosave.resume(1), Err(StoreError::NothingKept)));
}

#[test]
fn more_unfinished_games_than_places_replace_the_oldest_and_nothing_unreadable() {
    let (_folder, store) = store();
    fs::create_dir_all(store.root().join("autosave")).unwrap();
    fs::write(store.root().join("autosave/3.ron"), "not a game").unwrap();
    for _ in 0..12 {
        Autosave::new(store.clone(), Slots::Own)
            .keep(&saved("d3"))
            .unwrap();
    }
    Autosave::new(store.clone(), Slots::Own)
        .keep(&saved("d3 c3"))
        .unwrap();
    let autosave = Autosave::new(store.clone(), Slots::Own);
    assert_eq!(autosave.newest().unwrap().game.plies(), 2);
    assert_eq!(
        fs::read_to_string(store.root().join("autosave/3.ron")).unwrap(),
        "not a game"
    );
    let files = fs::read_dir(store.root().join("autosave")).unwrap();
    let games = files.filter(|file| {
        file.as_ref()
            .unwrap()
            .path()
            .extension()
            .is_some_and(|extension| extension == "ron")
    });
    assert_eq!(games.count(), 8);
}

// Not with the tests of whole programs: a starting process inherits its parent's locks for a moment.
#[test]
fn an_autosave_that_cannot_be_read_is_never_written_over() {
    const MINE: &str = "mine";
    let (_folder, store) = store();
    let folder = store.root().join("autosave");
    fs::create_dir_all(&folder).unwrap();
    let path = |place: usize| folder.join(format!("{place}.ron"));
    for damaged in 1..=8 {
        fs::write(path(damaged), MINE).unwrap();
        let mut autosave = Autosave::new(store.clone(), Slots::Own);
        assert!(autosave.newest().is_none());
        let error = autosave.resume(1).unwrap_err().to_string();
        assert!(error.contains("autosave/1.ron:1:"), "{error}");
        match autosave.keep(&saved("d3")) {
            Ok(()) => {
                assert!(damaged < 8);
                assert!(autosave.newest().is_none(), "one's own game isn't offered");
                autosave.discard().unwrap();
            }
            Err(error) => {
                assert_eq!(damaged, 8, "{error}");
                assert!(matches!(error, StoreError::NoSlot(_)), "{error}");
            }
        }
        for place in 1..=damaged {
            assert_eq!(fs::read_to_string(path(place)).unwrap(), MINE);
        }
    }
}

#[test]
fn a_game_that_the_library_lacks_stays_in_the_autosave_until_it_is_added() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    let (_folder, store) = store();
    let autosaver = Autosaver::new(&store, Slots::Own);
    let (is_open, added) = (Arc::<AtomicBool>::default(), Arc::<AtomicUsize>::default());
    let (open, count) = (Arc::clone(&is_open), Arc::clone(&added));
    let slot = store.root().join("autosave/1.ron");
    let finished = || {
        let mut games: Vec<String> = Vec::new();
        let taken = store.take_finished(|game| {
            games.push(game);
            Err(StoreError::NothingKept)
        });
        assert_eq!(taken.is_err(), store.has_finished());
        games
    };
    autosaver.keep(game("d3"));
    autosaver.finish(FinishedGame::of(&"d3c3"), move || {
        if !open.load(Ordering::Relaxed) {
            return Err(StoreError::NotAFile("library.ron".into()));
        }
        count.fetch_add(1, Ordering::Relaxed);
        Ok(())
    });
    autosaver.discard().unwrap();
    let lost = autosaver.settle();
    let [
        UnsavedData::Library {
            games: 1,
            are_kept: true,
            ..
        },
    ] = lost[..]
    else {
        panic!("{lost:?}")
    };
    let failures: Vec<_> = autosaver.failures().collect();
    assert!(
        matches!(failures[..], [UnsavedData::Library { .. }]),
        "{failures:?}"
    );
    assert!(autosaver.unsaved().is_empty(), "it has a file");
    assert_eq!(
        (slot.exists(), finished()),
        (false, vec!["d3c3".to_owned()])
    );
    is_open.store(true, Ordering::Relaxed);
    assert!(autosaver.settle().is_empty());
    assert_eq!((store.has_finished(), finished()), (false, Vec::new()));
    assert_eq!(added.load(Ordering::Relaxed), 1);
}

#[test]
fn a_finished_game_that_has_no_file_is_reported_before_the_end() {
    let (_folder, store) = store();
    let autosaver = Autosaver::new(&store, Slots::Own);
    let folder = store.root().join("autosave/finished");
    autosaver.keep(game("d3"));
    assert!(autosaver.settle().is_empty());
    fs::write(&folder, "a file where a folder should be").unwrap();
    autosaver.finish(FinishedGame::of(&"d3c3"), || Err(StoreError::NothingKept));
    autosaver.discard().unwrap();
    let unsaved = autosaver.unsaved();
    assert!(
        matches!(
            unsaved[..],
            [UnsavedData::Library {
                are_kept: false,
                ..
            }]
        ),
        "{unsaved:?}"
    );
    assert!(
        store.root().join("autosave/1.ron").exists(),
        "the moves before stay"
    );
    fs::remove_file(&folder).unwrap();
    assert!(autosaver.unsaved().is_empty());
    assert!(store.has_finished());
}

#[test]
fn a_game_that_could_not_be_kept_is_tried_again_at_the_end() {
    let (_folder, store) = store();
    let autosaver = Autosaver::new(&store, Slots::Own);
    let folder = store.root().join("autosave");
    fs::create_dir_all(store.root()).unwrap();
    fs::write(&folder, "a file where a folder should be").unwrap();
    autosaver.keep(game("d3"));
    let lost = autosaver.settle();
    assert!(matches!(lost[..], [UnsavedData::Game(_)]), "{lost:?}");
    fs::remove_file(&folder).unwrap();
    assert!(autosaver.settle().is_empty());
    assert!(folder.join("1.ron").exists());
}

#[test]
fn the_background_writes_the_last_state_in_order() {
    let (_folder, store) = store();
    let autosaver = Autosaver::new(&store, Slots::Own);
    for _ in 0..50 {
        autosaver.keep(game("d3"));
        autosaver.keep(game("d3 c3"));
    }
    autosaver.abandon().unwrap();
    autosaver.keep(game("c4"));
    assert!(autosaver.settle().is_empty());
    assert_eq!(autosaver.failures().count(), 0);
    let kept = fs::read_to_string(store.root().join("autosave/1.ron")).unwrap();
    assert!(kept.contains("moves: \"c4\""), "{kept}");
    assert_eq!(autosaver.resume(1).unwrap().game.plies(), 2);
    autosaver.discard().unwrap();
    drop(autosaver);
    assert!(!store.root().join("autosave/1.ron").exists());
}
