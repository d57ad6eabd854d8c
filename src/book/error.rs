//! Errors of book files.

use std::io;

use thiserror::Error;

use crate::base::text::counted;

#[derive(Debug, Error)]
pub enum BookError {
    #[error("can't read the file")]
    Unreadable(#[from] io::Error),
    #[error("not an opening book: missing the {0} signature")]
    NotABook(&'static str),
    #[error("book format {found} is from a newer version of reversi (this one reads {known})")]
    Newer { found: u16, known: u16 },
    #[error("damaged: {found} bytes, expected {expected} for {}", counted(.count, "position"))]
    Size { found: u64, count: u64, expected: u64 },
    #[error("damaged: header checksum mismatch")]
    Header,
    #[error("damaged: data checksum mismatch")]
    Checksum,
    #[error("too many positions: {found}, limit {limit}")]
    TooLarge { found: u64, limit: u64 },
    #[error("damaged at position {number} (byte {byte}): {wrong}")]
    Record { number: u64, byte: u64, wrong: InvalidRecord },
    #[error("damaged: truncated after {whole} of {}", counted(.count, "position"))]
    Torn { whole: u64, count: u64 },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidRecord {
    #[error("both sides have a disc on one square")]
    Overlap,
    #[error("one of the four middle squares is empty")]
    Middle,
    #[error("the side to move has no move")]
    NoMove,
    #[error("not in canonical orientation")]
    NotCanonical,
    #[error("not in order")]
    Order,
    #[error("a score of {0}: scores are from -64 to 64")]
    Score(i32),
    #[error("its best move outside the book is illegal")]
    Leaf,
}
