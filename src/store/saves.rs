//! Saves, one file per game, named by the user, and the ranking file.

use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::document::{self, FORMAT, SavedGame, read_saved_game};
use super::save_name::SaveName;
use super::{Store, StoreError, UnfinishedGame};
use crate::base::language::marked;
use crate::session::{CurrentGame, Ranking, Snapshot};

#[derive(Debug, Clone, PartialEq)]
pub struct SaveSummary {
    pub name: SaveName,
    /// The game, or the reason why it can't be read.
    pub game: Result<UnfinishedGame, String>,
}

impl Store {
    fn saves_folder(&self) -> PathBuf {
        self.root.join("saves")
    }

    pub fn save_path(&self, name: &SaveName) -> PathBuf {
        self.saves_folder().join(format!("{name}.ron"))
    }

    /// Saves a game, replacing an earlier save of that name. Returns whether there was one.
    pub fn save(&self, name: &SaveName, record: Snapshot) -> Result<bool, StoreError> {
        let lock = self.lock()?;
        let path = self.save_path(name);
        let replaced = self.is_ours(name)?;
        document::write(&lock, &path, &SavedGame::now(record))?;
        Ok(replaced)
    }

    pub fn load(&self, name: &SaveName) -> Result<(SavedGame, CurrentGame), StoreError> {
        read_saved_game(&self.save_path(name)).map_err(|error| {
            if error.is_not_found() {
                StoreError::NoSuchSave(name.clone())
            } else {
                error
            }
        })
    }

    pub fn remove(&self, name: &SaveName) -> Result<(), StoreError> {
        // Don't create a data folder just for the lock.
        if !self.root.exists() {
            return Err(StoreError::NoSuchSave(name.clone()));
        }
        let lock = self.lock()?;
        if self.is_ours(name)? {
            lock.remove(&self.save_path(name))
        } else {
            Err(StoreError::NoSuchSave(name.clone()))
        }
    }

    fn has_save(&self, name: &SaveName) -> bool {
        self.save_path(name).symlink_metadata().is_ok()
    }

    /// Returns whether the save exists, or an error if the file is not a save.
    fn is_ours(&self, name: &SaveName) -> Result<bool, StoreError> {
        match self.load(name) {
            Ok(_) => Ok(true),
            Err(StoreError::NoSuchSave(_)) => Ok(false),
            // A system error doesn't show whether the file is a save.
            Err(error @ StoreError::Io { .. }) => Err(error),
            Err(source) => Err(StoreError::NotOurs {
                name: name.clone(),
                source: Box::new(source),
            }),
        }
    }

    /// The names of all saves, in alphabetical order.
    pub fn save_names(&self) -> Result<Vec<SaveName>, StoreError> {
        let folder = self.saves_folder();
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(StoreError::io(marked!("read"), &folder)(error)),
        };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(StoreError::io(marked!("read"), &folder))?;
            let file_name = entry.file_name();
            let stem = file_name
                .to_str()
                .and_then(|name| name.strip_suffix(".ron"));
            let name = stem.and_then(|stem| Some((stem, stem.parse::<SaveName>().ok()?)));
            // Some file systems decompose letters in their lists, and find both spellings.
            let is_found =
                |(stem, name): &(&str, SaveName)| name.as_str() == *stem || self.has_save(name);
            names.extend(name.filter(is_found).map(|(_, name)| name));
        }
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }

    pub fn saves(&self) -> Result<Vec<SaveSummary>, StoreError> {
        let names = self.save_names()?.into_iter();
        let summary = |name| {
            let game = self
                .load(&name)
                .map(|(SavedGame { record, saved, .. }, game)| UnfinishedGame {
                    game,
                    icons: record.icons,
                    at: saved,
                });
            SaveSummary {
                name,
                game: game.map_err(|error| error.to_string()),
            }
        };
        Ok(names.map(summary).collect())
    }
}

/// The maximum size of a ranking, in bytes: about 280,000 nicknames.
const MAX_RANKING_BYTES: u64 = 1 << 24;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "ranking")]
struct RankingFile {
    format: u32,
    ranking: Ranking,
}

impl Store {
    fn ranking_path(&self) -> PathBuf {
        self.root.join("ranking.ron")
    }

    /// Reads the ranking; empty if the file doesn't exist.
    pub fn ranking(&self) -> Result<Ranking, StoreError> {
        let path = self.ranking_path();
        let file: Option<RankingFile> = document::read(&path, MAX_RANKING_BYTES)?;
        Ok(file.map(|file| file.ranking).unwrap_or_default())
    }

    /// Adds entries to the ranking file, and returns its new content. Several processes can do so at once.
    pub fn merge_ranking(&self, entries: &Ranking) -> Result<Ranking, StoreError> {
        let lock = self.lock()?;
        let former = self.ranking()?;
        let ranking = former.merged(entries);
        if ranking == former {
            return Ok(ranking);
        }
        let file = RankingFile {
            format: FORMAT,
            ranking,
        };
        lock.write(
            &self.ranking_path(),
            &document::print(&file),
            MAX_RANKING_BYTES,
        )?;
        Ok(file.ranking)
    }
}
