//! The autosave: unfinished games that can be resumed after a crash, a kill or a closed terminal.
//!
//! Each running prompt has its own slot, `autosave/1.ron` to `8.ron`, protected by a lock on `1.lock` to `8.lock`.
//! So has a script that resumes a game; scripts that start one share `script.ron`. A game replaced by another one
//! moves to `abandoned.ron`, or stays in its slot if that file exists.

mod autosaver;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use jiff::Timestamp;

use super::document::{self, SavedGame, read_saved_game};
use super::files::{self, WriteLock};
use super::{Store, StoreError};
use crate::base::files::disk::File;
use crate::base::files::is_free;
use crate::base::language::marked;
use crate::session::{CurrentGame, Icons};

pub use autosaver::Autosaver;

/// The number of slots for prompts. If all are in use, the oldest game is replaced.
const SLOT_COUNT: usize = 8;

const SCRIPT: &str = "script.ron";

/// The slot of a game that was replaced by another one.
const ABANDONED: &str = "abandoned.ron";

/// The kind of slot that a program writes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slots {
    /// A separate slot.
    Own,
    /// The slot that all scripts share.
    Script,
}

/// The autosave of one running program.
#[derive(Debug)]
pub struct Autosave {
    store: Store,
    slots: Slots,
    slot: Option<HeldSlot>,
}

/// A slot that only this program can write to.
#[derive(Debug)]
struct HeldSlot {
    path: PathBuf,
    _lock: File,
}

/// An unfinished game, its icons, and the time of its last save.
#[derive(Debug, Clone, PartialEq)]
pub struct UnfinishedGame {
    pub game: CurrentGame,
    pub icons: Icons,
    pub at: Timestamp,
}

/// An unfinished game that no running process owns.
struct KeptGame {
    path: PathBuf,
    lock: Option<File>,
    /// The modification time, which is finer than the whole seconds in the file.
    written: Option<SystemTime>,
    unfinished: UnfinishedGame,
}

impl Autosave {
    /// Creates an autosave, which claims a slot on the first save.
    pub fn new(store: Store, slots: Slots) -> Self {
        Self {
            store,
            slots,
            slot: None,
        }
    }

    fn folder(&self) -> PathBuf {
        self.store.root.join("autosave")
    }

    fn path(&self, number: usize) -> PathBuf {
        self.folder().join(format!("{number}.ron"))
    }

    fn is_own(&self, path: &Path) -> bool {
        self.slot.as_ref().is_some_and(|slot| slot.path == path)
    }

    /// Saves a game, replacing this program's previous one. On an error, the previous one stays.
    pub fn keep(&mut self, game: &SavedGame) -> Result<(), StoreError> {
        let lock = self.store.lock()?;
        let script = self.folder().join(SCRIPT);
        let path = match (&self.slot, self.slots) {
            (Some(slot), _) => &slot.path,
            (None, Slots::Own) => &self.slot.insert(self.claim()?).path,
            (None, Slots::Script) => {
                // Keep unreadable files: they may be repairable.
                if !is_free(&script) {
                    read_saved_game(&script)?;
                }
                &script
            }
        };
        document::write(&lock, path, game)
    }

    /// Removes this program's game, because it has ended.
    pub fn discard(&mut self) -> Result<(), StoreError> {
        match &self.slot {
            Some(slot) if slot.path.exists() => self.store.lock()?.remove(&slot.path),
            _ => Ok(()),
        }
    }

    /// Makes room for another game of this program, and keeps the current one as abandoned.
    pub fn abandon(&mut self) -> Result<(), StoreError> {
        if !self.slot.as_ref().is_some_and(|slot| slot.path.exists()) {
            return Ok(());
        }
        let lock = self.store.lock()?;
        // Never replace an abandoned game: keep this one in its slot, and take another slot for the next.
        if !self.move_aside(&lock)? {
            self.slot = Some(self.claim()?);
        }
        Ok(())
    }

    /// Moves this program's game to the abandoned slot. Returns false if that slot is in use.
    fn move_aside(&self, lock: &WriteLock) -> Result<bool, StoreError> {
        let aside = self.folder().join(ABANDONED);
        let Some(slot) = self.slot.as_ref().filter(|slot| slot.path.exists()) else {
            return Ok(false);
        };
        let is_moved = is_free(&aside);
        if is_moved {
            lock.rename(&slot.path, &aside)?;
        }
        Ok(is_moved)
    }

    /// The newest unfinished game that no running program owns.
    pub fn newest(&self) -> Option<UnfinishedGame> {
        self.all().into_iter().next()
    }

