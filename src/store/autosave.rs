//! Unfinished games, kept so that they can be continued after a crash, a kill or a closed terminal.
//!
//! Each running prompt has its own slot, `autosave/1.ron` to `8.ron`, held by a lock on `1.lock` to
//! `8.lock`; so has a script that continues a game. Scripts that begin one share `script.ron`. A
//! game that was left for another one is kept in `abandoned.ron` until the next one is.

mod background;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::document::{self, SavedGame, read_saved_game};
use super::files::{self, WriteLock};
use super::{Store, StoreError};
use crate::base::files::disk::File;
use crate::base::files::is_free;
use crate::session::{CurrentGame, Snapshot};

pub use background::Autosaver;

/// The number of kept unfinished games of prompts; the oldest is replaced.
const PLACES: usize = 8;

/// Where scripts keep their unfinished game.
const SCRIPT: &str = "script.ron";

/// Where a game is put that was left for another one.
const ABANDONED: &str = "abandoned.ron";

/// Which places of the autosave a program writes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slots {
    /// A slot of its own.
    Own,
    /// The one that all scripts share.
    Script,
}

/// The place of one running program in the autosave.
#[derive(Debug)]
pub struct Autosave {
    store: Store,
    slots: Slots,
    place: Option<Place>,
}

/// A file that nobody else writes while this is held.
#[derive(Debug)]
struct Place {
    path: PathBuf,
    _lock: File,
}

/// A game that no running program keeps any more.
struct Kept {
    path: PathBuf,
    /// The lock of the slot.
    lock: Option<File>,
    /// The time in the file counts whole seconds, the file system's is finer.
    written: Option<SystemTime>,
    saved: SavedGame,
    game: CurrentGame,
}

impl Autosave {
    /// An autosave that takes its place when it first has something to keep.
    pub fn new(store: Store, slots: Slots) -> Self {
        Self { store, slots, place: None }
    }

    /// Whether it has a slot, as after resuming a game; the slot may be empty.
    pub fn has_place(&self) -> bool {
        self.place.is_some()
    }

    fn folder(&self) -> PathBuf {
        self.store.root.join("autosave")
    }

    /// Keeps a game, replacing what this program kept before.
    ///
    /// # Errors
    /// [`StoreError`]; what was kept before is then still there.
    pub fn keep(&mut self, record: Snapshot) -> Result<(), StoreError> {
        let lock = self.store.lock()?;
        let script = self.folder().join(SCRIPT);
        let path = match (&self.place, self.slots) {
            (Some(place), _) => &place.path,
            (None, Slots::Own) => &self.place.insert(self.claim()?).path,
            (None, Slots::Script) => {
                // A file that can't be read may be worth mending.
                if !is_free(&script) {
                    read_saved_game(&script)?;
                }
                &script
            }
        };
        document::write(&lock, path, &SavedGame::now(record))
    }

    /// Forgets what this program kept: the game has ended.
    ///
    /// # Errors
    /// [`StoreError`] when the file can't be removed.
    pub fn discard(&mut self) -> Result<(), StoreError> {
        match &self.place {
            Some(place) if place.path.exists() => self.store.lock()?.remove(&place.path),
            _ => Ok(()),
        }
    }

    /// Puts what this program kept aside, because another game begins.
    ///
    /// # Errors
    /// [`StoreError`] when the file can't be renamed.
    pub fn abandon(&mut self) -> Result<(), StoreError> {
        if !self.place.as_ref().is_some_and(|place| place.path.exists()) {
            return Ok(());
        }
        let lock = self.store.lock()?;
        self.put_aside(&lock)
    }

    fn put_aside(&mut self, lock: &WriteLock) -> Result<(), StoreError> {
        let Some(place) = self.place.take_if(|place| place.path.exists()) else { return Ok(()) };
        let aside = self.folder().join(ABANDONED);
        if is_free(&aside) || read_saved_game(&aside).is_ok() {
            let renamed = if aside.is_symlink() {
                // A link stays one: what it leads to is replaced.
                lock.copy(&place.path, &aside).and_then(|()| lock.remove(&place.path))
            } else {
                lock.rename(&place.path, &aside)
            };
            self.place = Some(place);
            return renamed;
        }
        // A file that can't be read may be worth repairing. The game then stays where it is, and
        // the next one takes another place.
        Ok(())
    }

    /// The newest game that no running program keeps, with when it was kept: the one that
    /// [`resume`](Self::resume) takes over. `None` if there is none that can be read.
    pub fn newest(&self) -> Option<(CurrentGame, SavedGame)> {
        self.kept().ok()?.into_iter().next().map(|kept| (kept.game, kept.saved))
    }

