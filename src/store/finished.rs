//! Finished games that the library lacks, for example because another program locks it. Each has its own file in
//! `autosave/finished/`, until a program has added it.

use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::document::{self, FORMAT};
use super::{Store, StoreError, files};
use crate::base::files::is_free;

/// The maximum size of a file, in bytes. A game has less than one thousand.
const MAX_BYTES: u64 = 1 << 16;

/// A finished game as the content of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedGame(Vec<u8>);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "finished")]
struct Document<T> {
    format: u32,
    game: T,
}

impl FinishedGame {
    /// Prints a game, in the form of the room that defines the library.
    pub fn of(game: &impl Serialize) -> Self {
        Self(document::print(&Document {
            format: FORMAT,
            game,
        }))
    }
}

impl Store {
    fn finished_folder(&self) -> PathBuf {
        self.root.join("autosave").join("finished")
    }

    /// Writes a finished game. Returns the path of its file.
    pub fn keep_finished(&self, game: &FinishedGame) -> Result<PathBuf, StoreError> {
        let lock = self.lock()?;
        let folder = self.finished_folder();
        let name = format!(
            "{}-{}",
            Timestamp::now().as_millisecond(),
            std::process::id()
        );
        let mut path = folder.join(format!("{name}.ron"));
        let mut copy = 1;
        while !is_free(&path) {
            copy += 1;
            path = folder.join(format!("{name}-{copy}.ron"));
        }
        lock.write(&path, &game.0, MAX_BYTES)?;
        Ok(path)
    }

    /// Whether there are finished games that the library lacks.
    pub fn has_finished(&self) -> bool {
        !self.finished_paths().is_empty()
    }

    /// The files of finished games, in the order in which the games ended.
    fn finished_paths(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.finished_folder())
            .into_iter()
            .flatten()
            .flatten();
        let is_game = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "ron");
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_game).collect();
        paths.sort_unstable();
        paths
    }

    /// Passes each finished game to `add`, and removes its file. A game that can't be read or added keeps its file.
    ///
    /// # Errors
    /// Returns the first error, after trying all games.
    pub fn take_finished<T: DeserializeOwned>(
        &self,
        mut add: impl FnMut(T) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let take = |path: PathBuf| {
            // Another program may have added it.
            let Some(document) = document::read::<Document<T>>(&path, MAX_BYTES)? else {
                return Ok(());
            };
            add(document.game)?;
            self.forget_finished(&path)
        };
        let results: Vec<Result<(), StoreError>> =
            self.finished_paths().into_iter().map(take).collect();
        results.into_iter().collect()
    }

    /// Removes the file of a finished game that the library has.
    pub fn forget_finished(&self, path: &Path) -> Result<(), StoreError> {
        let lock: files::WriteLock = self.lock()?;
        // Another program may have removed it.
        if is_free(path) {
            Ok(())
        } else {
            lock.remove(path)
        }
    }
}
