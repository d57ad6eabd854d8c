//! The source of records: a file, or standard input.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use super::super::JobError;
use super::is_standard;
use crate::base::text::printable_path;
use crate::records::{Format, Input, Records};
use crate::store::{RecordFile, RecordFileError};

/// The records of a file.
pub(in crate::tools::jobs) struct Source {
    /// The name of the file in messages.
    pub(in crate::tools::jobs) name: String,
    pub(in crate::tools::jobs) format: Format,
    pub(in crate::tools::jobs) records: Records<'static>,
}

impl Source {
    /// Opens a file, `-` for standard input. Without a format, it is detected by name or content.
    pub(in crate::tools::jobs) fn open(
        path: &Path,
        format: Option<Format>,
    ) -> Result<Self, JobError> {
        if !is_standard(path) {
            let unreadable = |RecordFileError { path, source }| JobError::Unreadable {
                name: printable_path(&path).to_string(),
                source,
            };
            let failed = |source| unreadable(RecordFileError { path: path.to_owned(), source });
            // A pipe is as good as a file: a shell makes one of the output of another program.
            let file = File::open(path).map_err(failed)?;
            if file.metadata().is_ok_and(|data| data.is_dir()) {
                return Err(failed(io::ErrorKind::IsADirectory.into()));
            }
            let file = RecordFile::of(file, path, format).map_err(unreadable)?;
            let RecordFile { format, records } = file;
            return Ok(Self { name: printable_path(path).to_string(), format, records });
        }
        let name = "standard input".to_owned();
        let mut input = Input::new(BufReader::new(io::stdin()));
        let format = match format {
            Some(format) => format,
            None => match Format::of_input(&mut input) {
                Ok(format) => format,
                Err(source) => return Err(JobError::Unreadable { name, source }),
            },
        };
        Ok(Self { name, format, records: Records::new(format.open(), input) })
    }
}
