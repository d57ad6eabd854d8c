//! The output of rows: standard output, or a file that an earlier run may have begun.

use std::io;

use crate::base::files::{Beginning, Output, ResumableFile};
use crate::tools::jobs::{print, print_fitted};
use crate::tools::run::ToolError;

pub(super) struct RowOutput {
    /// `None` for standard output.
    file: Option<Box<ResumableFile>>,
    /// The text before the next row on standard output.
    heading: String,
    /// Whether rows are for people.
    is_table: bool,
}

impl RowOutput {
    pub(super) fn open(output: Option<&Output>, beginning: Beginning) -> Result<Self, ToolError> {
        let file = output.map(|output| ResumableFile::open(output, beginning)).transpose()?;
        let (heading, is_table) = match beginning {
            Beginning::Header(line) => (format!("{line}\n"), true),
            Beginning::Start(_) => (String::new(), false),
        };
        Ok(Self { file: file.map(Box::new), heading, is_table })
    }

    /// The next row of an earlier run.
    pub(super) fn earlier_row(&mut self) -> Result<Option<String>, ToolError> {
        match &mut self.file {
            None => Ok(None),
            Some(file) => Ok(file.next_earlier()?),
        }
    }

    /// The error for a row that doesn't belong to this job.
    pub(super) fn foreign(&self) -> ToolError {
        match &self.file {
            None => ToolError::standard_output(io::ErrorKind::InvalidData.into()),
            Some(file) => file.foreign().into(),
        }
    }

    /// Writes a row, with its end, at once.
    pub(super) fn write(&mut self, row: &str) -> Result<(), ToolError> {
        if let Some(file) = &mut self.file {
            return Ok(file.write(row)?);
        }
        let text = std::mem::take(&mut self.heading) + row;
        if self.is_table { print_fitted(&text) } else { print(&text) }
    }

    /// Checks that an earlier run has no further rows.
    pub(super) fn finish(&mut self) -> Result<(), ToolError> {
        match self.earlier_row()? {
            Some(_) => Err(self.foreign()),
            None => Ok(()),
        }
    }
}
