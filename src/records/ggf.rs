//! Generic Game Format (GGF), as the Generic Game Server and `NBoard` write it.
//!
//! `(;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[Ann]PW[Bob]RB[1800]RW[1750.5]`
//! `TI[05:00//02:00]TY[8]RE[+4.000:r]BO[8 -------- ... *]B[d3/0.5/1.2]W[c5//0.01];)`
//!
//! Games follow each other, optionally after the number of games of a match. The board is `*` for Black, `O` for
//! White, `-` for empty, and then the side to move. A move may have an evaluation for the side that moves, and a
//! time in seconds. `PA` or `pass` is a pass.

mod fields;

use std::io;

use crate::base::language::marked;
use crate::games::{Player, Square, parse_square};

use super::decode::narrowed;
use super::details::{self, is_pass};
use super::replay::Replay;
use super::unread::TextBetweenGames;
use super::{
    BadRecord, BoardPosition, Entry, Format, GameRecord, Input, Problem, ReadError, RecordFormat,
    Remarks, Tag, Unwritable,
};
use crate::games::shortened;

#[derive(Debug, Default)]
pub struct Ggf {
    between: TextBetweenGames,
}

const MAX_RECORD_BYTES: usize = 1 << 17;

impl RecordFormat for Ggf {
    fn read(&mut self, input: &mut Input<'_>) -> Result<Option<Entry>, ReadError> {
        if !self.between.skip(input)? {
            return self.between.end();
        }
        let offset = input.offset();
        let (game, is_whole) = take_game(input)?;
        if game.len() > MAX_RECORD_BYTES {
            return Err(BadRecord::new(offset, Problem::LongRecord(MAX_RECORD_BYTES)).into());
        }
        let record = parse(&game, is_whole).map_err(|bad| bad.within(offset))?;
        Ok(Some(Entry::new(offset, record)))
    }

    fn print(&mut self, record: &GameRecord) -> Result<Vec<u8>, Unwritable> {
        Ok(fields::print(record).into_bytes())
    }
}

/// Reads a game to `;)`, or to the next game if it has no end. Returns whether it is complete.
fn take_game(input: &mut Input<'_>) -> io::Result<(Vec<u8>, bool)> {
    const BEGINNING: &[u8] = b"(;GM[";
    let mut game = Vec::new();
    let mut in_value = false;
    let mut last = [0; BEGINNING.len()];
    let mut length = 0;
    while let Some(byte) = input.byte()? {
        length += 1;
        last.rotate_left(1);
        last[BEGINNING.len() - 1] = byte;
        if game.len() <= MAX_RECORD_BYTES {
            game.push(byte);
        }
        if last == BEGINNING && length > BEGINNING.len() {
            input.unread(BEGINNING);
            game.truncate(length - BEGINNING.len());
            return Ok((game, false));
        }
        match byte {
            b'[' => in_value = true,
            b']' => in_value = false,
            b')' if !in_value && last.ends_with(b";)") => return Ok((game, true)),
            _ => {}
        }
    }
    Ok((game, false))
}

