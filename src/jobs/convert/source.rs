//! Where records are read from: a file, or standard input.

use std::io::{self, BufReader};
use std::path::Path;

use super::super::{JobError, shown};
use super::is_standard;
use crate::records::{Format, Input, Records};
use crate::store::{RecordFile, RecordFileError};

pub(super) struct Source {
    /// What the file is called in messages.
    pub(super) name: String,
    pub(super) format: Format,
    pub(super) records: Records<'static>,
}

impl Source {
    pub(super) fn open(path: &Path, format: Option<Format>) -> Result<Self, JobError> {
        if !is_standard(path) {
            let file = RecordFile::open(path, format);
            let file = file.map_err(|RecordFileError { path, source }| JobError::Unreadable {
                name: shown(&path),
                source,
            })?;
            let RecordFile { format, records } = file;
            return Ok(Self { name: shown(path), format, records });
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
