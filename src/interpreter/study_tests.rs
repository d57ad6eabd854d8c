//! Tests of the commands for learning: the library, puzzles, drills and statistics.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use jiff::civil::Date;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::book::{Book, LineCounter};
use crate::engine::{Engine, Limits, Position, squares};
use crate::games::{Game, Player, Reversi, Square, parse_square, reversi};
use crate::players::{Level, Resources, Rng, Stop};
use crate::records::{self, BoardPosition, GameRecord, Opening};
use crate::session::Session;
#[cfg(unix)]
use crate::store::{Autosave, Slots, Store, UnsavedData};
use crate::study::{
    CLEAR, Coach, Deck, DrillVerdict, HumanSides, Library, LibraryGame, LineAdditions, Maker,
    Puzzle, Rating, RepertoireRow, RepertoireTree, WORST,
};

/// A short game: Black wins by flipping all discs.
const SHORT: &str = "e6 f4 e3 f6 g5 d6 e7 f5 c5";

pub fn store(home: &Path) -> Store {
    Store::at(home.join("data"))
}

pub fn script_in(home: &Path) -> Interpreter {
    Interpreter::new(
        Session::new(7),
        store(home),
        Slots::Script,
        InterpreterOptions::SCRIPT,
    )
}

pub fn new_script() -> (tempfile::TempDir, Interpreter) {
    let home = tempfile::tempdir().unwrap();
    let script = script_in(home.path());
    (home, script)
}

fn person(home: &Path) -> Interpreter {
    Interpreter::new(
        Session::new(7),
        store(home),
        Slots::Own,
        InterpreterOptions::SCRIPT,
    )
}

impl Interpreter {
    /// Executes a line, and waits for its work.
    pub(super) fn run(&mut self, line: &str) -> Result<Reply, String> {
        let command = self.read(line).map_err(|error| error.to_string())?;
        self.execute(command.unwrap())
            .map_err(|error| error.to_string())
    }

    /// Executes lines that must succeed.
    pub(super) fn run_all<'a>(&mut self, lines: impl IntoIterator<Item = &'a str>) {
        for line in lines {
            self.run(line)
                .unwrap_or_else(|error| panic!("{line}: {error}"));
        }
    }

    fn event(&mut self, line: &str) -> Event {
        self.run(line)
            .unwrap_or_else(|error| panic!("{line}: {error}"))
            .events
            .remove(0)
    }

    /// Checks that each line is refused with one line that contains the text, and changes nothing.
    fn refuse(&mut self, cases: &[(&str, &str)]) {
        for (line, said) in cases {
            let before = self.session().shared();
            let error = self.run(line).unwrap_err();
            assert!(
                error.contains(said) && error.lines().count() == 1,
                "{line}: {error}"
            );
            assert_eq!(self.session().shared(), before);
        }
    }
}

/// Binds the fields of an event, which must match the pattern.
macro_rules! expect {
    ($kind:pat = $event:expr) => {
        let event = $event;
        let $kind = event else {
            panic!("{event:?} is not {}", stringify!($kind))
        };
    };
}

fn day(day: i8) -> Option<Date> {
    Date::new(2026, 11, day).ok()
}

#[test]
fn a_person_s_finished_games_are_kept_and_a_script_s_are_not() {
    let home = tempfile::tempdir().unwrap();
    for mut script in [script_in(home.path()), person(home.path())] {
        script.run_all(["N"].into_iter().chain(SHORT.split(' ')));
        assert!(script.session().turn().is_none(), "the game has ended");
        // Replaying an undone move gives the same game.
        script.run_all(["U", "c5"]);
        assert!(script.close().is_empty());
    }
    let mut library = Library::open(&store(home.path())).unwrap();
    let games = library.own_games().unwrap();
    let [game] = &games[..] else {
        panic!("{games:?}")
    };
    assert_eq!(
        (game.humans, game.record.game_moves().count()),
        (Some(HumanSides::Both), 9)
    );
    let mut later = script_in(home.path());
    expect!(
        Event::Library {
            total: 1,
            library_total: 1,
            games,
            ..
        } = later.event("find result=black")
    );
    assert_eq!((games[0].number, games[0].difference), (1, Some(64)));
    expect!(Event::Stats { stats, .. } = later.event("stats"));
    assert_eq!((stats.games, stats.judged), (1, 0));
    // The final position is on the board, and the search finds it.
    later
        .run(&format!("paste {}", SHORT.replace(' ', "")))
        .unwrap();
    assert!(later.session().turn().is_none());
    expect!(Event::Reached { reached, list, .. } = later.event("find position"));
    assert_eq!(
        (reached.results.games, reached.results.black, list.len()),
        (1, 1, 1)
    );
    assert_eq!(
        reached
            .moves
            .iter()
            .map(|next| next.square)
            .collect::<Vec<_>>(),
        [None]
    );
}

/// Makes the library unusable. Returns a function that makes it usable.
fn break_library(home: &Path, number: usize) -> Box<dyn FnOnce()> {
    let path = store(home).root().join("library.db");
    let connection = rusqlite::Connection::open(&path).unwrap();
    match number {
        // A newer version.
        0 => {
            connection.pragma_update(None, "user_version", 9).unwrap();
            Box::new(move || connection.pragma_update(None, "user_version", 1).unwrap())
        }
        // Not a database.
        1 => {
            drop(connection);
            let whole = std::fs::read(&path).unwrap();
            std::fs::write(&path, "no database ".repeat(100)).unwrap();
            Box::new(move || std::fs::write(&path, whole).unwrap())
        }
        _ => {
            connection.execute_batch("BEGIN IMMEDIATE").unwrap();
            Box::new(move || drop(connection))
        }
    }
}

#[test]
fn a_finished_game_that_the_library_lacks_is_added_once_by_a_later_start() {
    for number in 0..3 {
        let home = tempfile::tempdir().unwrap();
        drop(Library::open(&store(home.path())).unwrap());
        let repair = break_library(home.path(), number);
        let mut game = person(home.path());
        game.options.default_level = Some(Level::BEGINNER);
        game.run_all(["N"].into_iter().chain(SHORT.split(' ')));
        assert_eq!(
            game.event("Q"),
            Event::Quit,
            "nothing is lost, so nothing is asked"
        );
        let lost = game.close();
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
        let kept = Autosave::new(store(home.path()), Slots::Own).newest();
        assert_eq!(kept, None, "it is not unfinished");
        repair();
        // A prompt adds it in the background, a script before it uses the library.
        let mut later = if number == 0 {
            script_in(home.path())
        } else {
            person(home.path())
        };
        later.autosaver().settle();
        expect!(
            Event::Library {
                total: 1,
                games,
                ..
            } = later.event("find plies=9")
        );
        assert_eq!((games[0].difference, games[0].moves), (Some(64), 9));
        assert!(!later.store().has_finished());
        assert!(later.close().is_empty());
        assert_eq!(
            Library::open(&store(home.path())).unwrap().count().unwrap(),
            1
        );
    }
}

