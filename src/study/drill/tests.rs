//! Tests of drills: verdicts, the opponent's choice, and due dates.

use jiff::civil::Date;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::*;
use crate::games::parse_square;
use crate::store::Store;
use crate::study::{Deck, Rating};

fn square_of(name: &str) -> Square {
    parse_square(name, 8, 8).unwrap()
}

fn mv(name: &str) -> Move {
    Move(square_of(name).index(8))
}

fn after(names: &str) -> Reversi {
    let mut game = Reversi::new(Player::Black);
    for name in names.split_whitespace() {
        game.play(mv(name)).unwrap();
    }
    game
}

fn opening(name: &str) -> Option<Opening> {
    name.parse().ok()
}

fn day(number: i16) -> Date {
    Date::new(2026, 1, 1)
        .unwrap()
        .saturating_add(jiff::Span::new().days(number))
}

/// The moves of a book.
fn of_book<'a>(book: &'a Book, line: &'a [Square]) -> DrillMoves<'a> {
    static NONE: std::sync::LazyLock<Repertoire> = std::sync::LazyLock::new(Repertoire::default);
    DrillMoves {
        book: Some(book),
        own: &NONE,
        line,
    }
}

/// Plays a whole line of a course, with the book's best moves for the user.
fn line_of(course: Course, again: &[Square], seed: u64) -> Vec<Square> {
    let (book, mut rng) = (Book::shipped(), Pcg64Mcg::seed_from_u64(seed));
    let (mut game, mut moves) = (Reversi::new(Player::Black), Vec::new());
    while let Some(turn) = game.turn() {
        let next = if turn == course.side {
            course
                .best(of_book(&book, again), &game, moves.len())
                .map(|best| Move(best.square.index(8)))
        } else {
            course.reply(of_book(&book, again), &game, moves.len(), &mut rng)
        };
        let Some(next) = next else { break };
        game.play(next).unwrap();
        moves.push(Square::from_index(next.0, 8));
    }
    moves
}

#[test]
fn the_side_of_a_course_is_that_of_the_opening_s_last_move() {
    for (name, side) in [("tiger", Player::Black), ("perpendicular", Player::White)] {
        assert_eq!(Course::new(opening(name), None).side, side, "{name}");
        let other = Some(side.opponent());
        assert_eq!(Course::new(opening(name), other).side, side.opponent());
    }
    assert_eq!(Course::new(None, None).side, Player::Black);
    let book = Book::shipped();
    assert!(
        Course::new(None, None).is_in(&book) && Course::new(opening("tiger"), None).is_in(&book)
    );
    assert!(!Course::new(opening("parallel"), None).is_in(&book));
    let empty = Book::in_memory(crate::book::BookHeader::book(None, 0, &[]).leak()).unwrap();
    assert!(!Course::new(None, None).is_in(&empty));
}

