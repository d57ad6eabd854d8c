//! Files of rows: a first line that says what made them, and rows below it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{self, Path, PathBuf};
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
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("it is no plain file"));
        }
        let mut reader = BufReader::new(&*file);
        let wanted = format!("{first_line}\n");
        let mut line = Vec::new();
        reader.by_ref().take(wanted.len() as u64).read_to_end(&mut line)?;
        let mut whole = line.len() as u64;
        if line != wanted.as_bytes() {
            // A first line that a kill has torn is the beginning of it.
            if !wanted.as_bytes().starts_with(&line) {
                let line = line.split(|&byte| byte == b'\n').next().unwrap_or_default();
                return Ok(Some(String::from_utf8_lossy(line).chars().take(300).collect()));
            }
            whole = 0;
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

    /// Refuses a file that has more rows than the run will have.
    pub(super) fn expects(&self, total: usize) -> Result<(), TrainingError> {
        if self.earlier <= total {
            return Ok(());
        }
        let (name, line) = (self.name.clone(), total + 2);
        let reason = format!("a row too many: the run has {total}");
        Err(TrainingError::Damaged { name, line, reason })
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

/// How many rows a file of games, positions or errors will have, by its first line.
#[derive(Deserialize)]
struct Promise {
    #[serde(alias = "games")]
    all: usize,
    shard: Shard,
}

/// Reads a file of rows: hands the first line to `first`, and each row to `row`, which say what is
/// wrong with it if something is. A torn last row is left out; that games, positions or errors
/// are missing is told.
pub(super) fn read(
    path: &Path,
    first: impl FnOnce(&str) -> Result<(), String>,
    mut row: impl FnMut(&str) -> Result<(), String>,
) -> Result<(), TrainingError> {
    let name = shown(path);
    let unreadable = |source| TrainingError::Unreadable { name: name.clone(), source };
    let mut reader = BufReader::with_capacity(1 << 20, File::open(path).map_err(unreadable)?);
    let (mut bytes, mut rows, mut promise) = (Vec::new(), 0, None::<Promise>);
    let mut first = Some(first);
    for number in 1.. {
        bytes.clear();
        reader.read_until(b'\n', &mut bytes).map_err(unreadable)?;
        let Some(line) = bytes.strip_suffix(b"\n") else { break };
        let result = match (str::from_utf8(line), first.take()) {
            (Err(_), _) => Err("it is not UTF-8".to_owned()),
            (Ok(text), Some(first)) => {
                promise = serde_json::from_str(text).ok();
                first(text)
            }
            (Ok(text), None) => {
                rows += 1;
                row(text)
            }
        };
        if let Err(reason) = result {
            return Err(TrainingError::Damaged { name, line: number, reason });
        }
    }
    if let Some(Promise { all, shard }) = promise
        && (1..=shard.count).contains(&shard.index)
        && rows < shard.size_of(all)
    {
        let all = shard.size_of(all);
        eprintln!("{name} is not whole: it has {rows} of {all} rows");
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

/// Refuses to write where another file is read or written, by whatever name.
pub(super) fn differ<'a>(
    out: &Path,
    others: impl IntoIterator<Item = &'a Path>,
) -> Result<(), TrainingError> {
    // Of a file that is not there yet, its folder is.
    let place = |path: &Path| {
        let whole = path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let folder = whole.parent().and_then(|folder| folder.canonicalize().ok());
        let named = folder.zip(whole.file_name()).map(|(folder, name)| folder.join(name));
        whole.canonicalize().ok().or(named).unwrap_or(whole)
    };
    if others.into_iter().any(|other| place(other) == place(out)) {
        return Err(TrainingError::Same(shown(out)));
    }
    Ok(())
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
        assert!(rows_of(&output).expects(3).is_ok());
        let error = rows_of(&output).expects(2).unwrap_err().to_string();
        assert!(error.ends_with("rows, line 4: a row too many: the run has 2"), "{error}");
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

    fn rows_of(output: &Output) -> Rows {
        Rows::open(output, "head").unwrap()
    }

    #[test]
    fn a_torn_first_line_is_written_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        for torn in ["", "hea", "head"] {
            fs::write(&path, torn).unwrap();
            rows_of(&Output { path: path.clone(), resume: true }).finish().unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), "head\n");
        }
        // What has no line end is not therefore a torn one.
        for foreign in ["x", "headx", "hex\n"] {
            fs::write(&path, foreign).unwrap();
            let output = Output { path: path.clone(), resume: true };
            let error = Rows::open(&output, "head").unwrap_err();
            assert!(matches!(error, TrainingError::Foreign { .. }), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_told_with_their_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        fs::write(&path, b"head\none\n\xff\xfe\n").unwrap();
        let error = read(&path, |_| Ok(()), |_| Ok(())).unwrap_err().to_string();
        assert!(error.ends_with("rows, line 3: it is not UTF-8"), "{error}");
    }
}
