//! The output of rows: standard output, or a file that an earlier run may have begun.

use std::io;

use super::super::{JobError, print, print_fitted};
use crate::base::files::{self, Beginning, ResumableFile};

pub(super) enum Output {
    Standard {
        /// The text before the next row.
        heading: String,
        /// Whether rows are for people.
        is_table: bool,
    },
    File(Box<ResumableFile>),
}

impl Output {
    pub(super) fn open(
        output: Option<&files::Output>,
        beginning: Beginning,
    ) -> Result<Self, JobError> {
        if let Some(file) = output {
            return Ok(Self::File(Box::new(ResumableFile::open(file, beginning)?)));
        }
        let (heading, is_table) = match beginning {
            Beginning::Header(line) => (format!("{line}\n"), true),
            Beginning::Start(_) => (String::new(), false),
        };
        Ok(Self::Standard { heading, is_table })
    }

    /// The next row of an earlier run.
    pub(super) fn earlier_row(&mut self) -> Result<Option<String>, JobError> {
        match self {
            Self::Standard { .. } => Ok(None),
            Self::File(file) => Ok(file.next_earlier()?),
        }
    }

    /// The error for a row that doesn't belong to this job.
    pub(super) fn foreign(&self) -> JobError {
        match self {
            Self::Standard { .. } => JobError::standard_output(io::ErrorKind::InvalidData.into()),
            Self::File(file) => file.foreign().into(),
        }
    }

    /// Writes a row, with its end, at once.
    pub(super) fn write(&mut self, row: &str) -> Result<(), JobError> {
        match self {
            Self::Standard { heading, is_table } => {
                let text = std::mem::take(heading) + row;
                if *is_table { print_fitted(&text) } else { print(&text) }
            }
            Self::File(file) => Ok(file.write(row)?),
        }
    }

    /// Checks that an earlier run has no further rows.
    pub(super) fn finish(&mut self) -> Result<(), JobError> {
        match self.earlier_row()? {
            Some(_) => Err(self.foreign()),
            None => Ok(()),
        }
    }
}
