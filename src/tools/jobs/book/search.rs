//! The file of searches that a book is made from: a row for each position, resumed after a kill.
//!
//! The first line says how the searches were made. The rows are in the order of the plan, which is the
//! same for any number of threads.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{unreadable, weights};
use crate::base::files::{self, Beginning, Output, ResumableFile, Shard, in_order};
use crate::base::terminal::ProgressLine;
use crate::base::text::{counted, printable_path};
use crate::book::{BookRecord, Deviation, Plan, SearchTask, Searched, SearchedError};
use crate::engine::{Engine, Limits};
use crate::players::limits_of_level;
use crate::tools::jobs::JobError;

/// Memory for the transposition table of a search, in MiB: the score of a position depends on it.
const HASH_MB: usize = 16;

/// The size limit of a line of a search file, in bytes.
const LONGEST_LINE: u64 = 1 << 14;

/// The first line of a file of searches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Heading {
    reversi: String,
    version: u32,
    /// The name of the weights.
    pub(super) weights: String,
    pub(super) level: u8,
    /// Which moves were followed, and how far.
    per_move: u8,
    total: u8,
    plies: u8,
    /// The checksum of the book that was grown.
    pub(super) base: Option<String>,
    pub(super) shard: Shard,
}

impl Heading {
    const KIND: &str = "book searches";

    pub(super) fn new(level: u8, deviation: Deviation, base: Option<u32>, shard: Shard) -> Self {
        let Deviation { per_move, total, plies } = deviation;
        Self {
            reversi: Self::KIND.to_owned(),
            version: 1,
            weights: format!("{:08x}", weights()),
            level,
            per_move,
            total,
            plies,
            base: base.map(|base| format!("{base:08x}")),
            shard,
        }
    }

    pub(super) fn deviation(&self) -> Deviation {
        let Self { per_move, total, plies, .. } = *self;
        Deviation { per_move, total, plies }
    }

    /// Whether another file is a shard of the same run.
    pub(super) fn is_of_run(&self, other: &Self) -> bool {
        let same_shard = Self { shard: self.shard, ..other.clone() };
        self.shard.count == other.shard.count && *self == same_shard
    }
}

/// Searches the positions of a plan that an earlier run has not searched, and returns all of them.
pub(super) fn search_plan(
    mut plan: Plan,
    heading: &Heading,
    threads: usize,
    output: &Output,
) -> Result<Vec<Searched>, JobError> {
    let mut run = Run::begin(heading, heading.level, threads, output)?;
    let mut all = Vec::new();
    loop {
        let due = plan.due();
        let mut searched = run.search(&due, &format!("ply {}", plan.ply()))?;
        for one in &searched {
            plan.found(one);
        }
        all.append(&mut searched);
        if !plan.advance() {
            return run.end().map(|()| all);
        }
    }
}

/// A run of searches, with the rows of earlier runs first.
pub(super) struct Run {
    file: ResumableFile,
    progress: ProgressLine,
    level: u8,
    threads: usize,
    /// The number of positions so far.
    total: usize,
}

impl Run {
    pub(super) fn begin(
        heading: &impl Serialize,
        level: u8,
        threads: usize,
        output: &Output,
    ) -> Result<Self, JobError> {
        let line = serde_json::to_string(heading).unwrap_or_default();
        let file = ResumableFile::open(output, Beginning::Header(&line))?;
        Ok(Self { file, progress: ProgressLine::start(), level, threads, total: 0 })
    }

    /// Searches positions.
    pub(super) fn search(
        &mut self,
        due: &[SearchTask],
        what: &str,
    ) -> Result<Vec<Searched>, JobError> {
        let Self { file, progress, level, threads, total } = self;
        let mut done = Vec::with_capacity(due.len());
        while done.len() < due.len()
            && let Some(row) = file.next_earlier()?
        {
            done.push(earlier(&row, due[done.len()]).ok_or_else(|| file.foreign())?);
        }
        in_order(
            *threads,
            done.len()..due.len(),
            || Engine::new(HASH_MB, 1),
            |engine, task| one(engine, *level, due[task]),
            |task, searched: Searched| {
                progress.begin(format!("{what}: {task} of {}", counted(due.len(), "position")));
                file.write(&format!("{searched}\n"))?;
                done.push(searched);
                Ok::<(), JobError>(())
            },
        )?;
        progress.pause();
        if !due.is_empty() {
            *total += due.len();
            let searched = counted(due.len(), "position");
            progress.say(&format!("{what}: {searched}, {total} in all"));
        }
        Ok(done)
    }

