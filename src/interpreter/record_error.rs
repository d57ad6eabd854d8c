//! Why a game record can't be imported, exported or pasted.

use std::io;

use thiserror::Error;

use crate::base::text::{counted, reason};
use crate::records::{BadRecord, BoardError, Format, MoveError, Unwritable};
use crate::store::RecordFileError;

/// Most bytes that can be pasted.
pub(super) const MAX_PASTE_BYTES: usize = 1 << 20;

/// Why a game record can't be taken or written.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The file can't be read.
    #[error(transparent)]
    File(#[from] RecordFileError),
    /// A folder, a device or the like stands where a file of records should.
    #[error("{0} is not a file")]
    NotAFile(String),
    /// The file can't be read on.
    #[error("can't read {file}: {}", reason(.source))]
    Unreadable {
        /// The file name.
        file: String,
        /// The system's reason.
        source: io::Error,
    },
    /// Ctrl-C came before the file was read.
    #[error("interrupted after {} of {file}: nothing was changed", counted(.records, "record"))]
    Interrupted {
        /// The file name.
        file: String,
        /// The number of records that were read.
        records: usize,
    },
    /// The file can't be written.
    #[error("can't write {file}: {}", reason(.source))]
    Unwritable {
        /// The file name.
        file: String,
        /// The system's reason.
        source: io::Error,
    },
    /// There is a file of that name.
    #[error("{0} already exists: use --force to overwrite it")]
    AlreadyExists(String),
    /// The record is bad.
    #[error("{file}: {source}")]
    Bad {
        /// The file name.
        file: String,
        /// What is wrong.
        source: BadRecord,
    },
    /// There are fewer games in the file.
    #[error("{file} (read as {format}) has {}", games(*.count))]
    TooFew {
        /// The file name.
        file: String,
        /// How many there are.
        count: usize,
        /// What the file was taken for.
        format: Format,
    },
    /// Nothing was pasted that is a game.
    #[error("no game found: paste a transcript like f5d6c3, or a board")]
    NothingPasted,
    /// What was pasted is bad.
    #[error("{0}")]
    Pasted(BadRecord),
    /// Too much was pasted.
    #[error("pasted text is too long: at most {MAX_PASTE_BYTES} bytes")]
    TooLong,
    /// The text is no board.
    #[error("{0}")]
    Board(#[from] BoardError),
    /// Nobody knows the format.
    #[error("unknown file extension in {0:?}: use txt, ggf, sgf, obf, wtb or svg")]
    Extension(String),
    /// The format has no way to say it.
    #[error(transparent)]
    Unrepresentable(#[from] Unwritable),
    /// The rules of the two parts of the program differ, which can't be.
    #[error("can't replay the game: {0}")]
    Replay(#[from] MoveError),
    /// Records are of one game only.
    #[error("game records are Reversi only, and this is {0}")]
    OtherGame(&'static str),
}

impl RecordError {
    /// Whether a save stands where a record should.
    pub fn is_save(&self) -> bool {
        match self {
            Self::Bad { source, .. } | Self::Pasted(source) => source.is_save(),
            _ => false,
        }
    }

    /// What the error is about, for programs: `file`, `argument` or `game`.
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
