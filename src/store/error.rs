//! Errors of the data folder.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

use crate::base::text::{printable, printable_path, reason};
use crate::session::SnapshotError;

use super::save_name::{SaveName, SaveNameError};

/// An error while reading or writing a file. The files are unchanged.
#[derive(Debug, Error)]
pub enum StoreError {
    #[error("no data folder: set REVERSI_HOME, or use --data-dir DIR")]
    NoHome,
    #[error("can't {action} {}: {}", printable_path(.path), reason(.source))]
    Io {
        action: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    #[error(
        "{} is locked by another program (waited {seconds} s), so nothing was written: try again \
            later",
        printable_path(.path)
    )]
    Busy { path: PathBuf, seconds: u64 },
    #[error(transparent)]
    Name(#[from] SaveNameError),
    #[error("no saved game called {0}")]
    NoSuchSave(SaveName),
    #[error("{} is not a file", printable_path(.0))]
    NotAFile(PathBuf),
    #[error("{} is too large: {size} bytes, limit {limit}", printable_path(.path))]
    TooLarge {
        path: PathBuf,
        size: u64,
        limit: u64,
    },
    #[error("can't write {}: too large ({size} bytes, limit {limit})", printable_path(.path))]
    Full {
        path: PathBuf,
        size: u64,
        limit: u64,
    },
    #[error("{} is a broken link; left unchanged", printable_path(.0))]
    LinkToNothing(PathBuf),
    #[error("can't create the folder {}: a file has that name", printable_path(.0))]
    NotAFolder(PathBuf),
    #[error("{}:{line}:{column}: {reason} (file left unchanged)", printable_path(.path))]
    Damaged {
        path: PathBuf,
        line: usize,
        column: usize,
        reason: String,
    },
    #[error("{} is from a newer version of reversi (format {format}, supported up to {known})", printable_path(.path))]
    Newer {
        path: PathBuf,
        format: u32,
        known: u32,
    },
    #[error("{}: disk full: free some space, then try again", printable_path(.0))]
    DiskFull(PathBuf),
    /// A query or a wait that a signal has ended.
    #[error("interrupted")]
    Interrupted,
    #[error("{}: {}", printable_path(.path), printable(&sqlite_reason(.source)))]
    Database {
        path: PathBuf,
        source: Box<rusqlite::Error>,
    },
    #[error("{} is not a database of reversi (file left unchanged)", printable_path(.0))]
    OtherDatabase(PathBuf),
    #[error("{} is not a database of reversi: {difference} (file left unchanged)", printable_path(.path))]
    OtherTables { path: PathBuf, difference: String },
    #[error("{} was changed by another program while it was read: try again", printable_path(.0))]
    Changed(PathBuf),
    #[error("{} has unfinished changes: let its owner open it once", printable_path(.0))]
    Incomplete(PathBuf),
    #[error("{}: {source} (file left unchanged)", printable_path(.path))]
    NotAGame {
        path: PathBuf,
        source: SnapshotError,
    },
    #[error("saved game {name} left unchanged, because it can't be read: {source}")]
    NotOurs {
        name: SaveName,
        source: Box<StoreError>,
    },
    #[error("no unfinished game to resume")]
    NothingKept,
    #[error(
        "no unfinished game {asked}: {}",
        if *.kept == 1 { "there is one".to_owned() } else { format!("there are {kept}") }
    )]
    NoSuchKept { asked: usize, kept: usize },
    #[error("the autosave folder is full: delete files from {}", printable_path(.0))]
    NoSlot(PathBuf),
}

/// Data that could not be saved at the end of a session, with the error.
#[derive(Debug, Error)]
pub enum UnsavedData {
    #[error("the unfinished game could not be saved: {0}")]
    Game(#[source] StoreError),
    #[error("{} not added to the library: {source}", finished(*.games))]
    Library {
        games: usize,
        /// Whether the games stay in the autosave, so that the next start adds them.
        are_kept: bool,
        source: StoreError,
    },
    #[error("scores from this run were not added to the ranking: {0}")]
    Scores(#[source] StoreError),
}

impl UnsavedData {
    /// Whether the disk has no space left for the data.
    pub fn is_about_full_disk(&self) -> bool {
        let (Self::Game(error) | Self::Library { source: error, .. } | Self::Scores(error)) = self;
        error.is_about_full_disk()
    }
}

fn finished(games: usize) -> String {
    if games == 1 {
        "the finished game was".to_owned()
    } else {
        format!("{games} finished games were")
    }
}

/// The reason for an `SQLite` error. For an invalid value it is the parser's message.
pub fn sqlite_reason(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::FromSqlConversionFailure(_, _, wrong) => wrong.to_string(),
        error if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) => {
            "the database is damaged: `library check` shows where".to_owned()
        }
        // The message contains the whole statement.
        rusqlite::Error::SqlInputError { .. } => "unexpected tables or columns".to_owned(),
        error if is_unwritable(error) => "the folder or the file can't be written".to_owned(),
        error => error.to_string(),
    }
}

fn is_unwritable(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly)
    )
}

impl StoreError {
    /// Whether a database can't be used because nothing can be written in its folder, or on its disk.
    pub fn is_about_unwritable_database(&self) -> bool {
        match self {
            Self::Database { source, .. } => is_unwritable(source),
            error => error.is_about_full_disk(),
        }
    }

    /// Whether the disk, or the user's part of it, has no space left.
    pub fn is_about_full_disk(&self) -> bool {
        use io::ErrorKind::{QuotaExceeded, StorageFull};
        match self {
            Self::DiskFull(_) => true,
            Self::Io { source, .. } => matches!(source.kind(), StorageFull | QuotaExceeded),
            _ => false,
        }
    }

    /// For `map_err`: adds the attempted action and the path to a system error.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io {
            action,
            path: path.to_owned(),
            source,
        }
    }

    pub(super) fn is_not_found(&self) -> bool {
        matches!(self, Self::Io { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }
}
