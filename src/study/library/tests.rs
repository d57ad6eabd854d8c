//! Tests of the library.

use super::*;
use crate::games::{Player, Square};
use crate::records::{BoardPosition, Date, GameRecord};
use crate::store::{Store, StoreError};

/// A game with the image of each move under a symmetry: 0 none, 1 turned by half, 2 along the diagonal.
fn record(moves: &str, symmetry: u8) -> GameRecord {
    let mut record = GameRecord::new();
    for at in (0..moves.len()).step_by(2) {
        let Square { row, column } = crate::games::parse_square(&moves[at..at + 2], 8, 8).unwrap();
        let square = match symmetry {
            0 => Square { row, column },
            1 => Square { row: 7 - row, column: 7 - column },
            _ => Square { row: column, column: row },
        };
        record.play(square).unwrap();
    }
    record
}

fn game(moves: &str, symmetry: u8) -> LibraryGame {
    LibraryGame::of(&record(moves, symmetry), None)
}

#[test]
fn a_game_is_kept_once_whichever_way_it_is_turned() {
    let mut library = Library::default();
    let games = [0, 1, 2].map(|symmetry| game("f5d6c3d3c4", symmetry));
    let added = library.add(games.into_iter().chain([game("f5f6", 0), game("", 0)]));
    assert_eq!(added, Additions { added: 2, duplicates: 2, empty: 1, full: 0, total: 2 });
    assert_eq!(library.add([game("f5d6", 1)]).added, 1, "a beginning is another game");
}

#[test]
fn the_same_moves_by_others_or_on_another_day_are_another_game() {
    let named = |black: &str, date: Option<Date>| {
        let mut record = record("f5d6c3", 0);
        record.players[0].name = black.to_owned();
        record.date = date;
        LibraryGame::of(&record, None)
    };
    let mut library = Library::default();
    let (ann, bob) = (named("Ann", Some(Date::of_year(1980))), named("Bob", None));
    assert_eq!(library.add([ann, bob]).added, 2);
    // The same player on a day of the same year, and nobody in particular.
    let day = Some(Date::of_day(1980, 5, 12));
    assert_eq!(library.add([named("ann", day), named("", None)]).duplicates, 2);
    assert_eq!(library.add([named("Ann", Some(Date::of_year(1981)))]).added, 1);
}

#[test]
fn a_library_comes_back_from_its_file_as_it_was() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path());
    let mut record = record("f5d6c3d3c4", 0);
    record.players[1].name = "A \"quoted\" name".to_owned();
    record.event = "Open".to_owned();
    record.date = Some(Date::of_day(2026, 11, 23));
    let mut others = vec![LibraryGame::of(&record, Some(HumanSides::White))];
    let board: BoardPosition = format!("{}XO{} O", "-".repeat(8), "-".repeat(54)).parse().unwrap();
    let mut set_up = GameRecord::from_start(board);
    set_up.play(crate::games::parse_square("c2", 8, 8).unwrap()).unwrap();
    others.push(LibraryGame::of(&set_up, None));
    let mut expected = Library::default();
    expected.add(others.clone());
    let change = |library: &mut Library| (true, library.add(others.clone()));
    store.change_value(LIBRARY, change).unwrap();
    let found: Library = store.read_value(LIBRARY).unwrap();
    assert_eq!(found, expected);
    assert_eq!(found.games()[0].record().moves(), record.moves());
    assert_eq!(found.games()[1].boards().last().unwrap().black.count_ones(), 3);
    let text = std::fs::read_to_string(store.value_path(LIBRARY)).unwrap();
    let lines = text.lines().filter(|line| line.contains("moves:")).count();
    assert_eq!(lines, 2, "a line for each game: {text}");
}

