//! Atomic writes: a file is written under a temporary name next to its target, then renamed.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::disk::{self, File};
use super::temporary::{self, Access};
use crate::base::system;

const MAX_LINKS: usize = 40;

static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file with a temporary name next to its target until it is finished. An unfinished file is removed unless the
/// process is killed. Before a signal ends the process, call [`NewFile::remove_unfinished`].
///
/// Links are followed, and their target is replaced. Pipes, terminals and other special files are written directly.
#[derive(Debug)]
pub struct NewFile {
    file: Option<BufWriter<File>>,
    /// The temporary path; `None` if the target is written directly.
    temporary: Option<PathBuf>,
    target: PathBuf,
    /// The target as given, which may be a link.
    path: PathBuf,
    replaces: bool,
}

impl NewFile {
    /// Creates a file that will become `path`. Removes abandoned temporary files in its folder.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::AlreadyExists`] if a file exists that must not be replaced, or the system's error.
    pub fn begin(path: &Path, replaces: bool) -> io::Result<Self> {
        if !Self::may_become(path, replaces) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        Self::begin_for(path, replaces, Access::Usual)
    }

    /// Creates a file that will replace `path`, and that only the owner can read and write.
    pub fn begin_private(path: &Path) -> io::Result<Self> {
        Self::begin_for(path, true, Access::Owner)
    }

    fn begin_for(path: &Path, replaces: bool, access: Access) -> io::Result<Self> {
        if Self::is_special(path) {
            return Ok(Self {
                file: Some(BufWriter::new(disk::open_special(path)?)),
                temporary: None,
                target: path.to_owned(),
                path: path.to_owned(),
                replaces,
            });
        }
        let target = behind_links(path);
        let folder = target
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        temporary::clean(folder);
        let mut unfinished = unfinished();
        let (file, temporary) = temporary::create(folder, access)?;
        unfinished.push(temporary.clone());
        // The permissions of the replaced file apply from the first byte.
        let permitted =
            fs::metadata(&target).map_or(Ok(()), |data| file.set_permissions(data.permissions()));
        drop(unfinished);
        let file = Self {
            file: Some(BufWriter::new(file)),
            temporary: Some(temporary),
            target,
            path: path.to_owned(),
            replaces,
        };
        permitted.map(|()| file)
    }

    /// Removes the temporary files of this process before a signal ends it.
    pub fn remove_unfinished() {
        for path in &*unfinished() {
            let _ = disk::remove(path);
        }
    }

    /// Whether something other than a regular file exists here, which is written directly.
    pub fn is_special(path: &Path) -> bool {
        fs::metadata(path).is_ok_and(|data| !data.is_file())
    }

    /// Whether a file can get this name: it is free, special, or may be replaced.
    pub fn may_become(path: &Path, replaces: bool) -> bool {
        replaces || Self::is_special(path) || is_free(path)
    }

    pub const fn is_regular(&self) -> bool {
        self.temporary.is_some()
    }

    /// Returns the name of the finished file, as given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub const fn replaces(&self) -> bool {
        self.replaces
    }

    /// Moves the file to its target.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::AlreadyExists`] if another process has created a target that must not be replaced, or
    /// the system's error.
    pub fn finish(&mut self) -> io::Result<()> {
        let Some(file) = self.file.take() else {
            return Ok(());
        };
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        let Some(temporary) = &self.temporary else {
            return Ok(());
        };
        file.sync_all()?;
        self.rename(temporary)?;
        sync_folder(&self.target)
    }

    /// Renames the file. On file systems with hard links, this fails if another process has just created the
    /// target.
    fn rename(&self, temporary: &Path) -> io::Result<()> {
        if !self.replaces {
            match disk::hard_link(temporary, &self.target) {
                Ok(()) => {
                    let _ = disk::remove(temporary);
                    return Ok(());
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
                Err(_) if is_free(&self.target) => {}
                Err(_) => return Err(io::ErrorKind::AlreadyExists.into()),
            }
        }
        disk::rename(temporary, &self.target)
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file
            .as_mut()
            .map_or(Ok(bytes.len()), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), BufWriter::flush)
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // After a rename, nothing has this name.
        if let Some(temporary) = &self.temporary {
            let _ = disk::remove(temporary);
            unfinished().retain(|path| path != temporary);
        }
    }
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    // The list is valid at any time, so poisoning is harmless.
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Resolves a chain of links. The target need not exist.
fn behind_links(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&target) else {
            break;
        };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    target
}

/// Replaces a regular file atomically.
///
/// # Errors
/// Returns [`io::ErrorKind::InvalidInput`] for a special file, or the system's error.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if NewFile::is_special(path) {
        return Err(system::not_regular());
    }
    let mut file = NewFile::begin(path, true)?;
    file.write_all(bytes)?;
    file.finish()
}

/// Whether nothing has this name, or nothing can have it. A broken link counts as something: its disk may be
/// unmounted.
pub fn is_free(path: &Path) -> bool {
    use io::ErrorKind::{InvalidFilename, NotADirectory, NotFound, PermissionDenied};

    // Writing reports why a name or its folder can't be used.
    let is_no_file = [NotFound, InvalidFilename, NotADirectory, PermissionDenied];
    fs::symlink_metadata(path).is_err_and(|error| is_no_file.contains(&error.kind()))
}

/// Makes a new name in its folder survive a power failure.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    disk::sync_folder(folder.unwrap_or(Path::new(".")))
}

/// Creates a folder and its parents, if missing, for their owner only. They survive a power failure.
pub fn make_folder(path: &Path) -> io::Result<()> {
    if path.as_os_str().is_empty() || path.is_dir() {
        return Ok(());
    }
    path.parent().map_or(Ok(()), make_folder)?;
    match disk::make_folder(path) {
        // Another process may have created it.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        made => made.and_then(|()| sync_folder(path)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn links_and_special_files_stay_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        for target in [file.as_path(), Path::new("/dev/null")] {
            std::os::unix::fs::symlink(target, &link).unwrap();
            let mut new = NewFile::begin(&link, true).unwrap();
            new.write_all(b"new").unwrap();
            new.finish().unwrap();
            assert_eq!(fs::read_link(&link).unwrap(), target);
            assert_eq!(replace(&link, b"new").is_ok(), target == file);
            fs::remove_file(&link).unwrap();
        }
        std::os::unix::fs::symlink("later", &link).unwrap();
        NewFile::begin(&link, true).unwrap().finish().unwrap();
        assert!(link.is_symlink() && folder.path().join("later").is_file());
        fs::remove_file(folder.path().join("later")).unwrap();
        fs::remove_file(&link).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        let error = replace(folder.path(), b"new").unwrap_err().to_string();
        assert_eq!(error, "not a regular file");
        // No temporary file remains, and names can have the maximum length of the system.
        let long = folder.path().join("n".repeat(255));
        NewFile::begin(&long, false).unwrap().finish().unwrap();
        fs::remove_file(long).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_failure_leaves_nothing_and_what_is_there_is_not_replaced_unasked() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let mut new = NewFile::begin(&file, false).unwrap();
        new.write_all(b"half").unwrap();
        drop(new);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let [mut new, mut late] = [(); 2].map(|()| NewFile::begin(&file, false).unwrap());
        new.write_all(b"whole").unwrap();
        new.finish().unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "whole");
        for taken in [late.finish(), NewFile::begin(&file, false).map(drop)] {
            assert_eq!(taken.unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), "whole");
    }
}
