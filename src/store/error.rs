//! What can go wrong with files.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::base::text::{printable_path, reason};
use crate::session::SnapshotError;

use super::{SaveName, SaveNameError};

/// Why something could not be read or written. Files are as they were.
#[derive(Debug, Error)]
pub enum StoreError {
    /// There is no folder to keep data in.
    #[error("no data folder: set REVERSI_HOME, or use --data-dir DIR")]
    NoHome,
    /// The system refused.
    #[error("can't {action} {}: {}", printable_path(.path), reason(.source))]
    Io {
        /// A verb: read, write, remove, lock.
        action: &'static str,
        /// Which file or folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Another program has the right to write, and keeps it.
    #[error(
        "{} is locked by another program (waited {seconds} s), so nothing was written: try again \
            later",
        printable_path(.path)
    )]
    Busy {
        /// The file that is locked.
        path: PathBuf,
        /// How long was waited.
        seconds: u64,
    },
    /// Not a valid name for a save.
    #[error(transparent)]
    Name(#[from] SaveNameError),
    /// Nothing is saved under this name.
    #[error("no saved game called {0}")]
    NoSuchSave(SaveName),
    /// A folder, a device or the like stands where a file should.
    #[error("{} is not a file", printable_path(.0))]
    NotAFile(PathBuf),
    /// Larger than any file of ours.
    #[error("{} is too large: {size} bytes, limit {limit}", printable_path(.path))]
    TooLarge {
        /// Which file.
        path: PathBuf,
        /// Its size in bytes.
        size: u64,
        /// The largest size in bytes.
        limit: u64,
    },
    /// It would be larger than any file that is read.
    #[error("can't write {}: too large ({size} bytes, limit {limit})", printable_path(.path))]
    Full {
        /// Which file.
        path: PathBuf,
        /// The size it would have in bytes.
        size: u64,
        /// The largest size in bytes.
        limit: u64,
    },
    /// A link in place of a file leads nowhere, perhaps to a disk that is away for now.
    #[error("{} is a broken link; left unchanged", printable_path(.0))]
    LinkToNothing(PathBuf),
    /// A file stands where a folder should.
    #[error("can't create the folder {}: a file has that name", printable_path(.0))]
    NotAFolder(PathBuf),
    /// Not in the format it should have.
    #[error("{}:{line}:{column}: {reason} (file left unchanged)", printable_path(.path))]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// From 1, in characters.
        column: usize,
        /// What was expected, or what is wrong.
        reason: String,
    },
    /// Written by a newer version of the program.
    #[error("{} is from a newer version of reversi (format {format}, supported up to {known})", printable_path(.path))]
    Newer {
        /// Which file.
        path: PathBuf,
        /// The format it says it has.
        format: u32,
        /// The newest format this program knows.
        known: u32,
    },
    /// In the right format, but not a game.
    #[error("{}: {source} (file left unchanged)", printable_path(.path))]
    NotAGame {
        /// Which file.
        path: PathBuf,
        /// What doesn't fit.
        source: SnapshotError,
    },
    /// The file under a name is not ours to replace or remove.
    #[error("saved game {name} left unchanged, because it can't be read: {source}")]
    NotOurs {
        /// The save.
        name: SaveName,
        /// What is wrong with it.
        source: Box<StoreError>,
    },
    /// No unfinished game has been kept.
    #[error("no unfinished game to resume")]
    NothingKept,
    /// Fewer unfinished games have been kept.
    #[error(
        "no unfinished game {asked}: {}",
        if *.kept == 1 { "there is one".to_owned() } else { format!("there are {kept}") }
    )]
    NoSuchKept {
        /// The number asked for, from 1.
        asked: usize,
        /// The number of games there are.
        kept: usize,
    },
    /// All places of the autosave are taken by games of running programs or unreadable files.
    #[error("the autosave folder is full: delete files from {}", printable_path(.0))]
    NoSlot(PathBuf),
}

/// What is lost when a session ends, and why.
#[derive(Debug, Error)]
pub enum UnsavedData {
    /// The unfinished game.
    #[error("the unfinished game could not be saved: {0}")]
    Game(#[source] StoreError),
    /// Finished games.
    #[error("{} not added to the library: {source}", finished(*.games))]
    Library {
        /// The number of games.
        games: usize,
        /// Why they could not be added.
        source: StoreError,
    },
    /// The scores of the competitive games since the start.
    #[error("scores from this run were not added to the ranking: {0}")]
    Scores(#[source] StoreError),
}

fn finished(games: usize) -> String {
    if games == 1 {
        "the finished game was".to_owned()
    } else {
        format!("{games} finished games were")
    }
}

impl StoreError {
    /// For `map_err`: a system error with what was tried on which path.
    pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { action, path: path.to_owned(), source }
    }

    /// Whether the file is simply not there.
    pub(super) fn is_not_found(&self) -> bool {
        matches!(self, Self::Io { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }
}
