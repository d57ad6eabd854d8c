//! Tests of PGN: games as programs and archives write them, variations, comments, faults and the way back.

use proptest::prelude::*;

use super::super::{Date, Format, GameResult, NodeId, Termination, TimeSetting, arbitrary};
use super::*;
use crate::base::text::fit;
use crate::games::{Assessment, Player, parse_square};
use crate::records::{Annotation, BoardPosition, Remarks, TheoreticalScore, read};

fn problems(text: &str) -> Vec<String> {
    arbitrary::problems(Format::Pgn, text)
}

fn print(record: &GameRecord) -> String {
    arbitrary::printed(Format::Pgn, record)
}

fn only(text: &str) -> GameRecord {
    arbitrary::only(Format::Pgn, text)
}

/// The moves of a record; a dash is a pass.
fn moves(record: &GameRecord) -> String {
    let name = |mv: &crate::records::RecordedMove| {
        mv.square
            .map_or_else(|| "-".to_owned(), |square| square.to_string())
    };
    record
        .moves()
        .iter()
        .map(name)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The tree of a record: the moves with annotations and notes, each after its depth.
fn tree(record: &GameRecord) -> String {
    let Some(tree) = record.tree() else {
        return String::new();
    };
    let shown = |(depth, id): (usize, NodeId)| {
        let Annotation {
            note, assessment, ..
        } = tree.annotation(id);
        let sign = assessment.map_or("", Assessment::sign);
        let pass = tree.pass_annotation(id).note.clone();
        format!("{depth}{}{sign}{note}{pass}", tree.move_to(id).name)
    };
    tree.in_order().map(shown).collect::<Vec<_>>().join(" ")
}

#[test]
fn moves_are_read_in_every_spelling() {
    for text in [
        "1. f5 d6 2. c3 *",
        "1.f5 d6 2.c3",
        "1 f5 d6 2 c3 1-0",
        "1. F5 D6\n3. C3\n34-30\n",
        "1. f5 1... d6 2. c3 2... *",
        "1. f5 1. ... d6 2. c3",
        "1. f5 1\u{2026} d6 2. c3",
        "1. f5, d6, 2. c3",
        "f5d6c3",
        "f5-d6-c3 0-1",
        "[Event \"x\"]\n56 64 33",
        "1. 56 64 2. 33 *",
        "% an escape line (1. d6)\n1. f5 d6 ; the rest { of it\n2. c3 *",
        "1. f5 [%clk 0:01:00] d6 2. c3",
        "{before} 1. f5 $19 d6 2. c3 $200 1/2-1/2",
    ] {
        assert_eq!(moves(&only(text)), "f5 d6 c3", "{text}");
    }
    // White begins only if the number has three dots.
    let white = only("1... f4 2. d3 *");
    assert_eq!(
        (moves(&white), white.start().turn),
        ("f4 d3".to_owned(), Player::White)
    );
    assert!(problems("1. f4 *")[0].contains("f4 is not legal"));
}

#[test]
fn comments_clocks_and_variations_are_no_moves() {
    let record = only("1. f5 {diagonal would be f6} d6 2. c3 *");
    assert_eq!(
        (&*moves(&record), &*tree(&record)),
        ("f5 d6 c3", "0f5diagonal would be f6 1d6 2c3")
    );
    let record = only(
        "1. f5 { [%clk 0:03:00] } 1... d6 { [%clk 0:02:58] } 2. c3 { [%clk 0:02:55] } \
         2... d3 { [%clk 0:02:50] } *",
    );
    let seconds = |record: &GameRecord| -> Vec<Option<f64>> {
        record.moves().iter().map(|mv| mv.seconds).collect()
    };
    assert_eq!(seconds(&record), [None, None, Some(5.0), Some(8.0)]);
    assert_eq!(record.tree(), None);
    let record = only(
        "[TimeControl \"180+2\"]\n1. f5 {[%clk 0:03:00.5]} d6 {[%eval -1.5,12] [%emt 0:01:02.5] x} *",
    );
    assert_eq!(seconds(&record), [Some(1.5), Some(62.5)]);
    assert_eq!(
        (record.moves()[1].evaluation, &*tree(&record)),
        (Some(1.5), "0f5 1d6x")
    );
    let record = only("1. f5 d6 (1... f6 2. e6) 2. c3 d3 *");
    assert_eq!(
        (&*moves(&record), &*tree(&record)),
        ("f5 d6 c3 d3", "0f5 1d6 2c3 3d3 1f6 2e6")
    );
    let record = only(
        "{start} 1. f5! {one} {two} d6 (1... f6?! ({inner} 1... f4 $4) 2. e6 {late} 0-1) \
         (1... d6 2. c5) {after} 2. c3 $3 ; of c3\n 2... d3 1-0",
    );
    let expected = "0f5!one\ntwo 1d6after 2c3!!of c3 3d3 2c5 1f6?! 2e6late 1f4??inner";
    assert_eq!(
        (&*moves(&record), &*tree(&record)),
        ("f5 d6 c3 d3", expected)
    );
    assert_eq!(record.start_comment(), "start");
    assert_eq!(
        record.result,
        Some(GameResult::won(Player::Black, Termination::Played))
    );
    assert_eq!(only(&print(&record)), record);
}

#[test]
fn every_tag_is_read() {
    let text = "[Event \"Open \\\"5\\\" \\\\ 56\"]\n[Site \"Oslo\"]\n[Date \"2003.12.??\"]\n[Round \"3\"]\n\
        [Black \"Ann \"the\" A\"] [White \"B\u{f6}b\"]\n[Result \"1-0\"]\n[BlackElo \"2196.37\"]\n\
        [WhiteElo \"-\"]\n[TimeControl \"300+5:120\"]\n[Time \"12.5.3\"]\n[Termination \"Ann won by \
        resignation\"]\n[SetUp \"1\"]\n[PlyCount \"2\"]\n[TheoreticalScore \"36-28 at 22\"]\n\n\
        1. f5 d6 1-0\n";
    let record = only(text);
    let [black, white] = &record.players;
    assert_eq!((&*black.name, &*white.name), ("Ann \"the\" A", "B\u{f6}b"));
    assert_eq!((black.rating, white.rating), (Some(2196.37), None));
    assert_eq!(
        (&*record.event, &*record.place),
        ("Open \"5\" \\ 56", "Oslo")
    );
    let date = Date {
        year: 2003,
        month: Some(12),
        day: None,
        clock: "12:05:03".to_owned(),
    };
    assert_eq!(record.date, Some(date));
    assert_eq!(
        record.result,
        Some(GameResult::won(Player::Black, Termination::Resigned))
    );
    assert_eq!(
        record.time,
        Some(TimeSetting {
            main: 300,
            increment: 5,
            extension: 120
        })
    );
    assert_eq!(
        record.theoretical,
        Some(TheoreticalScore {
            empties: 22,
            black: 36
        })
    );
    let tags: Vec<_> = record
        .tags
        .iter()
        .map(|tag| (&*tag.name, &*tag.value))
        .collect();
    assert_eq!(tags, [("Round", "3"), ("WhiteElo", "-")]);
    let printed = print(&record);
    assert!(
        printed.contains("[Round \"3\"]\n[Black \"Ann \\\"the\\\" A\"]\n"),
        "{printed}"
    );
    assert_eq!(only(&printed), record);
    // What is unknown stays so.
    let nothing = print(&GameRecord::new());
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[Black \"?\"]\n\
        [White \"?\"]\n[Result \"*\"]\n\n*\n";
    assert_eq!(nothing, expected);
    assert_eq!(only(&nothing), GameRecord::new());
    for (value, year, known) in [
        ("2011", 2011, true),
        ("2011.0.0", 2011, true),
        ("2011.1.5", 2011, true),
        ("2011-01-05", 2011, true),
        ("199?.??.??", 0, false),
    ] {
        let record = only(&format!("[Date \"{value}\"]\n*\n"));
        assert_eq!(
            record.date.as_ref().map_or(0, |date| date.year),
            year,
            "{value}"
        );
        assert_eq!(record.tags.is_empty(), known, "{value}");
        assert_eq!(only(&print(&record)), record, "{value}");
    }
}

/// A whole game that Black wins.
fn whole() -> (String, GameResult) {
    let mut record = GameRecord::new();
    for name in crate::games::reversi::INFO.example.moves.split_whitespace() {
        record.play(parse_square(name, 8, 8).unwrap()).unwrap();
    }
    assert!(moves(&record).contains('-'), "it has passes");
    let counted = record.counted();
    (moves(&record).replace('-', "pass"), counted)
}

#[test]
fn the_first_number_of_a_result_is_black_s() {
    let draw = GameResult::by_difference(0.0, Termination::Played);
    for (text, expected) in [
        (
            "1-0",
            Some(GameResult::won(Player::Black, Termination::Played)),
        ),
        (
            "0-1",
            Some(GameResult::won(Player::White, Termination::Played)),
        ),
        (
            "34-30",
            Some(GameResult::by_difference(4.0, Termination::Played)),
        ),
        (
            "13-0",
            Some(GameResult::by_difference(13.0, Termination::Played)),
        ),
        ("1/2-1/2", Some(draw)),
        ("32-32", Some(draw)),
        ("*", None),
    ] {
        for game in [
            format!("1. f5 {text}"),
            format!("[Result \"{text}\"]\n\nf5 *"),
        ] {
            let record = only(&game);
            assert_eq!(record.result, expected, "{game}");
            assert_eq!(only(&print(&record)).result, expected, "{game}");
        }
    }
    // A finished board has the margin, and decides if White is named first.
    let (line, counted) = whole();
    assert_eq!(only(&format!("{line} 1-0")).result, Some(counted));
    let reversed = format!("[White \"W\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n{line} 0-1");
    assert_eq!(only(&reversed).result, Some(counted));
    for ending in [
        Termination::Resigned,
        Termination::OutOfTime,
        Termination::Agreed,
        Termination::Forfeited,
    ] {
        let mut record = GameRecord::by_choices(&[1, 2, 3]);
        record.result = Some(GameResult::by_difference(-7.0, ending));
        assert_eq!(only(&print(&record)).result, record.result);
    }
}

#[test]
fn other_starts_are_read_and_printed() {
    // As Edax writes it: row 8 first, and the tag for a board other than the default one.
    let edax = "[Black \"a\"]\n[FEN \"8/8/8/3pP3/3Ppp2/8/8/8 w - - 0 1\"]\n\n 1. g4 *\n";
    let expected: BoardPosition = format!("{}OXX-----XO---{} O", "-".repeat(27), "-".repeat(24))
        .parse()
        .unwrap();
    // d5 and e4 are Black's, as in the starting position.
    let record = only(edax);
    assert_eq!(
        record.start(),
        BoardPosition {
            turn: Player::White,
            ..expected
        }
    );
    let again = print(&record);
    assert!(
        again.contains("[SetUp \"1\"]\n[FEN \"8/8/8/3pP3/3Ppp2/8/8/8 w - - 0 1\"]\n"),
        "{again}"
    );
    assert!(again.contains("\n1... g4 *\n"), "{again}");
    assert_eq!(only(&again), record);
    for other in ["8/8/8/3OXX2/3XO3/8/8/8 w", &expected.to_string()] {
        let text = format!("[FEN \"{other}\"]\n1... g4 *");
        assert_eq!(only(&text).start(), record.start(), "{other}");
    }
    // A pass at the start is the first ply.
    let board = format!("{}XO{} O", "-".repeat(8), "-".repeat(54));
    let mut record = GameRecord::from_start(board.parse().unwrap());
    record
        .pass(Remarks {
            evaluation: Some(-3.0),
            seconds: Some(0.5),
        })
        .unwrap();
    record.play(parse_square("c2", 8, 8).unwrap()).unwrap();
    let printed = print(&record);
    assert!(
        printed.contains("1... pass {[%eval 3] [%emt 0:00:00.5]} 2. c2 64-0"),
        "{printed}"
    );
    record.result = record.outcome();
    assert_eq!(only(&printed), record);
}

#[test]
fn passes_are_written_in_any_way_or_not_at_all() {
    let (line, _) = whole();
    let expected = moves(&only(&line));
    for pass in ["--", "PA", "@@@@", "@@", ""] {
        assert_eq!(
            moves(&only(&line.replace("pass", pass))),
            expected,
            "{pass}"
        );
    }
    // A variation after a pass replaces the move before it.
    let (head, _) = line.split_once(" pass").unwrap();
    let (before, last) = head.rsplit_once(' ').unwrap();
    let other = only(before).to_game();
    let legal = crate::games::Game::moves(&other);
    let names = legal
        .iter()
        .map(|&mv| crate::games::Game::move_name(&other, mv));
    let other = names.into_iter().find(|name| name != last).unwrap();
    let text = format!("{head} pass {{of the pass}} ({other})");
    let record = only(&text);
    let shown = tree(&record);
    assert!(
        shown.contains("of the pass") && shown.ends_with(&other),
        "{shown}"
    );
    assert_eq!(only(&print(&record)), record);
}

#[test]
fn games_follow_each_other() {
    let found = |text: &str| -> Vec<String> {
        let records = arbitrary::records(Format::Pgn, text);
        records
            .into_iter()
            .map(|found| found.map_or_else(|bad| bad, |record| moves(&record)))
            .collect()
    };
    for text in [
        "1. f5 d6 1-0 1. c4 c3 *",
        "1. f5 d6\n1. c4 c3",
        "f5 d6\n\nc4 c3",
        "1. f5 d6 (1... f6 1-0) \n\n[Event \"b\"]\n[Site \"c\"]\n1. c4 c3",
        "[Event \"a\"]\n\n1. f5\n\n1... d6\n\n[Site \"c\"]\nc4 c3 34-30\n{the end}\n",
        "% x\n[Event \"a\"]\n1. f5 d6\n34-30\n[Event \"b\"]\n1. c4\n2. c3",
    ] {
        assert_eq!(found(text), ["f5 d6", "c4 c3"], "{text}");
    }
    assert_eq!(found("[Event \"a\"]\n[Event \"b\"]\n\nf5").len(), 2);
    assert_eq!(found("{only a comment}\n\n"), [""; 0]);
    assert_eq!(
        found(&format!("1. f5{}d6", " \n".repeat(1 << 20))),
        ["f5 d6"]
    );
    // A comment without an end takes one game only.
    let torn = found("1. f5 {no end\n[Event \"b\"]\n\n1. c4 c3 *\n");
    assert_eq!(torn.len(), 2);
    assert!(torn[0].contains("incomplete record: missing }"), "{torn:?}");
    let mut both = Pgn::default();
    let record = only("1. f5 *");
    let text: Vec<u8> = (0..2).flat_map(|_| both.print(&record).unwrap()).collect();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("\n1. f5 *\n\n[Event"), "{text}");
    assert_eq!(found(&text), ["f5", "f5"]);
}

#[test]
fn faults_have_a_place_and_the_next_game_is_read() {
    let deep = format!("f5 {}", "(f5 ".repeat(2000));
    for (game, place, expected) in [
        (
            "1. f5 {f6} d6 2. a1 d3",
            "a1",
            "ply 3: a1 is not legal: a move must flip",
        ),
        ("1. f5 d6 2. f5", "f5", "ply 3: f5 is occupied"),
        ("1. f5 (1. i9) d6", "i9", "\"i9\" is not a square"),
        (
            "1. f5 d6 (1... d6 2. f5) 2. c3",
            "f5",
            "ply 3: f5 is occupied",
        ),
        (
            "1. f5 pass",
            "pass",
            "ply 2: white can't pass: it has a legal move",
        ),
        ("1. e4 e5", "e4", "ply 1: e4 is occupied"),
        (
            "1. f5 d6) 2. c3",
            ")",
            "unexpected ')': no variation is open",
        ),
        ("1. f5 (1. c4 c3", "(", "incomplete record: missing )"),
        (
            "[Event \"x]\n1. f5",
            "[",
            "unexpected \"[Event \\\"x]\": expected a property like [Event",
        ),
        (
            "[FEN \"8/8 b\"]\n1. f5",
            "[FEN",
            "the board needs 8 rows of 8 squares",
        ),
        (
            "[FEN \"8/8/8/8/8/8/8/8\"]\n1. f5",
            "[FEN",
            "no side to move",
        ),
        (&deep, "", "variations are nested more than 1000 deep"),
    ] {
        let text = format!("{game}\n\n[Site \"b\"]\n1. c4 c3 *\n");
        let found = problems(&text);
        assert_eq!(found.len(), 2, "{text}: {found:?}");
        assert!(found[0].contains(expected), "{text}: {found:?}");
        assert_eq!(found[1], "", "{text}");
        let at = if place == "(" {
            game.len() + 2
        } else {
            game.rfind(place).unwrap()
        };
        if !place.is_empty() {
            assert!(
                found[0].starts_with(&format!("record 1, byte {at}: ")),
                "{text}: {found:?}"
            );
        }
    }
    let mut records = read(Format::Pgn, &b"1. f5 d6 (1... a1) 2. c3 *"[..]);
    let Some(Err(crate::records::ReadError::Bad(bad))) = records.next() else {
        panic!()
    };
    assert_eq!(
        bad.before.map(|record| moves(&record)),
        Some("f5 d6".to_owned())
    );
    let long = format!("1. f5 {{{}}} *", "x".repeat(1 << 20));
    assert!(
        problems(&long)[0].contains("the record is longer than"),
        "{:?}",
        problems(&long)
    );
    let wide = format!("1. f5{} *", " (1. f5)".repeat(60_000));
    assert_eq!(only(&wide).tree(), None, "the same move is one line");
}

#[test]
fn long_lines_are_wrapped_and_comments_stay_as_they_are() {
    let mut record = GameRecord::by_choices(&[7; 60]);
    let mut tree = crate::records::MoveTree::default();
    tree.add_plies(NodeId::START, record.moves());
    tree.set_main_remarks(record.moves());
    let words = "word [Event \"x\"] % two  blanks {open ; ".repeat(9);
    for (index, note) in [words.trim(), "a } b", "one\n\n[%cal x] two\n}"]
        .into_iter()
        .enumerate()
    {
        let id = tree.main_line(NodeId::START).nth(index + 1).unwrap();
        let known = tree.annotation(id).clone();
        tree.annotate(
            id,
            Annotation {
                note: note.to_owned(),
                ..known
            },
        );
    }
    record.set_tree(tree).unwrap();
    record.result = record.outcome();
    let printed = print(&record);
    for line in printed.lines() {
        assert!(fit::width(line) <= 79, "{line}");
        assert!(!line.starts_with('%'), "{line}");
    }
    assert_eq!(
        printed
            .lines()
            .filter(|line| line.starts_with("[Event"))
            .count(),
        1,
        "{printed}"
    );
    assert_eq!(only(&printed), record, "{printed}");
}

proptest! {
    #[test]
    fn what_is_printed_is_read_again(record in arbitrary::record_with_tree()) {
        let mut expected = record.clone();
        expected.result = record.outcome();
        let printed = print(&record);
        prop_assert_eq!(only(&printed), expected, "{}", printed);
    }

    /// A game is the same after writing and reading it, whatever its file contains.
    #[test]
    fn what_is_read_is_printed_and_read_again(
        text in "(\\[(Date|FEN|Black|Result|Time) \"[0-9?.a\\\\\"/ -]{0,9}\"\\]\n)?1\\. f5(( ?[!?]|\\$[0-9]| d6| [cd]3| \\(1\\.\\.\\. f[46]|\\)| \\{[%a\\[\\]\n }-]{0,9}\\}|; [a\\[}]{1,3}\n| 0?34-30)){0,12}",
    ) {
        for found in read(Format::Pgn, text.as_bytes()).flatten() {
            let printed = print(&found.record);
            prop_assert_eq!(only(&printed), found.record, "{}", printed);
        }
    }
}
