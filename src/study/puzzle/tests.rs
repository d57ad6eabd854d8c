//! Tests of puzzles and their schedule.

use std::sync::atomic::AtomicBool;

use super::make::{MAX_LOST, NEAR_END};
use super::*;
use crate::engine::{Engine, Limits};
use crate::games::{Game, Move, Player, Reversi};
use crate::records::GameRecord;
use crate::store::Store;
use crate::study::LibraryGame;
use crate::study::library::JudgedMove;
use rand::{RngExt, SeedableRng};

/// A puzzle on a late position with many moves, with arbitrary scores.
fn puzzle(number: u64) -> Puzzle {
    let mut turn = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let position = Position::by_chance(12, |count| {
        turn = turn
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(turn >> 33).unwrap() % count
    });
    let legal: Vec<u32> = crate::engine::squares(position.legal_moves()).collect();
    let at = |square: u32| Square::from_index(square, 8);
    Puzzle {
        board: BoardPosition::new(position, Player::White),
        answer: at(legal[0]),
        score: 10,
        second: 2,
        line: vec![at(legal[0])],
        played: at(*legal.last().unwrap()),
        lost: 8,
        percent: 100,
        estimated: None,
        tempting: 0,
        from: "Ann - Bob".to_owned(),
        reviews: Vec::new(),
    }
}

fn deck() -> (Deck, tempfile::TempDir) {
    let home = tempfile::tempdir().unwrap();
    (Deck::open(&Store::at(home.path())).unwrap(), home)
}

fn day(number: i16) -> Date {
    Date::new(2026, 1, 1)
        .unwrap()
        .saturating_add(jiff::Span::new().days(number))
}

#[test]
fn a_deck_comes_back_from_its_file_without_damaged_puzzles() {
    let (mut deck, home) = deck();
    assert_eq!(deck.add((0..5).map(puzzle)).unwrap(), 5);
    assert_eq!(
        deck.add((0..5).map(puzzle)).unwrap(),
        0,
        "a position is there once"
    );
    let estimate = Puzzle {
        estimated: Some(16),
        percent: 95,
        ..puzzle(5)
    };
    deck.add([estimate.clone()]).unwrap();
    deck.review(puzzle(1).position(), Rating::Good, day(0))
        .unwrap();
    let mut expected: Vec<Puzzle> = (0..5).map(puzzle).chain([estimate]).collect();
    expected[1].reviews = vec![(day(0), Rating::Good)];
    let mut again = Deck::open_to_read(&Store::at(home.path())).unwrap();
    assert_eq!(again.puzzles().unwrap(), expected);
    let other = rusqlite::Connection::open(home.path().join("library.db")).unwrap();
    other
        .execute("UPDATE puzzles SET board = '-' || board WHERE id = 3", ())
        .unwrap();
    // A damaged puzzle blocks no other; a check names it.
    expected.remove(2);
    assert_eq!(again.puzzles().unwrap(), expected);
    assert!(again.next(day(0)).unwrap().is_some());
}

#[test]
fn a_row_that_is_no_puzzle_is_left_out() {
    for damage in [
        "percent = 95",
        "percent = 95, estimated = 61",
        "board = '-' || board",
        "line = 'f9'",
        "line = 'a'",
        "played = 'd4'",
    ] {
        let (mut deck, home) = deck();
        deck.add((0..2).map(puzzle)).unwrap();
        let other = rusqlite::Connection::open(home.path().join("library.db")).unwrap();
        let change = format!("UPDATE puzzles SET {damage} WHERE id = 1");
        assert_eq!(other.execute(&change, ()).unwrap(), 1);
        assert_eq!(deck.puzzles().unwrap(), [puzzle(1)], "{damage}");
    }
    let (mut deck, home) = deck();
    deck.add([puzzle(0)]).unwrap();
    let other = rusqlite::Connection::open(home.path().join("library.db")).unwrap();
    for refused in ["score = 100", "second = score", "grade = 6"] {
        let change = format!("UPDATE puzzles SET {refused}");
        assert!(other.execute(&change, ()).is_err(), "{refused}");
    }
}

