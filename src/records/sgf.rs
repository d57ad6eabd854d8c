//! Smart Game Format (SGF), `GM[2]`: games of Othello, versions 1 to 4.
//!
//! `(;FF[4]GM[2]SZ[8]PB[Ann]PW[Bob]BR[1800]EV[Open]RE[B+4];B[f5];W[d6]V[-2])`
//!
//! Lines in parentheses are variations, the main line first. A square is a letter and a digit, or two letters,
//! counted from the top left. `B[]` is a pass. `AB`, `AW`, `AE` and `PL` change the starting position. `V` is the
//! evaluation of a position for Black, `C` a comment. `TE`, `BM`, `IT` and `DO` are the symbols `!`, `?`, `!?` and
//! `?!`; with the value 2 the first two are `!!` and `??`.

mod fields;
mod reading;
mod syntax;

use super::unread::TextBetweenGames;
use super::{Entry, GameRecord, Input, ReadError, RecordFormat, Unwritable};

#[derive(Debug, Default)]
pub struct Sgf {
    between: TextBetweenGames,
}

impl RecordFormat for Sgf {
    fn read(&mut self, input: &mut Input<'_>) -> Result<Option<Entry>, ReadError> {
        if !self.between.skip(input)? {
            return self.between.end();
        }
        let (offset, game) = syntax::take(input)?;
        let record = syntax::tokens(&game).and_then(|tokens| reading::parse(&tokens));
        let record = record.map_err(|bad| bad.within(offset))?;
        Ok(Some(Entry::new(offset, record)))
    }