#[test]
fn a_damaged_library_is_reported_with_its_place_and_left_alone() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path());
    let path = store.value_path(LIBRARY);
    let library =
        |game: &str| format!("(\n  format: 1,\n  content: (games: [\n    {game},\n  ]),\n)\n");
    for (damaged, said) in [
        ("(moves: \"f5f5\")", "move 2: f5 is occupied"),
        ("(moves: \"f5d\")", "is not a list of squares"),
        ("(moves: \"f5\", date: \"yesterday\")", "is not a date"),
        ("(moves: \"f5\", result: \"won\")", "is not a result"),
        ("(moves: \"f5\", start: \"XO\")", "expected 64"),
        ("(moves: \"f5\", colour: 3)", "unknown field colour: use "),
        ("(moves: \"f5\"", "expected"),
    ] {
        let text = library(damaged);
        std::fs::write(&path, &text).unwrap();
        let error = store.read_value::<Library>(LIBRARY).unwrap_err();
        let StoreError::Damaged { line, column, reason, .. } = &error else { panic!("{error}") };
        assert!((4..=5).contains(line) && *column > 0, "{error}");
        assert!(reason.contains(said), "{error}");
        let change = |library: &mut Library| (true, library.add([game("f5d6", 0)]));
        assert!(store.change_value(LIBRARY, change).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn a_library_has_a_limit_when_it_is_read_and_when_games_are_added() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path());
    let text = |count: usize| {
        format!("(format: 1, content: (games: [{}]))", "(moves:\"\"),".repeat(count))
    };
    let path = store.value_path(LIBRARY);
    std::fs::write(&path, text(MAX_GAMES + 1)).unwrap();
    let error = store.read_value::<Library>(LIBRARY).unwrap_err();
    assert!(error.to_string().contains("more than 524288 games"), "{error}");
    std::fs::write(&path, text(MAX_GAMES)).unwrap();
    let mut library: Library = store.read_value(LIBRARY).unwrap();
    let added = library.add([game("f5", 0), game("f5d6", 0)]);
    let expected = Additions { full: 2, total: MAX_GAMES, ..Additions::default() };
    assert_eq!((added, library.games().len()), (expected, MAX_GAMES));
}

#[test]
fn a_difference_beyond_the_board_is_read_as_unknown() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path());
    let text = "(format: 1, content: (games: [(moves: \"f5\", result: \"-127\")]))";
    std::fs::write(store.value_path(LIBRARY), text).unwrap();
    let library: Library = store.read_value(LIBRARY).unwrap();
    assert_eq!(library.games()[0].result, None);
}

#[test]
fn the_games_that_came_to_a_position_say_what_was_played_there() {
    let mut library = Library::default();
    // Two games turned against each other, one that goes on otherwise, one that ends there, one elsewhere.
    let won = |moves, symmetry, difference| {
        let mut record = record(moves, symmetry);
        let ending = crate::records::Termination::Played;
        record.result = Some(crate::records::GameResult::by_difference(difference, ending));
        LibraryGame::of(&record, None)
    };
    library.add([
        won("f5d6c3d3c4", 0, 10.0),
        won("f5d6c3d3c4f4", 1, -4.0),
        won("f5d6c3f4", 2, 0.0),
        game("f5d6c3", 0),
        won("f5f6e6", 0, 64.0),
    ]);
    let board = record("f5d6c3", 0).board();
    let all = library.find(&[]);
    let reached = library.reached(board, &all);
    let Results { games, black, white, draws, average, .. } = reached.results;
    assert_eq!((games, black, white, draws, average), (4, 1, 1, 1, Some(2.0)));
    assert_eq!(reached.numbers, [1, 2, 3, 4]);
    let moves: Vec<(Option<String>, usize)> = reached
        .moves
        .iter()
        .map(|one| (one.square.map(|square| square.to_string()), one.results.games))
        .collect();
    let [first, second, third] = &moves[..] else { panic!("{moves:?}") };
    assert_eq!(first, &(Some("d3".to_owned()), 2));
    assert_eq!(second, &(Some("f4".to_owned()), 1));
    assert_eq!(third, &(None, 1));
    // At the start all first moves are one.
    let start = library.reached(BoardPosition::START, &all);
    assert_eq!((start.moves.len(), start.results.games), (1, 5));
    // The other side is to move there.
    let passed = BoardPosition { turn: Player::Black, ..board };
    assert_eq!(library.reached(passed, &all).results.games, 0);
}

#[test]
fn games_are_found_by_conditions() {
    let mut library = Library::default();
    let mut named = record("f5d6c3d3c4", 0);
    named.players[0].name = "Ann".to_owned();
    named.date = Some(Date::of_year(1980));
    library.add([LibraryGame::of(&named, None), game("f5f6", 0)]);
    let find = |conditions: &[&str]| {
        let conditions: Vec<_> = conditions.iter().map(|text| text.parse().unwrap()).collect();
        library.find(&conditions)
    };
    assert_eq!(find(&[]), [1, 2]);
    assert_eq!(find(&["opening=tiger"]), [1]);
    assert_eq!(find(&["player=ann", "year=1980"]), [1]);
    assert_eq!(find(&["player=ann", "year=1981"]), [0; 0]);
    assert_eq!(library.line(1).unwrap().opening, Some("Tiger"));
    assert_eq!(library.line(3), None);
}
