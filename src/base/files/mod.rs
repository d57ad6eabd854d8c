//! File operations: reads with a size limit, atomic writes, resumable output.

pub mod disk;
mod in_order;
mod new_file;
#[cfg(all(test, unix))]
pub mod rehearsal;
mod resumable;
mod temporary;

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::{self, Path, PathBuf};

use thiserror::Error;

use crate::base::language::{reason, tr};
use crate::base::system;

pub use crate::base::system::open_regular;
pub use in_order::{NoThread, in_order, results};
pub use new_file::{NewFile, is_free, make_folder, replace, sync_folder};
pub use resumable::{Output, ResumableFile, ResumeError};

/// Returns a path for comparing files: absolute, with links resolved, even if the file doesn't exist.
pub fn resolved(path: &Path) -> PathBuf {
    let whole = path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let folder = whole.parent().and_then(|folder| folder.canonicalize().ok());
    let named = folder
        .zip(whole.file_name())
        .map(|(folder, name)| folder.join(name));
    whole.canonicalize().ok().or(named).unwrap_or(whole)
}

#[derive(Debug, Error)]
pub enum FileReadError {
    #[error("{}", reason(.0))]
    Io(#[from] io::Error),
    #[error("{}", tr!("not a regular file"))]
    NotAFile,
    #[error("{}", tr!("too large: {size} bytes, limit {limit}", size, limit))]
    TooLarge { size: u64, limit: u64 },
}

impl From<FileReadError> for io::Error {
    fn from(error: FileReadError) -> Self {
        match error {
            FileReadError::Io(error) => error,
            FileReadError::NotAFile => system::not_regular(),
            FileReadError::TooLarge { .. } => Self::new(io::ErrorKind::FileTooLarge, error),
        }
    }
}

pub fn open(path: &Path) -> Result<File, FileReadError> {
    let opened = system::open_regular(OpenOptions::new().read(true), path);
    opened.map_err(|error| match error {
        error if system::is_not_regular(&error) => FileReadError::NotAFile,
        error => FileReadError::Io(error),
    })
}

/// Reads a regular file of at most `limit` bytes.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileReadError> {
    let file = open(path)?;
    let size = file.metadata()?.len();
    if size > limit {
        return Err(FileReadError::TooLarge { size, limit });
    }
    let mut bytes = Vec::new();
    // The file may have grown since.
    file.take(limit + 1).read_to_end(&mut bytes)?;
    let size = bytes.len() as u64;
    if size > limit {
        Err(FileReadError::TooLarge { size, limit })
    } else {
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn whole_files_are_read_up_to_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read(&path, 5).unwrap(), b"12345");
        let error = read(&path, 4).unwrap_err();
        assert!(
            matches!(error, FileReadError::TooLarge { size: 5, limit: 4 }),
            "{error}"
        );
        assert_eq!(io::Error::from(error).kind(), io::ErrorKind::FileTooLarge);
        let missing = read(&folder.path().join("missing"), 5).unwrap_err();
        assert!(
            matches!(missing, FileReadError::Io(error) if error.kind() == io::ErrorKind::NotFound)
        );
        assert!(matches!(
            read(folder.path(), 5),
            Err(FileReadError::NotAFile)
        ));
        // A sparse file of a terabyte takes neither time nor memory.
        let huge = folder.path().join("huge");
        File::create(&huge).unwrap().set_len(1 << 40).unwrap();
        assert!(
            matches!(read(&huge, 1 << 20), Err(FileReadError::TooLarge { size, .. }) if size == 1 << 40)
        );
    }

    #[cfg(unix)]
    #[test]
    fn pipes_devices_and_what_links_to_them_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
        for path in [
            &*pipe,
            &*link,
            Path::new("/dev/zero"),
            Path::new("/dev/null"),
        ] {
            assert!(
                matches!(read(path, 10), Err(FileReadError::NotAFile)),
                "{}",
                path.display()
            );
        }
    }
}
