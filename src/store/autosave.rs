//! Unfinished games, kept so that they can be continued after a crash, a kill or a closed terminal.
//!
//! Each running prompt has its own slot, `autosave/1.ron` to `8.ron`, held by a lock on `1.lock` to
//! `8.lock`; so has a script that continues a game. Scripts that begin one share `script.ron`. A
//! game that another one replaced is kept in `abandoned.ron`, or in its slot if that file exists.

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
use crate::session::{CurrentGame, Icons};

pub use autosaver::Autosaver;

/// The number of kept unfinished games of prompts; the oldest is replaced.
const SLOT_COUNT: usize = 8;

/// Where scripts keep their unfinished game.
const SCRIPT: &str = "script.ron";

/// Where a game is put that was left for another one.
const ABANDONED: &str = "abandoned.ron";

/// Which slots of the autosave a program writes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slots {
    /// A slot of its own.
    Own,
    /// The one that all scripts share.
    Script,
}

/// The part of one running program in the autosave.
#[derive(Debug)]
pub struct Autosave {
    store: Store,
    slots: Slots,
    slot: Option<HeldSlot>,
}

/// A file that nobody else writes while this is held.
#[derive(Debug)]
struct HeldSlot {
    path: PathBuf,
    _lock: File,
}

/// An unfinished game with its icons, and when it was left.
#[derive(Debug, Clone)]
pub struct UnfinishedGame {
    pub game: CurrentGame,
    pub icons: Icons,
    pub at: Timestamp,
}

/// A game that no running program keeps any more.
struct KeptGame {
    path: PathBuf,
    lock: Option<File>,
    /// The time in the file counts whole seconds, the file system's is finer.
    written: Option<SystemTime>,
    unfinished: UnfinishedGame,
}

