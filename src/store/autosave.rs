//! Unfinished games, kept so that they can be gone on with after a crash, a kill or a closed
//! terminal.
//!
//! Each prompt that runs has a place of its own, `autosave/1.ron` to `8.ron`, held by a lock on
//! `1.lock` to `8.lock` for as long as it runs. Scripts share `script.ron`. A game that was left
//! for another one at the same prompt is kept in `abandoned.ron` until the next one is.

mod background;

use std::fs::{self, File};
use std::path::PathBuf;

use super::document::{self, SavedGame, read_saved_game};
use super::{Store, StoreError, files};
use crate::session::{CurrentGame, Snapshot};

pub use background::Autosaver;

/// How many unfinished games of prompts are kept; the oldest gives way to the next.
const PLACES: usize = 8;

/// Where scripts keep their unfinished game.
const SCRIPT: &str = "script.ron";

/// Where a game is put that was left for another one.
const ABANDONED: &str = "abandoned.ron";

/// Where a game is for a moment while two change places.
const BETWEEN: &str = "between.ron";

/// Which places of the autosave a program writes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slots {
    /// One of its own, of those for prompts.
    Own,
    /// The one that all scripts share.
    Script,
}

/// The place of one running program in the autosave.
#[derive(Debug)]
pub struct Autosave {
    store: Store,
    slots: Slots,
    /// The file written to and what keeps others away from it, once it is known.
    slot: Option<(PathBuf, Option<File>)>,
}

impl Autosave {
    /// An autosave that takes its place when it first has something to keep.
    pub fn new(store: Store, slots: Slots) -> Self {
        Self { store, slots, slot: None }
    }

    fn folder(&self) -> PathBuf {
        self.store.root.join("autosave")
    }

    /// Keeps a game, replacing what this program kept before.
    ///
    /// # Errors
    /// [`StoreError`]; what was kept before is then still there.
    pub fn keep(&mut self, record: Snapshot) -> Result<(), StoreError> {
        let path = self.claim()?;
        self.store.lock()?.write(&path, &document::print(&SavedGame::now(record)))
    }

    /// Forgets what this program kept: the game has ended.
    ///
    /// # Errors
    /// [`StoreError`] when the file can't be removed.
    pub fn discard(&mut self) -> Result<(), StoreError> {
        match &self.slot {
            Some((path, _)) if path.exists() => self.store.lock()?.remove(path),
            _ => Ok(()),
        }
    }

    /// Puts what this program kept aside, because another game begins.
    ///
    /// # Errors
    /// [`StoreError`] when the file can't be renamed.
    pub fn abandon(&mut self) -> Result<(), StoreError> {
        match &self.slot {
            Some((path, _)) if path.exists() => {
                self.store.lock()?.rename(path, &self.folder().join(ABANDONED))
            }
            _ => Ok(()),
        }
    }

    /// The newest game kept by a program that runs no more, with when it was; `None` if there is
    /// none that can be read. Games left for another one don't count.
    pub fn newest(&self) -> Option<(CurrentGame, SavedGame)> {
        self.kept(false).map(|(_, saved, game)| (game, saved))
    }

    /// Takes over the newest game kept by a program that runs no more, or the one left last, as
    /// this program's own.
    ///
    /// # Errors
    /// [`StoreError::NothingKept`], or what keeps it from being moved.
    pub fn resume(&mut self) -> Result<(SavedGame, CurrentGame), StoreError> {
        let (from, saved, game) = self.kept(true).ok_or(StoreError::NothingKept)?;
        let to = self.claim()?;
        if from != to {
            let lock = self.store.lock()?;
            if to.exists() {
                // The two games change places, in steps that lose neither if they are cut short.
                let between = self.folder().join(BETWEEN);
                lock.rename(&from, &between)?;
                lock.rename(&to, &self.folder().join(ABANDONED))?;
                lock.rename(&between, &to)?;
            } else {
                lock.rename(&from, &to)?;
            }
        }
        Ok((saved, game))
    }

    fn kept(&self, with_abandoned: bool) -> Option<(PathBuf, SavedGame, CurrentGame)> {
        let folder = self.folder();
        let own = self.slot.as_ref().map(|(path, _)| path.clone());
        let idle = (1..=PLACES).filter_map(|place| {
            let path = folder.join(format!("{place}.ron"));
            // Looked at first, so that no lock file is made for nothing.
            let free = path.exists() && own.as_ref() != Some(&path) && self.hold(place).is_some();
            free.then_some(path)
        });
        let shared = [Some(SCRIPT), Some(BETWEEN), with_abandoned.then_some(ABANDONED)];
        let shared = shared.into_iter().flatten().map(|name| folder.join(name));
        idle.chain(shared)
            .filter_map(|path| {
                let (saved, game) = read_saved_game(&path).ok()?;
                // The time in the file counts whole seconds, the file system's is finer.
                let written = fs::metadata(&path).and_then(|data| data.modified()).ok();
                Some((written, path, saved, game))
            })
            .max_by_key(|(written, path, ..)| (*written, path.clone()))
            .map(|(_, path, saved, game)| (path, saved, game))
    }

    /// The lock of a prompt's place, if nobody else has it.
    fn hold(&self, place: usize) -> Option<File> {
        let file = files::open_lock(&self.folder().join(format!("{place}.lock"))).ok()?;
        file.try_lock().is_ok().then_some(file)
    }

    /// The file this program writes to: a free place, else the one that was written longest ago.
    fn claim(&mut self) -> Result<PathBuf, StoreError> {
        if let Some((path, _)) = &self.slot {
            return Ok(path.clone());
        }
        let folder = self.folder();
        fs::create_dir_all(&folder).map_err(StoreError::io("make the folder", &folder))?;
        if self.slots == Slots::Script {
            let path = folder.join(SCRIPT);
            // A file that can't be read may be worth mending.
            if path.exists() {
                read_saved_game(&path)?;
            }
            self.slot = Some((path.clone(), None));
            return Ok(path);
        }
        let path = |place| folder.join(format!("{place}.ron"));
        // No more places are looked at than it takes, so that no lock file is made for nothing.
        let mut unused = (1..=PLACES).filter(|&place| !path(place).exists());
        let unused = unused.find_map(|place| Some((path(place), self.hold(place)?)));
        let oldest = || {
            let used = (1..=PLACES).filter_map(|place| {
                let lock = self.hold(place)?;
                // What can't be read may be worth mending.
                read_saved_game(&path(place)).ok()?;
                let written = fs::metadata(path(place)).ok()?.modified().ok()?;
                Some((written, path(place), lock))
            });
            used.min_by_key(|(written, path, _)| (*written, path.clone()))
        };
        let (path, lock) = unused
            .or_else(|| oldest().map(|(_, path, lock)| (path, lock)))
            .ok_or_else(|| StoreError::NoSlot(folder.clone()))?;
        self.slot = Some((path.clone(), Some(lock)));
        Ok(path)
    }
}
