//! The progress of one file: its rows, and how long ago it got the last one.

use std::fs::Metadata;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde::Serialize;
use serde_json::Value;

use crate::base::files;
use crate::base::text::{Shard, printable_path};
use crate::tools::jobs::{match_play, solve};
use crate::tools::run::{COMMENT, HEADER_START, ShardFile, ToolError};

/// The least time without a row after which a part is quiet.
const QUIET: Duration = Duration::from_mins(1);

/// The time without a row after which a part is quiet, in average times per row.
const QUIET_ROWS: f64 = 10.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PartState {
    /// All rows are there.
    Finished,
    /// The last row is recent.
    Running,
    /// The last row is older than expected: the process was killed, or its position is hard.
    Quiet,
}

/// A file of a run, as in JSON.
#[derive(Serialize)]
pub struct PartProgress {
    pub file: String,
    pub shard: Shard,
    pub rows: usize,
    /// The rows of the complete file; `null` if the first line doesn't determine them.
    all: Option<usize>,
    pub state: PartState,
    /// The average from the creation of the file to its last row; `null` if the system doesn't keep both times.
    pub rows_per_s: Option<f64>,
    /// The time since the last row.
    last_s: Option<f64>,
    #[serde(skip)]
    pub kind: String,
    /// The name of the file, with `{shard}`.
    #[serde(skip)]
    pub output: String,
    #[serde(skip)]
    pub all_of_run: Option<usize>,
}

impl PartProgress {
    /// Reads a file. Returns a text that only the parts of its run share, and the part; `None` if `reversi` has not
    /// written it.
    pub fn read(path: &Path, now: SystemTime) -> Result<Option<(String, Self)>, ToolError> {
        let file = files::open(path).map_err(ToolError::unreadable(path))?;
        let unreadable = ToolError::unreadable(path);
        let data = file.metadata().map_err(&unreadable)?;
        if !is_of_reversi(file).map_err(&unreadable)? {
            return Ok(None);
        }
        let mut file = ShardFile::open_any(path)?;
        let output = output_of(path, file.shard);
        // Shards whose names don't say so belong together if their first lines agree. A file without shards is a run.
        let is_named = file.shard == Shard::ALL || output != name_of(path);
        let name = if is_named { output.as_str() } else { "" };
        let run = format!("{name} {}", file.run_text());
        let all_of_run = all_of_run(&file);
        let all = all_of_part(&file, all_of_run);
        let rows = count_rows(&mut file)?;
        let times = Times::of(&data, now);
        let rows_per_s = times.speed(rows);
        let state = if all.is_some_and(|all| rows >= all) {
            PartState::Finished
        } else if times.is_recent(rows_per_s) {
            PartState::Running
        } else {
            PartState::Quiet
        };
        let part = Self {
            file: name_of(path),
            shard: file.shard,
            rows,
            all,
            state,
            rows_per_s,
            last_s: times.since_last.map(|since| since.as_secs_f64()),
            kind: file.kind,
            output,
            all_of_run,
        };
        Ok(Some((run, part)))
    }
}

/// Whether a file begins like the files of this program.
fn is_of_reversi(file: impl Read) -> std::io::Result<bool> {
    let most = COMMENT.len() + HEADER_START.len();
    let mut start = Vec::new();
    file.take(most as u64).read_to_end(&mut start)?;
    let start = start.strip_prefix(COMMENT.as_bytes()).unwrap_or(&start);
    Ok(start.starts_with(HEADER_START.as_bytes()))
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().map_or(path, Path::new);
    printable_path(name).to_string()
}

/// Returns the output name that the shards of a run share: `rows.{shard}` for `rows.2-of-8`.
fn output_of(path: &Path, shard: Shard) -> String {
    name_of(path).replacen(&shard.in_words(), "{shard}", 1)
}

/// Counts the whole rows. A torn last row doesn't count.
fn count_rows(file: &mut ShardFile) -> Result<usize, ToolError> {
    let is_table = file.kind == solve::KIND && file.field("json") == Some(&Value::Bool(false));
    let mut lines = 0_usize;
    while file.lines.next()?.is_some() {
        lines += 1;
    }
    Ok(lines.saturating_sub(usize::from(is_table)))
}

/// Returns the number of rows of the whole run; `None` if the first line doesn't determine it.
fn all_of_run(file: &ShardFile) -> Option<usize> {
    let games = || file.number("games");
    file.number("all").or_else(games)
}

fn all_of_part(file: &ShardFile, all: Option<usize>) -> Option<usize> {
    if file.kind == match_play::KIND {
        // Shards have whole pairs.
        return all.map(|games| 2 * file.shard.size_of(games / 2));
    }
    file.rows().or_else(|| Some(file.shard.size_of(all?)))
}

/// The times of a file; `None` where the system has none.
struct Times {
    /// From the creation to the last row.
    active: Option<Duration>,
    since_last: Option<Duration>,
}

impl Times {
    fn of(data: &Metadata, now: SystemTime) -> Self {
        let created = data.created().ok();
        let changed = data.modified().ok();
        let between = |from: SystemTime, to: SystemTime| to.duration_since(from).ok();
        Self {
            active: created
                .zip(changed)
                .and_then(|(from, to)| between(from, to)),
            since_last: changed.map(|changed| between(changed, now).unwrap_or_default()),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a speed needs few digits")]
    fn speed(&self, rows: usize) -> Option<f64> {
        let seconds = self.active?.as_secs_f64();
        (rows > 0 && seconds > 0.0).then(|| rows as f64 / seconds)
    }

    fn is_recent(&self, speed: Option<f64>) -> bool {
        let expected = speed.map_or(0.0, |speed| QUIET_ROWS / speed);
        let limit = QUIET.as_secs_f64().max(expected);
        self.since_last
            .is_some_and(|since| since.as_secs_f64() <= limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_quiet_after_ten_times_the_usual_time() {
        let times = |active, since| Times {
            active: Some(Duration::from_secs(active)),
            since_last: Some(Duration::from_secs(since)),
        };
        let is_recent = |active, rows, since| {
            let times = times(active, since);
            times.is_recent(times.speed(rows))
        };
        assert!(is_recent(10, 100, 59) && !is_recent(10, 100, 61));
        assert!(is_recent(100, 10, 99) && !is_recent(100, 10, 101));
        assert!(is_recent(100, 0, 59) && !is_recent(100, 0, 61));
        assert_eq!(times(0, 0).speed(5), None);
    }

    #[test]
    fn the_name_of_a_run_has_the_place_of_the_shard() {
        let shard = Shard { index: 2, count: 8 };
        let named = |name| output_of(Path::new(name), shard);
        assert_eq!(named("a/rows.2-of-8"), "rows.{shard}");
        assert_eq!(named("rows"), "rows");
    }
}