#[test]
fn a_prompt_asks_before_it_quits_without_saving() {
    let home = tempfile::tempdir().unwrap();
    let mut game = person(home.path());
    game.run_all(["N", "d3"]);
    let autosave = store(home.path()).root().join("autosave");
    game.autosaver().settle();
    std::fs::remove_dir_all(&autosave).unwrap();
    std::fs::write(&autosave, "a file where a folder should be").unwrap();
    game.run_all(["c3"]);
    expect!(Event::AskedToQuit { unsaved } = game.event("Q"));
    assert!(
        unsaved[0].starts_with("the unfinished game could not be saved: "),
        "{unsaved:?}"
    );
    let Some(Ok(Step::Done(reply))) = game.answer("n") else {
        panic!("no answer")
    };
    assert_eq!(reply.events[0], Event::NotQuit);
    assert!(game.answer("y").is_none(), "nothing is asked");
    for line in ["y", "Q"] {
        expect!(Event::AskedToQuit { .. } = game.event("Q"));
        let Some(Ok(Step::Done(reply))) = game.answer(line) else {
            panic!("{line}")
        };
        assert_eq!(reply.events[0], Event::Quit);
    }
    // A button has no answer: pressed twice, it quits.
    expect!(Event::AskedToQuit { .. } = game.event("Q"));
    assert_eq!(game.event("Q"), Event::Quit);
    std::fs::remove_file(&autosave).unwrap();
    assert_eq!(game.event("Q"), Event::Quit, "it can be saved again");
    assert!(autosave.join("1.ron").exists());
}

#[test]
fn games_are_added_from_files_and_found_by_the_position_on_the_board() {
    let (home, mut script) = new_script();
    expect!(Event::Library { total: 0, .. } = script.event("library"));
    let file = home.path().join("two games.txt");
    std::fs::write(&file, "f5d6c3d3c4\n\nc4e3f6e6f5\n\nf5f6e6f4\n\nf5a1\n").unwrap();
    expect!(
        Event::LibraryAdded {
            added,
            unreadable: 1,
            reasons,
            ..
        } = script.event(&format!("library add \"{}\"", file.display()))
    );
    assert_eq!((added.added, added.duplicates, added.total), (2, 1, 2));
    assert!(reasons[0].contains("record 4"), "{reasons:?}");
    script.run("paste d3c5f6").unwrap();
    expect!(Event::Reached { reached, list, .. } = script.event("find position"));
    assert_eq!((reached.results.games, list.len()), (1, 1));
    expect!(Event::LibraryAdded { added, .. } = script.event("library add this"));
    assert_eq!(added.total, 3);
    expect!(
        Event::Library {
            total: 1,
            library_total: 3,
            games,
            ..
        } = script.event("find plies=5..")
    );
    assert_eq!(games.len(), 1);
    script.refuse(&[
        ("library add", "library needs a file"),
        (
            "library remove 3",
            "unknown action \"remove\": use add, list",
        ),
        ("library open 77", "no game 77 in the library"),
        ("library delete 77", "no game 77 in the library"),
        ("library delete x", "\"x\" is not the number of a game"),
        ("library tag 77 endgame", "no game 77 in the library"),
        ("library tag 1", "library needs a tag"),
        ("library untag", "library needs the number of a game"),
        (
            "library tag endgame 1",
            "\"endgame\" is not the number of a game",
        ),
        (
            &format!("library tag 1 {}", "x".repeat(41)),
            "too long for a tag",
        ),
        ("library export nowhere/all.ggf", "nowhere/all.ggf"),
        ("library export all.doc", "unknown file extension"),
        ("find", "find needs a condition"),
        ("find colour=red", "\"colour=red\" is not a condition"),
        ("library add nowhere.ggf", "can't read nowhere.ggf"),
        (
            "puzzles burn",
            "unknown action \"burn\": use list, make, export",
        ),
    ]);
    expect!(Event::LibraryTagged { games } = script.event("library tag 3 1 World Cup"));
    let tags = vec!["world cup".to_owned()];
    let tagged: Vec<_> = games
        .into_iter()
        .map(|game| (game.number, game.tags))
        .collect();
    assert_eq!(tagged, [(3, tags.clone()), (1, tags.clone())]);
    script.run_all([
        "library tag 1 2024",
        "library untag 1 2024",
        "library untag 1 world cup",
    ]);
    expect!(
        Event::Library {
            total: 1,
            games,
            ..
        } = script.event("find tag=\"world cup\" plies=..3")
    );
    assert_eq!((games[0].number, &games[0].tags), (3, &tags));
    expect!(Event::LibraryTagged { games } = script.event("library untag 3 world cup"));
    assert!(games[0].tags.is_empty());
    let file = home.path().join("all.sgf");
    let export = format!("library export {}", file.display());
    expect!(Event::Exported { format: "sgf", .. } = script.event(&export));
    assert_eq!(
        std::fs::read_to_string(&file)
            .unwrap()
            .matches("GM[2]")
            .count(),
        3
    );
    assert!(script.run(&export).unwrap_err().contains("already exists"));
    for check in ["library check", "library check --repair"] {
        expect!(Event::LibraryChecked { report } = script.event(check));
        assert_eq!(
            (report.games, report.total, report.repaired_total),
            (3, 0, 0),
            "{report:?}"
        );
    }
    script.run_all(["N"]);
    expect!(Event::LibraryOpened { number: 3, .. } = script.event("library open 3"));
    assert!(!script.session().shared().unwrap().history().is_empty());
    expect!(Event::LibraryDeleted { total: 1, .. } = script.event("library delete 2 1"));
    script.refuse(&[
        ("library open 1", "no game 1"),
        ("library restore 3", "no game 3 in the bin"),
        ("library restore x", "is not the number of a game"),
    ]);
    expect!(Event::LibraryBin { games, .. } = script.event("library restore"));
    assert_eq!(games.len(), 2);
    expect!(Event::LibraryRestored { total: 2, .. } = script.event("library restore 1"));
    expect!(Event::LibraryPurged { purged: 1 } = script.event("library purge"));
    script.run("G B ann").unwrap();
    script.refuse(&[("library open 3", "competitive")]);
    script.run("play c4").unwrap();
    script.refuse(&[("find position", "find works only in Reversi")]);
}

#[test]
fn puzzles_are_made_once_from_each_game_and_say_what_was_left_out() {
    let (home, mut script) = new_script();
    script.refuse(&[("puzzles make", "library is empty")]);
    script.refuse(&[("puzzle", "no puzzles yet")]);
    // Start late, so that the analysis is fast. The moves are arbitrary, so some are mistakes.
    let mut turn = 5_usize;
    let start = Position::by_chance(14, |count| {
        turn = turn.wrapping_mul(31).wrapping_add(7);
        (turn >> 3) % count
    });
    let board = BoardPosition::new(start, Player::Black);
    script.run(&format!("setboard {board}")).unwrap();
    while let Some(last) = script
        .session()
        .current()
        .and_then(|it| it.game().moves().pop())
    {
        let last = script.session().current().unwrap().game().move_name(last);
        script.run(&last).unwrap();
    }
    script.run("library add this").unwrap();
    expect!(
        Event::PuzzlesMade {
            games: 1,
            mistakes,
            added,
            left_out,
            counts,
            ..
        } = script.event("puzzles make")
    );
    let left_out = left_out.hopeless
        + left_out.unclear
        + left_out.refuted
        + left_out.known
        + left_out.unconfirmed;
    assert_eq!(added + left_out, mistakes);
    assert!(mistakes > 0);
    assert_eq!(counts.new, added);
    expect!(
        Event::PuzzlesMade {
            games: 0,
            added: 0,
            ..
        } = script.event("puzzles make")
    );
    expect!(Event::Stats { stats, .. } = script.event("stats"));
    assert_eq!(stats.judged, 1);
    let svg = home.path().join("stats.svg");
    script.run(&format!("stats \"{}\"", svg.display())).unwrap();
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg "));
    let page = home.path().join("stats.html");
    script
        .run(&format!("stats \"{}\"", page.display()))
        .unwrap();
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("1 analyzed."));
    script.refuse(&[("puzzles make player=carl", "no matching games")]);
}

