//! Temporary files next to their targets, with unguessable names and a lock that shows whether the owner is still
//! running.

use std::collections::hash_map::RandomState;
use std::fs::{self, OpenOptions, TryLockError};
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use super::disk::{self, File};
use crate::base::system;

const BEGINNING: &str = ".reversi-";
const END: &str = ".tmp";

/// The number of names to try: a name may be used, or its file locked. Names have 64 random bits.
const TRIES: usize = 16;

/// Who can access a new file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Everyone, within the limits of the umask.
    Usual,
    Owner,
}

/// Creates and locks a file with a new name, so that no other process can have planted it.
///
/// # Errors
/// Returns [`io::ErrorKind::ResourceBusy`] if other processes lock every file first, or the system's error.
pub fn create(folder: &Path, access: Access) -> io::Result<(File, PathBuf)> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    if access == Access::Owner {
        system::for_owner(&mut options);
    }
    for _ in 0..TRIES {
        let path = folder.join(format!("{BEGINNING}{:016x}{END}", random()));
        let file = match disk::open(&options, &path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            opened => opened?,
        };
        // Without locks, no process considers the file abandoned. A process that cleans up may have locked it
        // first, and other processes may hold a lock for any time.
        let is_locked = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        if !is_locked && path.symlink_metadata().is_ok() {
            return Ok((file, path));
        }
        let _ = disk::remove(&path);
    }
    Err(io::ErrorKind::ResourceBusy.into())
}

/// Returns 64 random bits. The standard library gets its keys from the system.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Removes the temporary files of processes that have ended. Errors are ignored.
pub fn clean(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_file = entry.metadata().is_ok_and(|data| data.is_file());
        if is_file && name.to_str().is_some_and(is_ours) {
            remove_unlocked(&entry.path());
        }
    }
}

/// Whether a name is a temporary name: `.reversi-`, 16 hexadecimal digits and `.tmp`.
fn is_ours(name: &str) -> bool {
    let middle = name
        .strip_prefix(BEGINNING)
        .and_then(|rest| rest.strip_suffix(END));
    let is_digit = |byte: u8| byte.is_ascii_hexdigit();
    middle.is_some_and(|digits| digits.len() == 16 && digits.bytes().all(is_digit))
}

/// Removes a file, holding its lock, unless it is locked or can't be opened. Returns whether it was removed.
fn remove_unlocked(path: &Path) -> bool {
    let mut options = OpenOptions::new();
    options.write(true);
    // It may have become a link or a pipe: don't follow it, and don't block.
    system::without_links(&mut options);
    let Ok(file) = disk::open(&options, path) else {
        return false;
    };
    file.try_lock().is_ok() && disk::remove(path).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_others_is_removed_when_they_are_gone() {
        let folder = tempfile::tempdir().unwrap();
        let kept = create(folder.path(), Access::Usual).unwrap();
        let (file, gone) = create(folder.path(), Access::Owner).unwrap();
        drop(file);
        let foreign = folder.path().join(".reversi-mine.tmp");
        fs::write(&foreign, "half").unwrap();
        clean(folder.path());
        assert!(kept.1.exists() && foreign.exists());
        assert!(!gone.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_or_a_link_of_such_a_name_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join(".reversi-0123456789abcdef.tmp");
        let target = folder.path().join("target");
        fs::write(&target, "mine").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        clean(folder.path());
        assert!(link.is_symlink() && target.exists());
        assert!(!remove_unlocked(&link));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_somebody_else_has_locked_is_not_waited_for() {
        use crate::base::files::rehearsal::let_each_call_fail;

        let unlocked = std::cell::Cell::new(0);
        let check = |_: &Path, made: io::Result<(File, PathBuf)>| {
            let Ok((_file, path)) = made else { return };
            let is_free = fs::File::open(&path).unwrap().try_lock().is_ok();
            unlocked.set(unlocked.get() + u32::from(is_free));
        };
        let_each_call_fail(|_| (), |folder, ()| create(folder, Access::Usual), check);
        // The lock failed in five ways. The sixth time, another process held it, so another file was created.
        assert_eq!(unlocked.get(), 5);
    }

    #[test]
    fn names_differ() {
        assert_ne!(random(), random());
    }
}