    /// All games that no running program keeps, the newest first; those that can't be read are left out.
    pub fn all(&self) -> Vec<(SavedGame, CurrentGame)> {
        let kept = self.kept().unwrap_or_default();
        kept.into_iter().map(|kept| (kept.saved, kept.game)).collect()
    }

    /// Takes over a game that no running program keeps as this program's own, by its number from 1 in
    /// [`all`](Self::all). A game that this program kept is put aside for it.
    ///
    /// # Errors
    /// [`StoreError::NothingKept`], [`StoreError::NoSuchKept`], or what keeps the game from being read or
    /// moved.
    pub fn resume(&mut self, number: usize) -> Result<(SavedGame, CurrentGame), StoreError> {
        let folder = self.folder();
        if !folder.try_exists().map_err(StoreError::io("read", &folder))? {
            return Err(StoreError::NothingKept);
        }
        let lock = self.store.lock()?;
        let kept = self.kept()?;
        let count = kept.len();
        let found = number.checked_sub(1).and_then(|index| kept.into_iter().nth(index));
        let no_such = StoreError::NoSuchKept { asked: number, kept: count };
        let Kept { path, lock: held, saved, game, .. } = found.ok_or(no_such)?;
        if let Some(held) = held {
            // The game before stays in its place, where it is kept until somebody goes on with it.
            self.place = Some(Place { path, _lock: held });
        } else {
            // Others write there as well, so the game is moved before it continues.
            let place = self.claim()?;
            lock.rename(&path, &place.path)?;
            self.put_aside(&lock)?;
            self.place = Some(place);
        }
        Ok((saved, game))
    }

    /// The games that no running program keeps, the newest first. If there is none, but something that
    /// can't be read, then that is the error.
    fn kept(&self) -> Result<Vec<Kept>, StoreError> {
        let folder = self.folder();
        let own = self.place.as_ref().map(|place| &place.path);
        let mut kept = Vec::new();
        let mut unreadable = None;
        for number in 1..=PLACES {
            let path = folder.join(format!("{number}.ron"));
            // Looked at first, so that no lock file is made for nothing.
            if own == Some(&path) || is_free(&path) {
                continue;
            }
            match self.hold(number) {
                Ok(None) => {}
                Ok(lock) => kept.push((path, lock)),
                Err(error) => {
                    unreadable.get_or_insert(error);
                }
            }
        }
        kept.extend([SCRIPT, ABANDONED].map(|name| (folder.join(name), None)));
        kept.retain(|(path, _)| !is_free(path));
        let mut games = Vec::new();
        for (path, lock) in kept {
            match read_saved_game(&path) {
                Ok((saved, game)) => {
                    let written = modified(&path);
                    games.push(Kept { path, lock, written, saved, game });
                }
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

    /// The lock of a prompt's place; `None` if somebody else has it.
    fn hold(&self, number: usize) -> Result<Option<File>, StoreError> {
        let path = self.folder().join(format!("{number}.lock"));
        let file = files::open_lock(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => Err(StoreError::io("lock", &path)(error)),
        }
    }

    /// A place to write to: a free one, else the one that was written longest ago.
    fn claim(&self) -> Result<Place, StoreError> {
        let folder = self.folder();
        files::make_folder(&folder)?;
        let path = |number| folder.join(format!("{number}.ron"));
        let own = self.place.as_ref().map(|place| &place.path);
        let mut refused = None;
        let mut place = |number| {
            let lock = self.hold(number).unwrap_or_else(|error| {
                refused.get_or_insert(error);
                None
            });
            Some(Place { path: path(number), _lock: lock? })
        };
        // No more places are looked at than it takes, so that no lock file is made for nothing.
        for number in 1..=PLACES {
            if is_free(&path(number))
                && own != Some(&path(number))
                && let Some(place) = place(number)
            {
                return Ok(place);
            }
        }
        let used = (1..=PLACES).filter(|&number| own != Some(&path(number)));
        // A file that can't be read may be worth repairing.
        let used = used.filter(|&number| read_saved_game(&path(number)).is_ok());
        let used: Vec<Place> = used.filter_map(place).collect();
        let oldest = used.into_iter().min_by_key(|place| modified(&place.path));
        oldest.ok_or_else(|| refused.unwrap_or(StoreError::NoSlot(folder)))
    }
}

/// When a file was last written, if the file system says so.
fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}
