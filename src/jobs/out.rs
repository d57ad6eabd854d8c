//! A file for what a job finds, which an earlier run may have begun.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
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
    /// Opens the file for this process alone.
    pub(super) fn open(&self) -> Result<WholeLines, JobError> {
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
            Ok(data) if data.is_file() => Ok(WholeLines { name, file, length: 0 }),
            // What is no plain file has no end to go on from.
            Ok(_) => Err(JobError::Unwritable { name, source: io::ErrorKind::NotSeekable.into() }),
            Err(source) => Err(JobError::Unwritable { name, source }),
        }
    }
}

/// A file that keeps nothing but whole lines of its job.
pub(super) struct WholeLines {
    /// Its name as a terminal may see it.
    pub(super) name: String,
    pub(super) file: File,
    /// How many bytes are whole lines of this job.
    pub(super) length: u64,
}

impl WholeLines {
    /// Writes lines at once, so that a killed run leaves no more than one torn line.
    pub(super) fn write(&mut self, text: &str) -> Result<(), JobError> {
        match self.file.write_all(text.as_bytes()) {
            Ok(()) => {
                self.length += text.len() as u64;
                Ok(())
            }
            Err(source) => {
                // Part of a line is worth nothing. If that fails as well, --resume drops it.
                let _ = self.cut();
                Err(self.unwritable(source))
            }
        }
    }

    /// Cuts off what follows the whole lines, and goes there.
    pub(super) fn cut(&mut self) -> Result<(), JobError> {
        let cut = self.file.set_len(self.length);
        let cut = cut.and_then(|()| self.file.seek(SeekFrom::Start(self.length)));
        cut.map(drop).map_err(|source| self.unwritable(source))
    }

    pub(super) fn unreadable(&self, source: io::Error) -> JobError {
        JobError::Unreadable { name: self.name.clone(), source }
    }

    pub(super) fn unwritable(&self, source: io::Error) -> JobError {
        JobError::Unwritable { name: self.name.clone(), source }
    }

    /// Line `line`, from 1, is not of this job.
    pub(super) fn foreign(&self, line: usize) -> JobError {
        JobError::Foreign { name: self.name.clone(), line }
    }
}
