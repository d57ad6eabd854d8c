//! Reading and writing whole files safely; they know nothing of what is in them.

use std::borrow::Cow;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

use super::{Store, StoreError};

/// What a file is called while it is written. Only the owner of the lock writes, so one name is
/// enough for a folder, and one found later is of a process that died. No save begins with a dot.
const TEMPORARY: &str = ".reversi-unfinished.tmp";

/// The right to write in the data folder, which one process has at a time. It ends when this is
/// dropped, or when the process dies.
pub(super) struct WriteLock {
    _file: File,
}

impl Store {
    /// Waits for the right to write, making the data folder if need be.
    pub(super) fn lock(&self) -> Result<WriteLock, StoreError> {
        make_folder(&self.root)?;
        let path = self.root.join("lock");
        let file = open_lock(&path)?;
        file.lock().map_err(StoreError::io("lock", &path))?;
        Ok(WriteLock { _file: file })
    }
}

/// Makes a folder and those it is in, if they aren't there.
pub(super) fn make_folder(path: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(path).map_err(|error| {
        if path.exists() {
            StoreError::NotAFolder(path.to_owned())
        } else {
            StoreError::io("make the folder", path)(error)
        }
    })
}

/// Opens a lock file, making it if it isn't there.
pub(super) fn open_lock(path: &Path) -> Result<File, StoreError> {
    // Looked at before it is opened: opening a named pipe would wait for a reader.
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return Err(StoreError::NotAFile(path.to_owned()));
    }
    let options = OpenOptions::new().create(true).truncate(false).write(true).to_owned();
    options.open(path).map_err(StoreError::io("open", path))
}

#[expect(clippy::unused_self, reason = "having the lock is the right to write")]
impl WriteLock {
    /// Replaces a file, or makes it, all at once: after a crash at any moment it holds the old
    /// content or the new. What a link leads to is replaced, not the link.
    ///
    /// More than `limit` bytes are refused, because they would not be read again.
    pub(super) fn write(&self, path: &Path, content: &[u8], limit: u64) -> Result<(), StoreError> {
        let size = content.len() as u64;
        if size > limit {
            return Err(StoreError::Full { path: path.to_owned(), size, limit });
        }
        if let Some(folder) = path.parent() {
            make_folder(folder)?;
        }
        let target = target(path)?;
        let folder = target.parent().unwrap_or(Path::new("."));
        let temporary = folder.join(TEMPORARY);
        write_beside(&temporary, content, &target)
            .and_then(|()| fs::rename(&temporary, &target))
            .map_err(|error| {
            // Failing to remove it does no harm: the next write does so.
            let _ = fs::remove_file(&temporary);
            StoreError::io("write", path)(error)
        })?;
        sync_folder(folder)
    }

    /// Gives a file another name in the same folder, replacing what has that name.
    pub(super) fn rename(&self, from: &Path, to: &Path) -> Result<(), StoreError> {
        fs::rename(from, to).map_err(StoreError::io("rename", from))?;
        to.parent().map_or(Ok(()), sync_folder)
    }

    /// Removes a file.
    pub(super) fn remove(&self, path: &Path) -> Result<(), StoreError> {
        fs::remove_file(path).map_err(StoreError::io("remove", path))?;
        path.parent().map_or(Ok(()), sync_folder)
    }
}

/// The file that a path stands for: itself, or what the link there leads to.
fn target(path: &Path) -> Result<Cow<'_, Path>, StoreError> {
    if !path.is_symlink() {
        return Ok(Cow::Borrowed(path));
    }
    fs::canonicalize(path).map(Cow::Owned).map_err(|error| unreadable(path, error))
}

/// Writes a new file that is to take the place of another, with the rights that one has.
fn write_beside(temporary: &Path, content: &[u8], target: &Path) -> io::Result<()> {
    match fs::remove_file(temporary) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(temporary)?;
    if let Ok(data) = fs::metadata(target) {
        file.set_permissions(data.permissions())?;
    }
    file.write_all(content)?;
    file.sync_all()
}

/// Makes a rename in a folder last through a power cut. Only Unix lets a folder be opened.
fn sync_folder(folder: &Path) -> Result<(), StoreError> {
    if cfg!(unix) {
        File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(StoreError::io("sync", folder))?;
    }
    Ok(())
}

/// Whether nothing stands under a name. A link to nothing is something: the disk it leads to may
/// be away for now.
pub(super) fn is_free(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// The text of a file, if it is an ordinary one of at most `limit` bytes and in UTF-8.
pub(super) fn read(path: &Path, limit: u64) -> Result<String, StoreError> {
    let failed = || |error| unreadable(path, error);
    // Looked at before it is opened: opening a named pipe would wait for a writer.
    if !fs::metadata(path).map_err(failed())?.is_file() {
        return Err(StoreError::NotAFile(path.to_owned()));
    }
    let file = File::open(path).map_err(failed())?;
    let size = file.metadata().map_err(failed())?.len();
    let mut bytes = Vec::new();
    // One byte more than allowed tells a file that has grown since.
    file.take(limit + 1).read_to_end(&mut bytes).map_err(failed())?;
    let size = size.max(bytes.len() as u64);
    if size > limit {
        return Err(StoreError::TooLarge { path: path.to_owned(), size, limit });
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..valid]);
        let last = before.rsplit('\n').next().unwrap_or_default();
        StoreError::Damaged {
            path: path.to_owned(),
            line: before.matches('\n').count() + 1,
            column: last.chars().count() + 1,
            reason: format!("byte 0x{:02x} is not UTF-8", error.as_bytes()[valid]),
        }
    })
}

/// Why a file can't be read; a link to nothing is told from a file that isn't there.
fn unreadable(path: &Path, error: io::Error) -> StoreError {
    if error.kind() == io::ErrorKind::NotFound && path.is_symlink() {
        StoreError::LinkToNothing(path.to_owned())
    } else {
        StoreError::io("read", path)(error)
    }
}
