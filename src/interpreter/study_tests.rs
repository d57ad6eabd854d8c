//! The commands for learning: the library, puzzles and statistics.

use std::path::Path;

use jiff::civil::Date;

use super::*;
use crate::engine::{Position, squares};
use crate::games::{Player, Square};
use crate::records::BoardPosition;
use crate::session::Session;
use crate::store::{Autosave, Autosaver, Slots, Store};
use crate::study::{Calendar, Deck, LIBRARY, Library, PUZZLES, Puzzle, Rating, You};

/// Black wins by flipping everything.
const SHORT: &str = "e6 f4 e3 f6 g5 d6 e7 f5 c5";

fn store(home: &Path) -> Store {
    Store::at(home.join("data"))
}

fn script(home: &Path) -> Interpreter {
    let keeping = Keeping::AtTheEnd(Box::new(Autosave::new(store(home), Slots::Script)));
    Interpreter::new(Session::new(7), store(home), keeping, false)
}

fn person(home: &Path) -> Interpreter {
    let autosaver = Autosaver::start(Autosave::new(store(home), Slots::Own)).unwrap();
    Interpreter::new(Session::new(7), store(home), Keeping::EveryPly(autosaver), false)
}

fn run(interpreter: &mut Interpreter, line: &str) -> Result<Reply, String> {
    let command: Command = line.parse().map_err(|error: ParseError| error.to_string())?;
    interpreter.execute(command).map_err(|error| error.to_string())
}

fn event(interpreter: &mut Interpreter, line: &str) -> Event {
    run(interpreter, line).unwrap_or_else(|error| panic!("{line}: {error}")).event
}

fn day(day: i8) -> Calendar {
    Calendar::new(move || Date::new(2026, 11, day).unwrap())
}

#[test]
fn a_person_s_finished_games_are_kept_and_a_script_s_are_not() {
    let home = tempfile::tempdir().unwrap();
    for mut interpreter in [script(home.path()), person(home.path())] {
        run(&mut interpreter, "N").unwrap();
        for mv in SHORT.split(' ') {
            run(&mut interpreter, mv).unwrap();
        }
        assert!(interpreter.session().turn().is_none(), "the game has ended");
        // Taken back and played again it is the same game.
        run(&mut interpreter, "U").unwrap();
        run(&mut interpreter, "c5").unwrap();
        assert!(interpreter.close().is_empty());
    }
    let library: Library = store(home.path()).read_value(LIBRARY).unwrap();
    let [game] = library.games() else { panic!("{:?}", library.games()) };
    assert_eq!((game.you, game.squares().len()), (Some(You::Both), 9));
    let mut later = script(home.path());
    let Event::Library { total: 1, games } = event(&mut later, "find result=black") else {
        panic!()
    };
    assert_eq!((games[0].number, games[0].difference), (1, Some(64)));
    let Event::Stats { stats } = event(&mut later, "stats") else { panic!() };
    assert_eq!((stats.games, stats.judged), (1, 0));
}

#[test]
fn games_are_added_from_files_and_found_by_the_position_on_the_board() {
    let home = tempfile::tempdir().unwrap();
    let mut interpreter = script(home.path());
    let Event::Library { total: 0, .. } = event(&mut interpreter, "library") else { panic!() };
    let file = home.path().join("two games.txt");
    std::fs::write(&file, "f5d6c3d3c4\n\nc4e3f6e6f5\n\nf5f6e6f4\n\nf5a1\n").unwrap();
    let added = event(&mut interpreter, &format!("library add \"{}\"", file.display()));
    let Event::LibraryAdded { added, unreadable: 1, reasons, .. } = added else {
        panic!("{added:?}")
    };
    assert_eq!((added.added, added.duplicates, added.total), (2, 1, 2));
    assert!(reasons[0].contains("record 4"), "{reasons:?}");
    run(&mut interpreter, "paste d3c5f6").unwrap();
    let reached = event(&mut interpreter, "find position");
    let Event::Reached { reached, list } = reached else { panic!("{reached:?}") };
    assert_eq!((reached.results.games, list.len()), (1, 1));
    let Event::LibraryAdded { added, .. } = event(&mut interpreter, "library add this") else {
        panic!()
    };
    assert_eq!(added.total, 3);
    let refused = [
        ("library add", "library needs a file"),
        ("library remove 3", "\"remove\" is not one of add, list"),
        ("find", "find needs conditions"),
        ("find colour=red", "\"colour=red\" is not a condition"),
        ("library add nowhere.ggf", "can't read nowhere.ggf"),
        ("puzzles burn", "\"burn\" is not one of list, make, export"),
    ];
    for (line, said) in refused {
        let error = run(&mut interpreter, line).unwrap_err();
        assert!(error.contains(said), "{line}: {error}");
    }
    let text = std::fs::read(store(home.path()).value_path(LIBRARY)).unwrap();
    std::fs::write(store(home.path()).value_path(LIBRARY), b"(format: 1, content: (games: [(")
        .unwrap();
    let error = run(&mut interpreter, "library add this").unwrap_err();
    assert!(error.contains("line 1, column") && error.contains("left alone"), "{error}");
    std::fs::write(store(home.path()).value_path(LIBRARY), text).unwrap();
    run(&mut interpreter, "play c4").unwrap();
    let error = run(&mut interpreter, "find position").unwrap_err();
    assert!(error.contains("find is for Reversi"), "{error}");
}

