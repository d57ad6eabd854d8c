//! Files of the data folder. One process writes at a time, and each write is atomic.

use std::fs::{self, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::{Store, StoreError};
use crate::base::files::disk::{self, File};
use crate::base::files::{self, FileReadError, NewFile, resolved, sync_folder};
use crate::base::language::{marked, tr};
use crate::base::system;

/// The timeout for another process's lock. Writes take milliseconds.
const PATIENCE: Duration = Duration::from_secs(5);

/// The interval between attempts to lock.
const PAUSE: Duration = Duration::from_millis(2);

/// The write lock of the data folder, held by one process at a time.
/// It is released when this is dropped or the process ends.
pub struct WriteLock {
    _file: File,
}

impl Store {
    /// Waits for the write lock. Creates the data folder if necessary.
    pub(super) fn lock(&self) -> Result<WriteLock, StoreError> {
        self.lock_within(PATIENCE)
    }

    pub(super) fn lock_within(&self, patience: Duration) -> Result<WriteLock, StoreError> {
        make_folder(&self.root)?;
        let path = self.root.join("lock");
        let file = open_lock(&path)?;
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(WriteLock { _file: file }),
                Err(TryLockError::Error(error)) => {
                    return Err(StoreError::io(marked!("lock"), &path)(error));
                }
                Err(TryLockError::WouldBlock) if start.elapsed() >= patience => {
                    return Err(StoreError::Busy {
                        path,
                        seconds: patience.as_secs(),
                    });
                }
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            }
        }
    }
}

pub fn make_folder(path: &Path) -> Result<(), StoreError> {
    files::make_folder(path).map_err(|error| {
        if path.exists() {
            StoreError::NotAFolder(path.to_owned())
        } else {
            StoreError::io(marked!("make the folder"), path)(error)
        }
    })
}

pub fn open_lock(path: &Path) -> Result<File, StoreError> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    system::for_owner(&mut options);
    disk::open_regular(&options, path).map_err(|error| {
        if system::is_not_regular(&error) {
            StoreError::NotAFile(path.to_owned())
        } else {
            StoreError::io(marked!("open"), path)(error)
        }
    })
}

/// The suffixes of the files that `SQLite` creates next to a database: the rollback journal, the write-ahead log, and
/// the index of the log.
const DATABASE_SUFFIXES: [&str; 3] = ["-journal", "-wal", "-shm"];

/// The paths of the files that `SQLite` creates next to a database, in this order: the rollback journal, the
/// write-ahead log, and the index of the log. They are next to the target of a link.
pub fn beside_database(path: &Path) -> [PathBuf; 3] {
    let database = resolved(path);
    DATABASE_SUFFIXES.map(|suffix| {
        let mut name = database.clone().into_os_string();
        name.push(suffix);
        name.into()
    })
}

/// Refuses a database that `SQLite` could not open safely: it would wait for the other end of a pipe, and create the
/// missing target of a link.
pub fn check_database(path: &Path) -> Result<(), StoreError> {
    match fs::metadata(path) {
        Ok(data) if !data.is_file() => return Err(StoreError::NotAFile(path.to_owned())),
        Err(error) if path.is_symlink() => return Err(unreadable(path, error)),
        _ => {}
    }
    // SQLite never creates links.
    let is_special = |path: &PathBuf| path.symlink_metadata().is_ok_and(|data| !data.is_file());
    let special = beside_database(path).into_iter().find(is_special);
    special.map_or(Ok(()), |path| Err(StoreError::NotAFile(path)))
}

/// Creates an empty database for its owner only, unless it exists. `SQLite` gives its other files the same permissions.
pub fn create_database(path: &Path) {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    // If this fails, `SQLite` reports the reason.
    let _ = disk::open(system::for_owner(&mut options), path);
}

#[expect(clippy::unused_self, reason = "having the lock is the right to write")]
impl WriteLock {
    /// Replaces or creates a file: after a crash at any moment it has either the old or the new content.
    ///
    /// The target of a link is replaced, not the link. More than `limit` bytes are refused, because they could not be
    /// read again.
    pub fn write(&self, path: &Path, content: &[u8], limit: u64) -> Result<(), StoreError> {
        let size = content.len() as u64;
        if size > limit {
            return Err(StoreError::Full {
                path: path.to_owned(),
                size,
                limit,
            });
        }
        if let Some(folder) = path.parent() {
            make_folder(folder)?;
        }
        match fs::metadata(path) {
            Ok(data) if !data.is_file() => return Err(StoreError::NotAFile(path.to_owned())),
            Err(error) if path.is_symlink() => return Err(unreadable(path, error)),
            _ => {}
        }
        let written = NewFile::begin_private(path).and_then(|mut file| {
            file.write_all(content)?;
            file.finish()
        });
        written.map_err(StoreError::io(marked!("write"), path))
    }

    /// Renames a file within its folder. An existing file `to` is replaced.
    pub fn rename(&self, from: &Path, to: &Path) -> Result<(), StoreError> {
        disk::rename(from, to).map_err(StoreError::io(marked!("rename"), from))?;
        sync_folder(to).map_err(StoreError::io(marked!("sync"), to))
    }

    pub fn remove(&self, path: &Path) -> Result<(), StoreError> {
        disk::remove(path).map_err(StoreError::io(marked!("remove"), path))?;
        sync_folder(path).map_err(StoreError::io(marked!("sync"), path))
    }
}

/// Reads a regular UTF-8 file of at most `limit` bytes.
pub fn read(path: &Path, limit: u64) -> Result<String, StoreError> {
    let bytes = files::read(path, limit).map_err(|error| match error {
        FileReadError::Io(error) => unreadable(path, error),
        FileReadError::NotAFile => StoreError::NotAFile(path.to_owned()),
        FileReadError::TooLarge { size, limit } => StoreError::TooLarge {
            path: path.to_owned(),
            size,
            limit,
        },
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..valid]);
        let last = before.rsplit('\n').next().unwrap_or_default();
        StoreError::Damaged {
            path: path.to_owned(),
            line: before.matches('\n').count() + 1,
            column: last.chars().count() + 1,
            reason: tr!(
                "byte 0x{byte} is not UTF-8",
                byte = format_args!("{:02x}", error.as_bytes()[valid])
            ),
        }
    })
}

/// The error for an unreadable file. Distinguishes a broken link from a missing file.
fn unreadable(path: &Path, error: io::Error) -> StoreError {
    if error.kind() == io::ErrorKind::NotFound && path.is_symlink() {
        StoreError::LinkToNothing(path.to_owned())
    } else {
        StoreError::io(marked!("read"), path)(error)
    }
}
