//! The input lines with their numbers.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::PathBuf;

use super::super::JobError;
use crate::base::files::Shard;
use crate::base::text::{LineReader, printable_path};

/// The maximum length of a line, in bytes.
const MAX_BYTES: usize = 4096;

/// Where the positions are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// In a file; `-` is standard input.
    File(PathBuf),
    /// Here.
    Entry(String),
}

pub(super) struct Lines {
    name: String,
    reader: LineReader<Box<dyn Read>>,
    shard: Shard,
}

impl Lines {
    pub(super) fn open(input: &Input, shard: Shard) -> Result<Self, JobError> {
        let (name, reader): (_, Box<dyn Read>) = match input {
            Input::Entry(entry) => ("--position".to_owned(), Box::new(Cursor::new(entry.clone()))),
            Input::File(path) if path.as_os_str() == "-" => {
                ("standard input".to_owned(), Box::new(io::stdin()))
            }
            Input::File(path) => {
                let name = printable_path(path).to_string();
                match File::open(path) {
                    Ok(file) => (name, Box::new(file)),
                    Err(source) => return Err(JobError::Unreadable { name, source }),
                }
            }
        };
        Ok(Self { name, reader: LineReader::new(reader, MAX_BYTES), shard })
    }

    /// The next line of the shard and its number, from 1; `None` at the end. A line over the limit is cut.
    pub(super) fn next(&mut self) -> Result<Option<(usize, String)>, JobError> {
        loop {
            let line = match self.reader.next_unmarked() {
                Ok(Some(line)) => String::from_utf8_lossy(line.bytes).into_owned(),
                Ok(None) => return Ok(None),
                Err(source) => {
                    return Err(JobError::Unreadable { name: self.name.clone(), source });
                }
            };
            let number = self.reader.number();
            if self.shard.has(number) {
                return Ok(Some((number, line)));
            }
        }
    }
}
