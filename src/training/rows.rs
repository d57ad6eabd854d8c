//! Files of rows: a first line that says what made them, and rows below it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::TrainingError;

/// A kill costs the rows of about so long, where they come slowly.
const FLUSH: Duration = Duration::from_secs(1);

/// Every `count`-th task from the one with this index on, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which share, from 1.
    pub index: usize,
    /// How many shares there are.
    pub count: usize,
}

impl Shard {
    /// All of the work.
    pub const ALL: Self = Self { index: 1, count: 1 };

    /// How many of so many tasks are in this share.
    ///
    /// ```
    /// use reversi::training::Shard;
    /// let shares = [1, 2, 3].map(|index| Shard { index, count: 3 }.size_of(10));
    /// assert_eq!(shares, [4, 3, 3]);
    /// ```
    pub fn size_of(self, tasks: usize) -> usize {
        (tasks + self.count - self.index) / self.count
    }

    /// The number, in all tasks, of a task of this share.
    pub(super) fn task(self, number: usize) -> usize {
        number * self.count + self.index - 1
    }
}

/// Where a stage writes, and whether it goes on with what is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// The file.
    pub path: PathBuf,
    /// Whether an earlier run may have begun it.
    pub resume: bool,
}

/// A file of rows that is being written.
#[derive(Debug)]
pub(super) struct Rows {
    name: String,
    file: BufWriter<File>,
    /// When all rows were in the file.
    flushed: Instant,
    /// How many rows an earlier run has written.
    pub(super) earlier: usize,
}

impl Rows {
    /// Creates the file with its first line, or goes on with it if it begins with the same one.
    pub(super) fn open(output: &Output, first_line: &str) -> Result<Self, TrainingError> {
        let name = shown(&output.path);
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        if output.resume {
            options.create(true).truncate(false);
        } else {
            options.create_new(true);
        }
        let file = match options.open(&output.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(TrainingError::Exists(name));
            }
            Err(source) => return Err(TrainingError::Unwritable { name, source }),
        };
        // Where files can't be locked, it is up to the person to start no second run.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(TrainingError::InUse(name));
        }
        let file = BufWriter::new(file);
        let mut rows = Self { name, file, flushed: Instant::now(), earlier: 0 };
        if let Some(found) = rows.go_on(first_line).map_err(|source| rows.unwritable(source))? {
            let (name, wanted) = (rows.name, first_line.to_owned());
            return Err(TrainingError::Foreign { name, found, wanted });
        }
        Ok(rows)
    }

    /// Goes behind the last whole row; a first line that is not the one wanted is returned, and the
    /// file left as it is.
    fn go_on(&mut self, first_line: &str) -> io::Result<Option<String>> {
        let file = self.file.get_mut();
        let mut reader = BufReader::new(&*file);
        let mut line = Vec::new();
        let mut whole = reader.read_until(b'\n', &mut line)? as u64;
        if line.pop() != Some(b'\n') {
            whole = 0;
        } else if line != first_line.as_bytes() {
            return Ok(Some(String::from_utf8_lossy(&line).chars().take(300).collect()));
        }
        if whole > 0 {
            loop {
                line.clear();
                let length = reader.read_until(b'\n', &mut line)? as u64;
                if line.last() != Some(&b'\n') {
                    break;
                }
                whole += length;
                self.earlier += 1;
            }
        }
        file.set_len(whole)?;
        file.seek(SeekFrom::Start(whole))?;
        if whole == 0 {
            writeln!(self.file, "{first_line}")?;
        }
        Ok(None)
    }

    /// Writes a row. What a killed run leaves torn is dropped when it goes on.
    pub(super) fn write(&mut self, row: &str) -> Result<(), TrainingError> {
        writeln!(self.file, "{row}").map_err(|source| self.unwritable(source))?;
        if self.flushed.elapsed() >= FLUSH {
            self.file.flush().map_err(|source| self.unwritable(source))?;
            self.flushed = Instant::now();
        }
        Ok(())
    }

    /// Makes sure that all rows are in the file.
    pub(super) fn finish(mut self) -> Result<(), TrainingError> {
        self.file.flush().map_err(|source| self.unwritable(source))
    }

    fn unwritable(&self, source: io::Error) -> TrainingError {
        TrainingError::Unwritable { name: self.name.clone(), source }
    }
}

