//! Merges the shards of a run into one file, identical to that of a run without shards.

use std::collections::BTreeMap;
use std::io::Write;
use std::iter;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use super::games::Record;
use super::positions::Labelled;
use super::rows::{self, Lines};
use super::{TrainingError, accuracy, probcut};
use crate::base::files::{NewFile, Shard, is_free};
use crate::base::terminal::StageProgress;
use crate::base::text::printable_path;
use crate::engine::Position;

/// The maximum number of missing shards named in an error.
const NAMED: usize = 8;

/// Writes the rows of all shards of games, positions, searches or errors in the order of a run without shards.
///
/// Checks that the files are the shards of one run, each complete and present once, and that no row
/// is repeated. An existing file is left alone.
///
/// # Errors
/// If a file can't be read or is damaged, shards are missing or don't belong together, or the
/// output can't be written.
pub fn merge(files: &[PathBuf], out: &Path) -> Result<(), TrainingError> {
    let parts = files.iter().map(|file| Part::open(file)).collect::<Result<Vec<_>, _>>()?;
    let mut parts = in_order(parts)?;
    if !is_free(out) {
        return Err(TrainingError::Exists(out.to_owned()));
    }
    let mut file = NewFile::begin(out).map_err(TrainingError::unwritable(out))?;
    write(&mut parts, &mut file, out)?;
    file.finish(false).map_err(TrainingError::unwritable(out))
}