#[test]
fn an_analysis_of_a_library_game_spares_another_one() {
    let (home, mut script) = new_script();
    script
        .run(&format!("paste {}", SHORT.replace(' ', "")))
        .unwrap();
    script.run("library add this").unwrap();
    let judged = || {
        let mut library = Library::open(&store(home.path())).unwrap();
        library.game(1).unwrap().unwrap().judged
    };
    script.run("analyze depth:6").unwrap();
    assert_eq!(judged(), None, "less than `puzzles make` searches");
    script.run("analyze depth:10").unwrap();
    let known = judged().unwrap();
    assert!(!known.is_empty());
    script.run_all(["paste f5", "analyze depth:10"]);
    let make = "puzzles make plies=9";
    expect!(
        Event::PuzzlesMade {
            games: 1,
            mistakes,
            ..
        } = script.event(make)
    );
    assert!(mistakes > 0);
    assert_eq!(judged(), Some(known));
    expect!(Event::PuzzlesMade { games: 0, .. } = script.event(make));
}

/// A puzzle that asks for the move `answer`, with its score.
fn puzzle(
    board: BoardPosition,
    (answer, score): (Square, i32),
    second: i32,
    played: Square,
) -> Puzzle {
    Puzzle {
        board,
        answer,
        score,
        second,
        line: vec![answer],
        played,
        lost: 10,
        percent: 100,
        estimated: None,
        tempting: 1,
        from: "Ann - Bob".to_owned(),
        reviews: Vec::new(),
    }
}

/// Creates a deck with one puzzle. Returns the puzzle and a wrong answer.
fn deck(home: &Path) -> (Puzzle, Square) {
    let position = Position::by_chance(8, |count| count / 2);
    let legal: Vec<Square> = squares(position.legal_moves())
        .map(|square| Square::from_index(square, 8))
        .collect();
    assert!(legal.len() >= 2);
    let board = BoardPosition::new(position, Player::White);
    let puzzle = puzzle(board, (legal[0], 64), 0, legal[1]);
    keep(home, [puzzle.clone()]);
    (puzzle, legal[1])
}

/// Locks the database as another program does, until it rolls back.
fn lock_database(script: &Interpreter) -> rusqlite::Connection {
    let path = script.store().database_path(crate::study::LIBRARY);
    let other = rusqlite::Connection::open(path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    other
}

#[test]
fn no_screen_waits_for_a_change_of_the_database() {
    let (home, mut script) = new_script();
    let (puzzle, _) = deck(home.path());
    script.run_all(["N", "f5", "puzzle"]);
    let other = lock_database(&script);
    let answer = script.read(&puzzle.answer.to_string()).unwrap().unwrap();
    expect!(Step::Working { work, .. } = script.begin(answer).unwrap());
    other.execute_batch("ROLLBACK").unwrap();
    let finding = work.run(&Stop::new(), &mut |_| ());
    expect!(Some(Step::Done(reply)) = script.resume(finding).unwrap());
    expect!(Event::Judged(Verdict::PuzzleSolved { at_once: true, .. }) = &reply.events[0]);
    script.run("puzzle off").unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    for line in [
        "library add this",
        "repertoire add",
        "repertoire remove all",
    ] {
        let command = script.read(line).unwrap().unwrap();
        let step = script.begin(command).unwrap();
        assert!(matches!(step, Step::Working { .. }), "{line}");
    }
}

#[test]
fn an_answer_stopped_while_it_waits_changes_nothing() {
    let (home, mut script) = new_script();
    let (puzzle, _) = deck(home.path());
    script.run_all(["N", "f5", "puzzle"]);
    let other = lock_database(&script);
    let answer = script.read(&puzzle.answer.to_string()).unwrap().unwrap();
    expect!(Step::Working { work, .. } = script.begin(answer).unwrap());
    let stop = Stop::new();
    stop.request();
    let finding = work.run(&stop, &mut |_| ());
    assert!(script.resume(finding).is_err(), "the write was stopped");
    other.execute_batch("ROLLBACK").unwrap();
    assert!(kept(home.path())[0].reviews.is_empty());
}

#[test]
fn a_wrong_answer_is_refuted_and_the_right_one_is_explained() {
    let (home, mut script) = new_script();
    let (puzzle, wrong) = deck(home.path());
    script.options.today = day(1);
    script.run_all(["N", "f5"]);
    let before = script.session().shared();
    let shown = script.run("puzzle").unwrap();
    expect!(Some(Task::Puzzle(report)) = shown.task());
    assert_eq!(
        (report.player, report.empties, report.new),
        (Player::White, 8, 1)
    );
    let board = script.session().current().unwrap().game().grid();
    script.refuse(&[
        ("H", "hint is not available in a puzzle"),
        ("eval", "not available in a puzzle"),
        ("learn", "not available in a puzzle"),
        ("A B 3", "not available in a puzzle"),
        ("undo", "not available in a puzzle"),
    ]);
    let missed = script.run(&wrong.to_string()).unwrap();
    expect!(
        Event::Judged(Verdict::PuzzleMissed {
            name,
            score,
            lost,
            ..
        }) = &missed.events[0]
    );
    assert_eq!(name, &wrong.to_string());
    assert_eq!(lost.unwrap(), puzzle.score - score.unwrap());
    assert!(
        missed.plies().len() >= 2 && missed.task().is_some(),
        "the answer is played"
    );
    assert_eq!(
        script.session().current().unwrap().game().grid(),
        board,
        "one tries again on the same position"
    );
    expect!(
        Event::Judged(Verdict::PuzzleSolved {
            at_once: false,
            due,
            solution,
            ..
        }) = script.event(&puzzle.answer.to_string())
    );
    assert_eq!(due, day(2), "tomorrow");
    assert_eq!(solution.answer, puzzle.answer);
    assert!(!solution.facts.is_empty());
    script.refuse(&[(&wrong.to_string(), "puzzle already solved")]);
    expect!(
        Event::PracticeEnded(PracticeEnd::PuzzlesLeft {
            answered: 1,
            at_once: 0,
            counts,
            ..
        }) = script.event("next")
    );
    assert_eq!((counts.due, counts.next), (0, due));
    assert_eq!(
        script.session().shared(),
        before,
        "the previous game is restored"
    );
    script.refuse(&[("puzzle", "no puzzle is due until 2026-11-02")]);
    script.options.today = day(2);
    script.run("puzzle").unwrap();
    expect!(
        Event::Judged(Verdict::PuzzleSolved { at_once: true, .. }) =
            script.event(&puzzle.answer.to_string())
    );
    script.run("puzzle off").unwrap();
    let ratings: Vec<Rating> = kept(home.path())[0]
        .reviews
        .iter()
        .map(|(_, rating)| *rating)
        .collect();
    assert_eq!(ratings, [Rating::Again, Rating::Good]);
    let file = home.path().join("puzzles.txt");
    let export = format!("puzzles export \"{}\"", file.display());
    script.run(&export).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("2026-11-01 again 2026-11-02 good"), "{text}");
    assert!(script.run(&export).unwrap_err().contains("already exists"));
}

