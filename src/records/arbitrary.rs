//! Helpers for tests of formats: arbitrary records, and records read and printed. A test reads any text.

use proptest::prelude::*;

use super::{
    Annotation, Date, Format, GameRecord, GameResult, MoveTree, NodeId, PlayerDetails, Remarks,
    Termination, TheoreticalScore, TimeSetting, read,
};
use crate::games::{Assessment, Square};

/// The records of a file, or their errors.
pub fn records(format: Format, file: impl AsRef<[u8]>) -> Vec<Result<GameRecord, String>> {
    let found = read(format, file.as_ref());
    let record = |found: Result<super::Entry, super::ReadError>| match found {
        Ok(entry) => Ok(entry.record),
        Err(error) => Err(error.to_string()),
    };
    found.map(record).collect()
}

pub fn only(format: Format, file: impl AsRef<[u8]>) -> GameRecord {
    let mut records = records(format, file);
    assert_eq!(records.len(), 1, "{records:?}");
    records.remove(0).unwrap()
}

/// The error of each record of a file; empty for good records.
pub fn problems(format: Format, file: &str) -> Vec<String> {
    records(format, file)
        .into_iter()
        .map(|found| found.err().unwrap_or_default())
        .collect()
}

pub fn printed(format: Format, record: &GameRecord) -> String {
    String::from_utf8(format.open().print(record).unwrap()).unwrap()
}

fn name() -> impl Strategy<Value = String> {
    "([A-Za-zé][A-Za-z.é]{0,7}( [A-Za-z0-9]{1,8})?)?"
}

fn player() -> impl Strategy<Value = PlayerDetails> {
    (
        name(),
        prop::option::of((0..300_000_u32).prop_map(|rating| f64::from(rating) / 100.0)),
    )
        .prop_map(|(name, rating)| PlayerDetails { name, rating })
}

fn result() -> impl Strategy<Value = GameResult> {
    let endings = [
        Termination::Played,
        Termination::Resigned,
        Termination::OutOfTime,
        Termination::Agreed,
    ];
    (-64..=64_i32, prop::sample::select(endings.to_vec()))
        .prop_map(|(difference, ending)| GameResult::by_difference(difference.into(), ending))
}

/// A game of [`GameRecord::by_choices`] with arbitrary details.
pub fn record() -> impl Strategy<Value = GameRecord> {
    let time = (1..10_000_u32, 0..100_u32, 0..1000_u32).prop_map(|(main, increment, extension)| {
        TimeSetting {
            main,
            increment,
            extension,
        }
    });
    let theoretical =
        (1..40_u8, 0..=64_u8).prop_map(|(empties, black)| TheoreticalScore { empties, black });
    let date = (1900..2100_u16, 1..=12_u8, 1..=28_u8)
        .prop_map(|(year, month, day)| Date::of_day(year, month, day));
    (
        prop::collection::vec(any::<u8>(), 0..70),
        [player(), player()],
        (name(), name()),
        prop::option::of(date),
        prop::option::of(result()),
        prop::option::of(time),
        prop::option::of(theoretical),
    )
        .prop_map(
            |(choices, players, (event, place), date, result, time, theoretical)| {
                let mut record = GameRecord::by_choices(&choices);
                record.players = players;
                (record.event, record.place) = (event, place);
                (record.date, record.result, record.time) = (date, result, time);
                record.theoretical = theoretical;
                record
            },
        )
}

/// A note of lines without blanks around them.
fn note() -> impl Strategy<Value = String> {
    "([ -~\u{e9}]{0,60}\n?){0,3}".prop_map(|text| {
        let lines: Vec<&str> = text
            .split('\n')
            .map(|line| line.trim_matches(' '))
            .collect();
        lines.join("\n").trim_matches('\n').to_owned()
    })
}

/// A change of a tree: a choice of a node, of a move after it, and the annotation of the new node.
fn change() -> impl Strategy<Value = (usize, usize, Annotation)> {
    let remarks = (
        prop::option::of(-64..=64_i32),
        prop::option::of(0..10_000_000_u32),
    )
        .prop_map(|(evaluation, milliseconds)| Remarks {
            evaluation: evaluation.map(f64::from),
            seconds: milliseconds.map(|time| f64::from(time) / 1000.0),
        });
    let sign = prop::option::of(prop::sample::select(Assessment::ALL.to_vec()));
    let annotation = (note(), sign, remarks).prop_map(|(note, assessment, remarks)| Annotation {
        note,
        assessment,
        remarks,
    });
    (any::<usize>(), any::<usize>(), annotation)
}

/// Adds a variation after a node, and annotates it. The main line keeps its end and its remarks.
fn apply(tree: &mut MoveTree, start: &GameRecord, change: (usize, usize, Annotation)) {
    let (node, mv, annotation) = change;
    let nodes: Vec<NodeId> = tree.in_order().map(|(_, id)| id).collect();
    let at = node
        .checked_rem(nodes.len() + 1)
        .map_or(NodeId::START, |index| {
            index
                .checked_sub(1)
                .map_or(NodeId::START, |index| nodes[index])
        });
    let mut line = GameRecord::from_start(start.start());
    for id in tree.path(at) {
        line.play(Square::from_index(tree.move_to(id).mv.0, 8))
            .unwrap();
    }
    let is_end = tree.is_main(at) && tree.first_child(at).is_none();
    let legal: Vec<u32> = crate::engine::squares(line.board().position().legal_moves()).collect();
    let id = if legal.is_empty() || is_end {
        at
    } else {
        let known = line.moves().len();
        line.play(Square::from_index(legal[mv % legal.len()], 8))
            .unwrap();
        tree.add_plies(at, &line.moves()[known..])
    };
    if id != NodeId::START {
        let known = tree.annotation(id).remarks;
        let remarks = if tree.is_main(id) {
            known
        } else {
            annotation.remarks
        };
        tree.annotate(
            id,
            Annotation {
                remarks,
                ..annotation
            },
        );
    }
}

/// A record with variations, notes and annotations.
pub fn record_with_tree() -> impl Strategy<Value = GameRecord> {
    (record(), note(), prop::collection::vec(change(), 0..30)).prop_map(
        |(mut record, start_comment, changes)| {
            let mut tree = MoveTree::default();
            tree.add_plies(NodeId::START, record.moves());
            tree.set_main_remarks(record.moves());
            for change in changes {
                apply(&mut tree, &record, change);
            }
            record.set_tree(tree).unwrap();
            record.set_start_comment(&start_comment);
            record
        },
    )
}

proptest! {
    /// Texts that look like each format.
    #[test]
    fn any_text_is_safe_in_any_format(
        text in prop_oneof![
            "[(;)BWGMOTY\\[\\]a-h0-9/ ]{0,90}",
            "[(;)BWGMAEV\\\\\\[\\]a-h0-9:]{0,90}",
            "([MA?] ?[XO?] ?[0-9]?\n)?([XO-]{8}\n){7,9}[\nXOMA ]{0,9}",
            "[a-j0-9 pP\\-\\n.é]{0,80}",
            "([a-h][1-8][!?]?|[0-9.]{1,4}|[{}()\\[\\];$%\"]|1-0|pass|\n| ){0,60}",
            "([-XO? ]{8,9}\n?){0,9}[XO%;a-h0-9:]{0,6}",
        ],
        is_sgf in any::<bool>(),
    ) {
        let text = if is_sgf { format!("(;GM[2]{text}") } else { text };
        for &format in Format::ALL {
            for entry in read(format, text.as_bytes()).flatten() {
                prop_assert!(entry.offset <= text.len() as u64);
            }
        }
    }
}
