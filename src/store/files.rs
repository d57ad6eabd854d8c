//! Reading and writing whole files safely; they know nothing of what is in them.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;

use super::{Store, StoreError};

/// The largest file that is read, in bytes; a save has about one thousand.
pub(super) const LARGEST: u64 = 1 << 20;

/// What names of temporary files begin and end with. No save begins with a dot, and nobody else's
/// file begins so: a data folder may well hold other files.
const TEMPORARY: (&str, &str) = (".reversi-", ".tmp");

/// The right to write in the data folder, which one process has at a time. It ends when this is
/// dropped, or when the process dies.
pub(super) struct WriteLock {
    _file: File,
}

impl Store {
    /// Waits for the right to write, making the data folder if need be.
    pub(super) fn lock(&self) -> Result<WriteLock, StoreError> {
        fs::create_dir_all(&self.root).map_err(StoreError::io("make the folder", &self.root))?;
        let path = self.root.join("lock");
        let file = open_lock(&path)?;
        file.lock().map_err(StoreError::io("lock", &path))?;
        Ok(WriteLock { _file: file })
    }
}

/// Opens a lock file, making it if it isn't there.
pub(super) fn open_lock(path: &Path) -> Result<File, StoreError> {
    File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
        .map_err(StoreError::io("open", path))
}

#[expect(clippy::unused_self, reason = "having the lock is the right to write")]
impl WriteLock {
    /// Replaces a file, or makes it, all at once: after a crash at any moment it holds the old
    /// content or the new.
    pub(super) fn write(&self, path: &Path, content: &[u8]) -> Result<(), StoreError> {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(StoreError::io("make the folder", folder))?;
        sweep(folder);
        let failed = || StoreError::io("write", path);
        let (prefix, suffix) = TEMPORARY;
        let mut file = tempfile::Builder::new()
            .prefix(prefix)
            .suffix(suffix)
            .tempfile_in(folder)
            .map_err(failed())?;
        file.write_all(content).map_err(failed())?;
        file.as_file().sync_all().map_err(failed())?;
        file.persist(path).map_err(|error| failed()(error.error))?;
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

/// Removes what a process left that died while it wrote. Only the owner of the lock may do so,
/// because every temporary file then belongs to nobody. Failing does no harm.
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let (prefix, suffix) = TEMPORARY;
    for entry in entries.flatten() {
        if entry.file_name().to_str().is_some_and(|n| n.starts_with(prefix) && n.ends_with(suffix))
        {
            let _ = fs::remove_file(entry.path());
        }
    }
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

/// The text of a file, if it is an ordinary one of a sensible size and in UTF-8.
pub(super) fn read(path: &Path) -> Result<String, StoreError> {
    let failed = || StoreError::io("read", path);
    // Looked at before it is opened: opening a named pipe would wait for a writer.
    if !fs::metadata(path).map_err(failed())?.is_file() {
        return Err(StoreError::NotAFile(path.to_owned()));
    }
    let file = File::open(path).map_err(failed())?;
    let size = file.metadata().map_err(failed())?.len();
    let mut bytes = Vec::new();
    // One byte more than allowed tells a file that has grown since.
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(failed())?;
    let size = size.max(bytes.len() as u64);
    if size > LARGEST {
        return Err(StoreError::TooLarge { path: path.to_owned(), size, limit: LARGEST });
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
