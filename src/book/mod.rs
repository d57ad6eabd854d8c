//! The opening book: positions up to symmetry, each with a score, its level, and the best move that leaves the
//! book.
//!
//! A [`Book`] is searched in place, in memory or in a file, so that a book of any size opens at once. A [`Plan`]
//! selects the positions that a new book searches, and [`assemble`] turns the results into records. `docs/book.md`
//! describes how books are made and used.

mod assemble;
mod edax;
mod header;
mod import;
mod memorization;
mod moves;
mod plan;
mod record;
mod searched;
mod source;

use std::fs::File;
use std::io::{self, Cursor};
use std::sync::{Arc, LazyLock, Mutex};

use thiserror::Error;

use crate::base::language::{tr, translated};
pub use assemble::{assemble, union};
pub use edax::{from_edax, to_edax};
pub use header::{BookHeader, Deviation, MAGIC};
pub use import::{Imported, SkippedPositions, from_egaroucid};
pub use memorization::{LineCounter, LinesToKnow};
pub use moves::BookMove;
pub use plan::{Plan, SearchTask, lessons};
pub use record::BookRecord;
pub use searched::{Searched, SearchedError};

use source::BookReader;

static SHIPPED: LazyLock<Arc<Book>> = LazyLock::new(|| {
    let book = Book::in_memory(include_bytes!("shipped.book"));
    Arc::new(book.expect("a test reads the shipped book"))
});

#[derive(Debug)]
pub struct Book {
    header: BookHeader,
    reader: Mutex<Box<dyn BookReader>>,
}

impl Book {
    pub fn shipped() -> Arc<Self> {
        Arc::clone(&SHIPPED)
    }

    /// Opens a book in memory. Only the header is checked here; [`read`](Self::read) checks the records.
    pub fn in_memory(bytes: &'static [u8]) -> Result<Self, BookError> {
        Self::open(Cursor::new(bytes))
    }

    /// Opens a book file and reads only its header; records are read on demand.
    pub fn in_file(file: File) -> Result<Self, BookError> {
        Self::open(file)
    }

    pub fn header(&self) -> &BookHeader {
        &self.header
    }
}

#[derive(Debug, Error)]
pub enum BookError {
    #[error("{}", tr!("can't read the file"))]
    Unreadable(#[from] io::Error),
    #[error("{}", tr!("not an opening book: missing the {name} signature", name = translated(.0)))]
    NotABook(&'static str),
    #[error("{}", tr!(
        "book format {found} is from a newer version of reversi (this one reads {known})",
        found,
        known
    ))]
    Newer { found: u16, known: u16 },
    #[error("{}", tr!(
        "damaged: {found} bytes, expected {expected} for {positions}",
        found,
        expected,
        positions = positions(*.count)
    ))]
    Size {
        found: u64,
        count: u64,
        expected: u64,
    },
    #[error("{}", tr!("damaged: header checksum mismatch"))]
    Header,
    #[error("{}", tr!("damaged: data checksum mismatch"))]
    Checksum,
    #[error("{}", tr!("too many positions: {found}, limit {limit}", found, limit))]
    TooLarge { found: u64, limit: u64 },
    #[error("{}", tr!("damaged at position {number} (byte {byte}): {wrong}", number, byte, wrong))]
    Record {
        number: u64,
        byte: u64,
        wrong: InvalidRecord,
    },
    #[error("{}", tr!(
        "damaged: truncated after {whole} of {positions}",
        whole,
        positions = positions(*.count)
    ))]
    Torn { whole: u64, count: u64 },
}

fn positions(count: u64) -> String {
    let n = usize::try_from(count).unwrap_or(usize::MAX);
    tr!("{n} position" | "{n} positions", n)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidRecord {
    #[error("{}", tr!("both sides have a disc on one square"))]
    Overlap,
    #[error("{}", tr!("one of the four middle squares is empty"))]
    Middle,
    #[error("{}", tr!("the side to move has no move"))]
    NoMove,
    #[error("{}", tr!("not in canonical orientation"))]
    NotCanonical,
    #[error("{}", tr!("not in order"))]
    Order,
    #[error("{}", tr!("a score of {score}: scores are from -64 to 64", score = .0))]
    Score(i32),
    #[error("{}", tr!("its best move outside the book is illegal"))]
    Leaf,
}

#[cfg(test)]
mod tests;
