//! Files of rows: a first line that says how they were made, and rows below it.

use std::fs::File;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::TrainingError;
use crate::base::files::{self, Beginning, Output, ResumableFile, Shard, in_order, resolved};
use crate::base::terminal::StageProgress;
use crate::base::text::{LineEnd, LineReader, printable_path};

/// More bytes than a row can have.
const MAX_BYTES: usize = 1 << 16;

/// The first line of a file: files with different first lines are not mixed.
#[derive(Debug, Serialize)]
pub(super) struct Header<'a, W, H> {
    /// The kind of rows.
    reversi: &'static str,
    version: u32,
    /// The names of the weights that were used.
    weights: W,
    /// The number of rows in all shards, where the options don't say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<usize>,
    /// The options.
    #[serde(flatten)]
    how: &'a H,
}

impl<'a, W: Serialize, H: Serialize> Header<'a, W, H> {
    pub(super) fn new(kind: &'static str, weights: W, how: &'a H) -> Self {
        Self { reversi: kind, version: 1, weights, all: None, how }
    }

    /// The same for a file with this number of rows in all shards.
    pub(super) fn with_all(self, rows: usize) -> Self {
        Self { all: Some(rows), ..self }
    }
}

/// A stage that writes a row for each of its tasks.
pub(super) struct Stage<'a> {
    /// The names of the stage and its tasks in messages.
    pub(super) name: &'static str,
    pub(super) unit: &'static str,
    pub(super) shard: Shard,
    /// The number of tasks in all shards.
    pub(super) all: usize,
    pub(super) threads: usize,
    pub(super) output: &'a Output,
}

/// Does the tasks that an earlier run has not done, each with its number among those of all shards,
/// and writes their rows in order. Each thread has a worker, which does the work.
pub(super) fn write<S, R: ToString + Send>(
    header: &impl Serialize,
    stage: &Stage,
    worker: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> R + Sync,
) -> Result<(), TrainingError> {
    let Stage { shard, threads, .. } = *stage;
    let (mut file, earlier, mut progress) = begin(header, stage, |_, _| Some(()))?;
    in_order(
        threads,
        earlier..shard.size_of(stage.all),
        worker,
        |worker, task| work(worker, shard.task(task)),
        |task, row| {
            progress.is_at(task);
            file.write(&(row.to_string() + "\n")).map_err(TrainingError::from)
        },
    )?;
    // A run without rows has a header as well.
    file.write("")?;
    progress.finish();
    Ok(())
}

/// Opens the file of a stage, and hands out the rows of an earlier run with their numbers from 0;
/// `earlier` returns `None` for one that this run would not have written. Returns the number of these
/// rows as well.
pub(super) fn begin(
    header: &impl Serialize,
    stage: &Stage,
    mut earlier: impl FnMut(usize, &str) -> Option<()>,
) -> Result<(ResumableFile, usize, StageProgress), TrainingError> {
    let header = serde_json::to_string(header).unwrap_or_default();
    let mut file = ResumableFile::open(stage.output, Beginning::Header(&header))?;
    let (mut done, total) = (0, stage.shard.size_of(stage.all));
    while let Some(row) = file.next_earlier()? {
        if done == total || earlier(done, &row).is_none() {
            return Err(file.foreign().into());
        }
        done += 1;
    }
    let progress = StageProgress::new(stage.name, stage.unit, done, total);
    Ok((file, done, progress))
}

/// The lines of a file, one after the other.
pub(super) struct Lines {
    path: PathBuf,
    reader: LineReader<File>,
    line: String,
}

impl Lines {
    pub(super) fn open(path: &Path) -> Result<Self, TrainingError> {
        let file = files::open(path);
        let file = file.map_err(|error| TrainingError::unreadable(path)(error.into()))?;
        let reader = LineReader::new(file, MAX_BYTES);
        Ok(Self { path: path.to_owned(), reader, line: String::new() })
    }

    /// The next whole line; `None` at the end, where a torn line may be left.
    pub(super) fn next(&mut self) -> Result<Option<&str>, TrainingError> {
        let line = self.reader.next().map_err(TrainingError::unreadable(&self.path))?;
        let Some(line) = line.filter(|line| line.end != LineEnd::Input) else { return Ok(None) };
        if line.end == LineEnd::Limit {
            return Err(self.damaged(format!("line longer than {MAX_BYTES} bytes")));
        }
        self.line.clear();
        match str::from_utf8(line.bytes) {
            Ok(text) => self.line.push_str(text),
            Err(_) => return Err(self.damaged("it is not UTF-8".to_owned())),
        }
        Ok(Some(&self.line))
    }

