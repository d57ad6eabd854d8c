//! What can go wrong with files.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::session::SnapshotError;

use super::{SaveName, SaveNameError};

/// Why something could not be read or written. Files are as they were.
#[derive(Debug, Error)]
pub enum StoreError {
    /// There is no folder to keep data in.
    #[error("no data folder: neither REVERSI_HOME nor a home folder is set; give --data-dir")]
    NoHome,
    /// The system refused.
    #[error("can't {action} {}: {source}", Shown(.path))]
    Io {
        /// A verb: read, write, remove, lock.
        action: &'static str,
        /// Which file or folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Not a valid name for a save.
    #[error(transparent)]
    Name(#[from] SaveNameError),
    /// Nothing is saved under this name.
    #[error("there is no save {0}: T lists the saves")]
    NoSuchSave(SaveName),
    /// A folder, a device or the like stands where a file should.
    #[error("{} is not a file", Shown(.0))]
    NotAFile(PathBuf),
    /// Larger than any file of ours.
    #[error("{} has {size} bytes, more than the {limit} a file of reversi can have", Shown(.path))]
    TooLarge {
        /// Which file.
        path: PathBuf,
        /// Its size in bytes.
        size: u64,
        /// The largest size in bytes.
        limit: u64,
    },
    /// It would be larger than any file that is read.
    #[error("can't write {}: it would have {size} bytes, more than the {limit} that are read again", Shown(.path))]
    Full {
        /// Which file.
        path: PathBuf,
        /// The size it would have in bytes.
        size: u64,
        /// The largest size in bytes.
        limit: u64,
    },
    /// A link in place of a file leads nowhere, perhaps to a disk that is away for now.
    #[error("{} is a link to nothing; it was left alone", Shown(.0))]
    LinkToNothing(PathBuf),
    /// A file stands where a folder should.
    #[error("can't make the folder {}: there is a file of that name", Shown(.0))]
    NotAFolder(PathBuf),
    /// Not in the format it should have.
    #[error("{}, line {line}, column {column}: {reason}; the file was left alone", Shown(.path))]
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
    #[error("{} has format {format}, and this version reads up to {known}: a newer reversi wrote it", Shown(.path))]
    Newer {
        /// Which file.
        path: PathBuf,
        /// The format it says it has.
        format: u32,
        /// The newest format this program knows.
        known: u32,
    },
    /// In the right format, but not a game.
    #[error("{}: {source}; the file was left alone", Shown(.path))]
    NotAGame {
        /// Which file.
        path: PathBuf,
        /// What doesn't fit.
        source: SnapshotError,
    },
    /// What stands under a name isn't ours to replace or remove.
    #[error(
        "save {name} is not replaced or removed, because it is not one that can be read: {source}"
    )]
    NotOurs {
        /// The save.
        name: SaveName,
        /// What is wrong with it.
        source: Box<StoreError>,
    },
    /// No unfinished game has been kept.
    #[error("no unfinished game is kept in the autosave")]
    NothingKept,
    /// All places of the autosave are taken by games of running programs or unreadable files.
    #[error("no place in the autosave is free: look at the files in {}", Shown(.0))]
    NoSlot(PathBuf),
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

/// A path as a terminal may see it: one line, with nothing in it that the terminal would act on.
pub(super) struct Shown<'a>(pub(super) &'a Path);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.to_string_lossy().chars() {
            // Besides control characters: marks that turn the direction of the writing around.
            if character.is_control()
                || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            {
                write!(f, "{}", character.escape_default())?;
            } else {
                fmt::Write::write_char(f, character)?;
            }
        }
        Ok(())
    }
}
