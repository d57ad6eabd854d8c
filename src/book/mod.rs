//! The opening book: positions up to symmetry, each with a score, the level it was found at, and the
//! best move that leads out of the book.
//!
//! A [`Book`] is searched where it lies, in memory or in a file, so that it opens at once whatever its
//! size. A [`Plan`] says which positions a new book searches, and [`assemble`] makes records of what
//! was found. `docs/book.md` describes how books are made and used.

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

/// The book that ships with the program.
static SHIPPED: LazyLock<Arc<Book>> = LazyLock::new(|| {
    let book = Book::in_memory(include_bytes!("shipped.book"));
    Arc::new(book.expect("a test reads the shipped book"))
});

/// An opening book.
#[derive(Debug)]
pub struct Book {
    header: BookHeader,
    source: BookSource,
}

impl Book {
    /// The book that ships with the program.
    pub fn shipped() -> Arc<Self> {
        Arc::clone(&SHIPPED)
    }

    /// A book in memory.
    ///
    /// # Errors
    /// [`BookError`] if the header is not that of a book of this size. The records are not read: see
    /// [`read`](Self::read).
    pub fn in_memory(bytes: &'static [u8]) -> Result<Self, BookError> {
        BookSource::open(Cursor::new(bytes)).map(|(header, source)| Self { header, source })
    }

    /// A book in a file, of which only the header is read now; records are read when they are needed.
    pub fn in_file(file: File) -> Result<Self, BookError> {
        BookSource::open(file).map(|(header, source)| Self { header, source })
    }

    pub fn header(&self) -> &BookHeader {
        &self.header
    }

    /// The record of a position, in any of the eight symmetries; `None` if it is not in the book, or can't
    /// be read.
    pub fn record(&self, position: Position) -> Option<BookRecord> {
        self.source.find(position.canonical())
    }

    /// All records, checked one by one and against the checksum.
    pub fn read(&self) -> Result<Vec<BookRecord>, BookError> {
        self.source.read(&self.header)
    }
}

#[cfg(test)]
mod tests;
