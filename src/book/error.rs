//! What can be wrong with a book.

use std::io;

use thiserror::Error;

use crate::base::text::counted;

/// Why a file is not a book that can be used.
#[derive(Debug, Error)]
pub enum BookError {
    /// The system's reason, for whoever knows the name of the file.
    #[error("can't read the file")]
    Unreadable(#[from] io::Error),
    /// It begins otherwise.
    #[error("not an opening book: missing the {0} signature")]
    NotABook(&'static str),
    /// A later version of the program wrote it.
    #[error("book format {found} is from a newer version of reversi (this one reads {known})")]
    Newer { found: u16, known: u16 },
    /// It is shorter or longer than its header says.
    #[error("damaged: {found} bytes, expected {expected} for {}", counted(.count, "position"))]
    Size {
        found: u64,
        /// The number of positions that the header promises.
        count: u64,
        /// The size of a file with these.
        expected: u64,
    },
    /// The header has other bytes than were written.
    #[error("damaged: header checksum mismatch")]
    Header,
    /// The records have other bytes than were written.
    #[error("damaged: data checksum mismatch")]
    Checksum,
    /// It has more positions than are read at once.
    #[error("too many positions: {found}, limit {limit}")]
    TooLarge { found: u64, limit: u64 },
    /// A record is invalid.
    #[error("damaged at position {number} (byte {byte}): {wrong}")]
    Record {
        /// Which one, from 1.
        number: u64,
        byte: u64,
        wrong: InvalidRecord,
    },
    /// It ends within a record.
    #[error("damaged: truncated after {whole} of {}", counted(.count, "position"))]
    Torn {
        /// The number of whole records.
        whole: u64,
        /// The number of records that it promises.
        count: u64,
    },
}

/// What is wrong with a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidRecord {
    /// A square with two discs.
    #[error("both sides have a disc on one square")]
    Overlap,
    /// A middle square is empty.
    #[error("one of the four middle squares is empty")]
    Middle,
    /// The game is over, or the side to move has to pass.
    #[error("the side to move has no move")]
    NoMove,
    /// Another of the eight symmetric boards is kept.
    #[error("not in canonical orientation")]
    NotCanonical,
    /// It does not follow the record before.
    #[error("not in order")]
    Order,
    /// A score beyond 64 discs.
    #[error("a score of {0}: scores are from -64 to 64")]
    Score(i32),
    /// The best move outside is illegal.
    #[error("its best move outside the book is illegal")]
    Leaf,
}
