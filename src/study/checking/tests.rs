//! Tests of checks and repairs.

use rusqlite::Connection as Editor;

use super::*;
use crate::games::{Player, Square};
use crate::records::{BoardPosition, Date, GameRecord};
use crate::store::{Columns, Text};
use crate::study::drill::{Course, DrilledLine};
use crate::study::library::JudgedMove;
use crate::study::{Deck, LIBRARY, LibraryGame, Puzzle, Rating, squares};

/// A game that Black wins by flipping all discs.
const SHORT: &str = "e6f4e3f6g5d6e7f5c5";

fn game(moves: &str) -> LibraryGame {
    let mut record = GameRecord::new();
    for square in squares(moves).unwrap() {
        record.play(square).unwrap();
    }
    record.date = Some(Date::of_day(2003, 12, 15));
    record.players[0].name = "Ann".to_owned();
    LibraryGame::of(record, None)
}

fn square(name: &str) -> Square {
    squares(name).unwrap()[0]
}

fn puzzle() -> Puzzle {
    Puzzle {
        board: BoardPosition::START,
        answer: square("f5"),
        score: 10,
        second: 2,
        line: squares("f5d6").unwrap(),
        played: square("d3"),
        lost: 8,
        percent: 100,
        estimated: None,
        tempting: 0,
        from: "Ann - Bob".to_owned(),
        reviews: vec![("2026-01-01".parse().unwrap(), Rating::Good)],
    }
}

/// A database with at least one row in each table.
fn filled(store: &Store) {
    let mut library = Library::open(store).unwrap();
    let right = |number, best| JudgedMove {
        number,
        score: 0,
        lost: 0,
        best: square(best),
    };
    let mistake = JudgedMove {
        lost: 6,
        ..right(2, "f4")
    };
    let mut judged = game("f5d6c3");
    judged.judged = Some(vec![right(1, "f5"), mistake, right(3, "c3")]);
    library.add([judged, game("f5f6e6"), game(SHORT)]).unwrap();
    library.tag(&[1], "endgame", true).unwrap().unwrap();
    let mut deck = Deck::open(store).unwrap();
    deck.add([puzzle()]).unwrap();
    let course = Course::new(None, Some(Player::Black));
    let line = DrilledLine::new(course, &squares("f5d6c3").unwrap());
    deck.drilled(&line, Rating::Good, "2026-01-01".parse().unwrap())
        .unwrap();
}

