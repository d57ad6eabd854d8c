//! Files of the person's own, outside the data folder: written whole or not at all, and never over
//! another without being told to.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many links may lead to one another.
const MOST_LINKS: usize = 40;

/// Where the files lie that this process has begun and not finished.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file that is written beside its place under a name of its own, until it is finished. If it
/// never is, nothing stays behind, unless the process is killed: for signals that can be answered there is
/// [`NewFile::remove_unfinished`]. What is there already and is no plain file, like a pipe or a terminal, is
/// written to as it is.
#[derive(Debug)]
pub struct NewFile {
    file: Option<BufWriter<File>>,
    /// Where it lies until it is finished; `None` if it is written to as it is.
    beside: Option<PathBuf>,
    target: PathBuf,
}

impl NewFile {
    /// Begins a file that is to become `target`.
    ///
    /// # Errors
    /// The system's.
    pub fn begin(target: &Path) -> io::Result<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        if Self::is_special(target) {
            let file = Some(BufWriter::new(OpenOptions::new().write(true).open(target)?));
            return Ok(Self { file, beside: None, target: target.to_owned() });
        }
        let target = behind_links(target);
        // A name that no other file of this process has, and short: that of the target may be as
        // long as names can be.
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!(".reversi.{}.{number}.tmp", std::process::id());
        let path = target.with_file_name(name);
        let mut unfinished = unfinished();
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        unfinished.push(path.clone());
        Ok(Self { file: Some(BufWriter::new(file)), beside: Some(path), target })
    }

    /// Removes all that has been begun in this process and not been finished: before a signal ends it.
    pub fn remove_unfinished() {
        for path in &*unfinished() {
            let _ = fs::remove_file(path);
        }
    }

    /// Whether nothing has this name, not even a link to nothing.
    pub fn is_free(path: &Path) -> bool {
        super::files::is_free(path)
    }

    /// Whether something of this name is there already and is no plain file, so that it is written to as
    /// it is.
    pub fn is_special(path: &Path) -> bool {
        fs::metadata(path).is_ok_and(|data| !data.is_file())
    }

    /// Whether it is to become a plain file.
    pub const fn is_plain(&self) -> bool {
        self.beside.is_some()
    }

    /// What it is to become.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Adds to the file.
    ///
    /// # Errors
    /// The system's.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), |file| file.write_all(bytes))
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if there is a plain one, and it is not to `replace` it; else the
    /// system's.
    pub fn finish(&mut self, replace: bool) -> io::Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        let Some(beside) = &self.beside else { return Ok(()) };
        if let Ok(data) = fs::metadata(&self.target) {
            file.set_permissions(data.permissions())?;
        }
        file.sync_all()?;
        self.put(beside, replace)
    }

    /// Gives the file its name. Where files can have two names for a moment, that fails if somebody
    /// else has taken it in the meantime.
    fn put(&self, beside: &Path, replace: bool) -> io::Result<()> {
        if !replace {
            match fs::hard_link(beside, &self.target) {
                Ok(()) => {
                    let _ = fs::remove_file(beside);
                    return self.sync_folder();
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
                Err(_) => {}
            }
            if !Self::is_free(&self.target) {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
        }
        fs::rename(beside, &self.target)?;
        self.sync_folder()
    }

    /// Makes the name last through a power cut. Only Unix lets a folder be opened.
    fn sync_folder(&self) -> io::Result<()> {
        let folder = self.target.parent().filter(|folder| !folder.as_os_str().is_empty());
        if cfg!(unix) {
            File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
        }
        Ok(())
    }
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    // A list of paths is whole at any time.
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a link leads to is replaced, not the link; that may be nothing yet.
fn behind_links(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&target) else { break };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    target
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // After it was put in its place there is nothing of this name.
        if let Some(beside) = &self.beside {
            let _ = fs::remove_file(beside);
            unfinished().retain(|path| path != beside);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn links_and_what_is_no_plain_file_stay_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        for target in [file.as_path(), Path::new("/dev/null")] {
            std::os::unix::fs::symlink(target, &link).unwrap();
            let mut new = NewFile::begin(&link).unwrap();
            new.write(b"new").unwrap();
            new.finish(true).unwrap();
            assert_eq!(fs::read_link(&link).unwrap(), target);
            fs::remove_file(&link).unwrap();
        }
        // A link to nothing yet.
        std::os::unix::fs::symlink("later", &link).unwrap();
        NewFile::begin(&link).unwrap().finish(true).unwrap();
        assert!(link.is_symlink() && folder.path().join("later").is_file());
        fs::remove_file(folder.path().join("later")).unwrap();
        fs::remove_file(&link).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        // Nothing is left beside, and names may be as long as the system takes them.
        let long = folder.path().join("n".repeat(255));
        NewFile::begin(&long).unwrap().finish(false).unwrap();
        fs::remove_file(long).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