/// Parses a game. Error offsets count from the beginning of the game.
fn parse(game: &[u8], is_whole: bool) -> Result<GameRecord, BadRecord> {
    let bad = |at: usize, problem| BadRecord::new(at as u64, problem);
    let mut details = GameRecord::new();
    let mut replay: Option<Replay> = None;
    let mut start = BoardPosition::START;
    let mut has_game = false;
    let mut at = 2;
    loop {
        at += game[at.min(game.len())..]
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        let rest = game.get(at..).unwrap_or_default();
        if rest.is_empty() || (is_whole && rest == b";)") {
            break;
        }
        let (name, value, length) =
            property(rest).ok_or_else(|| bad(at, Problem::Property("B[d3]", excerpt(rest))))?;
        let value_at = at + name.len() + 1;
        match name.as_str() {
            "B" | "W" => {
                let replay = replay.get_or_insert_with(|| Replay::from_start(start));
                if let Err(problem) = play(replay, &name, &value) {
                    let bad = bad(value_at, problem);
                    if !has_game {
                        return Err(bad);
                    }
                    return Err(bad.after(replay.record.clone().with_details_of(details)));
                }
            }
            "GM" if is_othello(&value) => has_game = true,
            "GM" => return Err(bad(value_at, Problem::OtherGame(value, "GM[Othello]"))),
            "BO" if replay.is_some() => return Err(bad(at, Problem::LateSetup(name))),
            "BO" => {
                start = fields::board(&value)
                    .map_err(|(within, problem)| bad(value_at + within, problem))?;
            }
            "TY" if fields::is_anti(&value) => {
                return Err(bad(value_at, Problem::Reversed(value)));
            }
            "TY" if !fields::is_ordinary_type(&value) => {
                return Err(bad(value_at, Problem::OtherSize(value)));
            }
            _ if fields::take(&mut details, &name, &value) => {}
            _ => details.tags.push(Tag {
                format: Format::Ggf,
                name,
                value,
            }),
        }
        at += length;
    }
    if !is_whole {
        return Err(bad(game.len(), Problem::Unfinished(";)")));
    }
    if !has_game {
        return Err(bad(0, Problem::NoGame("GM[Othello]")));
    }
    let played = replay.map_or_else(|| GameRecord::from_start(start), |replay| replay.record);
    Ok(played.with_details_of(details))
}

fn is_othello(game: &str) -> bool {
    ["othello", "reversi"].contains(&game.trim().to_ascii_lowercase().as_str())
}

/// The property at the beginning of a text: its name, its value and its length in bytes.
fn property(text: &[u8]) -> Option<(String, String, usize)> {
    let name = text
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .count();
    let rest = text.get(name..)?.strip_prefix(b"[")?;
    let value = rest.iter().position(|&byte| byte == b']')?;
    let is_nested = rest[..value].contains(&b'[');
    if name == 0 || is_nested {
        return None;
    }
    let name_text = String::from_utf8_lossy(&text[..name]).into_owned();
    let value_text = String::from_utf8_lossy(&rest[..value]).into_owned();
    Some((name_text, value_text, name + value + 2))
}

/// Plays `d3/evaluation/seconds` for side `B` or `W`.
fn play(replay: &mut Replay, side: &str, value: &str) -> Result<(), Problem> {
    let player = if side == "B" {
        Player::Black
    } else {
        Player::White
    };
    let value = narrowed(value);
    let mut parts = value.split('/').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let mut number = |what, read: fn(&str) -> Option<f64>| match parts.next() {
        None | Some("") => Ok(None),
        Some(text) => read(text).map(Some).ok_or_else(|| Problem::Number {
            what,
            text: shortened(text),
        }),
    };
    let evaluation = number(marked!("evaluation"), details::number)?;
    let seconds = number(marked!("time"), fields::seconds)?;
    let square: Option<Square> = if is_pass(name) {
        None
    } else {
        let square = parse_square(name, 8, 8);
        Some(square.map_err(|_| Problem::NotASquare(shortened(name)))?)
    };
    let ply = replay.ply();
    let remarks = Remarks {
        evaluation,
        seconds,
    };
    let wrong = |source| Problem::Move {
        name: shortened(name),
        ply,
        source,
    };
    replay.take(Some(player), square, remarks).map_err(wrong)
}