#[test]
fn three_months_of_reviews_come_when_they_are_due() {
    let (mut deck, _home) = deck();
    deck.add((0..30).map(puzzle)).unwrap();
    let mut answered = Vec::new();
    for number in 0..92 {
        let today = day(number);
        let before = deck.counts(today).unwrap();
        let mut count = 0;
        // At most five new puzzles per day; one answer in ten is wrong.
        let mut new = 0;
        while let Some(puzzle) = deck.next(today).unwrap() {
            if puzzle.reviews.is_empty() {
                new += 1;
                if new > 5 {
                    break;
                }
            } else {
                assert!(deck.next_review(puzzle.position()).unwrap().unwrap() <= today);
            }
            let is_wrong = (answered.len() + count) % 10 == 9;
            let rating = if is_wrong {
                Rating::Again
            } else {
                Rating::Good
            };
            let due = deck
                .review(puzzle.position(), rating, today)
                .unwrap()
                .unwrap();
            assert!(due > today, "never twice on a day");
            count += 1;
        }
        assert!(count >= before.due, "every due puzzle is shown");
        assert_eq!(deck.counts(today).unwrap().due, 0);
        answered.extend(std::iter::repeat_n(number, count));
    }
    let all = deck.counts(day(91)).unwrap();
    assert_eq!((all.total, all.new), (30, 0));
    // A puzzle known from the start is due on days 0, 2, 13 and 59: about five times, more if it was missed.
    assert!((120..260).contains(&answered.len()), "{}", answered.len());
    let per_month = |month: i16| answered.iter().filter(|&&day| day / 31 == month).count();
    assert!(per_month(0) > per_month(1), "intervals grow");
    let puzzles = deck.puzzles().unwrap();
    let known = puzzles.iter().find(|puzzle| {
        puzzle
            .reviews
            .iter()
            .all(|(_, rating)| *rating == Rating::Good)
    });
    let days: Vec<i32> = known
        .unwrap()
        .reviews
        .iter()
        .map(|(on, _)| (*on - day(0)).get_days())
        .collect();
    assert_eq!(
        days.windows(2)
            .map(|pair| pair[1] - pair[0])
            .collect::<Vec<_>>(),
        [2, 11, 46]
    );
    let text = deck.export().unwrap();
    assert_eq!(text.lines().count(), 31);
    assert!(text.contains("; 2026-") && text.contains(" good") && text.contains(" again"));
}

#[test]
fn a_clock_that_is_set_back_changes_no_order() {
    let (mut deck, _home) = deck();
    deck.add([puzzle(0)]).unwrap();
    let position = puzzle(0).position();
    deck.review(position, Rating::Good, day(10)).unwrap();
    deck.review(position, Rating::Good, day(3)).unwrap();
    assert_eq!(deck.puzzles().unwrap()[0].reviews[1].0, day(10));
    assert_eq!(
        deck.review(puzzle(1).position(), Rating::Good, day(3))
            .unwrap(),
        None
    );
}

/// The ends of random games, which are full of mistakes.
fn games(count: u64) -> Vec<LibraryGame> {
    let play = |number| {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(number);
        let start = Position::by_chance(18, |count| rng.random_range(0..count));
        let mut record = GameRecord::from_start(BoardPosition::new(start, Player::Black));
        let mut game: Reversi = record.to_game();
        while game.turn().is_some() {
            let moves = game.moves();
            let mv = moves[rng.random_range(0..moves.len())];
            game.play(mv).unwrap();
            record.play(Square::from_index(mv.0, 8)).unwrap();
        }
        LibraryGame::of(record, None)
    };
    (0..count).map(play).collect()
}

