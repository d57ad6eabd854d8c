//! Merges the shards of a run into one file, identical to the file of a run without shards.

use std::collections::BTreeMap;
use std::io::Write;
use std::iter;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::games::GameRow;
use super::label::Labeled;
use super::rows::{self, ExpectedRows};
use super::{accuracy, probcut};
use crate::base::files::{NewFile, is_free};
use crate::base::terminal::StageProgress;
use crate::base::text::{Shard, printable_path};
use crate::engine::Position;
use crate::tools::run::{RowLines, ToolError, missing_shards};

/// Merges shards of games, positions, searches or errors into the new file `out`. Checks that the files are the
/// shards of one run, each complete and present once, and that no row is repeated.
pub fn merge(files: &[PathBuf], out: &Path) -> Result<(), ToolError> {
    let parts = files
        .iter()
        .map(|file| ShardFile::open(file))
        .collect::<Result<Vec<_>, _>>()?;
    let mut parts = in_order(parts)?;
    if !is_free(out) {
        return Err(ToolError::Exists {
            path: out.to_owned(),
            advice: "choose another name",
        });
    }
    let mut file = NewFile::begin(out, false).map_err(ToolError::unwritable(out))?;
    write(&mut parts, &mut file, out)?;
    file.finish().map_err(ToolError::unwritable(out))
}

fn write(parts: &mut [ShardFile], file: &mut NewFile, out: &Path) -> Result<(), ToolError> {
    let mut add = |line: &str| writeln!(file, "{line}").map_err(ToolError::unwritable(out));
    let (kind, total) = (parts[0].kind, parts[0].total);
    add(&parts[0].whole)?;
    let mut progress = StageProgress::new("merge", "rows", 0, total);
    let mut last = None;
    let count = parts.len();
    for number in 0..total {
        let part = &mut parts[number % count];
        let row = part.next_row()?;
        if let Err(reason) = check(kind, number, row, &mut last) {
            return Err(part.lines.damaged(reason));
        }
        add(row)?;
        progress.is_at(number);
    }
    for part in parts {
        part.check_end()?;
    }
    progress.finish();
    Ok(())
}

const KINDS: [&str; 4] = ["games", "positions", "searches", "errors"];

fn kind_of(line: &str) -> Result<&'static str, String> {
    KINDS.into_iter().find(|kind| rows::is_of(kind)(line).is_ok()).ok_or_else(|| {
        format!(
            "it does not begin with {{\"reversi\":\"KIND\",\"version\":1, where KIND is one of {}",
            KINDS.join(", ")
        )
    })
}

struct ShardFile {
    lines: RowLines,
    kind: &'static str,
    shard: Shard,
    total: usize,
    fields: Map<String, Value>,
    /// The first line of a run without shards.
    whole: String,
}

impl ShardFile {
    fn open(path: &Path) -> Result<Self, ToolError> {
        let mut lines = RowLines::open(path, rows::MAX_BYTES)?;
        let line = lines.next()?.map(str::to_owned);
        let line = line.ok_or_else(|| lines.damaged("incomplete"))?;
        let kind = kind_of(&line).map_err(|reason| lines.damaged(reason))?;
        let json = |error: serde_json::Error| lines.damaged(error.to_string());
        let ExpectedRows {
            shard,
            games,
            positions,
            all,
        } = serde_json::from_str(&line).map_err(json)?;
        let fields = serde_json::from_str(&line).map_err(json)?;
        let total = match kind {
            "games" => games,
            "searches" => positions.map(probcut::tasks),
            _ => all,
        };
        let unknown = || lines.damaged("missing row count");
        let total = total.ok_or_else(unknown)?;
        if !shard.is_valid() {
            return Err(lines.damaged(format!("invalid shard {shard}")));
        }
        let text = |shard| {
            format!(
                "\"shard\":{}",
                serde_json::to_string(&shard).unwrap_or_default()
            )
        };
        let whole = line.replacen(&text(shard), &text(Shard::ALL), 1);
        Ok(Self {
            lines,
            kind,
            shard,
            total,
            fields,
            whole,
        })
    }

    fn next_row(&mut self) -> Result<&str, ToolError> {
        if self.lines.next()?.is_none() {
            let (found, wanted) = (self.lines.number() - 2, self.shard.size_of(self.total));
            return Err(self.lines.damaged(format!(
                "incomplete: {found} of {wanted} rows (still running, or needs --resume)"
            )));
        }
        Ok(self.lines.last())
    }

    fn check_end(&mut self) -> Result<(), ToolError> {
        if self.lines.next()?.is_none() {
            return Ok(());
        }
        let wanted = self.shard.size_of(self.total);
        Err(self
            .lines
            .damaged(format!("too many rows: expected {wanted}")))
    }
}

/// Sorts the shards. Checks that they belong together and are complete.
fn in_order(parts: Vec<ShardFile>) -> Result<Vec<ShardFile>, ToolError> {
    let mut by_index: BTreeMap<usize, ShardFile> = BTreeMap::new();
    for part in parts {
        if let Some((_, first)) = by_index.first_key_value() {
            differences(first, &part)?;
        }
        if let Some(twice) = by_index.get(&part.shard.index) {
            return Err(incomplete(format!(
                "duplicate shard {}: {} and {}",
                part.shard,
                printable_path(twice.lines.path()),
                printable_path(part.lines.path())
            )));
        }
        by_index.insert(part.shard.index, part);
    }
    let Some(count) = by_index.values().next().map(|part| part.shard.count) else {
        return Err(incomplete("no files given".to_owned()));
    };
    if let Some((missing, names)) = missing_shards(count, |index| by_index.contains_key(&index)) {
        return Err(incomplete(format!("{missing} of {count} missing: {names}")));
    }
    Ok(by_index.into_values().collect())
}

fn incomplete(reason: String) -> ToolError {
    ToolError::Shards {
        what: "incomplete shards",
        reason,
    }
}

/// Refuses two files whose options differ in more than the shard index.
fn differences(first: &ShardFile, other: &ShardFile) -> Result<(), ToolError> {
    let of = |part: &ShardFile, field: &str| match part.fields.get(field) {
        Some(_) if field == "shard" => format!("{} shards", part.shard.count),
        Some(value) => format!("{field} {value}"),
        None => format!("no {field}"),
    };
    // Compare the kind first, because other fields depend on it.
    let fields = first
        .fields
        .keys()
        .chain(other.fields.keys())
        .map(String::as_str);
    for field in iter::once("reversi").chain(fields) {
        let (here, there) = (of(other, field), of(first, field));
        if here != there {
            let first = printable_path(first.lines.path());
            return Err(other.lines.damaged(format!(
                "different options: {here} here, {there} in \
                {first}"
            )));
        }
    }
    Ok(())
}

/// Checks row `number` of all shards. `last` is the last position of labeled positions.
fn check(kind: &str, number: usize, row: &str, last: &mut Option<Position>) -> Result<(), String> {
    match kind {
        "games" => {
            let record: GameRow = row.parse()?;
            if record.number != number {
                return Err(format!("found game {}, expected {number}", record.number));
            }
            record.positions().map(|_| ())
        }
        "positions" => {
            let labeled: Labeled = row.parse()?;
            let next = labeled.position;
            // Positions are written in the order of their discs.
            if last.replace(next).is_some_and(|last| last >= next) {
                return Err("duplicate position, or out of order".to_owned());
            }
            Ok(())
        }
        "searches" => probcut::check(row, number),
        _ => accuracy::check(row),
    }
}

#[cfg(test)]
mod tests;
