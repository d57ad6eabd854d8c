//! Smart Game Format (SGF), `GM[2]`: games of Othello, versions 1 to 4.
//!
//! `(;FF[4]GM[2]SZ[8]PB[Ann]PW[Bob]BR[1800]EV[Open]RE[B+4];B[f5];W[d6]V[-2])`
//!
//! Of a game with variations only the main line is read: the first variation everywhere. A square is
//! a letter and a digit, or two letters, counted from the top left. `B[]` is a pass. `AB`, `AW`, `AE`
//! and `PL` change the usual start. `V` is the evaluation of a position for Black.

mod fields;
mod tree;

use crate::games::{Player, Square};

use super::codec::{Failure, Fault, Found, RecordFormat};
use super::problem::shortened;
use super::replay::Replay;
use super::values;
use super::{BoardPosition, Format, GameRecord, Input, Problem, Remarks, Tag, Unwritable};

use fields::square;
use tree::{Property, Token, Wrong};

/// Reads and prints SGF.
#[derive(Debug, Default)]
pub struct Sgf;

impl RecordFormat for Sgf {
    fn read(&mut self, input: &mut Input<'_>) -> Result<Option<Found>, Failure> {
        let Some((offset, game)) = tree::take(input)? else { return Ok(None) };
        let record = tree::main_line(&game).and_then(|properties| parse(&properties));
        match record {
            Ok(record) => Ok(Some((offset, record))),
            Err((at, problem)) => Err(Fault { offset: offset + at as u64, problem }.into()),
        }
    }

    fn print(&mut self, record: &GameRecord) -> Result<Vec<u8>, Unwritable> {
        Ok(fields::print(record).into_bytes())
    }
}

/// A game whose properties are being read.
struct Reading {
    details: GameRecord,
    start: BoardPosition,
    replay: Option<Replay>,
    /// The move of the current node, played when the node ends.
    node_move: Option<NodeMove>,
    is_othello: bool,
}

struct NodeMove {
    at: usize,
    player: Player,
    name: String,
    square: Option<Square>,
    evaluation: Option<f64>,
}

fn parse(tokens: &[Token]) -> Result<GameRecord, Wrong> {
    let mut reading = Reading {
        details: GameRecord::new(),
        start: BoardPosition::START,
        replay: None,
        node_move: None,
        is_othello: false,
    };
    let mut evaluation = None;
    for token in tokens {
        match token {
            Token::Node => {
                reading.end_node(evaluation.take())?;
            }
            Token::Property(property) if property.name == "V" => {
                let value = property.text();
                let worth = values::number(value.trim()).ok_or_else(|| {
                    let text = shortened(&value);
                    (property.at, Problem::Number { what: "evaluation", text })
                })?;
                evaluation = Some(worth);
            }
            Token::Property(property) => reading.take(property)?,
        }
    }
    reading.end_node(evaluation)?;
    if !reading.is_othello {
        return Err((0, Problem::NoGame("GM[2]")));
    }
    let Reading { details, start, replay, .. } = reading;
    let played = replay.map_or_else(|| GameRecord::from_start(start), |replay| replay.record);
    Ok(played.with_details_of(details))
}

impl Reading {
    fn take(&mut self, property: &Property) -> Result<(), Wrong> {
        let Property { name, at, .. } = property;
        let value = property.text();
        match name.as_str() {
            "GM" if value.trim() == "2" => self.is_othello = true,
            "GM" => return Err((*at, Problem::OtherGame(value, "GM[2]"))),
            "SZ" if ["8", "8:8"].contains(&value.trim()) => {}
            "SZ" => return Err((*at, Problem::OtherSize(value))),
            "FF" | "CA" => {}
            "AB" | "AW" | "AE" | "PL" => {
                if self.replay.is_some() || self.node_move.is_some() {
                    return Err((*at, Problem::LateSetup(name.clone())));
                }
                fields::set_up(&mut self.start, property)?;
            }
            "B" | "W" => {
                self.end_node(None)?;
                let player = if name == "B" { Player::Black } else { Player::White };
                let square = square(&value).map_err(|problem| (*at, problem))?;
                let name = shortened(&value);
                let evaluation = None;
                self.node_move = Some(NodeMove { at: *at, player, name, square, evaluation });
            }
            _ if fields::take(&mut self.details, name, &value) => {}
            // Properties of a move, such as the time left, are dropped.
            _ if self.replay.is_some() || self.node_move.is_some() => {}
            _ => {
                let tag = |value: &String| Tag {
                    format: Format::Sgf,
                    name: name.clone(),
                    value: value.clone(),
                };
                self.details.tags.extend(property.values.iter().map(tag));
            }
        }
        Ok(())
    }

