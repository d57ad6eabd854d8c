//! Tests of the library.

use super::*;
use crate::analysis::{Analysis, Class, GameStep, Judgment, steps};
use crate::games::{Player, Square};
use crate::records::{BoardPosition, Date, GameRecord};
use crate::store::{Columns, Store};
use crate::study::LIBRARY;

/// A game turned by a symmetry: 0 none, 1 by half, 2 along the diagonal.
fn record(moves: &str, symmetry: u8) -> GameRecord {
    let mut record = GameRecord::new();
    for at in (0..moves.len()).step_by(2) {
        let Square { row, column } = crate::games::parse_square(&moves[at..at + 2], 8, 8).unwrap();
        let square = match symmetry {
            0 => Square { row, column },
            1 => Square {
                row: 7 - row,
                column: 7 - column,
            },
            _ => Square {
                row: column,
                column: row,
            },
        };
        record.play(square).unwrap();
    }
    record
}

fn game(moves: &str, symmetry: u8) -> LibraryGame {
    LibraryGame::of(record(moves, symmetry), None)
}

#[test]
fn a_game_is_kept_once_whichever_way_it_is_turned() {
    let (mut library, _home) = library();
    let games = [0, 1, 2].map(|symmetry| game("f5d6c3d3c4", symmetry));
    let all = games.into_iter().chain([game("f5f6", 0), game("", 0)]);
    let added = library.add(all).unwrap();
    assert_eq!(
        added,
        Additions {
            added: 2,
            duplicates: 2,
            empty: 1,
            total: 2,
            is_interrupted: false
        }
    );
    assert_eq!(
        library.add([game("f5d6", 1)]).unwrap().added,
        1,
        "a beginning is another game"
    );
}

#[test]
fn the_same_moves_by_others_or_on_another_day_are_another_game() {
    let named = |black: &str, date: Option<Date>| {
        let mut record = record("f5d6c3", 0);
        record.players[0].name = black.to_owned();
        record.date = date;
        LibraryGame::of(record, None)
    };
    let (mut library, _home) = library();
    let (ann, bob) = (named("Ann", Some(Date::of_year(1980))), named("Bob", None));
    assert_eq!(library.add([ann, bob]).unwrap().added, 2);
    // The same player on a day of the same year, and an unknown player.
    let day = Some(Date::of_day(1980, 5, 12));
    assert_eq!(
        library
            .add([named("ann", day), named("", None)])
            .unwrap()
            .duplicates,
        2
    );
    assert_eq!(
        library
            .add([named("Ann", Some(Date::of_year(1981)))])
            .unwrap()
            .added,
        1
    );
}

/// An analysis to a depth, in which only the third move lost discs.
fn analysis(record: &GameRecord, depth: u32) -> Analysis {
    let (steps, _) = steps(record.start().to_game(), 1, record.game_moves()).unwrap();
    let judged = |(index, step): (usize, &GameStep)| {
        let square = Square::from_index(step.square, 8);
        let lost = if index == 2 { 6 } else { 0 };
        let best = crate::games::parse_square("d6", 8, 8).unwrap();
        Judgment {
            ply: step.ply,
            player: step.player,
            square,
            score: -2,
            best: if lost > 0 { best } else { square },
            best_score: lost - 2,
            lost: lost.unsigned_abs(),
            class: Class::of_loss(lost.unsigned_abs()),
            choices: 4,
            exact: index > 2,
            depth: if index == 1 { depth } else { 20 },
            line: Vec::new(),
            played_line: Vec::new(),
            passed: None,
            facts: Vec::new(),
            best_facts: Vec::new(),
        }
    };
    Analysis::new(steps.iter().enumerate().map(judged).collect(), steps.len())
}

fn library() -> (Library, tempfile::TempDir) {
    let home = tempfile::tempdir().unwrap();
    (Library::open(&Store::at(home.path())).unwrap(), home)
}

