//! The input lines with their numbers.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::PathBuf;

use super::super::JobError;
use crate::base::files::Shard;
use crate::base::text::BYTE_ORDER_MARK;
use crate::base::text::printable_path;

/// The maximum length of a line, in bytes.
const LONGEST: u64 = 4096;

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
    reader: Box<dyn BufRead>,
    shard: Shard,
    /// The number of the line that was read last.
    number: usize,
}

impl Lines {
    pub(super) fn open(input: &Input, shard: Shard) -> Result<Self, JobError> {
        let (name, reader): (_, Box<dyn BufRead>) = match input {
            Input::Entry(entry) => ("--position".to_owned(), Box::new(Cursor::new(entry.clone()))),
            Input::File(path) if path.as_os_str() == "-" => {
                ("standard input".to_owned(), Box::new(BufReader::new(io::stdin())))
            }
            Input::File(path) => {
                let name = printable_path(path).to_string();
                match File::open(path) {
                    Ok(file) => (name, Box::new(BufReader::new(file))),
                    Err(source) => return Err(JobError::Unreadable { name, source }),
                }
            }
        };
        Ok(Self { name, reader, shard, number: 0 })
    }

    /// The next line of the shard and its number, from 1; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(usize, String)>, JobError> {
        loop {
            let read = self.read();
            let read =
                read.map_err(|source| JobError::Unreadable { name: self.name.clone(), source })?;
            let Some(mut line) = read else { return Ok(None) };
            self.number += 1;
            if self.number == 1 && line.starts_with(&BYTE_ORDER_MARK) {
                line.drain(..BYTE_ORDER_MARK.len());
            }
            if self.shard.has(self.number) {
                return Ok(Some((self.number, String::from_utf8_lossy(&line).into_owned())));
            }
        }
    }

    fn read(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let read = (&mut self.reader).take(LONGEST).read_until(b'\n', &mut line)?;
        if read as u64 == LONGEST && line.last() != Some(&b'\n') {
            self.reader.skip_until(b'\n')?;
        }
        Ok((read > 0).then_some(line))
    }
}