/// Reads a file of rows: hands the first line to `first`, and each row to `row`, which say what is
/// wrong with it if something is. A torn last row is left out.
pub(super) fn read(
    path: &Path,
    first: impl FnOnce(&str) -> Result<(), String>,
    mut row: impl FnMut(&str) -> Result<(), String>,
) -> Result<(), TrainingError> {
    let name = shown(path);
    let unreadable = |source| TrainingError::Unreadable { name: name.clone(), source };
    let mut reader = BufReader::with_capacity(1 << 20, File::open(path).map_err(unreadable)?);
    let mut line = String::new();
    let mut first = Some(first);
    for number in 1.. {
        line.clear();
        reader.read_line(&mut line).map_err(unreadable)?;
        let Some(text) = line.strip_suffix('\n') else { break };
        let result = match first.take() {
            Some(first) => first(text),
            None => row(text),
        };
        if let Err(reason) = result {
            return Err(TrainingError::Damaged { name, line: number, reason });
        }
    }
    if first.is_some() {
        let reason = "the first line is missing".to_owned();
        return Err(TrainingError::Damaged { name, line: 1, reason });
    }
    Ok(())
}

/// Checks that the first line of a file is that of rows of this kind, in the version of this program.
pub(super) fn is_of(kind: &'static str) -> impl Fn(&str) -> Result<(), String> {
    move |line| {
        let wanted = format!("{{\"reversi\":\"{kind}\",\"version\":1,");
        if line.starts_with(&wanted) {
            Ok(())
        } else {
            Err(format!("it does not begin with {wanted}"))
        }
    }
}

/// Writes a whole file; one that is there stays until the new one is complete. What a link leads to is
/// replaced, not the link, and nothing that is no plain file.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), TrainingError> {
    let unwritable = |source| TrainingError::Unwritable { name: shown(path), source };
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&target).is_ok_and(|data| !data.is_file()) {
        return Err(unwritable(io::Error::other("it is no plain file")));
    }
    let unfinished = target.with_added_extension("unfinished");
    let written = fs::write(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, &target));
    written.map_err(unwritable)
}

/// A file's name as a terminal may see it.
pub(super) fn shown(path: &Path) -> String {
    path.to_string_lossy().chars().map(|c| if c.is_control() { '?' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_torn_row_is_dropped_and_a_foreign_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        let output = Output { path: path.clone(), resume: true };
        fs::write(&path, "head\none\ntwo\nthr").unwrap();
        let mut rows = Rows::open(&output, "head").unwrap();
        assert_eq!(rows.earlier, 2);
        rows.write("three").unwrap();
        rows.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "head\none\ntwo\nthree\n");
        let error = Rows::open(&output, "other").unwrap_err();
        assert!(matches!(error, TrainingError::Foreign { .. }), "{error}");
        let error = Rows::open(&Output { resume: false, ..output }, "head").unwrap_err();
        assert!(matches!(error, TrainingError::Exists(_)), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "head\none\ntwo\nthree\n");
    }

    #[cfg(unix)]
    #[test]
    fn what_a_link_leads_to_is_replaced_and_only_if_it_is_a_plain_file() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        replace(&link, b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        let error = replace(folder.path(), b"new").unwrap_err().to_string();
        assert!(error.contains("no plain file"), "{error}");
    }

    #[test]
    fn a_torn_first_line_is_written_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        fs::write(&path, "hea").unwrap();
        Rows::open(&Output { path: path.clone(), resume: true }, "head").unwrap().finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "head\n");
    }
}