    /// Plays the move of a node that has ended. `worth` is its evaluation for Black.
    fn end_node(&mut self, worth: Option<f64>) -> Result<(), Wrong> {
        let Some(mv) = self.node_move.take() else { return Ok(()) };
        let sign = if mv.player == Player::Black { 1.0 } else { -1.0 };
        let evaluation = worth.map(|worth| sign * worth).or(mv.evaluation);
        let replay = self.replay.get_or_insert_with(|| Replay::from_start(self.start));
        let ply = replay.ply();
        let remarks = Remarks { evaluation, seconds: None };
        let played = replay.take(Some(mv.player), mv.square, remarks);
        played.map_err(|source| (mv.at, Problem::Move { name: mv.name, ply, source }))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Date, Ending, GameResult, Remarks, TimeSetting, arbitrary, read};
    use super::*;
    use crate::games::parse_square;

    const GAME: &str = "(;FF[4]GM[2]SZ[8]PB[Ann \\] B]PW[Bob]BR[1800]EV[Open]DT[2001-02-03]TM[900]RE[W+R]\
        AP[X:1]\n;B[f5]V[1.5]BL[10];W[fd]C[a (comment) \\];]V[2](;B[c3])(;B[d3];W[c5]))";

    fn problems(text: &str) -> Vec<String> {
        let found = read(Format::Sgf, text.as_bytes());
        found.map(|found| found.map_or_else(|error| error.to_string(), |_| String::new())).collect()
    }

    fn print(record: &GameRecord) -> String {
        String::from_utf8(Sgf.print(record).unwrap()).unwrap()
    }

    fn only(text: &str) -> GameRecord {
        let found: Vec<_> = read(Format::Sgf, text.as_bytes()).map(Result::unwrap).collect();
        assert_eq!(found.len(), 1);
        found[0].record.clone()
    }

    #[test]
    fn every_field_is_read_and_the_main_line() {
        let record = only(&GAME.replace("W[fd]", "W[d6]"));
        let [black, white] = &record.players;
        assert_eq!((&*black.name, black.rating, &*white.name), ("Ann ] B", Some(1800.0), "Bob"));
        assert_eq!((&*record.event, record.date.clone()), ("Open", Some(Date::of_day(2001, 2, 3))));
        assert_eq!(record.time, Some(TimeSetting { main: 900, increment: 0, extension: 0 }));
        assert_eq!(record.result, Some(GameResult::won(Player::White, Ending::Resigned)));
        let names: Vec<_> =
            record.moves().iter().map(|mv| mv.square.unwrap().to_string()).collect();
        assert_eq!(names, ["f5", "d6", "c3"]);
        let worth: Vec<_> = record.moves().iter().map(|mv| mv.evaluation).collect();
        assert_eq!(worth, [Some(1.5), Some(-2.0), None]);
        assert_eq!(record.tags.len(), 1);
        assert_eq!(only(&print(&record)), record);
        // Two letters are column and row: fe is f5, df is d6.
        let letters =
            GAME.replace("B[f5]", "B[fe]").replace("W[fd]", "W[df]").replace("B[c3]", "B[cc]");
        assert_eq!(only(&letters), record);
    }

    #[test]
    fn a_board_can_be_set_up() {
        let record = only("(;GM[2]AB[a1:b2][h8]AW[c3]AE[d4][e5]PL[W];W[pass])");
        assert_eq!(record.start().black, 1 | 2 | 1 << 8 | 1 << 9 | 1 << 63 | 1 << 28 | 1 << 35);
        assert_eq!((record.start().white, record.start().turn), (1 << 18, Player::White));
        assert_eq!(only(&print(&record)).start(), record.start());
    }

    #[test]
    fn faults_have_a_place_and_the_next_game_is_read() {
        for (from, to, place, expected) in [
            ("GM[2]", "GM[1]", "1]", "\"1\" is another game: expected GM[2]"),
            ("GM[2]", "", "(", "GM is missing: expected GM[2]"),
            ("SZ[8]", "SZ[10]", "10]", "the board size is \"10\": expected 8"),
            ("B[f5]", "B[z9]", "z9]", "\"z9\" is not a square"),
            ("B[f5]", "W[f5]", "f5]", "f5 can't be played as ply 1: black is to move"),
            ("W[fd]", "W[a1]", "a1]", "a1 can't be played as ply 2: a1 flips nothing"),
            ("W[fd]", "W[]", "]C", "white has a move and may not pass"),
            ("W[fd]", "AB[a1]W[d6]", "a1]", "AB sets up the board after the first move"),
            ("V[1.5]", "V[x]", "x]", "bad evaluation \"x\": expected a number"),
            ("B[f5]", "B f5", "B f5", "unexpected \"B f5V[1.5]"),
            (";B[d3];W[c5]))", ";B[d3]", "\n(;FF", "is incomplete: ) is missing"),
        ] {
            let good = GAME.replace("W[fd]", "W[d6]");
            let from = if from == "W[fd]" { "W[d6]" } else { from };
            let bad = format!("{}\n{good}\n", good.replacen(from, to, 1));
            let found = problems(&bad);
            assert_eq!(found.len(), 2, "{found:?}");
            assert!(found[0].contains(expected), "{bad}: {found:?}");
            let place = bad.find(place).unwrap() + usize::from(place.starts_with('\n'));
            assert!(found[0].starts_with(&format!("record 1, byte {place}: ")), "{found:?}");
            assert_eq!(found[1], "");
        }
        assert!(
            problems(&format!("(;GM[2]C[{}])", "x".repeat(1 << 20)))[0].contains("longer than")
        );
        assert_eq!(
            problems("(;GM[2]C[")[0],
            "record 1, byte 9: the record is incomplete: ] is missing at its end"
        );
    }