/// A late position with an accepted `gap` between the two best moves. Its legal moves and their scores are best
/// first.
fn scored(gap: impl Fn(i32) -> bool) -> (BoardPosition, Vec<(Square, i32)>) {
    let mut rng = Rng::seed_from_u64(2);
    let mut engine = Engine::new(1, 1);
    loop {
        let position = Position::by_chance(8, |count| rng.random_range(0..count));
        let limits = Limits {
            lines: 64,
            ..Limits::NONE
        };
        let found = engine.search(position, &limits);
        let scores: Vec<(Square, i32)> = found
            .lines
            .iter()
            .filter_map(|line| Some((Square::from_index(*line.moves.first()?, 8), line.score)))
            .collect();
        let is_move =
            |&(square, _): &(Square, i32)| position.legal_moves() >> square.index(8) & 1 == 1;
        if let [(_, best), (_, second), ..] = scores[..]
            && scores.iter().all(is_move)
            && scores.len() > 2
            && gap(best - second)
        {
            return (BoardPosition::new(position, Player::White), scores);
        }
    }
}

/// Two wrong puzzles, with their best moves: one asks for the second best move, the other has two best moves.
fn wrong_puzzles() -> [(Puzzle, (Square, i32)); 2] {
    let wrong = |(board, scores): (BoardPosition, Vec<(Square, i32)>)| {
        let wrong = puzzle(board, scores[1], scores[1].1 - 4, scores.last().unwrap().0);
        (wrong, scores[0])
    };
    [wrong(scored(|gap| gap >= 6)), wrong(scored(|gap| gap == 0))]
}

fn keep(home: &Path, puzzles: impl IntoIterator<Item = Puzzle>) {
    Deck::open(&store(home)).unwrap().add(puzzles).unwrap();
}

/// A library that can't be read, until this is dropped.
struct Damage {
    path: PathBuf,
    aside: PathBuf,
}

impl Damage {
    fn of_library(home: &Path) -> Self {
        let path = store(home).root().join("library.db");
        let aside = path.with_extension("aside");
        let _ = std::fs::rename(&path, &aside);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, "damaged").unwrap();
        Self { path, aside }
    }
}

impl Drop for Damage {
    fn drop(&mut self) {
        std::fs::remove_file(&self.path).unwrap();
        let _ = std::fs::rename(&self.aside, &self.path);
    }
}

fn kept(home: &Path) -> Vec<Puzzle> {
    Deck::open(&store(home)).unwrap().puzzles().unwrap()
}

#[test]
fn an_answer_as_good_as_that_of_the_puzzle_is_never_called_wrong() {
    for (wrong, better) in wrong_puzzles() {
        let (home, mut script) = new_script();
        keep(home.path(), [wrong.clone()]);
        script.options.today = day(1);
        script.run("puzzle").unwrap();
        expect!(
            Event::Judged(Verdict::PuzzleWithdrawn {
                name,
                score,
                answer,
                answer_score,
                ..
            }) = script.event(&better.0.to_string())
        );
        assert_eq!((name, score), (better.0.to_string(), better.1));
        assert_eq!((answer, answer_score), (wrong.answer, wrong.score));
        assert_eq!(kept(home.path()), [], "it is removed");
        expect!(
            Event::PracticeEnded(PracticeEnd::PuzzlesLeft {
                answered: 1,
                at_once: 1,
                ..
            }) = script.event("next")
        );
    }
}

#[test]
fn games_of_beginners_give_puzzles() {
    for (number, beginner) in (2..).zip(Player::BOTH) {
        let mut rng = Rng::seed_from_u64(number);
        let mut bots = [1, 3].map(|level| Level::new(level).unwrap().bot(&reversi::INFO));
        let mut game = Reversi::new(Player::Black);
        let mut record = GameRecord::from_start(BoardPosition::START);
        while let Some(turn) = game.turn() {
            let mv = bots[usize::from(turn != beginner)]
                .pick(&game, &mut rng)
                .unwrap();
            game.play(mv).unwrap();
            record.play(Square::from_index(mv.0, 8)).unwrap();
        }
        let mut maker = Maker::new(std::collections::HashSet::new(), true);
        let sides = Player::BOTH.map(|player| player == beginner);
        let (game, never) = (LibraryGame::of(record, None), AtomicBool::new(false));
        let found = maker.look_at(&game, sides, &never, &mut |_, _| ()).unwrap();
        for puzzle in &found.puzzles {
            let (is_early, gap) = (puzzle.empties() > 22, puzzle.score - puzzle.second);
            assert_eq!(puzzle.estimated.is_some(), is_early, "{puzzle:?}");
            assert_eq!(puzzle.is_exact(), !is_early);
            assert!(gap >= if is_early { CLEAR } else { WORST } || puzzle.is_only_win());
        }
        assert!(found.puzzles.len() >= 2, "{beginner}");
    }
}

#[test]
fn next_shows_the_answer_and_what_cannot_be_written_changes_nothing() {
    let (home, mut script) = new_script();
    let (puzzle, wrong) = deck(home.path());
    script.options.today = day(1);
    assert!(script.run("next").is_err());
    script.run("puzzle").unwrap();
    let damage = Damage::of_library(home.path());
    let board = script.session().current().unwrap().game().grid();
    for line in [
        wrong.to_string(),
        puzzle.answer.to_string(),
        "next".to_owned(),
    ] {
        let error = script.run(&line).unwrap_err();
        assert!(error.contains("library.db"), "{line}: {error}");
        assert_eq!(script.session().current().unwrap().game().grid(), board);
    }
    drop(damage);
    expect!(
        Event::Judged(Verdict::PuzzleSolved {
            is_shown: true,
            at_once: false,
            ..
        }) = script.event("next")
    );
    let reply = script.run("puzzle off").unwrap();
    expect!(Event::PracticeEnded(end) = &reply.events[0]);
    let json = serde_json::to_value(end).unwrap();
    assert_eq!(json["kind"], "puzzles_left");
    assert_eq!(json["answered"], 1);
}

/// A script with the shipped book, on a day of November.
fn with_book(home: &Path, number: i8) -> Interpreter {
    with(home, Book::shipped(), number)
}

fn with(home: &Path, book: Arc<Book>, number: i8) -> Interpreter {
    let mut session = Session::new(7);
    session.resources = Resources {
        book: Some(book),
        threads: 1,
    };
    let mut script = Interpreter::new(
        session,
        store(home),
        Slots::Script,
        InterpreterOptions::SCRIPT,
    );
    script.options.today = day(number);
    script
}

/// Plays the best book moves until the line ends. Returns the moves.
fn drill_to_the_end(script: &mut Interpreter) -> Vec<String> {
    loop {
        let current = script.session().current().unwrap();
        let (moves, game) = (current.history(), current.game());
        let game = game.as_any().downcast_ref::<Reversi>().unwrap();
        let tiger: Opening = "tiger".parse().unwrap();
        let best = tiger.squares().nth(moves.len()).unwrap_or_else(|| {
            Square::from_index(Book::shipped().moves(Position::from(game))[0].square, 8)
        });
        expect!(
            Event::Judged(Verdict::DrillAnswered {
                answer,
                is_shown: false,
                line
            }) = script.event(&best.to_string())
        );
        assert_eq!(
            (answer.verdict, answer.score),
            (DrillVerdict::Right, answer.best_score)
        );
        if let Some(line) = line {
            assert_eq!((line.close, line.missed), (0, 0));
            let moves = script.session().current().unwrap().move_names();
            return moves.collect();
        }
    }
}