#[test]
fn a_library_comes_back_from_its_file_as_it_was() {
    let (mut library, home) = library();
    let mut record = record("f5d6c3d3c4", 0);
    record.players[1].name = "A \"quoted\" name".to_owned();
    record.event = "Open".to_owned();
    record.date = Some(Date::of_day(2026, 11, 23));
    let mut others = vec![LibraryGame::of(record.clone(), Some(HumanSides::White))];
    let board: BoardPosition = format!("{}XO{} O", "-".repeat(8), "-".repeat(54))
        .parse()
        .unwrap();
    let mut set_up = GameRecord::from_start(board);
    set_up
        .play(crate::games::parse_square("c2", 8, 8).unwrap())
        .unwrap();
    others.push(LibraryGame::of(set_up, None));
    library.add(others.clone()).unwrap();
    library
        .judge(&others[0], &analysis(&record, JUDGING_DEPTH))
        .unwrap();
    // Shallower or incomplete judgments are ignored.
    library
        .judge(&others[0], &analysis(&record, JUDGING_DEPTH - 1))
        .unwrap();
    library
        .judge(&game("f5d6c3d3", 0), &analysis(&record, 20))
        .unwrap();
    library.note_puzzles(1, HumanSides::White).unwrap();
    let best = crate::games::parse_square("d6", 8, 8).unwrap();
    let lost = JudgedMove {
        number: 3,
        score: -2,
        lost: 6,
        best,
    };
    others[0].judged = Some(vec![lost]);
    others[0].puzzles_of = Some(HumanSides::White);
    drop(library);
    let mut library = Library::open(&Store::at(home.path())).unwrap();
    let found = [1, 2].map(|number| library.game(number).unwrap().unwrap());
    assert_eq!(found[..], others);
    assert_eq!(found[0].record.moves(), record.moves());
    assert_eq!(found[1].record.board().black.count_ones(), 3);
    assert_eq!(library.own_games().unwrap(), found[..1]);
    assert_eq!(library.game(3).unwrap(), None);
}

#[test]
fn tables_that_are_not_ours_are_refused_with_their_name() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path());
    let path = store.database_path(LIBRARY);
    let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT * FROM n";
    let view = format!("DROP TABLE events; CREATE VIEW events AS {endless}");
    for (change, said) in [
        (
            "CREATE TRIGGER harm AFTER INSERT ON games BEGIN DELETE FROM games; END",
            "unknown trigger harm",
        ),
        (&*view, "unknown definition of the view events"),
        ("CREATE TABLE more (text)", "unknown table more"),
        (
            "CREATE INDEX \"a\u{1b}b\" ON games (date)",
            "unknown index a\\u{1b}b",
        ),
        (
            "ALTER TABLE tags ADD COLUMN more TEXT",
            "unknown definition of the table tags",
        ),
        ("DROP TABLE judgments", "no table judgments"),
        ("DROP INDEX games_by_year", "no index games_by_year"),
    ] {
        drop(Library::open(&store).unwrap());
        let other = rusqlite::Connection::open(&path).unwrap();
        other.execute_batch("PRAGMA foreign_keys = off").unwrap();
        other.execute_batch(change).unwrap();
        drop(other);
        for error in [Library::open(&store), Library::open_to_read(&store)].map(Result::unwrap_err)
        {
            let error = error.to_string();
            assert!(
                error.contains(said) && error.lines().count() == 1,
                "{error}"
            );
        }
        std::fs::remove_file(&path).unwrap();
    }
    // Statistics of SQLite only make queries faster.
    drop(Library::open(&store).unwrap());
    rusqlite::Connection::open(&path)
        .unwrap()
        .execute_batch("ANALYZE")
        .unwrap();
    Library::open(&store)
        .unwrap()
        .add([game("f5d6", 0)])
        .unwrap();
}