#[test]
fn puzzles_are_made_once_from_each_game_and_say_what_was_left_out() {
    let home = tempfile::tempdir().unwrap();
    let mut interpreter = script(home.path());
    assert!(run(&mut interpreter, "puzzles make").unwrap_err().contains("no games yet"));
    assert!(run(&mut interpreter, "puzzle").unwrap_err().contains("no puzzles yet"));
    // A game that begins late, so that it is judged fast, with moves that nobody has thought about.
    let mut turn = 5_usize;
    let start = Position::by_chance(14, |count| {
        turn = turn.wrapping_mul(31).wrapping_add(7);
        (turn >> 3) % count
    });
    let board = BoardPosition::new(start, Player::Black);
    run(&mut interpreter, &format!("setboard {board}")).unwrap();
    while let Some(state) = interpreter.state().filter(|state| state.turn.is_some()) {
        let last = state.legal.unwrap().pop().unwrap();
        run(&mut interpreter, &last).unwrap();
    }
    run(&mut interpreter, "library add this").unwrap();
    let made = event(&mut interpreter, "puzzles make");
    let Event::PuzzlesMade { games: 1, mistakes, added, left_out, counts, .. } = made else {
        panic!("{made:?}")
    };
    let left_out = left_out.unclear + left_out.refuted + left_out.known + left_out.unconfirmed;
    assert_eq!(added + left_out, mistakes);
    assert!(mistakes > 0);
    assert_eq!(counts.new, added);
    let again = event(&mut interpreter, "puzzles make");
    let Event::PuzzlesMade { games: 0, added: 0, .. } = again else { panic!("{again:?}") };
    let Event::Stats { stats } = event(&mut interpreter, "stats") else { panic!() };
    assert_eq!(stats.judged, 1);
    let svg = home.path().join("stats.svg");
    run(&mut interpreter, &format!("stats \"{}\"", svg.display())).unwrap();
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg "));
    assert!(
        run(&mut interpreter, "puzzles make player=carl").unwrap_err().contains("no such game")
    );
}

/// A deck with one puzzle, with its answer and another legal move.
fn deck(home: &Path) -> (Puzzle, Square) {
    let position = Position::by_chance(8, |count| count / 2);
    let legal: Vec<Square> =
        squares(position.legal_moves()).map(|square| Square::from_index(square, 8)).collect();
    assert!(legal.len() >= 2);
    let puzzle = Puzzle {
        board: BoardPosition::new(position, Player::White),
        answer: legal[0],
        score: 64,
        second: 0,
        line: vec![legal[0]],
        played: legal[1],
        lost: 10,
        percent: 100,
        tempting: 1,
        from: "Ann - Bob".to_owned(),
        reviews: Vec::new(),
    };
    let add = puzzle.clone();
    store(home).change_value(PUZZLES, |deck: &mut Deck| (true, deck.add([add]))).unwrap();
    (puzzle, legal[1])
}