#[test]
fn a_line_of_the_book_is_drilled_and_comes_again_when_it_is_due() {
    let home = tempfile::tempdir().unwrap();
    let mut script = with_book(home.path(), 1);
    script.run_all(["N", "d3"]);
    let before = script.session().shared();
    expect!(
        Event::Task(Task::Drill(DrillReport {
            opening: Some("Tiger"),
            player: Player::Black,
            again: false,
            ..
        })) = script.event("drill tiger")
    );
    script.refuse(
        &[
            "H", "eval", "book", "undo", "learn", "A B 3", "puzzle", "puzzles",
        ]
        .map(|line| (line, "not available in a drill")),
    );
    let moves = drill_to_the_end(&mut script);
    assert!(
        moves.len() > 12 && moves.concat().starts_with("f5d6c3d3c4"),
        "{moves:?}"
    );
    script.refuse(&[("a1", "end of this line")]);
    expect!(Event::Task(Task::Drill(DrillReport { again: false, .. })) = script.event("next"));
    expect!(
        Event::PracticeEnded(PracticeEnd::DrillLeft {
            lines: 1,
            known: 1,
            counts
        }) = script.event("drill off")
    );
    let due = day(3);
    assert_eq!(
        (counts.drills.total, counts.drills.due, counts.drills.next),
        (1, 0, due)
    );
    assert_eq!(
        script.session().shared(),
        before,
        "the previous game is restored"
    );
    script.refuse(&[("drill", "no line is due before 2026-11-03")]);
    // Two days later the line is due with the same moves.
    let mut later = with_book(home.path(), 3);
    expect!(Event::Puzzles { counts, .. } = later.event("puzzles"));
    assert_eq!(counts.drills.due, 1);
    expect!(
        Event::Task(Task::Drill(DrillReport {
            opening: Some("Tiger"),
            again: true,
            ..
        })) = later.event("drill")
    );
    assert_eq!(drill_to_the_end(&mut later), moves);
    expect!(
        Event::PracticeEnded(PracticeEnd::DrillLeft {
            lines: 1,
            known: 1,
            counts
        }) = later.event("next")
    );
    assert_eq!(counts.drills.next, day(14));
    let drills = Deck::open(&store(home.path())).unwrap().drills().unwrap();
    let ratings: Vec<Rating> = drills[0]
        .reviews
        .iter()
        .map(|(_, rating)| *rating)
        .collect();
    assert_eq!(ratings, [Rating::Good, Rating::Good]);
}

#[test]
fn a_wrong_move_of_a_drill_is_tried_again_and_the_line_comes_tomorrow() {
    let home = tempfile::tempdir().unwrap();
    let mut script = with_book(home.path(), 1);
    script.run("drill diagonal").unwrap();
    let state = script.session().shared();
    assert_eq!(
        state.as_ref().unwrap().game().turn(),
        Some(Player::White),
        "Black has begun"
    );
    // Both moves leave the drilled opening, so the better one is wrong, too.
    for (line, is_better) in [("d6", true), ("f4", false)] {
        let reply = script.run(line).unwrap();
        expect!(Event::Judged(verdict) = &reply.events[0]);
        expect!(Verdict::DrillMissed { answer } = verdict);
        assert_eq!(
            (answer.score > answer.best_score, answer.verdict),
            (is_better, DrillVerdict::Wrong)
        );
        let json = serde_json::to_value(verdict).unwrap();
        assert_eq!(json["kind"], "drill_missed");
        assert_eq!(
            (&json["verdict"], &json["best"]),
            (&"wrong".into(), &"f6".into())
        );
        assert_eq!(script.session().shared(), state);
    }
    assert!(script.run("a1").is_err());
    expect!(
        Event::Judged(Verdict::DrillAnswered {
            answer,
            line: None,
            ..
        }) = script.event("f6")
    );
    assert_eq!(answer.verdict, DrillVerdict::Right);
    // A failed write changes nothing.
    let mut refused = 0;
    let line = loop {
        let damage = Damage::of_library(home.path());
        let before = script.session().shared();
        match script.run("next") {
            Ok(_) => {}
            Err(error) => {
                assert!(error.contains("library.db"), "{error}");
                assert_eq!(script.session().shared(), before);
                refused += 1;
                drop(damage);
                expect!(
                    Event::Judged(Verdict::DrillAnswered {
                        line,
                        is_shown: true,
                        ..
                    }) = script.event("next")
                );
                break line.unwrap();
            }
        }
    };
    assert_eq!((refused, line.due), (1, day(2)));
    assert_eq!((line.right, line.close), (0, 0));
    assert!(line.missed > 5);
    expect!(
        Event::PracticeEnded(PracticeEnd::DrillLeft {
            lines: 1,
            known: 0,
            ..
        }) = script.event("puzzle off")
    );
}

/// The trees of the repertoire.
fn trees(script: &mut Interpreter) -> Vec<RepertoireTree> {
    expect!(Event::Repertoire { trees, .. } = script.event("repertoire"));
    trees
}