    #[test]
    fn lists_of_the_first_node_are_kept() {
        let record = only("(;GM[2]AR[a1:b2] [c3:d4]LB[a1:A][b2:B]N[x \\] y];B[f5]LB[a1:A])");
        let tags: Vec<_> = record.tags.iter().map(|tag| (&*tag.name, &*tag.value)).collect();
        let expected =
            [("AR", "a1:b2"), ("AR", "c3:d4"), ("LB", "a1:A"), ("LB", "b2:B"), ("N", "x ] y")];
        assert_eq!(tags, expected);
        let printed = print(&record);
        assert!(printed.contains("]AR[a1:b2][c3:d4]LB[a1:A][b2:B]N[x \\] y]\n;B"), "{printed}");
        assert_eq!(only(&printed), record);
    }

    #[test]
    fn a_comment_may_quote_a_game() {
        let record = only("(;GM[2]C[as in (;GM[2\\] of old];B[f5];W[f6])");
        assert_eq!((record.moves().len(), &*record.tags[0].value), (2, "as in (;GM[2] of old"));
        // At the start of a line it is a new game, and the value before it has no end.
        let found = problems("(;GM[2]C[as in\n(;GM[2];B[f5])");
        assert_eq!(
            found,
            ["record 1, byte 15: the record is incomplete: ] is missing at its end", ""]
        );
        let found = problems("(;GM[2];B[f5](;GM[2];B[f5])");
        assert_eq!(
            found,
            ["record 1, byte 13: the record is incomplete: ) is missing at its end", ""]
        );
    }

    #[test]
    fn an_unknown_result_is_written_once() {
        let mut record = GameRecord::by_choices(&[0; 60]);
        assert!(record.is_over());
        assert_eq!(print(&record).matches("RE[").count(), 1);
        let void = Tag { format: Format::Sgf, name: "RE".to_owned(), value: "Void".to_owned() };
        record.tags.push(void);
        let printed = print(&record);
        assert_eq!((printed.matches("RE[").count(), printed.matches("RE[Void]").count()), (1, 1));
        assert_eq!(only(&printed).tags, record.tags);
    }

    #[test]
    fn passes_are_written_and_read() {
        let moves = crate::games::reversi::INFO.example.moves;
        let mut record = GameRecord::new();
        for name in moves.split_whitespace() {
            record.play_with(parse_square(name, 8, 8).unwrap(), Remarks::default()).unwrap();
        }
        let text = print(&record);
        assert!(text.contains(";W[]"));
        assert_eq!(only(&text).moves(), record.moves());
        assert_eq!(only(&text.replace("\n;W[]", "")).moves(), record.moves());
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_again(record in arbitrary::record()) {
            let found = only(&print(&record));
            prop_assert_eq!(found.game_moves().collect::<Vec<_>>(), record.game_moves().collect::<Vec<_>>());
            prop_assert_eq!(&found.players, &record.players);
            prop_assert_eq!((&found.event, &found.place), (&record.event, &record.place));
            prop_assert_eq!(&found.date, &record.date);
            prop_assert_eq!(found.time.map(|time| time.main), record.time.map(|time| time.main));
            let winner = |record: &GameRecord| record.outcome().map(|result| result.winner);
            prop_assert_eq!(winner(&found), winner(&record));
            let worth = |record: &GameRecord| -> Vec<_> {
                record.moves().iter().map(|mv| mv.evaluation).collect()
            };
            prop_assert_eq!(worth(&found), worth(&record));
        }

        #[test]
        fn any_text_is_safe(text in "[(;)BWGMAEV\\\\\\[\\]a-h0-9:]{0,90}") {
            let _ = problems(&format!("(;GM[2]{text}"));
            let _ = problems(&text);
        }
    }
}
