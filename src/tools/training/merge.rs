//! Merges the shards of a run into one file, identical to the file of a run without shards.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::games::GameRow;
use super::label::Labeled;
use super::{accuracy, probcut};
use crate::base::files::{NewFile, is_free};
use crate::base::terminal::StageProgress;
use crate::base::text::Shard;
use crate::engine::Position;
use crate::tools::run::{ShardFile, ToolError, in_order};

/// Merges shards of games, positions, searches or errors into the new file `out`. Checks that the files are the
/// shards of one run, each complete and present once, and that rows are in order, except leaves: these have none.
pub fn merge(files: &[PathBuf], out: &Path) -> Result<(), ToolError> {
    let parts = files
        .iter()
        .map(|file| ShardFile::open(file, &KINDS))
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
    let kind = match parts[0].number("leaves") {
        Some(_) => "leaves".to_owned(),
        None => parts[0].kind.clone(),
    };
    let total = total_of(&parts[0])?;
    add(&whole_line(&parts[0]))?;
    let mut progress = StageProgress::new("merge", "rows", 0, total);
    let mut last = None;
    let count = parts.len();
    for number in 0..total {
        let part = &mut parts[number % count];
        if part.lines.next()?.is_none() {
            let rows = part.lines.number() - 2;
            return Err(part.incomplete(rows, part.shard.size_of(total)));
        }
        let row = part.lines.last();
        if let Err(reason) = check(&kind, number, row, &mut last) {
            return Err(part.lines.damaged(reason));
        }
        add(row)?;
        progress.is_at(number);
    }
    for part in parts {
        if part.lines.next()?.is_some() {
            return Err(part.too_many(part.shard.size_of(total)));
        }
    }
    progress.finish();
    Ok(())
}

const KINDS: [&str; 4] = ["games", "positions", "searches", "errors"];

/// Returns the number of rows in all shards.
fn total_of(part: &ShardFile) -> Result<usize, ToolError> {
    let total = match part.kind.as_str() {
        "games" => part.number("games"),
        "searches" => part.number("positions").map(probcut::tasks),
        _ => part.number("all"),
    };
    total.ok_or_else(|| part.lines.damaged("missing row count"))
}

/// Returns the first line of a run without shards.
fn whole_line(part: &ShardFile) -> String {
    let field = |shard: Shard| {
        let shard = serde_json::to_string(&shard).unwrap_or_default();
        format!("\"shard\":{shard}")
    };
    part.first_line
        .replacen(&field(part.shard), &field(Shard::ALL), 1)
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
        // Several leaves of a position follow each other, and may be the same one.
        "leaves" => row.parse::<Labeled>().map(|_| ()),
        "searches" => probcut::check(row, number),
        _ => accuracy::check(row),
    }
}

#[cfg(test)]
mod tests;
