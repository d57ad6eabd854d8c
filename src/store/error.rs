//! Errors of the data folder.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

use crate::base::language::{reason, tr, translated, with_typed};
use crate::base::text::{printable, printable_path};
use crate::session::SnapshotError;

use super::save_name::{SaveName, SaveNameError};

/// An error while reading or writing a file. The files are unchanged.
#[derive(Debug, Error)]
pub enum StoreError {
    #[error("{}", tr!("no data folder: set REVERSI_HOME, or use --data-dir DIR"))]
    NoHome,
    #[error("{}", tr!(
        "can't {action} {path}: {reason}",
        action = translated(.action),
        path = printable_path(.path),
        reason = reason(.source)
    ))]
    Io {
        action: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    #[error("{}", tr!(
        "{path} is locked by another program (waited {seconds} s), so nothing was written: try again later",
        path = printable_path(.path),
        seconds
    ))]
    Busy { path: PathBuf, seconds: u64 },
    #[error(transparent)]
    Name(#[from] SaveNameError),
    #[error("{}", tr!("no saved game called {name}", name = .0))]
    NoSuchSave(SaveName),
    #[error("{}", tr!("{path} is not a file", path = printable_path(.0)))]
    NotAFile(PathBuf),
    #[error("{}", tr!(
        "{path} is too large: {size} bytes, limit {limit}",
        path = printable_path(.path),
        size,
        limit
    ))]
    TooLarge {
        path: PathBuf,
        size: u64,
        limit: u64,
    },
    #[error("{}", tr!(
        "can't write {path}: too large ({size} bytes, limit {limit})",
        path = printable_path(.path),
        size,
        limit
    ))]
    Full {
        path: PathBuf,
        size: u64,
        limit: u64,
    },
    #[error("{}", tr!("{path} is a broken link; left unchanged", path = printable_path(.0)))]
    LinkToNothing(PathBuf),
    #[error("{}", tr!(
        "can't create the folder {path}: a file has that name",
        path = printable_path(.0)
    ))]
    NotAFolder(PathBuf),
    #[error("{}", tr!(
        "{path}:{line}:{column}: {reason} (file left unchanged)",
        path = printable_path(.path),
        line,
        column,
        reason
    ))]
    Damaged {
        path: PathBuf,
        line: usize,
        column: usize,
        reason: String,
    },
    #[error("{}", tr!(
        "{path} is from a newer version of reversi (format {format}, supported up to {known})",
        path = printable_path(.path),
        format,
        known
    ))]
    Newer {
        path: PathBuf,
        format: u32,
        known: u32,
    },
    #[error("{}", tr!(
        "{path}: disk full: free some space, then try again",
        path = printable_path(.0)
    ))]
    DiskFull(PathBuf),
    /// A query or a wait that a signal has ended.
    #[error("{}", tr!("interrupted"))]
    Interrupted,
    #[error("{}: {}", printable_path(.path), printable(&sqlite_reason(.source)))]
    Database {
        path: PathBuf,
        source: Box<rusqlite::Error>,
    },
    #[error("{}", tr!(
        "{path} is not a database of reversi (file left unchanged)",
        path = printable_path(.0)
    ))]
    OtherDatabase(PathBuf),
    #[error("{}", tr!(
        "{path} is not a database of reversi: {difference} (file left unchanged)",
        path = printable_path(.path),
        difference
    ))]
    OtherTables { path: PathBuf, difference: String },
    #[error("{}", tr!(
        "{path} was changed by another program while it was read: try again",
        path = printable_path(.0)
    ))]
    Changed(PathBuf),
    #[error("{}", tr!(
        "{path} has unfinished changes: let its owner open it once",
        path = printable_path(.0)
    ))]
    Incomplete(PathBuf),
    #[error("{}", tr!(
        "{path}: {error} (file left unchanged)",
        path = printable_path(.path),
        error = source
    ))]
    NotAGame {
        path: PathBuf,
        source: SnapshotError,
    },
    #[error("{}", tr!(
        "saved game {name} left unchanged, because it can't be read: {error}",
        name,
        error = source
    ))]
    NotOurs {
        name: SaveName,
        source: Box<StoreError>,
    },
    #[error("{}", tr!("no unfinished game to resume"))]
    NothingKept,
    #[error("{}", tr!(
        "no unfinished game {asked}: there is one" | "no unfinished game {asked}: there are {n}",
        n = *.kept,
        asked
    ))]
    NoSuchKept { asked: usize, kept: usize },
    #[error("{}", tr!(
        "the autosave folder is full: delete files from {path}",
        path = printable_path(.0)
    ))]
    NoSlot(PathBuf),
}

/// Data that could not be saved at the end of a session, with the error.
#[derive(Debug, Error)]
pub enum UnsavedData {
    #[error("{}", tr!("the unfinished game could not be saved: {error}", error = .0))]
    Game(#[source] StoreError),
    #[error("{}", tr!(
        "the finished game was not added to the library: {error}"
            | "{n} finished games were not added to the library: {error}",
        n = *.games,
        error = source
    ))]
    Library {
        games: usize,
        /// Whether the games stay in the autosave, so that the next start adds them.
        are_kept: bool,
        source: StoreError,
    },
    #[error("{}", tr!("scores from this run were not added to the ranking: {error}", error = .0))]
    Scores(#[source] StoreError),
}

impl UnsavedData {
    /// Whether the disk has no space left for the data.
    pub fn is_about_full_disk(&self) -> bool {
        let (Self::Game(error) | Self::Library { source: error, .. } | Self::Scores(error)) = self;
        error.is_about_full_disk()
    }
}

/// The reason for an `SQLite` error. For an invalid value it is the parser's message.
pub fn sqlite_reason(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::FromSqlConversionFailure(_, _, wrong) => wrong.to_string(),
        error if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) => {
            with_typed(tr!("the database is damaged: `library check` shows where")).into_owned()
        }
        // The message contains the whole statement.
        rusqlite::Error::SqlInputError { .. } => tr!("unexpected tables or columns").to_owned(),
        error if is_unwritable(error) => tr!("the folder or the file can't be written").to_owned(),
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