#[test]
fn own_lines_are_kept_as_a_tree_with_results_scores_and_what_to_know() {
    let home = tempfile::tempdir().unwrap();
    let mut script = with_book(home.path(), 1);
    assert_eq!(trees(&mut script), []);
    script.refuse(&[
        ("repertoire add", "no game in progress"),
        ("repertoire remove all", "no such lines"),
        ("repertoire export a.sgf", "no such lines"),
        ("repertoire add find player=ann", "name the side"),
        ("repertoire add black find", "repertoire needs a condition"),
        ("repertoire delete", "unknown action \"delete\""),
    ]);
    script.run("N").unwrap();
    script.refuse(&[
        ("repertoire add", "no move has been played yet"),
        ("repertoire remove", "repertoire remove all"),
    ]);
    script.run("d3c5f6f5e6").unwrap();
    // The same line as f5d6c3d3c4, which Black has ended.
    expect!(
        Event::RepertoireAdded {
            player: Player::Black,
            added: LineAdditions {
                added: 1,
                known: 0,
                total: 1
            }
        } = script.event("repertoire add")
    );
    // The beginning of a known line is known, and a longer line replaces it.
    for (line, added) in [("f5d6c3", (0, 1, 1)), ("f5d6c3d3c4f4f6", (1, 0, 1))] {
        script.run(&format!("paste {line}")).unwrap();
        expect!(Event::RepertoireAdded { added: found, .. } = script.event("repertoire add black"));
        assert_eq!((found.added, found.known, found.total), added, "{line}");
    }
    script.run_all(["paste f5d6c3g5", "repertoire add black"]);
    script.run_all(["paste f5f6", "repertoire add white"]);
    let both = trees(&mut script);
    let rows = |tree: &RepertoireTree| -> Vec<(usize, String, usize)> {
        let rows = tree.rows.iter();
        let moves = |row: &RepertoireRow| row.moves.iter().map(ToString::to_string).collect();
        rows.map(|row| (row.depth, moves(row), row.lines)).collect()
    };
    let expected = |rows: &[(usize, &str, usize)]| -> Vec<(usize, String, usize)> {
        let rows = rows.iter();
        rows.map(|&(depth, moves, lines)| (depth, moves.to_owned(), lines))
            .collect()
    };
    assert_eq!(
        rows(&both[0]),
        expected(&[(0, "f5d6c3", 2), (1, "d3c4f4f6", 1), (1, "g5", 1)])
    );
    assert_eq!(rows(&both[1]), expected(&[(0, "f5f6", 1)]));
    assert_eq!((both[0].lines, both[0].due), (2, 2));
    let book = Book::shipped();
    let after = |moves: &str| records::typed_position(moves).unwrap().position();
    let known = book.moves(after("f5d6"));
    let c3 = known.iter().find(|mv| mv.square == 18).unwrap();
    assert_eq!(both[0].rows[0].score, Some(c3.score));
    let to_know = LineCounter::new(&book).after(after("f5d6"), c3).unwrap();
    assert_eq!(both[0].rows[0].to_know, Some(to_know.mover));
    // The score of White's diagonal answer is for White.
    let diagonal = book.moves(after("f5"));
    let f6 = diagonal.iter().find(|mv| mv.square == 45).unwrap();
    assert_eq!(both[1].rows[0].score, Some(f6.score));
    // Without a book there are no scores.
    let mut without = script_in(home.path());
    let row = &trees(&mut without)[0].rows[0];
    assert_eq!((row.score, row.to_know), (None, None));
    // A position on another way, turned: f4 and c6 are symmetric.
    script.run("paste d3c5f6f5").unwrap();
    expect!(
        Event::RepertoireRemoved {
            removed: 1,
            total: 2
        } = script.event("repertoire remove")
    );
    script.refuse(&[("repertoire remove", "no line of your repertoire")]);
    expect!(
        Event::RepertoireRemoved {
            removed: 1,
            total: 1
        } = script.event("repertoire remove all white")
    );
    script
        .run("setboard ---------------------------OX------XO--------------------------- O")
        .unwrap();
    script.refuse(&[("repertoire add", "from the starting position")]);
    script.run("play c4").unwrap();
    script.refuse(&[("repertoire add", "only in Reversi")]);
}

#[test]
fn a_tree_is_added_with_its_variations_and_exported_as_one() {
    let home = tempfile::tempdir().unwrap();
    let mut script = with_book(home.path(), 1);
    script.run_all(["N", "f5d6c3d3c4", "back 2", "g5", "back 3", "f6e6"]);
    expect!(Event::RepertoireAdded { added, .. } = script.event("repertoire add all black"));
    assert_eq!((added.added, added.known), (3, 0));
    let before = trees(&mut script);
    let file = home.path().join("own.sgf");
    let file = file.to_str().unwrap();
    expect!(
        Event::Exported { format: "sgf", .. } = script.event(&format!("repertoire export {file}"))
    );
    script.refuse(&[(&format!("repertoire export {file}"), "already exists")]);
    script.run_all([
        &format!("repertoire export {file} --force"),
        "repertoire remove all",
        &format!("import {file}"),
        "repertoire add all black",
    ]);
    assert_eq!(trees(&mut script), before);
    // A format without variations has one game for each line.
    let games = file.replace("sgf", "ggf");
    script.run(&format!("repertoire export {games}")).unwrap();
    script.run(&format!("library add {games}")).unwrap();
    script.run("repertoire remove all").unwrap();
    script.refuse(&[(
        "repertoire add black find player=nobody",
        "no matching games",
    )]);
    expect!(
        Event::RepertoireAdded { added, .. } = script.event("repertoire add black find plies=1..")
    );
    assert_eq!((added.added, added.total), (3, 3));
    assert_eq!(trees(&mut script), before);
}

#[test]
fn own_lines_are_due_and_drilled_by_their_own_moves() {
    let home = tempfile::tempdir().unwrap();
    let mut script = with_book(home.path(), 1);
    script.refuse(&[("drill repertoire", "no such lines")]);
    // The book does not play g5, nor f4 after f5.
    script.run_all(["paste f5d6c3g5", "repertoire add black"]);
    script.run_all(["paste f5f4", "repertoire add white"]);
    expect!(Event::Puzzles { counts, .. } = script.event("puzzles"));
    assert_eq!((counts.drills.total, counts.drills.due), (2, 2));
    expect!(
        Event::Task(Task::Drill(DrillReport {
            opening: None,
            is_own: true,
            player: Player::White,
            again: false,
        })) = script.event("drill repertoire white")
    );
    expect!(Event::Judged(Verdict::DrillMissed { answer }) = script.event("d6"));
    assert_eq!(
        (answer.best.to_string(), answer.is_own),
        ("f4".to_owned(), true)
    );
    expect!(
        Event::Judged(Verdict::DrillAnswered {
            line: Some(LineReport { missed: 1, .. }),
            ..
        }) = script.event("f4")
    );
    script.run("drill off").unwrap();
    // The other line is the only one that is still due. Its symmetric image is right, too.
    expect!(Event::Task(Task::Drill(task)) = script.event("drill"));
    assert_eq!(task.player, Player::Black);
    expect!(Event::Judged(Verdict::DrillAnswered { line: None, .. }) = script.event("d3"));
    let current = script.session().current().unwrap();
    let moves: Vec<String> = current.move_names().collect();
    assert_eq!(moves.concat(), "d3c5", "White's move is turned");
    expect!(
        Event::Judged(Verdict::DrillAnswered {
            line: Some(LineReport {
                right: 2,
                missed: 0,
                due,
                ..
            }),
            ..
        }) = script.event("f6")
    );
    assert_eq!(due, day(3));
    expect!(Event::PracticeEnded(PracticeEnd::DrillLeft { lines: 1, .. }) = script.event("next"));
    // Without a book, own lines are drilled, too, even before they are due.
    let mut without = script_in(home.path());
    without.options.today = day(1);
    without.run("drill repertoire").unwrap();
    let deck = &mut Deck::open(&store(home.path())).unwrap();
    let reviews: Vec<usize> = deck
        .drills()
        .unwrap()
        .iter()
        .map(|line| line.reviews.len())
        .collect();
    assert_eq!(reviews, [1, 1]);
    assert!(deck.export().unwrap().contains("; white; repertoire; "));
}

#[test]
fn the_end_of_a_game_shows_where_the_repertoire_was_left_and_what_it_cost() {
    let home = tempfile::tempdir().unwrap();
    let mut script = with_book(home.path(), 1);
    let play = |script: &mut Interpreter| {
        script.run("N").unwrap();
        let replies = SHORT.split_whitespace().map(|mv| script.run(mv).unwrap());
        replies.last().unwrap()
    };
    let exit = |reply: &Reply| reply.left_repertoire().cloned();
    assert_eq!(exit(&play(&mut script)), None, "there are no lines");
    // The game begins with f5d6c5, turned.
    script.run_all(["N", "f5d6c3d3c4", "repertoire add black"]);
    let left = exit(&play(&mut script)).unwrap();
    assert_eq!(
        (left.player, left.number, left.played.to_string()),
        (Player::Black, 3, "e3".to_owned())
    );
    assert_eq!(left.own.to_string(), "c3");
    let book = Book::shipped();
    let known = book.moves(records::typed_position("e6f4").unwrap().position());
    let score = |square: Square| {
        let mut known = known.iter();
        known
            .find(|mv| mv.square == u32::from(square.index(8)))
            .map(|mv| mv.score)
    };
    let [own, played] = [left.own, left.played].map(score);
    assert_eq!(own.zip(played).map(|(own, played)| own - played), left.lost);
    // Without a book, a search finds the cost. It is part of the same reply as the end of the game.
    let mut without = script_in(home.path());
    let reply = play(&mut without);
    let searched = exit(&reply).unwrap();
    assert!(searched.lost.is_some() && reply.ended().is_some());
    assert_eq!((searched.own, searched.number), (left.own, left.number));
    // An opponent who leaves the lines first is not reported.
    script.run_all([
        "repertoire remove all",
        "N",
        "f5f6e6",
        "repertoire add black",
    ]);
    assert_eq!(exit(&play(&mut script)), None);
}