#[test]
fn a_wrong_answer_is_refuted_and_the_right_one_is_explained() {
    let home = tempfile::tempdir().unwrap();
    let (puzzle, wrong) = deck(home.path());
    let mut interpreter = script(home.path());
    interpreter.set_calendar(day(1));
    for line in ["N", "f5"] {
        run(&mut interpreter, line).unwrap();
    }
    let before = interpreter.state();
    let shown = run(&mut interpreter, "puzzle").unwrap();
    let report = shown.puzzle.unwrap();
    assert_eq!((report.player, report.empties, report.new), (Player::White, 8, 1));
    let board = interpreter.state().unwrap().board;
    for (line, said) in [
        ("H", "H (hint) has to wait until the puzzle is over"),
        ("eval", "has to wait"),
        ("learn", "has to wait"),
        ("A B 3", "has to wait"),
        ("undo", "has to wait"),
    ] {
        let error = run(&mut interpreter, line).unwrap_err();
        assert!(error.contains(said), "{line}: {error}");
    }
    let missed = run(&mut interpreter, &wrong.to_string()).unwrap();
    let Event::PuzzleMissed { name, score, lost, .. } = &missed.event else { panic!("{missed:?}") };
    assert_eq!(name, &wrong.to_string());
    assert_eq!(lost.unwrap(), puzzle.score - score.unwrap());
    assert!(missed.plies.len() >= 2 && missed.puzzle.is_some(), "the answer is played");
    assert_eq!(interpreter.state().unwrap().board, board, "one tries again on the same position");
    let solved = event(&mut interpreter, &puzzle.answer.to_string());
    let Event::PuzzleSolved { at_once: false, due, solution, .. } = solved else {
        panic!("{solved:?}")
    };
    assert_eq!(due, Date::new(2026, 11, 2).ok(), "tomorrow");
    assert_eq!(solution.answer, puzzle.answer);
    assert!(!solution.facts.is_empty());
    let again = run(&mut interpreter, &wrong.to_string()).unwrap_err();
    assert!(again.contains("this puzzle is solved"), "{again}");
    let Event::PuzzlesLeft { answered: 1, at_once: 0, counts } = event(&mut interpreter, "next")
    else {
        panic!()
    };
    assert_eq!((counts.due, counts.next), (0, due));
    assert_eq!(interpreter.state(), before, "the game before comes back");
    let error = run(&mut interpreter, "puzzle").unwrap_err();
    assert!(error.contains("no puzzle is due before 2026-11-02"), "{error}");
    // Tomorrow it is known.
    interpreter.set_calendar(day(2));
    run(&mut interpreter, "puzzle").unwrap();
    let solved = event(&mut interpreter, &puzzle.answer.to_string());
    let Event::PuzzleSolved { at_once: true, .. } = solved else { panic!("{solved:?}") };
    run(&mut interpreter, "puzzle off").unwrap();
    let deck: Deck = store(home.path()).read_value(PUZZLES).unwrap();
    let ratings: Vec<Rating> =
        deck.puzzles()[0].reviews.iter().map(|(_, rating)| *rating).collect();
    assert_eq!(ratings, [Rating::Again, Rating::Good]);
    let file = home.path().join("puzzles.txt");
    let export = format!("puzzles export \"{}\"", file.display());
    run(&mut interpreter, &export).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("2026-11-01 again 2026-11-02 good"), "{text}");
    assert!(run(&mut interpreter, &export).unwrap_err().contains("already exists"));
}

#[test]
fn next_shows_the_answer_and_what_cannot_be_written_changes_nothing() {
    let home = tempfile::tempdir().unwrap();
    let (puzzle, wrong) = deck(home.path());
    let mut interpreter = script(home.path());
    interpreter.set_calendar(day(1));
    assert!(run(&mut interpreter, "next").is_err());
    run(&mut interpreter, "puzzle").unwrap();
    let path = store(home.path()).value_path(PUZZLES);
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, "damaged").unwrap();
    let board = interpreter.state().unwrap().board;
    for line in [wrong.to_string(), puzzle.answer.to_string(), "next".to_owned()] {
        let error = run(&mut interpreter, &line).unwrap_err();
        assert!(error.contains("left alone"), "{line}: {error}");
        assert_eq!(interpreter.state().unwrap().board, board);
    }
    std::fs::write(&path, &whole).unwrap();
    let shown = event(&mut interpreter, "next");
    let Event::PuzzleSolved { is_shown: true, at_once: false, .. } = shown else {
        panic!("{shown:?}")
    };
    let reply = run(&mut interpreter, "puzzle off").unwrap();
    let json = serde_json::to_value(&reply).unwrap();
    assert_eq!(json["event"]["kind"], "puzzles_left");
    assert_eq!(json["event"]["answered"], 1);
}