/// Writes the rows of all shards, in turn.
fn write(parts: &mut [Part], file: &mut NewFile, out: &Path) -> Result<(), TrainingError> {
    let mut add = |line: &str| writeln!(file, "{line}").map_err(TrainingError::unwritable(out));
    let (kind, total) = (parts[0].kind, parts[0].total);
    add(&parts[0].whole)?;
    let mut progress = StageProgress::new("merge", "rows", 0, total);
    let mut check = Check { kind, last: None };
    let count = parts.len();
    for number in 0..total {
        let part = &mut parts[number % count];
        let row = part.next_row()?;
        if let Err(reason) = check.row(number, row) {
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

/// The kind of content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Games,
    Positions,
    Searches,
    Errors,
}

impl Kind {
    /// The names of the kinds in first lines.
    const NAMES: [(&str, Self); 4] = [
        ("games", Self::Games),
        ("positions", Self::Positions),
        ("searches", Self::Searches),
        ("errors", Self::Errors),
    ];

    /// The kind of a file with this first line.
    fn of(line: &str) -> Result<Self, String> {
        let kind = Self::NAMES.iter().find(|&&(name, _)| rows::is_of(name)(line).is_ok());
        kind.map(|&(_, kind)| kind).ok_or_else(|| {
            let names = Self::NAMES.map(|(name, _)| name).join(", ");
            format!(
                "it does not begin with {{\"reversi\":\"KIND\",\"version\":1, where KIND is one of \
                 {names}"
            )
        })
    }
}

/// A shard: a file of rows.
struct Part {
    lines: Lines,
    kind: Kind,
    shard: Shard,
    /// The number of rows in all shards.
    total: usize,
    /// The fields of the first line.
    fields: Map<String, Value>,
    /// The first line of a run without shards.
    whole: String,
}

/// The fields that are needed from a first line.
#[derive(Deserialize)]
struct Totals {
    shard: Shard,
    games: Option<usize>,
    positions: Option<usize>,
    all: Option<usize>,
}

impl Part {
    fn open(path: &Path) -> Result<Self, TrainingError> {
        let mut lines = Lines::open(path)?;
        let line = lines.next()?.map(str::to_owned);
        let line = line.ok_or_else(|| lines.damaged("incomplete".to_owned()))?;
        let kind = Kind::of(&line).map_err(|reason| lines.damaged(reason))?;
        let json = |error: serde_json::Error| lines.damaged(error.to_string());
        let Totals { shard, games, positions, all } = serde_json::from_str(&line).map_err(json)?;
        let fields = serde_json::from_str(&line).map_err(json)?;
        let total = match kind {
            Kind::Games => games,
            Kind::Positions | Kind::Errors => all,
            Kind::Searches => positions.map(probcut::tasks),
        };
        let unknown = || lines.damaged("missing row count".to_owned());
        let total = total.ok_or_else(unknown)?;
        if !shard.is_valid() {
            return Err(lines.damaged(format!("invalid shard {shard}")));
        }
        let text =
            |shard| format!("\"shard\":{}", serde_json::to_string(&shard).unwrap_or_default());
        let whole = line.replacen(&text(shard), &text(Shard::ALL), 1);
        Ok(Self { lines, kind, shard, total, fields, whole })
    }

    /// The next row, which must exist.
    fn next_row(&mut self) -> Result<&str, TrainingError> {
        if self.lines.next()?.is_none() {
            let (found, wanted) = (self.lines.number() - 2, self.shard.size_of(self.total));
            return Err(self.lines.damaged(format!(
                "incomplete: {found} of {wanted} rows (still running, or needs --resume)"
            )));
        }
        Ok(self.lines.last())
    }

    /// Checks that there are no more rows.
    fn check_end(&mut self) -> Result<(), TrainingError> {
        if self.lines.next()?.is_none() {
            return Ok(());
        }
        let wanted = self.shard.size_of(self.total);
        Err(self.lines.damaged(format!("too many rows: expected {wanted}")))
    }
}

/// Sorts the shards, if they belong together and are complete.
fn in_order(parts: Vec<Part>) -> Result<Vec<Part>, TrainingError> {
    let mut by_index: BTreeMap<usize, Part> = BTreeMap::new();
    for part in parts {
        if let Some((_, first)) = by_index.first_key_value() {
            differences(first, &part)?;
        }
        if let Some(twice) = by_index.get(&part.shard.index) {
            return Err(TrainingError::Shards(format!(
                "duplicate shard {}: {} and {}",
                part.shard,
                printable_path(twice.lines.path()),
                printable_path(part.lines.path())
            )));
        }
        by_index.insert(part.shard.index, part);
    }
    let Some(count) = by_index.values().next().map(|part| part.shard.count) else {
        return Err(TrainingError::Shards("no files given".to_owned()));
    };
    let missing = count - by_index.len();
    if missing > 0 {
        let names: Vec<String> = (1..=count)
            .filter(|index| !by_index.contains_key(index))
            .map(|index| Shard { index, count }.to_string())
            .take(NAMED)
            .collect();
        let more = if missing > NAMED { " ..." } else { "" };
        let names = names.join(", ");
        return Err(TrainingError::Shards(format!("{missing} of {count} missing: {names}{more}")));
    }
    Ok(by_index.into_values().collect())
}

/// Refuses two files that differ in more than the index of the shard.
fn differences(first: &Part, other: &Part) -> Result<(), TrainingError> {
    let of = |part: &Part, field: &str| match part.fields.get(field) {
        Some(_) if field == "shard" => format!("{} shards", part.shard.count),
        Some(value) => format!("{field} {value}"),
        None => format!("no {field}"),
    };
    // The kind comes first, because other fields follow from it.
    let fields = first.fields.keys().chain(other.fields.keys()).map(String::as_str);
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

/// Checks the order of the rows.
struct Check {
    kind: Kind,
    /// The position of the row before.
    last: Option<Position>,
}

impl Check {
    fn row(&mut self, number: usize, row: &str) -> Result<(), String> {
        match self.kind {
            Kind::Games => {
                let record: Record = row.parse()?;
                if record.number != number {
                    return Err(format!("found game {}, expected {number}", record.number));
                }
                record.positions().map(|_| ())
            }
            Kind::Positions => {
                let labelled: Labelled = row.parse()?;
                let next = labelled.position;
                // Positions are written in the order of their discs.
                if self.last.replace(next).is_some_and(|last| last >= next) {
                    return Err("duplicate position, or out of order".to_owned());
                }
                Ok(())
            }
            Kind::Searches => probcut::check(row, number),
            Kind::Errors => accuracy::check(row),
        }
    }
}

#[cfg(test)]
mod tests;
