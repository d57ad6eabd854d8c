//! The files of the shards of one run.

use std::collections::BTreeMap;
use std::iter;
use std::path::Path;

use serde_json::{Map, Value};

use super::header::{COMMENT, HEADER_START, is_of};
use super::{RowLines, ToolError};
use crate::base::text::{Shard, printable_path};

/// An upper bound on the length of a row, in bytes.
pub const MAX_ROW_BYTES: usize = 1 << 16;

/// The maximum number of missing shards named in an error.
const MAX_NAMED: usize = 8;

/// The maximum number of shards, so that a damaged number costs neither time nor memory.
const MAX_SHARDS: usize = 1 << 20;

/// The field with the number of rows, in which shards of one run may differ.
const ROWS: &str = "rows";

/// The file of a shard, after its first line.
pub struct ShardFile {
    pub lines: RowLines,
    pub kind: String,
    pub shard: Shard,
    pub first_line: String,
    fields: Map<String, Value>,
}

impl ShardFile {
    /// Opens a file of one of these kinds. A file without a shard in its first line is shard 1 of 1.
    pub fn open(path: &Path, kinds: &[&'static str]) -> Result<Self, ToolError> {
        Self::read(path, |line| kind_of(line, kinds).map(str::to_owned))
    }

    /// Opens a file of any kind, like [`open`](Self::open).
    pub fn open_any(path: &Path) -> Result<Self, ToolError> {
        Self::read(path, any_kind)
    }

    fn read(path: &Path, kind: impl Fn(&str) -> Result<String, String>) -> Result<Self, ToolError> {
        let mut lines = RowLines::open(path, MAX_ROW_BYTES)?;
        let first_line = lines.next()?.map(str::to_owned);
        let first_line = first_line.ok_or_else(|| lines.damaged("incomplete"))?;
        let kind = kind(&first_line).map_err(|reason| lines.damaged(reason))?;
        let json = first_line.trim_start_matches(COMMENT);
        let fields: Map<String, Value> =
            serde_json::from_str(json).map_err(|error| lines.damaged(error.to_string()))?;
        let shard = shard_in(&fields).map_err(|reason| lines.damaged(reason))?;
        Ok(Self {
            lines,
            kind,
            shard,
            first_line,
            fields,
        })
    }

    /// Returns a number of the first line.
    pub fn number(&self, field: &str) -> Option<usize> {
        let number = self.field(field)?.as_u64()?;
        usize::try_from(number).ok()
    }

    /// Returns the first line without `field` and the fields after it, which only shards have.
    pub fn first_line_before(&self, field: &str) -> String {
        match self.first_line.split_once(&format!(",\"{field}\":")) {
            Some((options, _)) => format!("{options}}}"),
            None => self.first_line.clone(),
        }
    }

    /// Returns the number of rows in a complete file, if the first line has it.
    pub fn rows(&self) -> Option<usize> {
        self.number(ROWS)
    }

    /// Returns a value of the first line.
    pub fn field(&self, name: &str) -> Option<&Value> {
        self.fields.get(name)
    }

    /// Returns the fields that all shards of a run share, as a text for comparison.
    pub fn run_text(&self) -> String {
        let mut fields = self.fields.clone();
        fields.remove(ROWS);
        fields.insert("shard".to_owned(), self.shard.count.into());
        Value::Object(fields).to_string()
    }

    /// Returns the error for a file that ends after `present` of its rows.
    pub fn incomplete(&self, present: usize, all: usize) -> ToolError {
        self.lines.damaged(format!(
            "incomplete: {present} of {all} rows (still running, or needs --resume)"
        ))
    }

    /// Returns the error for a file with more than `all` rows.
    pub fn too_many(&self, all: usize) -> ToolError {
        self.lines.damaged(format!("too many rows: expected {all}"))
    }

    /// Refuses a file whose options differ from the options of `first` in more than the shard index.
    fn check_same_run(&self, first: &Self) -> Result<(), ToolError> {
        let name_of = |part: &Self, field: &str| match part.fields.get(field) {
            Some(_) if field == "shard" => format!("{} shards", part.shard.count),
            Some(value) => format!("{field} {value}"),
            None => format!("no {field}"),
        };
        // Compare the kind first, because other fields depend on it.
        let fields = first
            .fields
            .keys()
            .chain(self.fields.keys())
            .map(String::as_str)
            .filter(|field| *field != ROWS);
        for field in iter::once("reversi").chain(fields) {
            let here = name_of(self, field);
            let there = name_of(first, field);
            if here != there {
                let first = printable_path(first.lines.path());
                return Err(self.lines.damaged(format!(
                    "different options: {here} here, {there} in {first}"
                )));
            }
        }
        Ok(())
    }
}

fn kind_of(line: &str, kinds: &[&'static str]) -> Result<&'static str, String> {
    kinds.iter().copied().find(|kind| is_of(kind)(line).is_ok()).ok_or_else(|| {
        format!(
            "it does not begin with {{\"reversi\":\"KIND\",\"version\":1, where KIND is one of {}",
            kinds.join(", ")
        )
    })
}

/// Returns the kind of a first line of this version.
fn any_kind(line: &str) -> Result<String, String> {
    let line = line.trim_start_matches(COMMENT);
    let kind = line.strip_prefix(HEADER_START).and_then(|rest| {
        let (kind, rest) = rest.split_once('"')?;
        rest.starts_with(",\"version\":1,").then(|| kind.to_owned())
    });
    kind.ok_or_else(|| "another version of the format: use the program that wrote it".to_owned())
}

fn shard_in(fields: &Map<String, Value>) -> Result<Shard, String> {
    let Some(value) = fields.get("shard") else {
        return Ok(Shard::ALL);
    };
    let shard: Shard = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    if shard.is_valid() && shard.count <= MAX_SHARDS {
        Ok(shard)
    } else {
        Err(format!("invalid shard {shard}"))
    }
}

/// Sorts the shards. Checks that they belong together, and that each is present once.
pub fn in_order(parts: Vec<ShardFile>) -> Result<Vec<ShardFile>, ToolError> {
    let mut by_index: BTreeMap<usize, ShardFile> = BTreeMap::new();
    for part in parts {
        if let Some((_, first)) = by_index.first_key_value() {
            part.check_same_run(first)?;
        }
        if let Some(twin) = by_index.get(&part.shard.index) {
            return Err(incomplete(format!(
                "duplicate shard {}: {} and {}",
                part.shard,
                printable_path(twin.lines.path()),
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

/// Returns the number of missing shards and the names of the first ones; `None` if all are present.
pub fn missing_shards(count: usize, is_there: impl Fn(usize) -> bool) -> Option<(usize, String)> {
    let missing: Vec<String> = (1..=count)
        .filter(|&index| !is_there(index))
        .map(|index| Shard { index, count }.to_string())
        .collect();
    let more = if missing.len() > MAX_NAMED {
        " ..."
    } else {
        ""
    };
    let names = missing[..missing.len().min(MAX_NAMED)].join(", ");
    (!missing.is_empty()).then(|| (missing.len(), names + more))
}