    fn print(&mut self, record: &GameRecord) -> Result<Vec<u8>, Unwritable> {
        Ok(fields::print(record).into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{
        Annotation, Date, Format, GameResult, NodeId, Remarks, Tag, Termination, TimeSetting,
        arbitrary,
    };
    use super::*;
    use crate::games::{Player, parse_square};

    const GAME: &str = "(;FF[4]GM[2]SZ[8]PB[Ann \\] B]PW[Bob]BR[1800]EV[Open]DT[2001-02-03]TM[900]RE[W+R]\
        AP[X:1]\n;B[f5]V[1.5]BL[10];W[fd]C[a (comment) \\];]V[2](;B[c3])(;B[c5];W[f4]))";

    fn problems(text: &str) -> Vec<String> {
        arbitrary::problems(Format::Sgf, text)
    }

    fn print(record: &GameRecord) -> String {
        arbitrary::printed(Format::Sgf, record)
    }

    fn only(text: &str) -> GameRecord {
        arbitrary::only(Format::Sgf, text)
    }

    #[test]
    fn every_field_is_read_and_the_main_line() {
        let record = only(&GAME.replace("W[fd]", "W[d6]"));
        let [black, white] = &record.players;
        assert_eq!(
            (&*black.name, black.rating, &*white.name),
            ("Ann ] B", Some(1800.0), "Bob")
        );
        assert_eq!(
            (&*record.event, record.date.clone()),
            ("Open", Some(Date::of_day(2001, 2, 3)))
        );
        assert_eq!(
            record.time,
            Some(TimeSetting {
                main: 900,
                increment: 0,
                extension: 0
            })
        );
        assert_eq!(
            record.result,
            Some(GameResult::won(Player::White, Termination::Resigned))
        );
        let names: Vec<_> = record
            .moves()
            .iter()
            .map(|mv| mv.square.unwrap().to_string())
            .collect();
        assert_eq!(names, ["f5", "d6", "c3"]);
        let worth: Vec<_> = record.moves().iter().map(|mv| mv.evaluation).collect();
        assert_eq!(worth, [Some(1.5), Some(-2.0), None]);
        assert_eq!(record.tags.len(), 1);
        assert_eq!(only(&print(&record)), record);
        // Two letters are column and row: fe is f5, df is d6.
        let letters = GAME
            .replace("B[f5]", "B[fe]")
            .replace("W[fd]", "W[df]")
            .replace("B[c3]", "B[cc]");
        assert_eq!(only(&letters), record);
    }

    /// The tree of a record: squares, symbols and comments, each line after its depth.
    fn tree(record: &GameRecord) -> String {
        let Some(tree) = record.tree() else {
            return String::new();
        };
        let written = |name: &str,
                       Annotation {
                           note, assessment, ..
                       }: &Annotation| {
            let sign = assessment.map_or("", crate::games::Assessment::sign);
            format!("{name}{sign}{note}")
        };
        let shown = |(depth, id): (usize, NodeId)| {
            let mv = tree.move_to(id);
            let pass = mv.passed.map(|_| written(" --", tree.pass_annotation(id)));
            format!(
                "{depth}{}{}",
                written(&mv.name, tree.annotation(id)),
                pass.unwrap_or_default()
            )
        };
        tree.in_order().map(shown).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn variations_comments_and_signs_are_read_and_printed() {
        let text = "(;GM[2]C[start];B[f5]TE[1](;W[d6]V[-2]C[one]C[two](;B[c3];W[d3]BM[2])(;B[c5]DO[]))\
            (;W[f6]IT[];B[e6])(;W[d6];B[c3]C[again]))";
        let record = only(text);
        let expected = "0f5! 1d6one\ntwo 2c3again 3d3?? 2c5?! 1f6!? 2e6";
        assert_eq!(tree(&record), expected);
        assert_eq!(record.moves().len(), 4);
        assert_eq!(
            (&*record.tags[0].name, &*record.tags[0].value),
            ("C", "start")
        );
        let printed = print(&record);
        assert_eq!(only(&printed), record, "{printed}");
        assert_eq!(print(&only(&printed)), printed);
        let mut short = record.clone();
        short.truncate(2);
        assert_eq!(tree(&short), "0f5! 1d6one\ntwo 1f6!?");
        short.truncate(1);
        assert_eq!(tree(&short), "0f5!");
        // The main line continues along first variations.
        let record = only("(;GM[2];B[f5](;C[why])(;W[d6];B[c3]))");
        assert_eq!(
            (record.moves().len(), &*tree(&record)),
            (3, "0f5why 1d6 2c3")
        );
    }

    #[test]
    fn passes_in_variations_are_plies() {
        let moves = crate::games::reversi::INFO.example.moves;
        let mut record = GameRecord::new();
        for name in moves.split_whitespace() {
            record
                .play_with(parse_square(name, 8, 8).unwrap(), Remarks::default())
                .unwrap();
        }
        let text = print(&record);
        assert_eq!(only(&text).moves(), record.moves());
        assert_eq!(only(&text.replace("\n;W[]", "")).moves(), record.moves());
        // The same line again, with a comment on its first pass.
        let first = text.find("\n;W[]").or_else(|| text.find("\n;B[]")).unwrap();
        let (head, rest) = text.split_at(first);
        let rest = rest.trim_end().strip_suffix(')').unwrap();
        let other = rest.replacen("[]", "[]C[passes\\]]", 1);
        let text = format!("{head}({rest})({other}))");
        let found = only(&text);
        assert_eq!(found.moves(), record.moves());
        assert!(tree(&found).contains("--passes]"), "{}", tree(&found));
        assert_eq!(only(&print(&found)), found);
    }

    #[test]
    fn bad_variations_and_endless_ones_are_refused_where_they_are() {
        for (text, expected) in [
            (
                "(;GM[2];B[f5](;W[d6])(;W[a1]))",
                "record 1, byte 25: ply 2: a1 is not legal",
            ),
            (
                "(;GM[2];B[f5](;W[d6])(;B[d6]))",
                "ply 2: it is white's turn",
            ),
            (
                "(;GM[2];B[f5](;W[d6])(;AB[a1]))",
                "AB sets up the board after the first move",
            ),
        ] {
            let found = problems(text);
            assert!(
                found.len() == 1 && found[0].contains(expected),
                "{text}: {found:?}"
            );
        }
        let deep = format!("(;GM[2]{}{})", "(;C[x]".repeat(2000), ")".repeat(2000));
        assert!(
            problems(&deep)[0].contains("nested more than 1000 deep"),
            "{:?}",
            problems(&deep)
        );
        let wide = format!("(;GM[2]{})", "(;B[f5])".repeat(60_000));
        assert_eq!(only(&wide).tree(), None, "the same move is one line");
        let endless = format!("(;GM[2]{})", "(".repeat(1 << 19));
        assert_eq!(problems(&endless).len(), 1);
    }

    #[test]
    fn a_board_can_be_set_up() {
        let record = only("(;GM[2]AB[a1:b2][h8]AW[c3]AE[d4][e5]PL[W];W[pass])");
        assert_eq!(
            record.start().black,
            1 | 2 | 1 << 8 | 1 << 9 | 1 << 63 | 1 << 28 | 1 << 35
        );
        assert_eq!(
            (record.start().white, record.start().turn),
            (1 << 18, Player::White)
        );
        assert_eq!(only(&print(&record)).start(), record.start());
    }

    #[test]
    fn the_first_move_says_who_begins() {
        for (text, turn) in [
            ("(;GM[2]SZ[8];W[f4];B[d3])", Player::White),
            ("(;GM[2]AB[c3];W[f4];B[d3])", Player::White),
            ("(;GM[2]SZ[8](;W[f4];B[d3])(;W[e3]))", Player::White),
            ("(;GM[2]SZ[8];B[\u{ff46}\u{ff15}];W[d6])", Player::Black),
        ] {
            assert_eq!(only(text).start().turn, turn, "{text}");
            assert_eq!(only(&print(&only(text))), only(text));
        }
        assert!(problems("(;GM[2];B[f5](;W[d6])(;W[d6];W[c3]))")[0].contains("black's turn"));
        assert!(problems("(;GM[2];B[f4];W[d3])")[0].contains("mirrored start"));
        let dated = only("(;GM[2]DT[2024-05-11,12];B[f5])");
        assert_eq!(dated.date, Some(Date::of_day(2024, 5, 11)));
        assert!(print(&dated).contains("DT[2024-05-11,12]"));
    }

    #[test]
    fn faults_have_a_place_and_the_next_game_is_read() {
        for (from, to, place, expected) in [
            ("GM[2]", "GM[1]", "1]", "wrong game \"1\": expected GM[2]"),
            ("GM[2]", "", "(", "missing GM property: expected GM[2]"),
            (
                "SZ[8]",
                "SZ[10]",
                "10]",
                "the board size is \"10\": expected 8",
            ),
            ("B[f5]", "B[z9]", "z9]", "\"z9\" is not a square"),
            ("B[f5]", "PL[B];W[f5]", "f5]", "ply 1: it is black's turn"),
            ("B[f5]", "W[f5]", "f5]", "ply 1: f5 is not legal"),
            (
                "W[fd]",
                "W[a1]",
                "a1]",
                "ply 2: a1 is not legal: a move must flip",
            ),
            (
                "W[fd]",
                "W[]",
                "]C",
                "white can't pass: it has a legal move",
            ),
            (
                "W[fd]",
                "AB[a1]W[d6]",
                "a1]",
                "AB sets up the board after the first move",
            ),
            (
                "V[1.5]",
                "V[x]",
                "x]",
                "invalid evaluation \"x\": expected a number",
            ),
            ("B[f5]", "B f5", "B f5", "unexpected \"B f5V[1.5]"),
            (
                ";B[c5];W[f4]))",
                ";B[c5]",
                "\n(;FF",
                "incomplete record: missing )",
            ),
        ] {
            let good = GAME.replace("W[fd]", "W[d6]");
            let from = if from == "W[fd]" { "W[d6]" } else { from };
            let bad = format!("{}\n{good}\n", good.replacen(from, to, 1));
            let found = problems(&bad);
            assert_eq!(found.len(), 2, "{found:?}");
            assert!(found[0].contains(expected), "{bad}: {found:?}");
            let place = bad.find(place).unwrap() + usize::from(place.starts_with('\n'));
            assert!(
                found[0].starts_with(&format!("record 1, byte {place}: ")),
                "{found:?}"
            );
            assert_eq!(found[1], "");
        }
        assert!(
            problems(&format!("(;GM[2]C[{}])", "x".repeat(1 << 20)))[0].contains("longer than")
        );
        assert_eq!(
            problems("(;GM[2]C[")[0],
            "record 1, byte 9: incomplete record: missing ] at the end"
        );
    }

    #[test]
    fn lists_of_the_first_node_are_kept() {
        let record = only("(;GM[2]AR[a1:b2] [c3:d4]LB[a1:A][b2:B]N[x \\] y];B[f5]LB[a1:A])");
        let tags: Vec<_> = record
            .tags
            .iter()
            .map(|tag| (&*tag.name, &*tag.value))
            .collect();
        let expected = [
            ("AR", "a1:b2"),
            ("AR", "c3:d4"),
            ("LB", "a1:A"),
            ("LB", "b2:B"),
            ("N", "x ] y"),
        ];
        assert_eq!(tags, expected);
        let printed = print(&record);
        assert!(
            printed.contains("]AR[a1:b2][c3:d4]LB[a1:A][b2:B]N[x \\] y]\n;B"),
            "{printed}"
        );
        assert_eq!(only(&printed), record);
    }

    #[test]
    fn a_comment_may_quote_a_game() {
        let record = only("(;GM[2]C[as in (;GM[2\\] of old];B[f5];W[f6])");
        assert_eq!(
            (record.moves().len(), &*record.tags[0].value),
            (2, "as in (;GM[2] of old")
        );
        let record = only("(;GM[2]C[as in\n\\(;GM[2\\] of old];B[f5])");
        assert_eq!(only(&print(&record)).tags, record.tags);
        // At the start of a line it is a new game, and the value before it has no end.
        let found = problems("(;GM[2]C[as in\n(;GM[2];B[f5])");
        assert_eq!(
            found,
            [
                "record 1, byte 15: incomplete record: missing ] at the end",
                ""
            ]
        );
        let found = problems("(;GM[2];B[f5](;GM[2];B[f5])");
        assert_eq!(
            found,
            [
                "record 1, byte 13: incomplete record: missing ) at the end",
                ""
            ]
        );
    }

    #[test]
    fn an_unknown_result_is_written_once() {
        let mut record = GameRecord::by_choices(&[0; 60]);
        assert!(record.is_over());
        assert_eq!(print(&record).matches("RE[").count(), 1);
        let void = Tag {
            format: Format::Sgf,
            name: "RE".to_owned(),
            value: "Void".to_owned(),
        };
        record.tags.push(void);
        let printed = print(&record);
        assert_eq!(
            (
                printed.matches("RE[").count(),
                printed.matches("RE[Void]").count()
            ),
            (1, 1)
        );
        assert_eq!(only(&printed).tags, record.tags);
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
    }
}
