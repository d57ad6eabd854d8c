//! Files of the person's own, outside the data folder: written whole or not at all, and never over
//! another without being told to.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is written beside its place under a name of its own, until it is finished. If it
/// never is, nothing stays behind.
#[derive(Debug)]
pub struct NewFile {
    file: Option<BufWriter<File>>,
    path: PathBuf,
    target: PathBuf,
}

impl NewFile {
    /// Begins a file that is to become `target`.
    ///
    /// # Errors
    /// The system's.
    pub fn begin(target: &Path) -> io::Result<Self> {
        // What a link leads to is replaced, not the link.
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let mut name = OsString::from(".");
        name.push(target.file_name().unwrap_or_default());
        name.push(format!(".{}.tmp", std::process::id()));
        let path = target.with_file_name(name);
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        Ok(Self { file: Some(BufWriter::new(file)), path, target })
    }

    /// Whether nothing has this name, not even a link to nothing.
    pub fn is_free(path: &Path) -> bool {
        super::files::is_free(path)
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
    /// [`io::ErrorKind::AlreadyExists`] if there is one, and it is not to `replace` it; else the
    /// system's.
    pub fn finish(&mut self, replace: bool) -> io::Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let Ok(data) = fs::metadata(&self.target) {
            file.set_permissions(data.permissions())?;
        }
        file.sync_all()?;
        self.put(replace)
    }

    /// Gives the file its name. Where files can have two names for a moment, that fails if somebody
    /// else has taken it in the meantime.
    fn put(&self, replace: bool) -> io::Result<()> {
        if !replace {
            match fs::hard_link(&self.path, &self.target) {
                Ok(()) => {
                    let _ = fs::remove_file(&self.path);
                    return self.sync_folder();
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
                Err(_) => {}
            }
            if !Self::is_free(&self.target) {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
        }
        fs::rename(&self.path, &self.target)?;
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

impl Drop for NewFile {
    fn drop(&mut self) {
        // After it was put in its place there is nothing of this name.
        let _ = fs::remove_file(&self.path);
    }
}