#[test]
fn a_bot_follows_the_lines_of_the_user_as_long_as_it_can() {
    let home = tempfile::tempdir().unwrap();
    let mut script = with_book(home.path(), 1);
    script.refuse(&[("A B 3 repertoire", "no such lines")]);
    script.run_all(["N", "f5f4e3d6", "back", "f6", "repertoire add all black"]);
    script.refuse(&[
        ("A W 3 repertoire", "no such lines"),
        ("N repertoire", "is not a side"),
    ]);
    let names = |script: &Interpreter| -> String {
        script.session().current().unwrap().move_names().collect()
    };
    for seed in 0..4 {
        script.run_all([&format!("seed {seed}"), "A B 1 repertoire"]);
        assert_eq!(script.run("d3").unwrap().played(), 2);
        assert_eq!(names(&script), "d3e3", "turned");
        script.run_all(["restart", "f5", "e3"]);
        let played = names(&script);
        assert!(["f5f4e3d6", "f5f4e3f6"].contains(&&*played), "{played}");
        // Off the lines, it plays its own moves.
        let game = script.session().current().unwrap().game();
        let next = game.move_name(game.moves()[0]);
        assert!(script.run(&next).unwrap().played() >= 2);
    }
    script.run("play c4").unwrap();
    script.refuse(&[("A B 1 repertoire", "play reversi")]);
}

#[test]
fn the_moves_of_a_game_are_guessed_and_the_results_are_kept() {
    let (home, mut script) = new_script();
    script.options.today = day(1);
    script.refuse(&[
        ("guess", "the library is empty"),
        ("guess 1", "no game 1 in the library"),
        ("guess x", "is not the number of a game"),
        ("guess find x=1", "is not a condition"),
        ("guess off", "no puzzle or drill is open"),
    ]);
    script.run_all(["N", &SHORT.replace(' ', ""), "library add this", "N", "f5"]);
    let before = script.session().shared();
    script.refuse(&[("guess find player=nobody", "no matching games")]);
    expect!(Event::Task(Task::Guess(task)) = script.event("guess 1"));
    // The first move is no choice.
    assert_eq!((task.number, task.player, task.next), (1, Player::Black, 3));
    script.refuse(&[
        ("H", "not available while you guess moves"),
        ("puzzle", "not available while you guess moves"),
        ("a1", "a1"),
    ]);
    // A guess is rated, and the move of the game is played with White's reply.
    let other = {
        let game = script.session().current().unwrap().game();
        let names: Vec<String> = game.moves().iter().map(|&mv| game.move_name(mv)).collect();
        names.into_iter().find(|name| name != "e3").unwrap()
    };
    let reply = script.run(&other).unwrap();
    expect!(
        Event::Judged(Verdict::Guessed {
            guess: Some(guess),
            is_over: false,
            summary: None,
            ..
        }) = reply.head()
    );
    assert_eq!(
        (
            guess.answer.square.to_string(),
            guess.played.square.to_string()
        ),
        (other, "e3".to_owned())
    );
    assert_eq!(
        guess.answer.lost + u32::try_from(guess.answer.score + 64).unwrap(),
        guess.played.lost + u32::try_from(guess.played.score + 64).unwrap(),
        "both are compared with the same best score"
    );
    assert_eq!(reply.played(), 2);
    assert!(matches!(reply.task(), Some(Task::Guess(task)) if task.next == 5));
    expect!(Event::Judged(Verdict::Guessed { guess: None, .. }) = script.event("next"));
    script.run("next").unwrap();
    let reply = script.run("c5").unwrap();
    expect!(
        Event::Judged(Verdict::Guessed {
            guess: Some(last),
            is_over: true,
            summary: Some(summary),
            ..
        }) = reply.head()
    );
    assert!(last.is_same() && last.points == 3, "{last:?}");
    assert_eq!((summary.totals.moves, summary.totals.same), (2, 1));
    script.refuse(&[("c5", "end of this game")]);
    expect!(Event::PracticeEnded(PracticeEnd::GuessLeft { summary: None }) = script.event("next"));
    assert_eq!(script.session().shared(), before);
    expect!(Event::Stats { stats, .. } = script.event("stats"));
    assert_eq!(stats.guesses, summary.totals);
    // White's moves, and a random game of those that match.
    expect!(Event::Task(Task::Guess(task)) = script.event("guess white"));
    assert_eq!((task.player, task.next), (Player::White, 2));
    script.run("next").unwrap();
    expect!(
        Event::PracticeEnded(PracticeEnd::GuessLeft { summary: None }) = script.event("drill off")
    );
    script.run("guess find result=black").unwrap();
    let damage = Damage::of_library(home.path());
    assert!(script.run("e3").unwrap_err().contains("library.db"));
    drop(damage);
    script.run("guess off").unwrap();
    assert_eq!(script.session().shared(), before);
}

#[test]
fn what_cannot_be_drilled_says_so_in_one_line() {
    let home = tempfile::tempdir().unwrap();
    let mut without = script_in(home.path());
    without.refuse(&[(
        "drill black",
        "no opening book: reversi was started with --no-book",
    )]);
    let empty = Book::in_memory(crate::book::BookHeader::book(None, 0, &[]).leak()).unwrap();
    let mut small = with(home.path(), Arc::new(empty), 1);
    small.refuse(&[(
        "drill white",
        "the starting position is not in the opening book",
    )]);
    let mut script = with_book(home.path(), 1);
    script.refuse(&[
        ("drill", "no line is due"),
        ("drill parallel", "Parallel is not in the opening book"),
        ("drill sicilian", "no opening called \"sicilian\""),
        ("drill off white", "no opening called \"off\""),
        (
            "drill rotating",
            "\"rotating\" matches several openings: Rotating Flat",
        ),
        ("drill this", "no game in progress"),
        ("drill off", "no puzzle or drill is open"),
    ]);
    script.run("paste f5").unwrap();
    script.refuse(&[("drill this", "no named opening reached yet")]);
    script.run("paste f5d6c3d3c4").unwrap();
    expect!(
        Event::Task(Task::Drill(DrillReport {
            opening: Some("Tiger"),
            player: Player::White,
            ..
        })) = script.event("drill this W")
    );
    script.run("drill off").unwrap();
    deck(home.path());
    script.run("puzzle").unwrap();
    script.refuse(&[("drill black", "drill is not available in a puzzle")]);
    script.run_all(["drill off", "play c4"]);
    script.refuse(&[(
        "drill black",
        "drill works only in Reversi, and this is Connect Four",
    )]);
    script.run_all(["play rv", "G B ann"]);
    script.refuse(&[("drill black", "disabled in competitive games")]);
}

