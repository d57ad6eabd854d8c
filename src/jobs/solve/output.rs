//! Where the rows go: standard output, or a file, which an earlier run may have begun.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, StdoutLock, Write};

use super::super::out::WholeLines;
use super::super::{JobError, Out};

/// More bytes than a row can have.
const LONGEST: u64 = 1 << 16;

/// What all files of rows begin with: in a table the whole heading.
pub(super) struct Beginning {
    pub(super) text: String,
    /// Whether it is a line of its own above the rows.
    pub(super) is_heading: bool,
}

pub(super) struct Output {
    sink: Sink,
    /// What to write before the next row.
    heading: String,
}

enum Sink {
    Standard(StdoutLock<'static>),
    File(Box<OutFile>),
}

struct OutFile {
    whole: WholeLines,
    /// Reads what an earlier run has written, until all of that is done.
    earlier: Option<BufReader<File>>,
    /// How many lines of this job there are.
    lines: usize,
}

impl Output {
    pub(super) fn open(out: Option<&Out>, beginning: &Beginning) -> Result<Self, JobError> {
        let heading = if beginning.is_heading { beginning.text.clone() } else { String::new() };
        let Some(out) = out else {
            return Ok(Self { sink: Sink::Standard(io::stdout().lock()), heading });
        };
        let mut file = OutFile::open(out)?;
        let is_begun = file.begins_with(beginning)?;
        let heading = if is_begun { String::new() } else { heading };
        Ok(Self { sink: Sink::File(Box::new(file)), heading })
    }

    /// The next row that an earlier run has written.
    pub(super) fn earlier_row(&mut self) -> Result<Option<String>, JobError> {
        match &mut self.sink {
            Sink::Standard(_) => Ok(None),
            Sink::File(file) => file.earlier_row(),
        }
    }

    /// The row that was read last is not of this job.
    pub(super) fn foreign(&self) -> JobError {
        match &self.sink {
            Sink::File(file) => file.whole.foreign(file.lines),
            Sink::Standard(_) => JobError::standard_output(io::ErrorKind::InvalidData.into()),
        }
    }

    /// Writes a row at once, so that a killed run leaves no more than one torn line.
    pub(super) fn write(&mut self, row: &str) -> Result<(), JobError> {
        let text = std::mem::take(&mut self.heading) + row;
        match &mut self.sink {
            Sink::Standard(output) => output
                .write_all(text.as_bytes())
                .and_then(|()| output.flush())
                .map_err(JobError::standard_output),
            Sink::File(file) => file.whole.write(&text),
        }
    }

    /// Checks that an earlier run has written nothing beyond the end of this one.
    pub(super) fn finish(&mut self) -> Result<(), JobError> {
        match self.earlier_row()? {
            Some(_) => Err(self.foreign()),
            None => Ok(()),
        }
    }
}

impl OutFile {
    fn open(out: &Out) -> Result<Self, JobError> {
        let whole = out.open()?;
        let reader = whole.file.try_clone().map_err(|source| whole.unwritable(source))?;
        Ok(Self { whole, earlier: Some(BufReader::new(reader)), lines: 0 })
    }

    /// Whether the beginning is there; if it is a line, it is left behind. A file that begins
    /// otherwise is not touched, least of all its last line.
    fn begins_with(&mut self, beginning: &Beginning) -> Result<bool, JobError> {
        let mut start = Vec::new();
        let wanted = beginning.text.as_bytes();
        let mut read = || {
            (&mut self.whole.file).take(wanted.len() as u64).read_to_end(&mut start)?;
            self.whole.file.rewind()
        };
        read().map_err(|source| self.whole.unreadable(source))?;
        if !wanted.starts_with(&start) {
            return Err(self.whole.foreign(1));
        }
        if start.len() < wanted.len() {
            self.start_over()?;
            return Ok(false);
        }
        if beginning.is_heading {
            self.earlier_row()?;
        }
        Ok(true)
    }

    /// There is at most a torn first line.
    fn start_over(&mut self) -> Result<(), JobError> {
        self.earlier = None;
        self.whole.cut()
    }

    fn earlier_row(&mut self) -> Result<Option<String>, JobError> {
        let Some(reader) = &mut self.earlier else { return Ok(None) };
        let mut row = Vec::new();
        let read = reader.take(LONGEST).read_until(b'\n', &mut row);
        let read = read.map_err(|source| self.whole.unreadable(source))? as u64;
        if row.pop() == Some(b'\n') {
            self.lines += 1;
            self.whole.length += read;
            let row = String::from_utf8(row).map_err(|_| self.whole.foreign(self.lines))?;
            return Ok(Some(row));
        }
        if read == LONGEST {
            return Err(self.whole.foreign(self.lines + 1));
        }
        self.start_over()?;
        Ok(None)
    }
}
