//! The data folder (saves, ranking, autosave, databases) and the configuration file.
//!
//! Files are written to a temporary file, synced and renamed, under one lock that all processes share. Readers see
//! the old or the new file, and a crash leaves the old one. A damaged file is reported, and never overwritten or
//! removed.

mod autosave;
mod config;
mod database;
mod document;
mod entries;
mod error;
mod files;
mod finished;
mod line_history;
mod paths;
mod save_name;
mod saves;

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

pub use autosave::{Autosave, Autosaver, Slots, UnfinishedGame};
pub use config::{change_config, config_path, read_config};
pub use database::{Columns, Database, DatabaseFile, Text};
pub use document::{SavedGame, parse_saved_game};
pub use entries::{EntryFile, FileEntry, keys_path, theme_files, themes_folder};
pub use error::{StoreError, UnsavedData, sqlite_reason};
pub use finished::FinishedGame;
pub use line_history::LineHistory;
pub(crate) use line_history::PATIENCE as LINE_PATIENCE;
pub use paths::paths_beginning;
pub use save_name::SaveName;
pub use saves::SaveSummary;

/// The data folder. It is not accessed before the first use.
#[derive(Debug, Clone)]
pub struct Store {
    root: PathBuf,
}

impl Store {
    /// Creates a store in `root`. The folder is created on the first write.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// Creates a store in `$REVERSI_HOME`, or in `reversi` in the user's data folder (`$XDG_DATA_HOME`, by default
    /// `~/.local/share`).
    pub fn of_user() -> Result<Self, StoreError> {
        if let Some(root) = home() {
            return Ok(Self::at(root));
        }
        let folders = etcetera::choose_base_strategy().map_err(|_| StoreError::NoHome)?;
        Ok(Self::at(folders.data_dir().join("reversi")))
    }

    pub fn root(&self) -> &Path {
        &self.root
    }
}

/// The folder for all files, set by `$REVERSI_HOME`.
fn home() -> Option<PathBuf> {
    std::env::var_os("REVERSI_HOME")
        .filter(|home| !home.is_empty())
        .map(PathBuf::from)
}

#[cfg(test)]
#[cfg(unix)]
mod rehearsals;
#[cfg(test)]
mod tests;