fn checked(store: &Store, repairs: bool) -> CheckReport {
    check(store, repairs, &Stop::new()).unwrap()
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn each_damage_is_named_and_repaired_if_it_follows_from_other_data() {
    const REPAIRED: bool = true;
    const LEFT: bool = false;
    let numbered = "SELECT count(*) FROM sqlite_sequence";
    for (damage, said, is_repaired) in [
        (
            "DELETE FROM positions WHERE game = 2",
            "game 2: its positions are not in",
            REPAIRED,
        ),
        (
            "UPDATE games SET winner = 'draw', year = 1",
            "game 3: year is 1, not 2003; winner is draw, not black",
            REPAIRED,
        ),
        (
            "UPDATE games SET winner = NULL WHERE id = 3",
            "winner is NULL, not black",
            REPAIRED,
        ),
        (
            "UPDATE positions SET key = key + 1 WHERE game = 1",
            "game 1: its positions",
            REPAIRED,
        ),
        (
            "INSERT INTO positions VALUES (5, 77)",
            "game 77 does not exist: 1 of positions",
            REPAIRED,
        ),
        (
            "UPDATE games SET result = '-6' WHERE id = 3",
            "its result is -6, but its moves",
            REPAIRED,
        ),
        (
            "UPDATE games SET opening = 'Lion', plies = 9 WHERE id = 1",
            "plies is 9, not 3",
            REPAIRED,
        ),
        (
            "UPDATE games SET openings = 'a', balanced = 1, signature = 4",
            "signature is 4",
            REPAIRED,
        ),
        (
            "UPDATE games SET moves = 'F5D6C3' WHERE id = 1",
            "moves is F5D6C3, not f5d6c3",
            REPAIRED,
        ),
        (
            "UPDATE games SET moves = 'f5f5' WHERE id = 2",
            "game 2: move 2: f5 is occupied",
            LEFT,
        ),
        (
            "UPDATE games SET start = 'XO' WHERE id = 2",
            "game 2: start: ",
            LEFT,
        ),
        (
            "UPDATE games SET date = '2003-19-40' WHERE id = 2",
            "is not a date",
            LEFT,
        ),
        (
            "UPDATE games SET black = 99 WHERE id = 2",
            "game 2: a name is missing",
            REPAIRED,
        ),
        (
            "UPDATE players SET name = char(27) || 'a' WHERE name = 'Ann'",
            "unprintable",
            REPAIRED,
        ),
        (
            "UPDATE players SET folded = 'x' WHERE name = 'Ann'",
            "folded is x, not ann",
            REPAIRED,
        ),
        (
            "UPDATE events SET name = CAST(x'ff' AS TEXT)",
            "event 1: a text is not UTF-8",
            LEFT,
        ),
        (
            "UPDATE judgments SET number = 44 WHERE number = 2",
            "game 1: its judgments don't fit",
            REPAIRED,
        ),
        (
            "UPDATE judgments SET best = 'a1'",
            "game 1: its judgments don't fit",
            REPAIRED,
        ),
        (
            "INSERT INTO judgments VALUES (2, 1, 0, 0, 'f5')",
            "game 2: its judgments",
            REPAIRED,
        ),
        (
            "INSERT INTO judgments VALUES (9, 1, 0, 0, 'f5')",
            "game 9 does not exist",
            REPAIRED,
        ),
        (
            "INSERT INTO tags VALUES (8, 'a')",
            "game 8 does not exist: 1 of tags",
            REPAIRED,
        ),
        (
            "UPDATE tags SET tag = 'End Game'",
            "End Game is not a tag",
            REPAIRED,
        ),
        (
            "UPDATE tags SET tag = hex(zeroblob(40))",
            "game 1: 0000",
            LEFT,
        ),
        (
            "DELETE FROM sqlite_sequence",
            "numbers of deleted games",
            REPAIRED,
        ),
        ("UPDATE puzzles SET board = 'XO'", "puzzle 1: board: ", LEFT),
        (
            "UPDATE puzzles SET line = 'f5f5'",
            "puzzle 1: the line is not legal",
            LEFT,
        ),
        (
            "UPDATE puzzles SET key = 1, grade = 5",
            "puzzle 1: key is 1, not ",
            REPAIRED,
        ),
        (
            "UPDATE puzzles SET due = '1999-01-01'",
            "puzzle 1: due is 1999-01-01, not ",
            REPAIRED,
        ),
        (
            "UPDATE drills SET due = NULL",
            "drill 1: due is NULL, not ",
            REPAIRED,
        ),
        (
            "UPDATE drills SET moves = 'f5a1'",
            "drill 1: move 2 of the line is not legal",
            LEFT,
        ),
        ("UPDATE reviews SET day = 'x'", "\"x\" is not a day", LEFT),
        (
            "UPDATE reviews SET puzzle = 7 WHERE puzzle = 1",
            "puzzle 7 does not exist",
            REPAIRED,
        ),
    ] {
        let home = tempfile::tempdir().unwrap();
        let store = Store::at(home.path());
        filled(&store);
        let right = CheckReport {
            games: 3,
            ..CheckReport::default()
        };
        assert_eq!(checked(&store, false), right);
        let editor = Editor::open(store.database_path(LIBRARY)).unwrap();
        editor.execute_batch("PRAGMA foreign_keys = off").unwrap();
        editor.execute_batch(damage).unwrap();
        let report = checked(&store, false);
        let is_named = |problems: &[String]| problems.iter().any(|problem| problem.contains(said));
        assert!(is_named(&report.problems), "{damage}: {report:?}");
        assert_eq!(report.total, report.problems.len());
        let repaired = checked(&store, true);
        let named = if is_repaired {
            &repaired.repaired
        } else {
            &repaired.problems
        };
        assert!(is_named(named), "{damage}: {repaired:?}");
        assert_eq!(repaired.total == 0, is_repaired, "{damage}: {repaired:?}");
        assert_eq!(
            checked(&store, false).problems,
            repaired.problems,
            "{damage}"
        );
        let rows: i64 = editor.query_row(numbered, (), |row| row.column(0)).unwrap();
        assert_eq!(rows, 1);
        // What can be read is the same as before.
        if is_repaired && !damage.contains("name") {
            let mut library = Library::open(&store).unwrap();
            let read = |number| library.game(number).unwrap().is_some();
            assert!((1..=3).all(read), "{damage}");
        }
    }
}

#[test]
fn a_repair_brings_all_derived_data_back() {
    let dump = |store: &Store| {
        let editor = Editor::open(store.database_path(LIBRARY)).unwrap();
        let games = "SELECT group_concat(id || year || ifnull(winner, '-') || ifnull(opening, '-') \
            || openings || balanced || plies || signature) FROM games";
        let positions = "SELECT group_concat(key || ' ' || game) FROM positions";
        let puzzles = "SELECT group_concat(key || grade || due) FROM puzzles";
        [games, positions, puzzles].map(|query| {
            editor
                .query_row(query, (), |row| row.column::<Text>(0))
                .unwrap()
        })
    };
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path());
    filled(&store);
    let before = dump(&store);
    let editor = Editor::open(store.database_path(LIBRARY)).unwrap();
    editor
        .execute_batch(
            "DELETE FROM positions; UPDATE puzzles SET key = 3, grade = 1, due = NULL; UPDATE games \
             SET year = 1, winner = 'white', opening = 'x', openings = 'x', balanced = 1, plies = 1, \
             signature = 1",
        )
        .unwrap();
    let report = checked(&store, true);
    assert_eq!((report.total, report.repaired_total), (0, 4), "{report:?}");
    assert_eq!(dump(&store), before);
}

