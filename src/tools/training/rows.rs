//! The row files of stages: a header, and one row per task.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::base::files::Output;
use crate::base::terminal::StageProgress;
use crate::base::text::{Shard, printable_path};
use crate::tools::run::{MAX_ROW_BYTES, RowFile, RowLines, RowsHeader, ToolError, is_of};

pub struct StageRows<'a, O> {
    /// The names of the stage and of its tasks, for messages.
    pub name: &'static str,
    pub unit: &'static str,
    pub header: RowsHeader<'a, O>,
    pub all: usize,
    pub threads: usize,
    pub output: &'a Output,
}

impl<O: Serialize> StageRows<'_, O> {
    /// Runs the tasks that an earlier run has not done, and writes their rows in order. `work` receives a worker per
    /// thread and the task's number, counted over all shards.
    pub fn write<S, R: Display + Send>(
        &self,
        worker: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, usize) -> R + Sync,
    ) -> Result<(), ToolError> {
        let shard = self.header.shard.unwrap_or(Shard::ALL);
        let (mut file, earlier, mut progress) = self.begin(|_, _| Some(()))?;
        file.write(
            self.threads,
            earlier..shard.size_of(self.all),
            worker,
            |worker, task| work(worker, shard.task(task)),
            |task, _| progress.is_at(task),
        )?;
        file.end()?;
        progress.finish();
        Ok(())
    }

    /// Opens the file, and passes the rows of an earlier run to `earlier`, numbered from 0. `earlier` returns `None`
    /// if this run would not have written the row. Also returns the number of these rows.
    pub fn begin(
        &self,
        earlier: impl FnMut(usize, &str) -> Option<()>,
    ) -> Result<(RowFile, usize, StageProgress), ToolError> {
        let mut file = RowFile::open(self.output, &self.header)?;
        let total = self.header.shard.unwrap_or(Shard::ALL).size_of(self.all);
        let done = file.earlier(0..total, earlier)?;
        if done == total {
            file.end()?;
        }
        Ok((
            file,
            done,
            StageProgress::new(self.name, self.unit, done, total),
        ))
    }
}

/// The shard of a file and the row count of all shards, from the first line.
#[derive(Deserialize)]
struct ExpectedRows {
    shard: Shard,
    games: Option<usize>,
    all: Option<usize>,
}

/// Reads a row file. Passes the first line to `first` and each row to `row`, which return any fault as an error.
/// Skips a torn last row, and warns about missing games, positions or errors.
pub fn read(
    path: &Path,
    first: impl FnOnce(&str) -> Result<(), String>,
    mut row: impl FnMut(&str) -> Result<(), String>,
) -> Result<(), ToolError> {
    let mut lines = RowLines::open(path, MAX_ROW_BYTES)?;
    let Some(line) = lines.next()? else {
        return Err(lines.damaged("the first line is missing"));
    };
    let expected: Option<ExpectedRows> = serde_json::from_str(line).ok();
    first(line).map_err(|reason| lines.damaged(reason))?;
    while let Some(line) = lines.next()? {
        row(line).map_err(|reason| lines.damaged(reason))?;
    }
    if let Some(ExpectedRows { shard, games, all }) = expected
        && let Some(all) = all.or(games).filter(|_| shard.is_valid())
    {
        let rows = lines.number() - 2;
        let all = shard.size_of(all);
        if rows < all {
            eprintln!(
                "{} is incomplete: {rows} of {all} rows",
                printable_path(path)
            );
        }
    }
    Ok(())
}

pub fn read_all(
    files: &[PathBuf],
    kind: &'static str,
    mut row: impl FnMut(&str) -> Result<(), String>,
) -> Result<(), ToolError> {
    files
        .iter()
        .try_for_each(|file| read(file, is_of(kind), &mut row))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::base::files::ResumeError;

    fn count_to(all: usize, name: &'static str, output: &Output) -> Result<(), ToolError> {
        let weights = vec!["a", "b"].into();
        let header = RowsHeader {
            weights,
            ..RowsHeader::new(name, &())
        };
        let stage = StageRows {
            name,
            unit: "numbers",
            header,
            all,
            threads: 1,
            output,
        };
        stage.write(|| (), |(), number| number)
    }

    #[test]
    fn a_run_is_continued_and_a_foreign_file_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        let output = Output {
            path: path.clone(),
            resume: true,
        };
        count_to(3, "test", &output).unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        let header = "{\"reversi\":\"test\",\"version\":1,\"weights\":[\"a\",\"b\"]}\n";
        assert_eq!(whole, format!("{header}0\n1\n2\n"));
        fs::write(&path, &whole[..whole.len() - 3]).unwrap();
        count_to(3, "test", &output).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
        let foreign = |all, name| match count_to(all, name, &output).unwrap_err() {
            ToolError::Output(ResumeError::Foreign { line, .. }) => line,
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
        assert!(
            error.ends_with("rows, line 2: longer than 65536 bytes"),
            "{error}"
        );
        assert!(reason(b"head").ends_with("rows, line 1: the first line is missing"));
    }
}