#[test]
fn puzzles_have_one_answer_that_an_exact_search_confirms() {
    let never = AtomicBool::new(false);
    let mut maker = Maker::new(std::collections::HashSet::new(), false);
    // Most of the test is about exact puzzles, which are found faster near the end.
    maker.exact_from = 14;
    let (mut made, mut left_out, mut mistakes) = (Vec::new(), LeftOut::default(), 0);
    for game in games(6) {
        let found = maker
            .look_at(&game, [true, true], &never, &mut |_, _| ())
            .unwrap();
        // With its judgments it gives the same result, and is not judged again.
        let analysis = found.analysis.as_ref().unwrap();
        let mut judged = game.clone();
        judged.judged = Some(JudgedMove::all(analysis));
        let again = maker
            .look_at(&judged, [true, true], &never, &mut |_, _| ())
            .unwrap();
        assert_eq!((again.mistakes, again.analysis), (found.mistakes, None));
        assert_eq!(
            again.left_out.known,
            found.puzzles.len() + found.left_out.known
        );
        mistakes += found.mistakes;
        left_out = left_out.with(found.left_out);
        made.extend(found.puzzles);
    }
    let LeftOut {
        early,
        hopeless,
        unclear,
        refuted,
        unconfirmed,
        known,
    } = left_out;
    let left_out = early + hopeless + unclear + refuted + unconfirmed + known;
    assert_eq!(
        made.len() + left_out,
        mistakes,
        "each mistake is a puzzle or skipped"
    );
    assert!(unclear > 0 && hopeless > 0, "{left_out:?}");
    assert!(made.iter().all(|puzzle| puzzle.score >= -MAX_LOST));
    let (estimated, made): (Vec<_>, Vec<_>) = made
        .into_iter()
        .partition(|puzzle| puzzle.estimated.is_some());
    assert!(
        !made.is_empty() && !estimated.is_empty(),
        "{} {}",
        made.len(),
        estimated.len()
    );
    for puzzle in &estimated {
        assert!(puzzle.empties() > 14 && !puzzle.is_exact() && puzzle.solution().estimated);
        assert!(puzzle.score - puzzle.second >= CLEAR && puzzle.lost >= CLEAR.unsigned_abs());
    }
    let mut engine = Engine::new(16, 1);
    for puzzle in &made {
        assert!(puzzle.is_exact() && puzzle.empties() <= 14);
        let limits = Limits {
            lines: 64,
            ..Limits::NONE
        };
        let found = engine.search(puzzle.position(), &limits);
        let scores: Vec<i32> = found.lines.iter().map(|line| line.score).collect();
        assert_eq!(found.best(), Some(Move(puzzle.answer.index(8))));
        assert_eq!((scores[0], scores[1]), (puzzle.score, puzzle.second));
        let is_clear = scores[0] - scores[1] >= WORST;
        let is_only = scores[0] > 0 && scores[1] <= 0 && puzzle.empties() <= NEAR_END;
        assert!(is_clear || is_only, "{puzzle:?}");
        let played = Move(puzzle.played.index(8));
        let of_played = found
            .lines
            .iter()
            .find(|line| line.moves[0] == played)
            .unwrap()
            .score;
        assert_eq!(puzzle.lost, u32::try_from(scores[0] - of_played).unwrap());
        assert!((1..=5).contains(&puzzle.grade()));
        assert!(puzzle.from.starts_with("? - ?"));
    }
    // The same games again give nothing new.
    let all = made.iter().chain(&estimated);
    let mut again = Maker::new(
        all.map(|puzzle| puzzle.position().canonical()).collect(),
        false,
    );
    again.exact_from = 14;
    let found = again
        .look_at(&games(1)[0], [true, true], &never, &mut |_, _| ())
        .unwrap();
    assert_eq!(found.puzzles, []);
    let stopped = AtomicBool::new(true);
    assert!(
        again
            .look_at(&games(1)[0], [true, true], &stopped, &mut |_, _| ())
            .is_none()
    );
}

#[test]
fn a_position_that_is_lost_by_many_discs_is_a_puzzle_only_on_request() {
    let never = AtomicBool::new(false);
    // Its best move a1 scores -32, the next one -50.
    let board = "-OOOOOOOXOOOOOOOXOOOOOOOXOOOOOXXXOOOOOXXXXOOOXX--OOXXXX-OOOXXXXX X";
    let board: BoardPosition = board.parse().unwrap();
    let made = |takes_hopeless| {
        let mut maker = Maker::new(std::collections::HashSet::new(), takes_hopeless);
        let played = board.position().legal_moves().ilog2();
        let mut counted = LeftOut::default();
        let look = maker.puzzle_on(board, played, None, &never);
        match look.unwrap() {
            Ok(puzzle) => Ok(puzzle.score),
            Err(why) => {
                *why(&mut counted) += 1;
                Err(counted)
            }
        }
    };
    let hopeless = LeftOut {
        hopeless: 1,
        ..LeftOut::default()
    };
    assert_eq!((made(false), made(true)), (Err(hopeless), Ok(-32)));
}

#[test]
fn an_exact_search_finds_no_puzzle_where_the_answer_is_not_clear() {
    // A search at 98% takes these for puzzles: another move is better, as good, or only two discs worse.
    let wrong = [
        (
            "-XXX-O----XOOO--XXOXOOO--XOOOOO-XXOXOOOOXXXXXXXX---XXX-----XXX-- O",
            "b7",
        ),
        (
            "-----------XXX---OXXXOOO-XOXXXOOX-XOXOXO-XXXOXOO--XXXXXO-OOOOOO- O",
            "c2",
        ),
        (
            "--O--O--X-OOOX--XXOOOXX-XXOOXXX-XXXOOOO-XXXOOO--X-OOOO----OOX--- X",
            "g8",
        ),
        (
            "--OOOO----OXO---XXXOOO---XOXOOO-XXXXXXXXOOOOOO---OOXOO---XXXX-O- O",
            "h4",
        ),
        (
            "-XXXXX----XOOOOXO-OXOOOX-OOOXOOXXXOOXXXXXX-OXXXX----XO-X-------- O",
            "f8",
        ),
    ];
    let never = AtomicBool::new(false);
    let mut maker = Maker::new(std::collections::HashSet::new(), false);
    for (board, answer) in wrong {
        let board: BoardPosition = board.parse().unwrap();
        let answer = crate::games::parse_square(answer, 8, 8).unwrap();
        let mut legal = crate::engine::squares(board.position().legal_moves());
        let answer = u32::from(answer.index(8));
        let played = legal.find(|&square| square != answer).unwrap();
        let look = maker.puzzle_on(board, played, None, &never).unwrap();
        assert!(look.is_err(), "{board}");
    }
}
