//! `reversi progress`: shows how far the shards of a folder are. It only reads.

mod part;
mod table;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clap::Args;
use serde::Serialize;

use super::{Findings, json_line, print, print_fitted, unless_closed};
use crate::base::terminal::ProgressLine;
use crate::base::text::{counted, printable_path};
use crate::tools::run::ToolError;

use part::{PartProgress, PartState};

/// The options of `reversi progress`.
#[derive(Debug, Clone, Args)]
pub struct ProgressOptions {
    /// Folder with the files of --out
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Print one JSON object per run
    #[arg(long)]
    json: bool,
}

pub fn progress(options: &ProgressOptions) -> Result<Findings, ToolError> {
    let line = ProgressLine::start();
    let mut runs: BTreeMap<String, RunParts> = BTreeMap::new();
    let mut others = 0;
    let mut findings = Findings::default();
    let now = SystemTime::now();
    for path in files_of(&options.folder)? {
        match PartProgress::read(&path, now) {
            Ok(Some((run, part))) => runs.entry(run).or_default().add(part, &line),
            Ok(None) => others += 1,
            Err(error) => {
                findings.unreadable += 1;
                line.say(&error.to_string());
            }
        }
    }
    let mut runs: Vec<RunProgress> = runs.into_values().map(RunParts::sum).collect();
    runs.sort_by(|one, other| one.output.cmp(&other.output));
    if runs.is_empty() && findings.unreadable == 0 {
        findings.unreadable += 1;
        let folder = printable_path(&options.folder);
        line.say(&format!(
            "{folder} has no files that `solve`, `match`, `book` or `train` write with --out"
        ));
    }
    unless_closed(write(&runs, options.json))?;
    if others > 0 && !runs.is_empty() {
        line.say(&format!("ignored {}", counted(others, "other file")));
    }
    Ok(findings)
}

fn write(runs: &[RunProgress], json: bool) -> Result<(), ToolError> {
    if json {
        return runs.iter().try_for_each(|run| print(&json_line(run)));
    }
    if runs.is_empty() {
        return Ok(());
    }
    print_fitted(&table::of(runs))
}

/// Returns the files of a folder in the order of their names, without hidden ones.
fn files_of(folder: &Path) -> Result<Vec<PathBuf>, ToolError> {
    let unreadable = ToolError::unreadable(folder);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(&unreadable)? {
        let path = entry.map_err(&unreadable)?.path();
        let is_hidden = |name: &std::ffi::OsStr| name.as_encoded_bytes().starts_with(b".");
        // Opening a pipe would wait for its other end.
        if path.is_file() && !path.file_name().is_some_and(is_hidden) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The files of one run, by the index of their shard.
#[derive(Default)]
struct RunParts(BTreeMap<usize, PartProgress>);

impl RunParts {
    /// Adds a file. Of two files of one shard, the one with more rows counts.
    fn add(&mut self, part: PartProgress, line: &ProgressLine) {
        let index = part.shard.index;
        let Some(other) = self.0.remove(&index) else {
            self.0.insert(index, part);
            return;
        };
        let (more, fewer) = if part.rows > other.rows {
            (part, other)
        } else {
            (other, part)
        };
        let shard = more.shard;
        line.say(&format!(
            "duplicate shard {shard}: {} counts, {} does not",
            more.file, fewer.file
        ));
        self.0.insert(index, more);
    }

    fn sum(self) -> RunProgress {
        let files: Vec<PartProgress> = self.0.into_values().collect();
        let first = &files[0];
        let parts = first.shard.count;
        let count = |state: PartState| files.iter().filter(|part| part.state == state).count();
        let rows = files.iter().map(|part| part.rows).sum();
        let running = files.iter().filter(|part| part.state == PartState::Running);
        let speeds = running.filter_map(|part| part.rows_per_s);
        let rows_per_s = Some(speeds.sum::<f64>()).filter(|speed| *speed > 0.0);
        let all = first.all_of_run;
        #[expect(clippy::cast_precision_loss, reason = "a time needs few digits")]
        let left = |all: usize, speed: f64| all.saturating_sub(rows) as f64 / speed;
        RunProgress {
            output: first.output.clone(),
            kind: first.kind.clone(),
            parts,
            finished: count(PartState::Finished),
            running: count(PartState::Running),
            quiet: count(PartState::Quiet),
            not_begun: parts - files.len(),
            rows,
            all,
            rows_per_s,
            left_s: all.zip(rows_per_s).map(|(all, speed)| left(all, speed)),
            files,
        }
    }
}

/// The progress of one run, as in JSON.
#[derive(Serialize)]
struct RunProgress {
    /// The names of the files, with `{shard}`.
    output: String,
    kind: String,
    parts: usize,
    finished: usize,
    running: usize,
    quiet: usize,
    not_begun: usize,
    rows: usize,
    /// The rows of the whole run; `null` if the first lines don't determine them.
    all: Option<usize>,
    /// The speed of the parts that run now; `null` if none does.
    rows_per_s: Option<f64>,
    left_s: Option<f64>,
    files: Vec<PartProgress>,
}
