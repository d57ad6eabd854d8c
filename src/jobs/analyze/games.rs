//! The games to analyze, in whatever format they are.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use super::super::{JobError, shown};
use crate::records::{Format, Records, read};

/// An input with games.
pub(super) struct Games {
    reader: Box<dyn BufRead>,
    format: Format,
}

impl Games {
    /// Opens a file; `-` is standard input.
    pub(super) fn open(path: &Path) -> Result<Self, JobError> {
        let reader: Box<dyn BufRead> = if path.as_os_str() == "-" {
            Box::new(BufReader::new(io::stdin()))
        } else {
            let file = File::open(path).map_err(|source| unreadable(path, source))?;
            Box::new(BufReader::new(file))
        };
        Ok(Self { reader, format: Format::Transcript })
    }

    /// Its games, one by one.
    pub(super) fn records(&mut self) -> Records<'_> {
        read(self.format, &mut self.reader)
    }
}

/// What the input is called.
pub(super) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { shown(path) }
}

/// The input can't be read.
pub(super) fn unreadable(path: &Path, source: io::Error) -> JobError {
    JobError::Unreadable { name: name(path), source }
}