fn excerpt(bytes: &[u8]) -> String {
    shortened(&String::from_utf8_lossy(&bytes[..bytes.len().min(60)]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{
        Date, GameResult, PlayerDetails, ReadError, Termination, TimeSetting, arbitrary, read,
    };
    use super::*;

    const GAME: &str = "(;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[Ann]PW[Bob]RB[2196.37]\
        RW[2200]TI[05:00//02:00]TY[8r]RE[-4.000:t]XX[kept]BO[8 -------- -------- -------- ---O*--- \
        ---*O--- -------- -------- -------- *]B[d3/0.48/1:02.5]W[c5//0.01]B[f6/-2];)";

    fn problems(text: &str) -> Vec<String> {
        arbitrary::problems(Format::Ggf, text)
    }

    fn print(record: &GameRecord) -> String {
        arbitrary::printed(Format::Ggf, record)
    }

    fn only(text: &str) -> GameRecord {
        arbitrary::only(Format::Ggf, text)
    }

    #[test]
    fn every_field_is_read() {
        let record = &only(GAME);
        let player = |name: &str, rating| PlayerDetails {
            name: name.into(),
            rating: Some(rating),
        };
        assert_eq!(
            record.players,
            [player("Ann", 2196.37), player("Bob", 2200.0)]
        );
        assert_eq!((&*record.place, &*record.event), ("GGS/os", ""));
        let date = Date {
            clock: "12:33:18.MST".into(),
            ..Date::of_day(2003, 12, 15)
        };
        assert_eq!(record.date, Some(date));
        assert_eq!(
            record.time,
            Some(TimeSetting {
                main: 300,
                increment: 0,
                extension: 120
            })
        );
        assert_eq!(
            record.result,
            Some(GameResult::by_difference(-4.0, Termination::OutOfTime))
        );
        let tags: Vec<_> = record
            .tags
            .iter()
            .map(|tag| (&*tag.name, &*tag.value))
            .collect();
        assert_eq!(tags, [("TY", "8r"), ("XX", "kept")]);
        let remarks: Vec<_> = record
            .moves()
            .iter()
            .map(|mv| (mv.evaluation, mv.seconds))
            .collect();
        assert_eq!(
            remarks,
            [
                (Some(0.48), Some(62.5)),
                (None, Some(0.01)),
                (Some(-2.0), None)
            ]
        );
        assert_eq!(only(&print(record)), *record);
    }

    #[test]
    fn a_result_beyond_the_board_is_unknown() {
        let ends = [
            ("-127.000", None),
            ("+64.5:t", None),
            ("-64.000", Some(-64.0)),
        ];
        for (text, expected) in ends {
            let game = GAME.replace("RE[-4.000:t]", &format!("RE[{text}]"));
            let record = only(&game);
            let difference = |record: &GameRecord| record.result.and_then(|it| it.difference);
            assert_eq!(difference(&record), expected, "{text}");
            // No other format gets it either.
            let again = arbitrary::only(Format::Sgf, arbitrary::printed(Format::Sgf, &record));
            assert_eq!(difference(&again), expected, "{text}");
        }
        let record = arbitrary::only(Format::Sgf, "(;FF[4]GM[2]RE[W+127];B[f5])");
        assert_eq!(record.result, None);
    }

    #[test]
    fn dates_are_read_as_servers_and_programs_write_them() {
        for (text, expected, clock) in [
            ("2014-01-29 23:05:30 GMT", "2014-01-29", "23:05:30.GMT"),
            ("2000-4-16 11:13 EST", "2000-04-16", "11:13.EST"),
            ("2014-01-29", "2014-01-29", ""),
            ("2003.12.15_12:33:18.MST", "2003-12-15", "12:33:18.MST"),
            ("2003.12", "2003-12", ""),
            ("-86400", "1969-12-31", "00:00:00.UTC"),
        ] {
            let game = GAME.replace("2003.12.15_12:33:18.MST", text);
            let record = only(&game);
            let date = record.date.as_ref().unwrap_or_else(|| panic!("{text}"));
            assert_eq!(
                (&*date.to_string(), &*date.clock),
                (expected, clock),
                "{text}"
            );
            assert_eq!(only(&print(&record)), record, "{text}");
        }
        for text in ["2014-13-29", "14-1-29", "2014-01-29-30", "yesterday"] {
            let game = GAME.replace("2003.12.15_12:33:18.MST", text);
            assert_eq!(only(&game).date, None);
        }
    }

    #[test]
    fn a_size_behind_control_characters_is_the_same_one_when_it_is_printed_and_read_again() {
        for (size, is_ordinary) in [
            ("\0\0 8", true),
            ("\u{85}\0 4", false),
            ("\0", true),
            ("0", true),
            ("08", false),
        ] {
            let game = GAME.replace("TY[8r]", &format!("TY[{size}]"));
            let found = read(Format::Ggf, game.as_bytes()).next().unwrap();
            assert_eq!(found.is_ok(), is_ordinary, "{size:?}");
            let Ok(entry) = found else { continue };
            let printed = print(&entry.record);
            assert!(
                read(Format::Ggf, printed.as_bytes()).all(|found| found.is_ok()),
                "{printed}"
            );
        }
    }

    #[test]
    fn faults_are_at_bytes_of_the_file_whatever_its_encoding() {
        for strange in ["\u{e9}\u{e9}".as_bytes(), &[0xe9, 0xe9, 0xe9]] {
            let game = [b"(;GM[Othello]BO[8 --", strange, b" *];)"].concat();
            let found = read(Format::Ggf, &*game).next().unwrap();
            let Err(super::super::ReadError::Bad(bad)) = found else {
                panic!("not a board")
            };
            assert_eq!(bad.offset, 20, "{bad}");
            let game = [b"(;GM[Othello]PB[", strange, b"]BO[8 --% *];)"].concat();
            let found = read(Format::Ggf, &*game).next().unwrap();
            let Err(super::super::ReadError::Bad(bad)) = found else {
                panic!("not a board")
            };
            assert_eq!(bad.offset, 24 + strange.len() as u64, "{bad}");
        }
    }

    #[test]
    fn remarks_that_are_not_finite_are_left_out() {
        let square = |name: &str| crate::games::parse_square(name, 8, 8).unwrap();
        for (evaluation, seconds) in [
            (f64::NAN, -1.0),
            (f64::INFINITY, f64::INFINITY),
            (f64::NEG_INFINITY, f64::NAN),
        ] {
            let mut record = GameRecord::new();
            let remarks = Remarks {
                evaluation: Some(evaluation),
                seconds: Some(seconds),
            };
            record.play_with(square("f5"), remarks).unwrap();
            for format in [Format::Ggf, Format::Sgf] {
                let again = arbitrary::only(format, arbitrary::printed(format, &record));
                let mv = again.moves()[0];
                assert_eq!((mv.square, mv.evaluation), (Some(square("f5")), None));
                assert_eq!(mv.seconds, None);
            }
        }
    }

    #[test]
    fn games_are_read_in_any_layout() {
        let spread = GAME.replace("]B[", "]\nB[").replace(' ', "\n");
        let unusual = GAME
            .replace("DT[2003.12.15_12:33:18.MST]", "DT[945277754]")
            .replace("RE[-4.000:t]", "RE[?]");
        let text = format!("2 {GAME}{GAME}\r\n\n1 {spread}\n# a comment\n{unusual}");
        let found: Vec<_> = read(Format::Ggf, text.as_bytes())
            .map(Result::unwrap)
            .collect();
        assert_eq!(found.len(), 4);
        assert_eq!(found[0].record.moves(), found[2].record.moves());
        assert_eq!(found[1].offset, 2 + GAME.len() as u64);
        let date = found[3].record.date.as_ref().unwrap();
        assert_eq!(
            (date.to_string(), &*date.clock),
            ("1999-12-15".to_owned(), "17:09:14.UTC")
        );
        assert_eq!(found[3].record.result, None);
    }

    #[test]
    fn an_unknown_result_is_written_once() {
        let text = GAME.replace("RE[-4.000:t]", "RE[abc]");
        let found: Vec<_> = read(Format::Ggf, text.as_bytes())
            .map(Result::unwrap)
            .collect();
        assert_eq!(found[0].record.result, None);
        let printed = print(&found[0].record);
        assert_eq!(
            (
                printed.matches("RE[").count(),
                printed.matches("RE[abc]").count()
            ),
            (1, 1)
        );
        let again: Vec<_> = read(Format::Ggf, printed.as_bytes())
            .map(Result::unwrap)
            .collect();
        assert_eq!(again[0].record, found[0].record);
    }

    #[test]
    fn faults_have_a_place_and_the_next_game_is_read() {
        for (from, to, place, expected) in [
            (
                "Othello",
                "Amazons",
                "Amazons",
                "wrong game \"Amazons\": expected GM[Othello]",
            ),
            (
                "GM[Othello]",
                "",
                "(;PC",
                "missing GM property: expected GM[Othello]",
            ),
            (
                "8 ----",
                "10 ----",
                "10 ----",
                "the board size is \"10\": expected 8",
            ),
            (
                "TY[8r]",
                "TY[8a]",
                "8a]",
                "the type \"8a\" is Reversed Reversi: expected Reversi",
            ),
            (
                "---O*---",
                "---Oz---",
                "z---",
                "'z' is not a square: use X, O or -",
            ),
            (
                "---O*---",
                "---O*",
                " -------- -------- -------- ---O*",
                "got 61 squares, expected 64",
            ),
            (
                "TY[8r]",
                "TY[10]",
                "10]",
                "the board size is \"10\": expected 8",
            ),
            ("B[d3/", "B[d9/", "d9/", "\"d9\" is not a square"),
            ("B[d3/", "W[d3/", "d3/", "ply 1: it is black's turn"),
            (
                "W[c5/",
                "W[a1/",
                "a1/",
                "ply 2: a1 is not legal: a move must flip",
            ),
            (
                "W[c5/",
                "W[pass/",
                "pass/",
                "white can't pass: it has a legal move",
            ),
            (
                "0.48",
                "x",
                "d3/",
                "invalid evaluation \"x\": expected a number",
            ),
            (
                "1:02.5",
                "-1",
                "d3/",
                "invalid time \"-1\": expected a number",
            ),
            (
                "0.48",
                "9".repeat(400).as_str(),
                "d3/",
                "invalid evaluation \"999",
            ),
            (
                "1:02.5",
                format!("{}:0", "9".repeat(308)).as_str(),
                "d3/",
                "invalid time \"999",
            ),
            (
                "W[c5//0.01]",
                "W c5",
                "W c5",
                "unexpected \"W c5B[f6/-2];)\": expected a property like B[d3]",
            ),
            ("f6/-2]", "f6/-2", "B[f6", "expected a property like B[d3]"),
            ("];)", "]", "\n", "incomplete record: missing ;) at the end"),
            (
                "B[f6",
                "BO[]B[f6",
                "BO[]",
                "BO sets up the board after the first move",
            ),
        ] {
            let bad = format!("{}\n{GAME}\n", GAME.replacen(from, to, 1));
            let found = problems(&bad);
            let place = bad.find(place).unwrap();
            let is_near_end = found[0].contains("incomplete");
            let start = format!("record 1, byte {}: ", place + usize::from(is_near_end));
            assert!(found[0].starts_with(&start), "{start} {found:?}");
            assert!(found[0].contains(expected), "{bad}: {found:?}");
            assert_eq!(found[1..], [""], "{bad}");
        }
        assert_eq!(problems("GM[Othello]").len(), 1);
        assert!(
            problems(&"(;PB[x]".repeat(MAX_RECORD_BYTES))
                .concat()
                .contains("longer than")
        );
        assert!(problems("nothing here").is_empty());
        let Some(Err(ReadError::Bad(bad))) =
            read(Format::Ggf, "(;B[\u{1b}[2J];)".as_bytes()).next()
        else {
            panic!("it is read");
        };
        assert!(!bad.to_string().contains('\u{1b}'));
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_again(record in arbitrary::record()) {
            let printed = print(&record);
            let found: Vec<_> = read(Format::Ggf, printed.as_bytes()).map(Result::unwrap).collect();
            prop_assert_eq!(found.len(), 1);
            let mut expected = record.clone();
            expected.result = record.outcome();
            expected.theoretical = None;
            prop_assert_eq!(&found[0].record, &expected);
        }
    }
}
