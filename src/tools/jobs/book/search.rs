//! The resumable file of a book's searches: a header with the options, then one row per position.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::weights;
use crate::base::files::Output;
use crate::base::terminal::ProgressLine;
use crate::base::text::{Shard, counted};
use crate::book::{BookRecord, Deviation, Plan, SearchTask, Searched, SearchedError};
use crate::engine::{Engine, Limits};
use crate::players::limits_of_depth;
use crate::tools::run::{RowFile, RowLines, ToolError};

/// The size of the transposition table, in MiB. Scores depend on it.
const HASH_MB: usize = 16;

/// An upper bound on the length of a row, in bytes.
const MAX_BYTES: usize = 1 << 14;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanHeader {
    reversi: String,
    version: u32,
    pub weights: String,
    pub level: u8,
    /// The limits on the moves that were followed.
    per_move: u8,
    total: u8,
    plies: u8,
    /// The checksum of the extended book; `None` for a new book.
    pub base: Option<String>,
    pub shard: Shard,
}

impl PlanHeader {
    const KIND: &str = "book searches";

    pub fn new(level: u8, deviation: Deviation, base: Option<u32>, shard: Shard) -> Self {
        let Deviation {
            per_move,
            total,
            plies,
        } = deviation;
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

    pub fn deviation(&self) -> Deviation {
        let Self {
            per_move,
            total,
            plies,
            ..
        } = *self;
        Deviation {
            per_move,
            total,
            plies,
        }
    }

    pub fn is_of_run(&self, other: &Self) -> bool {
        let same_shard = Self {
            shard: self.shard,
            ..other.clone()
        };
        self.shard.count == other.shard.count && *self == same_shard
    }
}

/// Searches the positions of a plan, and returns the results, including the results of earlier runs.
pub fn search_plan(
    mut plan: Plan,
    header: &PlanHeader,
    threads: usize,
    output: &Output,
) -> Result<Vec<Searched>, ToolError> {
    let mut run = SearchRun::begin(header, header.level, threads, output)?;
    let mut all = Vec::new();
    loop {
        let due = plan.due();
        let mut searched = run.search(&due, &format!("ply {}", plan.ply()))?;
        for one in &searched {
            plan.found(one);
        }
        all.append(&mut searched);
        if !plan.advance() {
            return run.file.end().map(|()| all);
        }
    }
}

pub struct SearchRun {
    pub file: RowFile,
    progress: ProgressLine,
    level: u8,
    threads: usize,
    total: usize,
}

impl SearchRun {
    pub fn begin(
        header: &impl Serialize,
        level: u8,
        threads: usize,
        output: &Output,
    ) -> Result<Self, ToolError> {
        let file = RowFile::open(output, header)?;
        Ok(Self {
            file,
            progress: ProgressLine::start(),
            level,
            threads,
            total: 0,
        })
    }

    /// Searches the positions that an earlier run has not searched. Returns the results of all.
    pub fn search(&mut self, due: &[SearchTask], what: &str) -> Result<Vec<Searched>, ToolError> {
        let Self {
            file,
            progress,
            level,
            threads,
            total,
        } = self;
        let mut all: Vec<Searched> = Vec::with_capacity(due.len());
        let done = file.earlier(0..due.len(), |task, row| {
            all.push(
                row.parse()
                    .ok()
                    .filter(|searched| due[task].is_answered(searched))?,
            );
            Some(())
        })?;
        file.write(
            *threads,
            done..due.len(),
            || Engine::new(HASH_MB, 1),
            |engine, task| one(engine, *level, due[task]),
            |task, searched| {
                progress.begin(format!(
                    "{what}: {task} of {}",
                    counted(due.len(), "position")
                ));
                all.push(searched);
            },
        )?;
        progress.pause();
        if !due.is_empty() {
            *total += due.len();
            let searched = counted(due.len(), "position");
            progress.say(&format!("{what}: {searched}, {total} in all"));
        }
        Ok(all)
    }
}

/// Searches one position, with an empty table.
pub fn one(engine: &mut Engine, level: u8, due: SearchTask) -> Searched {
    let mut lines = due.moves;
    loop {
        let limits = Limits {
            lines,
            ..limits_of_depth(level)
        };
        engine.clear();
        let found = engine.search(due.position, &limits);
        let searched = Searched::new(due.position, &found);
        match due.more(&searched) {
            Some(more) => lines = more,
            None => return searched,
        }
    }
}

pub struct Searches {
    lines: RowLines,
    pub header: PlanHeader,
    pub rows: Vec<Searched>,
}

impl Searches {
    pub fn read(path: &Path) -> Result<Self, ToolError> {
        let mut lines = RowLines::open(path, MAX_BYTES)?;
        // Check this first: it may be a large file of another kind.
        let first = match lines.next() {
            Err(ToolError::Damaged { .. }) => None,
            first => first?,
        };
        let header = first
            .and_then(|line| serde_json::from_str(line).ok())
            .filter(is_known);
        let header: PlanHeader = header.ok_or_else(|| {
            let start = format!("{{\"reversi\":\"{}\",\"version\":1,", PlanHeader::KIND);
            lines.damaged(format!(
                "not a book or a search file (which begins with {start})"
            ))
        })?;
        let mut rows = Vec::new();
        while let Some(line) = lines.next()? {
            let row = line.parse();
            rows.push(row.map_err(|error: SearchedError| lines.damaged(error.to_string()))?);
        }
        Ok(Self {
            lines,
            header,
            rows,
        })
    }

    pub fn path(&self) -> &Path {
        self.lines.path()
    }

    /// Checks that the rows form a complete run.
    pub fn check(&self, base: &[BookRecord]) -> Result<(), ToolError> {
        let mut plan = Plan::new(self.header.deviation(), self.header.shard, base);
        let mut rows = self.rows.iter();
        let mut number = 1;
        let wrong = |line, reason: &str| self.lines.damaged_at(line, reason);
        loop {
            for due in plan.due() {
                number += 1;
                let row = rows.next().ok_or_else(|| {
                    wrong(
                        number,
                        "unexpected end of file: finish that run with --resume first",
                    )
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

fn is_known(header: &PlanHeader) -> bool {
    header.reversi == PlanHeader::KIND && header.version == 1 && header.shard.is_valid()
}