#[test]
fn the_strategy_asks_for_the_best_move_by_far_and_helps_after_another() {
    let mut engine = Engine::new(16, 1);
    let questions: Vec<_> = reversi::INFO
        .strategy
        .iter()
        .filter(|step| !step.hint.is_empty())
        .collect();
    assert_eq!(questions.len(), 8);
    for step in questions {
        let board: BoardPosition = step.board.parse().unwrap();
        let limits = Limits {
            depth: 12,
            exact_from: 16,
            lines: 2,
            ..Limits::NONE
        };
        let found = engine.search(board.position(), &limits);
        let best = Square::from_index(u32::from(found.best().unwrap()), 8).to_string();
        assert_eq!(best, step.asks, "{}", step.title);
        let gap = found.lines[0].score - found.lines[1].score;
        assert!(
            gap >= 8 && found.lines[0].score > 0 && found.lines[1].score <= 0,
            "{}",
            step.title
        );
    }
}

#[test]
fn the_strategy_is_taught_at_the_board() {
    let (_home, mut script) = new_script();
    script.run_all(["N", "d3"]);
    let before = script.session().shared();
    let step = |reply: Reply| match reply.task() {
        Some(Task::Lesson(lesson)) => Some(lesson.clone()),
        _ => None,
    };
    let lesson = |reply| step(reply).unwrap();
    let first = lesson(script.run("learn strategy").unwrap());
    assert_eq!(
        (first.number, first.title, first.asks, first.is_question),
        (1, "Corners", None, true)
    );
    let error = script.run("e3").unwrap_err();
    assert!(
        error.contains("there is a better move: look at the corners"),
        "{error}"
    );
    let answered = lesson(script.run("h1").unwrap());
    assert_eq!(
        (answered.number, answered.title, answered.is_question),
        (2, "", false)
    );
    let mut last = answered.number;
    while script.session().shared() != before {
        let reply = script.run("next").unwrap();
        last = step(reply).map_or(last, |lesson| lesson.number);
    }
    assert_eq!(last, reversi::INFO.strategy.len());
    // The other lessons begin anew, and every word for leaving leaves them.
    for leave in ["learn off", "puzzle off", "drill off"] {
        let rules = lesson(script.run("learn").unwrap());
        assert_eq!((rules.of, rules.title), (reversi::INFO.lessons.len(), ""));
        script.run("next").unwrap();
        assert_eq!(lesson(script.run("learn").unwrap()).number, 2, "it goes on");
        assert_eq!(
            lesson(script.run("learn strategy").unwrap()).title,
            "Corners"
        );
        script.run(leave).unwrap();
        assert_eq!(script.session().shared(), before, "{leave}");
    }
    script.run("play c4").unwrap();
    assert!(
        script
            .run("learn strategy")
            .unwrap_err()
            .contains("no lessons")
    );
}

/// The square that `why` explains, with its loss.
fn explained(script: &mut Interpreter) -> (Square, u32) {
    match script.event("why") {
        Event::Explained { judgment, second } => {
            assert_eq!(second.is_some(), judgment.lost == 0 && judgment.choices > 1);
            assert_eq!(judgment.played_line[0], judgment.square);
            (judgment.square, judgment.lost)
        }
        event => panic!("{event:?}"),
    }
}

#[test]
fn why_explains_the_last_move_or_the_move_of_a_hint() {
    let (_home, mut script) = new_script();
    assert_eq!(script.run("why").unwrap_err(), "no game in progress");
    script.run_all(["N"]);
    assert_eq!(
        script.run("why").unwrap_err(),
        "no move has been played yet"
    );
    // White gives up a corner.
    script.run_all(["setboard ----------------XXXXX-----OXXX----XXXX----OXXXX-----O----------X X"]);
    let Event::Hint { best, .. } = script.event("H") else {
        panic!("no hint");
    };
    let (square, lost) = explained(&mut script);
    assert_eq!((Some(square), lost), (best.square, 0));
    script.run_all([best.name.as_str()]);
    assert_eq!(explained(&mut script), (square, 0), "the hint was played");
    script.run_all(["play c4"]);
    let refused = script.run("why").unwrap_err();
    assert!(
        refused.starts_with("why works only in Reversi"),
        "{refused}"
    );
}

/// A position in which h8 loses 8 discs, and g8 is best.
const TWO_EMPTIES: &str =
    "setboard OXXXXXXXOOXXXXXXOXOXXXOXOOXXXOOXOXXOXXOXOXOXOOOXOXXXXOOXOXOOOO-- X";

/// A position in which b7 loses 10 discs.
const SIX_EMPTIES: &str =
    "setboard OXOOOOOXOOOOOOOXOOXOOXOXOOOOXOOXXOOXXXOXOOOOOXXX--OOOOXX--OOOO-- X";

#[test]
fn the_coach_comments_on_a_mistake_against_a_bot() {
    let (_home, mut script) = new_script();
    for (setting, expected) in [("coach", None), ("coach 9", None), ("coach 8", Some(8))] {
        script.run_all([TWO_EMPTIES, "player white 3", setting]);
        let reply = script.run("h8").unwrap();
        assert_eq!(
            reply.coached().map(|judged| judged.lost),
            expected,
            "{setting}"
        );
    }
    assert_eq!(
        explained(&mut script),
        (parse_square("h8", 8, 8).unwrap(), 8)
    );
    // The bot's own moves, good moves, two humans and clocks get no comment.
    for (setup, mv) in [("player white 3", "g8"), ("player white human", "h8")] {
        script.run_all([TWO_EMPTIES, setup]);
        assert!(script.run(mv).unwrap().coached().is_none(), "{setup}");
    }
    script.run_all(["clock 5m", "A B 3", "coach 1"]);
    script.run_all(["d3"]);
    assert!(script.coach_last_move().is_none(), "a clock runs");
    assert!(script.run("coach 65").unwrap_err().contains("use coach 6"));
    let event = script.event("coach off");
    assert!(
        matches!(
            event,
            Event::Coach {
                coach: Coach::Off,
                ..
            }
        ),
        "{event:?}"
    );
}

#[test]
fn a_late_verdict_of_the_coach_follows_after_the_game() {
    let (_home, mut script) = new_script();
    script.run_all([SIX_EMPTIES, "player white 3", "coach 4"]);
    let step = script.begin(script.read("b7").unwrap().unwrap()).unwrap();
    let late = script
        .coach_last_move()
        .unwrap()
        .run(&Stop::new(), &mut |_| ());
    let Step::Working { work, .. } = step else {
        panic!("the bot is to move");
    };
    let finding = work.run(&Stop::new(), &mut |_| ());
    script.resume(finding).unwrap();
    assert!(script.resume(late).unwrap().is_none(), "the bot has moved");
    script.run_all(["coach off"]);
    let mut last = script.run("show").unwrap();
    while let Some(mv) = script.session().current().unwrap().game().moves().first() {
        let name = script.session().current().unwrap().game().move_name(*mv);
        last = script.run(&name).unwrap();
    }
    let reviewed = last.events.iter().find_map(|event| match event {
        Event::Reviewed { judgments } => Some(judgments),
        _ => None,
    });
    assert_eq!(reviewed.map(|judged| judged[0].lost), Some(10), "{last:?}");
}