#[test]
fn an_incomplete_index_is_named_and_built_anew() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path());
    filled(&store);
    let editor = Editor::open(store.database_path(LIBRARY)).unwrap();
    // An index that SQLite doesn't see misses the changes of its table.
    editor
        .execute_batch(
            "PRAGMA writable_schema = on; \
             CREATE TEMP TABLE hidden AS SELECT * FROM main.sqlite_schema \
             WHERE name = 'tags_by_game'; \
             DELETE FROM main.sqlite_schema WHERE name = 'tags_by_game'; \
             PRAGMA writable_schema = RESET; \
             DELETE FROM tags WHERE game = 1; \
             DELETE FROM positions WHERE game = 2; \
             PRAGMA writable_schema = on; \
             INSERT INTO main.sqlite_schema SELECT * FROM hidden; \
             PRAGMA writable_schema = RESET",
        )
        .unwrap();
    let report = checked(&store, false);
    let expected = ["tags_by_game", "game 2: its positions are not in the index"];
    for said in expected {
        let is_named = report.problems.iter().any(|problem| problem.contains(said));
        assert!(is_named, "{said}: {report:?}");
    }
    let repaired = checked(&store, true);
    assert!(
        repaired.total == 0 && repaired.repaired.len() >= 2,
        "{repaired:?}"
    );
    assert_eq!(
        checked(&store, false),
        CheckReport {
            games: 3,
            ..CheckReport::default()
        }
    );
}

#[test]
fn a_check_ends_soon_after_a_request_and_changes_nothing() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path());
    let named = |number: usize| {
        let mut game = game(SHORT);
        for (player, letter) in game.record.players.iter_mut().zip(["a", "b"]) {
            player.name = format!("{letter}{number}");
        }
        game
    };
    Library::open(&store)
        .unwrap()
        .add((0..600).map(named))
        .unwrap();
    let editor = Editor::open(store.database_path(LIBRARY)).unwrap();
    editor.execute_batch("DELETE FROM positions").unwrap();
    let stop = Stop::new();
    stop.request();
    for repairs in [false, true] {
        let result = check(&store, repairs, &stop);
        assert!(matches!(result, Err(StoreError::Interrupted)), "{result:?}");
    }
    let report = checked(&store, false);
    assert_eq!((report.total, report.problems.len()), (600, MAX_NAMED));
}