#[test]
fn answers_are_right_close_or_wrong_by_the_scores_of_the_book() {
    let book = Book::shipped();
    let course = Course::new(None, None);
    let mut seen = [0; 3];
    for seed in 0..10 {
        let line = line_of(course, &[], seed);
        for moves in (0..line.len()).step_by(2) {
            let game = positions(line.iter().copied()).take(moves).last();
            let game = game.unwrap_or(Reversi::new(Player::Black));
            let known = book.moves(Position::from(&game));
            let best = known[0].score;
            for mv in game.moves() {
                let answer = course
                    .judge(of_book(&book, &[]), &game, moves, Some(mv))
                    .unwrap();
                let score = known.iter().find(|one| one.square == u32::from(mv.0));
                assert_eq!(answer.score, score.map(|one| one.score));
                assert_eq!(answer.best_score, Some(best));
                let expected = match answer.score.map(|score| best - score) {
                    Some(0) => DrillVerdict::Right,
                    Some(1) => DrillVerdict::Close,
                    _ => DrillVerdict::Wrong,
                };
                assert_eq!(answer.verdict, expected);
                seen[expected as usize] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

#[test]
fn on_the_way_into_an_opening_only_its_moves_are_right_in_any_symmetry() {
    let book = Book::shipped();
    let course = Course::new(opening("diagonal"), None);
    assert_eq!(course.side, Player::White);
    // The book prefers the perpendicular answer.
    for (first, right, wrong) in [("f5", "f6", "d6"), ("d3", "c3", "c5"), ("c4", "c3", "e3")] {
        let game = after(first);
        let answer = course
            .judge(of_book(&book, &[]), &game, 1, Some(mv(right)))
            .unwrap();
        assert_eq!(answer.verdict, DrillVerdict::Right, "{right}");
        let answer = course
            .judge(of_book(&book, &[]), &game, 1, Some(mv(wrong)))
            .unwrap();
        assert_eq!(
            (answer.verdict, answer.best),
            (DrillVerdict::Wrong, square_of(right))
        );
        assert!(
            answer.score > answer.best_score,
            "{wrong} is better, but another opening"
        );
    }
    // The opponent begins with f5, and follows the opening whatever the first move is.
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let start = Reversi::new(Player::Black);
    assert_eq!(
        course.reply(of_book(&book, &[]), &start, 0, &mut rng),
        Some(mv("f5"))
    );
    let tiger = Course::new(opening("tiger"), None);
    assert_eq!(
        tiger.reply(of_book(&book, &[]), &after("d3"), 1, &mut rng),
        Some(mv("c5"))
    );
    for seed in 0..5 {
        let line = line_of(tiger, &[], seed);
        assert!(line.len() > 12, "{line:?}");
        let named = positions(line.into_iter()).map(|game| Position::from(&game));
        assert!(
            named
                .into_iter()
                .any(|it| Opening::of(it) == opening("tiger"))
        );
    }
}

#[test]
fn the_opponent_s_moves_are_as_frequent_as_their_weights() {
    let (book, course) = (Book::shipped(), Course::new(None, Some(Player::White)));
    // A position in which moves of different scores stay in the book.
    let (game, moves) = (0..)
        .find_map(|seed| {
            let line = line_of(course, &[], seed);
            let games = positions(line.into_iter()).enumerate();
            games
                .map(|(index, game)| (game, index + 1))
                .find(|(game, _)| {
                    let mut inside = book.moves(Position::from(game));
                    inside.retain(|mv| mv.lines > 0);
                    let loses = |lost| inside.iter().any(|mv| inside[0].score - mv.score == lost);
                    game.turn() == Some(Player::Black) && loses(1) && loses(2)
                })
        })
        .unwrap();
    let mut inside = book.moves(Position::from(&game));
    inside.retain(|mv| mv.lines > 0);
    let total: u32 = inside
        .iter()
        .map(|mv| weight(inside[0].score - mv.score))
        .sum();
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    let mut counts = vec![0_u32; inside.len()];
    for _ in 0..4000 {
        let reply = course
            .reply(of_book(&book, &[]), &game, moves, &mut rng)
            .unwrap();
        let index = inside
            .iter()
            .position(|mv| mv.square == u32::from(reply.0))
            .unwrap();
        counts[index] += 1;
    }
    for (mv, count) in inside.iter().zip(counts) {
        let expected = 4000 * weight(inside[0].score - mv.score) / total;
        assert!(
            count.abs_diff(expected) < 150,
            "{mv:?}: {count} of 4000, not {expected}"
        );
    }
    assert_eq!([0, 1, 2, 16, 64].map(weight), [65536, 32768, 16384, 1, 1]);
}

#[test]
fn a_line_that_comes_again_is_played_again_whatever_the_first_move() {
    let course = Course::new(opening("tiger"), None);
    for seed in 0..5 {
        let line = line_of(course, &[], seed);
        let kept = DrilledLine::new(course, &line);
        assert_eq!(kept.moves[0], F5);
        assert_eq!(kept.course(), course);
        assert_eq!(kept, DrilledLine::new(kept.course(), &kept.moves));
        // Black begins its part with d3, and the opponent plays the moves of the line, turned.
        let (book, mut rng) = (Book::shipped(), Pcg64Mcg::seed_from_u64(99));
        let (mut game, mut played) = (Reversi::new(Player::Black), Vec::new());
        while played.len() < line.len() {
            let next = match game.turn() {
                Some(Player::Black) if played.is_empty() => mv("d3"),
                Some(Player::Black) => {
                    let next = follow(&kept.moves.iter().copied(), &game, played.len());
                    Move(next[0].index(8))
                }
                _ => course
                    .reply(of_book(&book, &kept.moves), &game, played.len(), &mut rng)
                    .unwrap(),
            };
            game.play(next).unwrap();
            played.push(Square::from_index(next.0, 8));
        }
        let end = |line: &[Square]| {
            Position::from(&positions(line.iter().copied()).last().unwrap()).canonical()
        };
        assert_eq!(end(&played), end(&line));
    }
}

#[test]
fn lines_are_kept_beside_the_puzzles_and_a_damaged_one_is_left_out() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path());
    let mut deck = Deck::open(&store).unwrap();
    let course = Course::new(opening("tiger"), None);
    let lines = [(course, 1), (Course::new(None, Some(Player::White)), 2)];
    let lines = lines.map(|(course, seed)| DrilledLine::new(course, &line_of(course, &[], seed)));
    for line in &lines {
        assert_eq!(
            deck.drilled(line, Rating::Good, day(0)).unwrap(),
            Some(day(2))
        );
        // A second rating on the same day doesn't count.
        assert_eq!(
            deck.drilled(line, Rating::Again, day(0)).unwrap(),
            Some(day(2))
        );
    }
    let drilled = lines.map(|line| DrilledLine {
        reviews: vec![(day(0), Rating::Good)],
        ..line
    });
    let mut again = Deck::open_to_read(&store).unwrap();
    assert_eq!(again.drills().unwrap(), drilled);
    let text = again.export().unwrap();
    assert!(
        text.contains("; black; Tiger; 2026-01-03; 2026-01-01 good\n"),
        "{text}"
    );
    assert!(text.contains("; white; any opening; "), "{text}");
    let other = rusqlite::Connection::open(home.path().join("library.db")).unwrap();
    let mut change = |change: &str| {
        let change = format!("UPDATE drills SET {change} WHERE id = 1");
        assert_eq!(other.execute(&change, ()).unwrap(), 1);
        again.drills().unwrap()
    };
    // An opening that no longer exists is not an error.
    let lines = change("opening = 'Lion'");
    assert_eq!(lines[0].course(), Course::new(None, None));
    for damage in ["moves = 'f5d3'", "moves = 'x5'", "moves = ''"] {
        assert_eq!(change(damage), drilled[1..], "{damage}");
    }
}

#[test]
fn drills_come_when_they_are_due_each_course_for_itself() {
    let [tiger, rose] = ["tiger", "rose"].map(|name| Course::new(opening(name), None));
    let white = Course::new(None, Some(Player::White));
    let home = tempfile::tempdir().unwrap();
    let mut deck = Deck::open(&Store::at(home.path())).unwrap();
    for (number, course) in [(0, tiger), (1, white)] {
        let line = DrilledLine::new(course, &line_of(course, &[], 0));
        deck.drilled(&line, Rating::Good, day(number)).unwrap();
        assert!(
            deck.next_drill(DrillScope::Course(course), day(number))
                .unwrap()
                .is_none()
        );
    }
    // The longest overdue one is first.
    for (number, due, course) in [(2, 1, tiger), (3, 2, tiger), (400, 2, tiger)] {
        assert_eq!(deck.counts(day(number)).unwrap().drills.due, due);
        assert_eq!(
            deck.next_drill(DrillScope::Due, day(number))
                .unwrap()
                .unwrap()
                .course(),
            course
        );
    }
    for course in [tiger, white] {
        let line = deck
            .next_drill(DrillScope::Course(course), day(400))
            .unwrap()
            .unwrap();
        assert_eq!(line.course(), course);
        let again = deck.drilled(&line, Rating::Again, day(400)).unwrap();
        assert!(again > Some(day(400)), "never twice on a day");
    }
    let counts = deck.counts(day(400)).unwrap().drills;
    assert!(
        counts.total == 2 && counts.due == 0 && counts.next > Some(day(400)),
        "{counts:?}"
    );
    assert!(
        deck.next_drill(DrillScope::Course(rose), day(800))
            .unwrap()
            .is_none()
    );
}
