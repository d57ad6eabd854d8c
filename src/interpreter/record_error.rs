//! Errors of importing, exporting and pasting game records.

use std::io;

use thiserror::Error;

use crate::base::text::{counted, reason};
use crate::records::{BadRecord, BoardError, Format, MoveError, Unwritable};
use crate::store::RecordFileError;

/// The maximum size of pasted text, in bytes.
pub(super) const MAX_PASTE_BYTES: usize = 1 << 20;

/// The error returned when a game record can't be read, written or used.
#[derive(Debug, Error)]
pub enum RecordError {
    #[error(transparent)]
    File(#[from] RecordFileError),
    #[error("{0} is not a file")]
    NotAFile(String),
    #[error("can't read {file}: {}", reason(.source))]
    Unreadable { file: String, source: io::Error },
    #[error("interrupted after {} of {file}: nothing was changed", counted(.records, "record"))]
    Interrupted { file: String, records: usize },
    #[error("can't write {file}: {}", reason(.source))]
    Unwritable { file: String, source: io::Error },
    #[error("{0} already exists: use --force to overwrite it")]
    AlreadyExists(String),
    #[error("{file}: {source}")]
    Bad { file: String, source: BadRecord },
    #[error("{file} (read as {format}) has {}", games(*.count))]
    TooFew { file: String, count: usize, format: Format },
    #[error("no game found: paste a transcript like f5d6c3, or a board")]
    NothingPasted,
    #[error("{0}")]
    Pasted(BadRecord),
    #[error("pasted text is too long: at most {MAX_PASTE_BYTES} bytes")]
    TooLong,
    #[error("{0}")]
    Board(#[from] BoardError),
    #[error("unknown file extension in {0:?}: use txt, ggf, sgf, obf, wtb or svg")]
    Extension(String),
    #[error(transparent)]
    Unrepresentable(#[from] Unwritable),
    #[error("can't replay the game: {0}")]
    Replay(#[from] MoveError),
    #[error("game records are Reversi only, and this is {0}")]
    OtherGame(&'static str),
}

impl RecordError {
    /// Whether the record is actually a save.
    pub fn is_save(&self) -> bool {
        match self {
            Self::Bad { source, .. } | Self::Pasted(source) => source.is_save(),
            _ => false,
        }
    }

    /// Returns the category of the error, for programs: `file`, `argument` or `game`.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Board(_)
            | Self::NothingPasted
            | Self::Pasted(_)
            | Self::TooLong
            | Self::Extension(_) => "argument",
            Self::OtherGame(_) | Self::Replay(_) => "game",
            _ => "file",
        }
    }
}

fn games(count: usize) -> String {
    match count {
        0 => "no games".to_owned(),
        count => format!("only {}", counted(count, "game")),
    }
}