    pub(super) fn end(mut self) -> Result<(), JobError> {
        if self.file.next_earlier()?.is_some() {
            return Err(self.file.foreign().into());
        }
        // A run without rows has a heading as well.
        self.file.write("")?;
        Ok(())
    }
}

/// A row of an earlier run, if it is the one that is due.
fn earlier(row: &str, due: SearchTask) -> Option<Searched> {
    row.parse().ok().filter(|searched| due.is_answered(searched))
}

/// Searches one position, with an empty table.
pub(super) fn one(engine: &mut Engine, level: u8, due: SearchTask) -> Searched {
    let mut lines = due.moves;
    loop {
        let limits = Limits { lines, ..limits_of_level(level) };
        engine.clear();
        let found = engine.search(due.position, &limits);
        let searched = Searched::new(due.position, &found);
        match due.more(&searched) {
            Some(more) => lines = more,
            None => return searched,
        }
    }
}

/// The rows of a search file.
pub(super) struct Searches {
    pub(super) path: PathBuf,
    pub(super) heading: Heading,
    pub(super) rows: Vec<Searched>,
}

impl Searches {
    pub(super) fn read(path: &Path) -> Result<Self, JobError> {
        let file = files::open(path).map_err(|error| unreadable(path, error.into()))?;
        let mut reader = BufReader::new(file);
        let name = printable_path(path).to_string();
        let wrong =
            |line: usize, reason: String| JobError::Searches { name: name.clone(), line, reason };
        let mut next = |number: usize| -> Result<Option<String>, JobError> {
            let mut line = Vec::new();
            let read = (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut line);
            let length = read.map_err(|source| unreadable(path, source))? as u64;
            // An incomplete last line is skipped.
            match line.pop_if(|last| *last == b'\n') {
                Some(_) => Ok(Some(String::from_utf8_lossy(&line).into_owned())),
                None if length < LONGEST_LINE || number == 1 => Ok(None),
                None => Err(wrong(number, format!("longer than {LONGEST_LINE} bytes"))),
            }
        };
        // Checked before anything else is read: it may be a large file of another kind.
        let heading = next(1)?.and_then(|line| serde_json::from_str(&line).ok()).filter(is_known);
        let heading: Heading = heading.ok_or_else(|| {
            let start = format!("{{\"reversi\":\"{}\",\"version\":1,", Heading::KIND);
            wrong(1, format!("not a book or a search file (which begins with {start})"))
        })?;
        let mut rows = Vec::new();
        while let Some(line) = next(rows.len() + 2)? {
            let row = line.parse();
            let row = row.map_err(|error: SearchedError| wrong(rows.len() + 2, error.to_string()));
            rows.push(row?);
        }
        Ok(Self { path: path.to_owned(), heading, rows })
    }

    /// Checks that the rows are those of a whole run.
    pub(super) fn check(&self, base: &[BookRecord]) -> Result<(), JobError> {
        let mut plan = Plan::new(self.heading.deviation(), self.heading.shard, base);
        let mut rows = self.rows.iter();
        let mut number = 1;
        let wrong = |line, reason: &str| JobError::Searches {
            name: printable_path(&self.path).to_string(),
            line,
            reason: reason.to_owned(),
        };
        loop {
            for due in plan.due() {
                number += 1;
                let row = rows.next().ok_or_else(|| {
                    wrong(number, "unexpected end of file: finish that run with --resume first")
                })?;
                if !due.is_answered(row) {
                    return Err(wrong(number, "unexpected position"));
                }
                plan.found(row);
            }
            if !plan.advance() {
                break;
            }
        }
        match rows.next() {
            None => Ok(()),
            Some(_) => Err(wrong(number + 1, "unexpected extra row")),
        }
    }
}

fn is_known(heading: &Heading) -> bool {
    heading.reversi == Heading::KIND && heading.version == 1 && heading.shard.is_valid()
}