#[test]
fn a_file_that_is_no_library_is_reported_and_not_changed() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path());
    let path = store.database_path(LIBRARY);
    let other = || {
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection
            .execute_batch("CREATE TABLE notes (text)")
            .unwrap();
    };
    let newer = || {
        drop(Library::open(&store).unwrap());
        rusqlite::Connection::open(&path)
            .unwrap()
            .pragma_update(None, "user_version", 9)
            .unwrap();
    };
    let text = || std::fs::write(&path, "not a database, but some text ".repeat(50)).unwrap();
    let makers: [(&dyn Fn(), &str); 3] = [
        (&other, "not a database of reversi"),
        (
            &newer,
            "newer version of reversi (format 9, supported up to 1)",
        ),
        (&text, "not a database of reversi"),
    ];
    for (make, said) in makers {
        make();
        let before = std::fs::read(&path).unwrap();
        let error = Library::open(&store).unwrap_err().to_string();
        assert!(
            error.contains(said) && error.lines().count() == 1,
            "{error}"
        );
        assert_eq!(std::fs::read(&path).unwrap(), before);
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_library_that_is_being_changed_elsewhere_is_waited_for() {
    let (mut library, home) = library();
    let store = Store::at(home.path());
    let adding = std::thread::spawn(move || {
        let mut other = Library::open(&store).unwrap();
        for moves in ["f5d6", "f5f6", "f5d6c3"] {
            other.add([game(moves, 0)]).unwrap();
            for depth in JUDGING_DEPTH..40 {
                other
                    .judge(&game(moves, 0), &analysis(&record(moves, 0), depth))
                    .unwrap();
            }
        }
    });
    for moves in ["f5f4", "f5d6c4", "f5d6c3d3"] {
        library.add([game(moves, 0)]).unwrap();
        for depth in JUDGING_DEPTH..40 {
            library
                .judge(&game(moves, 0), &analysis(&record(moves, 0), depth))
                .unwrap();
        }
    }
    adding.join().unwrap();
    assert_eq!(library.count().unwrap(), 6);
}

#[test]
fn the_games_that_came_to_a_position_say_what_was_played_there() {
    let (mut library, _home) = library();
    // Shallower judgments and judgments of unknown games are ignored.
    let won = |moves, symmetry, difference| {
        let mut record = record(moves, symmetry);
        let ending = crate::records::Termination::Played;
        record.result = Some(crate::records::GameResult::by_difference(
            difference, ending,
        ));
        LibraryGame::of(record, None)
    };
    let added = library.add([
        won("f5d6c3d3c4", 0, 10.0),
        won("f5d6c3d3c4f4", 1, -4.0),
        won("f5d6c3f4", 2, 0.0),
        game("f5d6c3", 0),
        won("f5f6e6", 0, 64.0),
    ]);
    added.unwrap();
    let board = record("f5d6c3", 0).board();
    let (reached, lines) = library.reached(board, &[], usize::MAX).unwrap();
    let Results {
        games,
        black,
        white,
        draws,
        average,
        ..
    } = reached.results;
    assert_eq!(
        (games, black, white, draws, average),
        (4, 1, 1, 1, Some(2.0))
    );
    let numbers: Vec<usize> = lines.iter().map(|line| line.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
    let moves: Vec<(Option<String>, usize)> = reached
        .moves
        .iter()
        .map(|one| {
            (
                one.square.map(|square| square.to_string()),
                one.results.games,
            )
        })
        .collect();
    let [first, second, third] = &moves[..] else {
        panic!("{moves:?}")
    };
    assert_eq!(first, &(Some("d3".to_owned()), 2));
    assert_eq!(second, &(Some("f4".to_owned()), 1));
    assert_eq!(third, &(None, 1));
    // At the start all first moves are one.
    let start = library.reached(BoardPosition::START, &[], 0).unwrap().0;
    assert_eq!((start.moves.len(), start.results.games), (1, 5));
    // The other side is to move there.
    let passed = BoardPosition {
        turn: Player::Black,
        ..board
    };
    assert_eq!(library.reached(passed, &[], 0).unwrap().0.results.games, 0);
}

#[test]
fn games_are_found_by_conditions() {
    let (mut library, _home) = library();
    let mut named = record("f5d6c3d3c4", 0);
    named.players[0].name = "Ann".to_owned();
    named.date = Some(Date::of_year(1980));
    library
        .add([LibraryGame::of(named, None), game("f5f6", 0)])
        .unwrap();
    let mut find = |conditions: &[&str]| {
        let conditions: Vec<_> = conditions
            .iter()
            .map(|text| text.parse().unwrap())
            .collect();
        let (total, lines) = library.find(&conditions, usize::MAX).unwrap();
        assert_eq!(total, lines.len());
        lines
            .into_iter()
            .map(|line| line.number)
            .collect::<Vec<_>>()
    };
    assert_eq!(find(&[]), [1, 2]);
    assert_eq!(find(&["opening=tiger"]), [1]);
    assert_eq!(find(&["player=ann", "year=1980"]), [1]);
    assert_eq!(find(&["player=ann", "year=1981"]), [0; 0]);
    for (condition, expected) in [
        ("black=AN", &[1][..]),
        ("white=ann", &[]),
        ("event=x", &[]),
        ("opening=balanced", &[]),
        ("plies=3..", &[1]),
        ("number=2", &[2]),
        ("result=unknown", &[1, 2]),
        ("result=draw", &[]),
    ] {
        assert_eq!(find(&[condition]), expected, "{condition}");
    }
    let line = library.find(&[], 9).unwrap().1.remove(0);
    assert_eq!((line.opening.as_deref(), line.moves), (Some("Tiger"), 5));
}

#[test]
fn tags_are_given_found_and_taken_away() {
    let (mut library, _home) = library();
    library
        .add(["f5d6", "f5f6"].map(|moves| game(moves, 0)))
        .unwrap();
    assert_eq!(
        tag(" World Cup\u{1b} ").as_deref(),
        Some("world cup\\u{1b}")
    );
    assert_eq!((tag(" "), tag(&"x".repeat(41))), (None, None));
    let mut tag = |numbers: &[usize], tag: &str, is_given| {
        let tagged = library.tag(numbers, tag, is_given).unwrap();
        tagged.map(|games| games.into_iter().map(|game| game.tags).collect::<Vec<_>>())
    };
    tag(&[2], "world cup", true).unwrap();
    assert_eq!(tag(&[1, 3, 2], "x", true), Err(3));
    for _ in 0..2 {
        let tags = tag(&[1, 2], "endgame", true).unwrap();
        assert_eq!(
            tags,
            [vec!["endgame"], vec!["endgame", "world cup"]],
            "and no x"
        );
    }
    assert_eq!(tag(&[1], "endgame", false).unwrap(), [vec![""; 0]]);
    let mut find = |condition: &str| library.find(&[condition.parse().unwrap()], 9).unwrap().1;
    assert_eq!(find("tag=cup"), []);
    let found = find("tag=World Cup");
    assert_eq!(
        (found.len(), found[0].number, found[0].tags.len()),
        (1, 2, 2)
    );
    assert_eq!(library.delete(&[2]).unwrap(), None);
    assert_eq!(library.purge().unwrap(), 1);
    let left = "SELECT count(*) FROM tags";
    let left = library
        .database
        .with(|it| it.query_row(left, (), |row| row.column::<i64>(0)));
    assert_eq!(left.unwrap(), 0);
}

#[test]
fn a_deleted_game_is_gone() {
    let (mut library, _home) = library();
    library
        .add(["f5d6", "f5f6", "f5d6c3"].map(|moves| game(moves, 0)))
        .unwrap();
    assert_eq!(library.delete(&[1, 2, 4]).unwrap(), Some(4));
    assert_eq!(library.count().unwrap(), 3, "nothing is deleted");
    assert_eq!(library.delete(&[2, 2]).unwrap(), None);
    assert_eq!(library.delete(&[2]).unwrap(), Some(2));
    assert_eq!(library.find(&[], 9).unwrap().1.len(), 2);
    let board = record("f5f6", 0).board();
    assert_eq!(
        library
            .reached(board, &[], usize::MAX)
            .unwrap()
            .0
            .results
            .games,
        0
    );
    assert_eq!(library.delete(&[3]).unwrap(), None);
    assert_eq!(library.purge().unwrap(), 2);
    assert_eq!(
        (library.purge().unwrap(), library.bin().unwrap()),
        (0, Vec::new())
    );
    library.add([game("f5f4", 0)]).unwrap();
    assert_eq!(
        library.find(&[], 9).unwrap().1.last().unwrap().number,
        4,
        "3 is not given again"
    );
}

#[test]
fn a_game_in_the_bin_is_ignored_until_it_is_restored() {
    let (mut library, home) = library();
    let all = ["f5d6", "f5f6", "f5d6c3"].map(|moves| game(moves, 0));
    library.add(all.clone()).unwrap();
    assert_eq!(library.delete(&[2]).unwrap(), None);
    let bin: Vec<usize> = library
        .bin()
        .unwrap()
        .iter()
        .map(|line| line.number)
        .collect();
    assert_eq!(bin, [2]);
    let board = record("f5f6", 0).board();
    let seen = |library: &mut Library| {
        let mut numbers = Vec::new();
        library
            .each(&Choice::of(&[]), |number, _| {
                numbers.push(number);
                true
            })
            .unwrap();
        let reached = library.reached(board, &[], usize::MAX).unwrap().0;
        let found = library.find(&[], 9).unwrap();
        assert_eq!((found.0, found.1.len()), (numbers.len(), numbers.len()));
        assert_eq!(library.count().unwrap(), numbers.len());
        assert_eq!(library.game(2).unwrap().is_some(), numbers.contains(&2));
        (numbers, reached.results.games)
    };
    assert_eq!(seen(&mut library), (vec![1, 3], 0));
    assert_eq!(
        super::tag("x").map(|tag| library.tag(&[2], &tag, true).unwrap()),
        Some(Err(2))
    );
    assert_eq!(
        library.restore(&[2, 3]).unwrap(),
        Some(3),
        "3 is not in the bin"
    );
    assert_eq!(library.restore(&[2]).unwrap(), None);
    assert_eq!(seen(&mut library), (vec![1, 2, 3], 1));
    // A game like one in the bin is new.
    assert_eq!(library.delete(&[2]).unwrap(), None);
    let added = library.add(all).unwrap();
    assert_eq!((added.added, added.duplicates, added.total), (1, 2, 3));
    assert_eq!(seen(&mut library), (vec![1, 3, 4], 1));
    // The rows of the bin belong to games.
    let store = Store::at(home.path());
    let editor = rusqlite::Connection::open(store.database_path(LIBRARY)).unwrap();
    editor
        .execute_batch("PRAGMA foreign_keys = off; INSERT INTO bin (game) VALUES (9)")
        .unwrap();
    let check = |repairs| crate::study::check(&store, repairs, &Stop::new()).unwrap();
    let report = check(false);
    assert_eq!(
        report.problems,
        ["game 9 does not exist: 1 of bin belong to it"]
    );
    assert_eq!((check(true).total, check(false).total), (0, 0));
}

#[test]
fn the_positions_of_a_deleted_game_are_gone_even_if_it_could_not_be_read() {
    let (mut library, home) = library();
    library
        .add(["f5d6", "f5f6", "f5f4"].map(|moves| game(moves, 0)))
        .unwrap();
    let editor = rusqlite::Connection::open(Store::at(home.path()).database_path(LIBRARY)).unwrap();
    editor
        .execute("UPDATE games SET moves = 'f5f5' WHERE id = 2", ())
        .unwrap();
    assert_eq!(library.delete(&[1, 2]).unwrap(), None);
    assert_eq!(library.purge().unwrap(), 2);
    let games = "SELECT group_concat(DISTINCT game) FROM positions";
    let games: String = editor
        .query_row(games, (), |row| row.text(0).map(Into::into))
        .unwrap();
    assert_eq!(games, "3");
}

#[test]
fn an_interrupted_addition_leaves_out_what_is_not_stored() {
    let (mut library, _home) = library();
    library.add([game("f5d6", 0)]).unwrap();
    let stop = Stop::new();
    let mut library = library.stopping_on(&stop).unwrap();
    let games = (1..=800).map(|number| {
        let mut record = record("f5", 0);
        record.players[0].name = format!("player {number}");
        LibraryGame::of(record, None)
    });
    stop.request();
    let expected = Additions {
        total: 1,
        is_interrupted: true,
        ..Additions::default()
    };
    assert_eq!(library.add(games).unwrap(), expected);
}

#[test]
fn every_position_of_a_game_is_found_early_and_late_and_from_any_start() {
    let (mut library, _home) = library();
    let mut long = GameRecord::new();
    // With only three discs at the start, the index covers more moves.
    let few: BoardPosition = format!("{}XO{}O{} X", "-".repeat(26), "-".repeat(7), "-".repeat(28))
        .parse()
        .unwrap();
    let mut others = GameRecord::from_start(few);
    for record in [&mut long, &mut others] {
        while let Some(square) = {
            let legal = record.board().position().legal_moves();
            record
                .turn()
                .map(|_| Square::from_index(legal.trailing_zeros(), 8))
        } {
            record.play(square).unwrap();
        }
    }
    let games = [long, others].map(|record| LibraryGame::of(record, None));
    assert!(
        games
            .iter()
            .all(|game| game.record.game_moves().count() > 24),
        "they go beyond the index"
    );
    library.add(games.clone()).unwrap();
    for (number, game) in (1..).zip(&games) {
        for board in game.record.boards_to_move() {
            let (reached, lines) = library.reached(board, &[], usize::MAX).unwrap();
            assert!(
                lines.iter().any(|line| line.number == number),
                "{number}: {board}"
            );
            assert_eq!(reached.results.games, lines.len());
        }
    }
    let nowhere = BoardPosition {
        turn: Player::White,
        ..BoardPosition::START
    };
    assert_eq!(library.reached(nowhere, &[], 9).unwrap().1, []);
}

/// The numbers of the games that can be read.
fn numbers(library: &mut Library) -> Vec<usize> {
    let mut numbers = Vec::new();
    let choice = Choice::of(&[]);
    library
        .each(&choice, |number, _| {
            numbers.push(number);
            true
        })
        .unwrap();
    numbers
}

#[test]
fn a_game_that_somebody_has_damaged_is_skipped_and_named() {
    let (mut library, home) = library();
    library.add([game("f5d6", 0)]).unwrap();
    library.add([game("f5f6", 0)]).unwrap();
    let other = rusqlite::Connection::open(home.path().join("library.db")).unwrap();
    let board = record("f5d6", 0).board();
    for moves in ["f5f5", "zz99", "f", "\u{e9}", &"f5".repeat(4000)] {
        other
            .execute("UPDATE games SET moves = ?1 WHERE id = 1", [moves])
            .unwrap();
        let full = BoardPosition {
            black: u64::MAX,
            white: 0,
            turn: Player::Black,
        };
        for board in [board, full] {
            assert_eq!(
                library
                    .reached(board, &[], usize::MAX)
                    .unwrap()
                    .0
                    .results
                    .games,
                0
            );
        }
        library.take_skipped();
        assert_eq!(numbers(&mut library), [2]);
        let skipped = library.take_skipped();
        assert!(
            skipped.total == 1 && skipped.games[0].starts_with("game 1: "),
            "{skipped:?}"
        );
        assert_eq!(library.game(1).unwrap(), None);
        assert_eq!(library.take_skipped(), skipped);
    }
    other
        .execute("UPDATE games SET moves = 'f5d6' WHERE id = 1", ())
        .unwrap();
    for damage in [
        "UPDATE players SET name = CAST(x'ff' AS TEXT)",
        "PRAGMA foreign_keys = off; UPDATE games SET event = 9 WHERE id = 1",
        "UPDATE games SET date = 'yesterday' WHERE id = 1",
    ] {
        other
            .execute_batch("PRAGMA foreign_keys = off; BEGIN")
            .unwrap();
        other.execute_batch(damage).unwrap();
        other.execute_batch("COMMIT").unwrap();
        let (total, lines) = library.find(&[], usize::MAX).unwrap();
        assert!(total == lines.len() && total < 3, "{damage}");
        numbers(&mut library);
        let skipped = library.take_skipped();
        assert!(
            skipped.games[0].starts_with("game 1: "),
            "{damage}: {skipped:?}"
        );
    }
}
