//! Helpers for tests of formats: arbitrary records, and records read and printed. A test reads any text.

use proptest::prelude::*;

use super::{
    Date, Format, GameRecord, GameResult, PlayerDetails, Termination, TheoreticalScore,
    TimeSetting, read,
};

/// The records of a file, or their errors.
pub(super) fn records(format: Format, file: impl AsRef<[u8]>) -> Vec<Result<GameRecord, String>> {
    let found = read(format, file.as_ref());
    let record = |found: Result<super::Entry, super::ReadError>| match found {
        Ok(entry) => Ok(entry.record),
        Err(error) => Err(error.to_string()),
    };
    found.map(record).collect()
}

pub(super) fn only(format: Format, file: impl AsRef<[u8]>) -> GameRecord {
    let mut records = records(format, file);
    assert_eq!(records.len(), 1, "{records:?}");
    records.remove(0).unwrap()
}

/// The error of each record of a file; empty for good records.
pub(super) fn problems(format: Format, file: &str) -> Vec<String> {
    records(format, file).into_iter().map(|found| found.err().unwrap_or_default()).collect()
}

pub(super) fn printed(format: Format, record: &GameRecord) -> String {
    String::from_utf8(format.open().print(record).unwrap()).unwrap()
}

fn name() -> impl Strategy<Value = String> {
    "([A-Za-zé][A-Za-z.é]{0,7}( [A-Za-z0-9]{1,8})?)?"
}

fn player() -> impl Strategy<Value = PlayerDetails> {
    (name(), prop::option::of((0..300_000_u32).prop_map(|rating| f64::from(rating) / 100.0)))
        .prop_map(|(name, rating)| PlayerDetails { name, rating })
}

fn result() -> impl Strategy<Value = GameResult> {
    let endings =
        [Termination::Played, Termination::Resigned, Termination::OutOfTime, Termination::Agreed];
    (-64..=64_i32, prop::sample::select(endings.to_vec()))
        .prop_map(|(difference, ending)| GameResult::by_difference(difference.into(), ending))
}

/// A game of [`GameRecord::by_choices`] with arbitrary details.
pub(super) fn record() -> impl Strategy<Value = GameRecord> {
    let time = (1..10_000_u32, 0..100_u32, 0..1000_u32)
        .prop_map(|(main, increment, extension)| TimeSetting { main, increment, extension });
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
        .prop_map(|(choices, players, (event, place), date, result, time, theoretical)| {
            let mut record = GameRecord::by_choices(&choices);
            record.players = players;
            (record.event, record.place) = (event, place);
            (record.date, record.result, record.time) = (date, result, time);
            record.theoretical = theoretical;
            record
        })
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
