//! A file for what a job finds, which an earlier run may have begun.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::PathBuf;

use super::{JobError, shown};

/// A file for what a job finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Out {
    /// Which file.
    pub path: PathBuf,
    /// Whether to go on with it instead of making it.
    pub resume: bool,
}

impl Out {
    /// Opens the file for this process alone; its name as a terminal may see it comes with it.
    pub(super) fn open(&self) -> Result<(String, File), JobError> {
        let name = shown(&self.path);
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        let options = if self.resume {
            options.create(true).truncate(false)
        } else {
            options.create_new(true)
        };
        let file = match options.open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(JobError::Exists(name));
            }
            Err(source) => return Err(JobError::Unwritable { name, source }),
        };
        // Where files can't be locked, it is up to the person to start no second run.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(JobError::InUse(name));
        }
        match file.metadata() {
            Ok(data) if data.is_file() => Ok((name, file)),
            // What is no plain file has no end to go on from.
            Ok(_) => Err(JobError::Unwritable { name, source: io::ErrorKind::NotSeekable.into() }),
            Err(source) => Err(JobError::Unwritable { name, source }),
        }
    }
}
