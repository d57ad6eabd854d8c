//! The output of rows: standard output, or a resumable file.

use std::io;

use crate::base::files::{Beginning, Output, ResumableFile};
use crate::tools::jobs::{print, print_fitted};
use crate::tools::run::ToolError;

pub(super) struct RowOutput {
    /// `None` for standard output.
    file: Option<Box<ResumableFile>>,
    /// The heading, until it is printed with the first row.
    heading: String,
    /// Whether the rows form a table instead of JSON lines.
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

    pub(super) fn earlier_row(&mut self) -> Result<Option<String>, ToolError> {
        match &mut self.file {
            None => Ok(None),
            Some(file) => Ok(file.next_earlier()?),
        }
    }

    pub(super) fn foreign(&self) -> ToolError {
        match &self.file {
            None => ToolError::standard_output(io::ErrorKind::InvalidData.into()),
            Some(file) => file.foreign().into(),
        }
    }

    /// Writes a row, including its line end, unbuffered.
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
