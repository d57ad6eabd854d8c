//! Resumable row files: a header with the options of the run, then one row per task.

use std::fmt::Display;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::ToolError;
use crate::base::files::{self, Output, ResumableFile, in_order};
use crate::base::text::{LineEnd, LineReader};

pub struct RowFile(ResumableFile);

impl RowFile {
    pub fn open(output: &Output, header: &impl Serialize) -> Result<Self, ToolError> {
        let header = serde_json::to_string(header).unwrap_or_default();
        Ok(Self(ResumableFile::open(output, &header)?))
    }

    /// Reads the rows that an earlier run wrote for `tasks`, and returns the first task without a row. `read` returns
    /// `None` if this run would not have written the row.
    pub fn earlier(
        &mut self,
        tasks: Range<usize>,
        mut read: impl FnMut(usize, &str) -> Option<()>,
    ) -> Result<usize, ToolError> {
        for task in tasks.clone() {
            let Some(row) = self.0.next_earlier()? else {
                return Ok(task);
            };
            read(task, &row).ok_or_else(|| self.0.foreign())?;
        }
        Ok(tasks.end)
    }

    /// Runs tasks on several threads, each with its own worker, and writes their rows in order.
    pub fn write<S, R: Display + Send>(
        &mut self,
        threads: usize,
        tasks: Range<usize>,
        worker: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, usize) -> R + Sync,
        mut take: impl FnMut(usize, R),
    ) -> Result<(), ToolError> {
        in_order(threads, tasks, worker, work, |task, row| {
            self.0.write(&format!("{row}\n"))?;
            take(task, row);
            Ok(())
        })
    }

    /// Refuses rows beyond the last task. Writes the header if the run has no rows.
    pub fn end(&mut self) -> Result<(), ToolError> {
        match self.0.next_earlier()? {
            Some(_) => Err(self.0.foreign().into()),
            None => Ok(self.0.write("")?),
        }
    }
}

pub struct RowLines {
    path: PathBuf,
    reader: LineReader<File>,
    max_bytes: usize,
    line: String,
}

impl RowLines {
    /// Opens a file whose lines are shorter than `max_bytes` bytes.
    pub fn open(path: &Path, max_bytes: usize) -> Result<Self, ToolError> {
        let file = files::open(path).map_err(ToolError::unreadable(path))?;
        let reader = LineReader::new(file, max_bytes);
        Ok(Self {
            path: path.to_owned(),
            reader,
            max_bytes,
            line: String::new(),
        })
    }

    /// Returns the next complete line; `None` at the end of the file or at a torn last line.
    pub fn next(&mut self) -> Result<Option<&str>, ToolError> {
        let line = self
            .reader
            .next()
            .map_err(ToolError::unreadable(&self.path))?;
        let Some(line) = line.filter(|line| line.end != LineEnd::Input) else {
            return Ok(None);
        };
        if line.end == LineEnd::Limit {
            return Err(self.damaged(format!("longer than {} bytes", self.max_bytes)));
        }
        self.line.clear();
        match str::from_utf8(line.bytes) {
            Ok(text) => self.line.push_str(text),
            Err(_) => return Err(self.damaged("it is not UTF-8")),
        }
        Ok(Some(&self.line))
    }

    pub fn last(&self) -> &str {
        &self.line
    }

    /// Returns the number of the last read line, from 1.
    pub fn number(&self) -> usize {
        self.reader.number()
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn damaged(&self, reason: impl Into<String>) -> ToolError {
        self.damaged_at(self.number(), reason)
    }

    pub fn damaged_at(&self, line: usize, reason: impl Into<String>) -> ToolError {
        ToolError::damaged(&self.path, line, reason)
    }
}