    /// All readable unfinished games that no running program owns, newest first.
    pub fn all(&self) -> Vec<UnfinishedGame> {
        let kept = self.kept().unwrap_or_default();
        kept.into_iter().map(|kept| kept.unfinished).collect()
    }

    /// Takes ownership of the unfinished game `number`, counted from 1 in [`all`](Self::all).
    /// This program's previous game is kept as abandoned.
    pub fn resume(&mut self, number: usize) -> Result<UnfinishedGame, StoreError> {
        let folder = self.folder();
        if !folder
            .try_exists()
            .map_err(StoreError::io(marked!("read"), &folder))?
        {
            return Err(StoreError::NothingKept);
        }
        let lock = self.store.lock()?;
        let kept = self.kept()?;
        let count = kept.len();
        let found = number
            .checked_sub(1)
            .and_then(|index| kept.into_iter().nth(index));
        let no_such = StoreError::NoSuchKept {
            asked: number,
            kept: count,
        };
        let KeptGame {
            path,
            lock: held,
            unfinished,
            ..
        } = found.ok_or(no_such)?;
        let slot = if let Some(held) = held {
            HeldSlot { path, _lock: held }
        } else {
            // Other programs also write to shared slots, so move the game first.
            let slot = self.claim()?;
            lock.rename(&path, &slot.path)?;
            self.move_aside(&lock)?;
            slot
        };
        // The previous game stays in its slot as an unfinished game.
        self.slot = Some(slot);
        Ok(unfinished)
    }

    /// The unfinished games that no running program owns, newest first.
    /// If all are unreadable, returns the first error.
    fn kept(&self) -> Result<Vec<KeptGame>, StoreError> {
        let slots = (1..=SLOT_COUNT).map(|number| (self.path(number), Some(number)));
        let shared = [SCRIPT, ABANDONED].map(|name| (self.folder().join(name), None));
        let mut games = Vec::new();
        let mut unreadable = None;
        for (path, number) in slots.chain(shared) {
            match self.read(path, number) {
                Ok(game) => games.extend(game),
                Err(error) => {
                    unreadable.get_or_insert(error);
                }
            }
        }
        if games.is_empty() {
            return Err(unreadable.unwrap_or(StoreError::NothingKept));
        }
        // If times are equal, later slots come first.
        games.reverse();
        games.sort_by_key(|kept| std::cmp::Reverse(kept.written));
        Ok(games)
    }

    /// Reads an unfinished game. `number` is the slot, `None` for a shared one.
    /// Returns `None` if there is no game, or a running program owns it.
    fn read(&self, path: PathBuf, number: Option<usize>) -> Result<Option<KeptGame>, StoreError> {
        // Check first, to avoid creating a lock file for nothing.
        if self.is_own(&path) || is_free(&path) {
            return Ok(None);
        }
        let lock = number.map(|number| self.hold(number)).transpose()?;
        // The previous owner may have removed the file before it released the lock.
        if lock.as_ref().is_some_and(Option::is_none) || is_free(&path) {
            return Ok(None);
        }
        let (saved, game) = read_saved_game(&path)?;
        let unfinished = UnfinishedGame {
            game,
            icons: saved.record.icons,
            at: saved.saved,
        };
        Ok(Some(KeptGame {
            written: modified(&path),
            path,
            lock: lock.flatten(),
            unfinished,
        }))
    }

    /// Locks a slot; `None` if another process owns it.
    fn hold(&self, number: usize) -> Result<Option<File>, StoreError> {
        let path = self.folder().join(format!("{number}.lock"));
        let file = files::open_lock(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => {
                Err(StoreError::io(marked!("lock"), &path)(error))
            }
        }
    }

    /// Claims a free slot, or the one with the oldest game.
    fn claim(&self) -> Result<HeldSlot, StoreError> {
        let folder = self.folder();
        files::make_folder(&folder)?;
        let mut refused = None;
        let mut hold = |number| {
            let lock = self.hold(number).unwrap_or_else(|error| {
                refused.get_or_insert(error);
                None
            });
            Some(HeldSlot {
                path: self.path(number),
                _lock: lock?,
            })
        };
        let others = || (1..=SLOT_COUNT).filter(|&number| !self.is_own(&self.path(number)));
        // The search is lazy, to avoid creating lock files for nothing.
        let free = others()
            .filter(|&number| is_free(&self.path(number)))
            .find_map(&mut hold);
        // Keep unreadable files: they may be repairable.
        let used = others().filter(|&number| read_saved_game(&self.path(number)).is_ok());
        let oldest = || {
            used.filter_map(hold)
                .min_by_key(|slot| modified(&slot.path))
        };
        let claimed = free.or_else(oldest);
        claimed.ok_or_else(|| refused.unwrap_or(StoreError::NoSlot(folder)))
    }
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}
