//! The opening book: positions up to symmetry, each with a score, its level, and the best move that leaves the
//! book.
//!
//! A [`Book`] is searched in place, in memory or in a file, so that a book of any size opens at once. A [`Plan`]
//! selects the positions that a new book searches, and [`assemble`] turns the results into records. `docs/book.md`
//! describes how books are made and used.

mod assemble;
mod edax;
mod egaroucid;
mod error;
mod header;
mod import;
mod moves;
mod plan;
mod record;
mod searched;
mod source;

use std::fs::File;
use std::io::Cursor;
use std::sync::{Arc, LazyLock};

use crate::engine::Position;

pub use assemble::{assemble, union};
pub use edax::{from_edax, to_edax};
pub use egaroucid::from_egaroucid;
pub use error::{BookError, InvalidRecord};
pub use header::{BookHeader, Deviation, MAGIC};
pub use import::{Imported, Skipped};
pub use moves::BookMove;
pub use plan::{Plan, SearchTask, lessons};
pub use record::BookRecord;
pub use searched::{Searched, SearchedError};

use source::BookSource;

static SHIPPED: LazyLock<Arc<Book>> = LazyLock::new(|| {
    let book = Book::in_memory(include_bytes!("shipped.book"));
    Arc::new(book.expect("a test reads the shipped book"))
});

#[derive(Debug)]
pub struct Book {
    header: BookHeader,
    source: BookSource,
}

impl Book {
    pub fn shipped() -> Arc<Self> {
        Arc::clone(&SHIPPED)
    }

    /// Opens a book in memory. Only the header is checked here; [`read`](Self::read) checks the records.
    pub fn in_memory(bytes: &'static [u8]) -> Result<Self, BookError> {
        BookSource::open(Cursor::new(bytes)).map(|(header, source)| Self { header, source })
    }

    /// Opens a book file and reads only its header; records are read on demand.
    pub fn in_file(file: File) -> Result<Self, BookError> {
        BookSource::open(file).map(|(header, source)| Self { header, source })
    }

    pub fn header(&self) -> &BookHeader {
        &self.header
    }

    /// The record of a position, in any of the eight symmetries; `None` if it is missing or unreadable.
    pub fn record(&self, position: Position) -> Option<BookRecord> {
        self.source.find(position.canonical())
    }

    /// Reads all records, and checks each one and the checksum.
    pub fn read(&self) -> Result<Vec<BookRecord>, BookError> {
        self.source.read(&self.header)
    }
}

#[cfg(test)]
mod tests;
