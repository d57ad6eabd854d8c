//! Properties of the parsers of all record formats.

#[path = "../../../tests/support/clean.rs"]
mod clean;

use clean::is_clean;
use reversi::records::{Entry, Format, GameRecord, ReadError, RecordFormat, read};

/// Reads any bytes. Each record is legal or rejected in one line, and a printed record is read as the same game.
pub fn check(format: Format, bytes: &[u8]) {
    for found in read(format, bytes) {
        match found {
            Ok(Entry { offset, record, .. }) => {
                assert!(offset <= bytes.len() as u64);
                assert_eq!(record.boards().last(), Some(record.board()));
                check_twin(&mut *format.open(), format, &record);
            }
            Err(ReadError::Bad(bad)) => {
                assert!(bad.offset <= bytes.len() as u64, "{bad}");
                assert!(bad.to_string().chars().all(is_clean), "{bad}");
            }
            Err(ReadError::Io(error)) => panic!("{error}"),
        }
    }
}

fn check_twin(writer: &mut dyn RecordFormat, format: Format, record: &GameRecord) {
    let Ok(mut printed) = writer.print(record) else {
        return;
    };
    printed.extend(writer.finish());
    let mut records = read(format, &printed[..]);
    let again = records
        .next()
        .expect("it has just been printed")
        .expect("it is one")
        .record;
    assert_eq!(again.board(), record.board());
    if !matches!(format, Format::Obf | Format::Board) {
        assert!(again.game_moves().eq(record.game_moves()));
    }
    if matches!(format, Format::Sgf | Format::Pgn) {
        assert_eq!(again.tree(), record.tree());
    }
    assert!(records.next().is_none());
}