    /// The line that was read last.
    pub(super) fn last(&self) -> &str {
        &self.line
    }

    /// The number of that line, from 1.
    pub(super) fn number(&self) -> usize {
        self.reader.number()
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The line that was read last is wrong for this reason.
    pub(super) fn damaged(&self, reason: String) -> TrainingError {
        TrainingError::Damaged { path: self.path.clone(), line: self.number(), reason }
    }
}

/// The number of rows that a file will have, by its first line.
#[derive(Deserialize)]
struct Promise {
    #[serde(alias = "games")]
    all: usize,
    shard: Shard,
}

/// Reads a file of rows: hands the first line to `first`, and each row to `row`, which return what is
/// wrong with it. A torn last row is left out. If games, positions or errors are missing, a message
/// says so.
pub(super) fn read(
    path: &Path,
    first: impl FnOnce(&str) -> Result<(), String>,
    mut row: impl FnMut(&str) -> Result<(), String>,
) -> Result<(), TrainingError> {
    let mut lines = Lines::open(path)?;
    let Some(line) = lines.next()? else {
        return Err(lines.damaged("the first line is missing".to_owned()));
    };
    let promise: Option<Promise> = serde_json::from_str(line).ok();
    first(line).map_err(|reason| lines.damaged(reason))?;
    while let Some(line) = lines.next()? {
        row(line).map_err(|reason| lines.damaged(reason))?;
    }
    if let Some(Promise { all, shard }) = promise.filter(|promise| promise.shard.is_valid()) {
        let (rows, all) = (lines.number() - 2, shard.size_of(all));
        if rows < all {
            eprintln!("{} is incomplete: {rows} of {all} rows", printable_path(path));
        }
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
            Err(format!("expected the header {wanted}"))
        }
    }
}

/// Refuses to write where another file is read or written, by whatever name.
pub(super) fn differ<'a>(
    out: &Path,
    others: impl IntoIterator<Item = &'a Path>,
) -> Result<(), TrainingError> {
    if others.into_iter().any(|other| resolved(other) == resolved(out)) {
        return Err(TrainingError::Same(out.to_owned()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::base::files::ResumeError;

    fn count_to(all: usize, name: &'static str, output: &Output) -> Result<(), TrainingError> {
        let header = Header::new(name, "00000000", &());
        let stage = Stage { name, unit: "numbers", shard: Shard::ALL, all, threads: 1, output };
        write(&header, &stage, || (), |(), number| number)
    }

    #[test]
    fn a_run_is_continued_and_a_foreign_file_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        let output = Output { path: path.clone(), resume: true };
        count_to(3, "test", &output).unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        let header = "{\"reversi\":\"test\",\"version\":1,\"weights\":\"00000000\"}\n";
        assert_eq!(whole, format!("{header}0\n1\n2\n"));
        fs::write(&path, &whole[..whole.len() - 3]).unwrap();
        count_to(3, "test", &output).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
        let foreign = |all, name| match count_to(all, name, &output).unwrap_err() {
            TrainingError::Output(ResumeError::Foreign { line, .. }) => line,
            error => panic!("{error}"),
        };
        // With other options, or with fewer rows.
        assert_eq!((foreign(3, "other"), foreign(2, "test")), (1, 4));
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    }

    #[test]
    fn what_is_not_a_row_is_reported_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        let reason = |text: &[u8]| {
            fs::write(&path, text).unwrap();
            read(&path, |_| Ok(()), |_| Ok(())).unwrap_err().to_string()
        };
        let error = reason(b"head\none\n\xff\xfe\n");
        assert!(error.ends_with("rows, line 3: it is not UTF-8"), "{error}");
        let error = reason(&[&b"head\n"[..], &vec![b'x'; 1 << 17]].concat());
        assert!(error.ends_with("rows, line 2: line longer than 65536 bytes"), "{error}");
        assert!(reason(b"head").ends_with("rows, line 1: the first line is missing"));
    }
}
