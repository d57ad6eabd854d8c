//! Any bytes as an opening book, of this program or another: rejected in one line, or a book whose positions can be
//! looked up. This program's books are written unchanged.

#![no_main]

use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::{env, process};

use libfuzzer_sys::fuzz_target;
use reversi::internals::{
    Book, BookError, BookHeader, BookRecord, from_edax, from_egaroucid, to_edax,
};

/// The size of the header, in bytes.
const HEADER: usize = 32;

/// A book file, in `TMPDIR`.
fn path() -> &'static PathBuf {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| env::temp_dir().join(format!("reversi-fuzz-{}.book", process::id())))
}

fuzz_target!(|input: &[u8]| {
    let Some((&kind, bytes)) = input.split_first() else {
        return;
    };
    let records = match kind % 3 {
        0 => from_edax(bytes).map(|imported| imported.records),
        1 => from_egaroucid(bytes).map(|imported| imported.records),
        _ => own(bytes),
    };
    match records {
        Ok(records) => check(&records),
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
});

fn own(bytes: &[u8]) -> Result<Vec<BookRecord>, BookError> {
    fs::write(path(), bytes).expect("the folder can be written to");
    let book = Book::in_file(File::open(path()).expect("it has just been written"))?;
    let records = book.read()?;
    for record in &records {
        assert!(
            book.record(record.position)
                .is_some_and(|found| found == *record)
        );
        assert!(book.moves(record.position).len() <= 33);
    }
    let printed = BookHeader::book(book.header().deviation, book.header().weights, &records);
    assert!(printed.len() == bytes.len() && printed[HEADER..] == bytes[HEADER..]);
    Ok(records)
}

fn check(records: &[BookRecord]) {
    assert!(records.iter().all(|record| record.check().is_ok()));
    let again = from_edax(&to_edax(records)[..])
        .expect("it has just been printed")
        .records;
    assert_eq!(again.len(), records.len());
}