impl Autosave {
    /// An autosave that takes a slot when it first has something to keep.
    pub fn new(store: Store, slots: Slots) -> Self {
        Self { store, slots, slot: None }
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

    /// Keeps a game, replacing what this program kept before.
    ///
    /// # Errors
    /// [`StoreError`]; what was kept before is then still there.
    pub fn keep(&mut self, game: &SavedGame) -> Result<(), StoreError> {
        let lock = self.store.lock()?;
        let script = self.folder().join(SCRIPT);
        let path = match (&self.slot, self.slots) {
            (Some(slot), _) => &slot.path,
            (None, Slots::Own) => &self.slot.insert(self.claim()?).path,
            (None, Slots::Script) => {
                // A file that can't be read may be worth mending.
                if !is_free(&script) {
                    read_saved_game(&script)?;
                }
                &script
            }
        };
        document::write(&lock, path, game)
    }

    /// Forgets what this program kept: the game has ended.
    ///
    /// # Errors
    /// [`StoreError`] when the file can't be removed.
    pub fn discard(&mut self) -> Result<(), StoreError> {
        match &self.slot {
            Some(slot) if slot.path.exists() => self.store.lock()?.remove(&slot.path),
            _ => Ok(()),
        }
    }

    /// Puts what this program kept aside, because another game begins.
    ///
    /// # Errors
    /// [`StoreError`] when the file can't be renamed, or no other slot is free.
    pub fn abandon(&mut self) -> Result<(), StoreError> {
        if !self.slot.as_ref().is_some_and(|slot| slot.path.exists()) {
            return Ok(());
        }
        let lock = self.store.lock()?;
        // Another game is never replaced: this one then stays where it is, and the next one has another slot.
        if !self.move_aside(&lock)? {
            self.slot = Some(self.claim()?);
        }
        Ok(())
    }

    /// Moves what this program kept out of its slot, if no other game is where it goes.
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

    /// The newest game that no running program keeps: the one that [`resume`](Self::resume) takes over.
    pub fn newest(&self) -> Option<UnfinishedGame> {
        self.all().into_iter().next()
    }

    /// All games that no running program keeps, the newest first; those that can't be read are left out.
    pub fn all(&self) -> Vec<UnfinishedGame> {
        let kept = self.kept().unwrap_or_default();
        kept.into_iter().map(|kept| kept.unfinished).collect()
    }

    /// Takes over a game that no running program keeps as this program's own, by its number from 1 in
    /// [`all`](Self::all). A game that this program kept is put aside for it.
    ///
    /// # Errors
    /// [`StoreError::NothingKept`], [`StoreError::NoSuchKept`], or what keeps the game from being read or
    /// moved.
    pub fn resume(&mut self, number: usize) -> Result<UnfinishedGame, StoreError> {
        let folder = self.folder();
        if !folder.try_exists().map_err(StoreError::io("read", &folder))? {
            return Err(StoreError::NothingKept);
        }
        let lock = self.store.lock()?;
        let kept = self.kept()?;
        let count = kept.len();
        let found = number.checked_sub(1).and_then(|index| kept.into_iter().nth(index));
        let no_such = StoreError::NoSuchKept { asked: number, kept: count };
        let KeptGame { path, lock: held, unfinished, .. } = found.ok_or(no_such)?;
        let slot = if let Some(held) = held {
            HeldSlot { path, _lock: held }
        } else {
            // Others write there as well, so the game is moved before it continues.
            let slot = self.claim()?;
            lock.rename(&path, &slot.path)?;
            self.move_aside(&lock)?;
            slot
        };
        // The game before stays in its slot, where it is kept until somebody goes on with it.
        self.slot = Some(slot);
        Ok(unfinished)
    }

    /// The games that no running program keeps, the newest first. If there is none, but something that
    /// can't be read, then that is the error.
    fn kept(&self) -> Result<Vec<KeptGame>, StoreError> {
        let slots = (1..=SLOT_COUNT).map(|number| (self.path(number), Some(number)));
        let shared = [SCRIPT, ABANDONED].map(|name| (self.folder().join(name), None));
        let (mut games, mut unreadable) = (Vec::new(), None);
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
        // Of those written at the same moment the last one comes first.
        games.reverse();
        games.sort_by_key(|kept| std::cmp::Reverse(kept.written));
        Ok(games)
    }

    /// The game in a file, which is that of a slot if it has a number; `None` if there is none, or a running program
    /// keeps it.
    fn read(&self, path: PathBuf, number: Option<usize>) -> Result<Option<KeptGame>, StoreError> {
        // Looked at first, so that no lock file is made for nothing.
        if self.is_own(&path) || is_free(&path) {
            return Ok(None);
        }
        let lock = number.map(|number| self.hold(number)).transpose()?;
        // Whoever had the lock may have removed it meanwhile.
        if lock.as_ref().is_some_and(Option::is_none) || is_free(&path) {
            return Ok(None);
        }
        let (saved, game) = read_saved_game(&path)?;
        let unfinished = UnfinishedGame { game, icons: saved.record.icons, at: saved.saved };
        Ok(Some(KeptGame { written: modified(&path), path, lock: lock.flatten(), unfinished }))
    }

    /// The lock of a slot; `None` if somebody else has it.
    fn hold(&self, number: usize) -> Result<Option<File>, StoreError> {
        let path = self.folder().join(format!("{number}.lock"));
        let file = files::open_lock(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => Err(StoreError::io("lock", &path)(error)),
        }
    }

    /// A slot to write to: a free one, else the one that was written longest ago.
    fn claim(&self) -> Result<HeldSlot, StoreError> {
        let folder = self.folder();
        files::make_folder(&folder)?;
        let mut refused = None;
        let mut hold = |number| {
            let lock = self.hold(number).unwrap_or_else(|error| {
                refused.get_or_insert(error);
                None
            });
            Some(HeldSlot { path: self.path(number), _lock: lock? })
        };
        let others = || (1..=SLOT_COUNT).filter(|&number| !self.is_own(&self.path(number)));
        // No more slots are looked at than it takes, so that no lock file is made for nothing.
        let free = others().filter(|&number| is_free(&self.path(number))).find_map(&mut hold);
        // A file that can't be read may be worth repairing.
        let used = others().filter(|&number| read_saved_game(&self.path(number)).is_ok());
        let oldest = || used.filter_map(hold).min_by_key(|slot| modified(&slot.path));
        let claimed = free.or_else(oldest);
        claimed.ok_or_else(|| refused.unwrap_or(StoreError::NoSlot(folder)))
    }
}

/// When a file was last written, if the file system says so.
fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}
