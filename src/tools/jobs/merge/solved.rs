//! Merges the rows of `reversi solve` in the order of the input.

use serde_json::Value;

use super::RowSink;
use crate::base::text::printable_path;
use crate::tools::jobs::solve;
use crate::tools::run::{ShardFile, ToolError};

pub const KIND: &str = solve::KIND;

/// Writes the file of a run without shards, and returns the number of rows.
pub fn write(parts: Vec<ShardFile>, sink: &mut RowSink) -> Result<usize, ToolError> {
    sink.add(&parts[0].first_line_before("input"))?;
    let is_json = parts[0].field("json") == Some(&Value::Bool(true));
    let mut parts: Vec<NumberedRows> = parts
        .into_iter()
        .map(|file| NumberedRows::new(file, is_json))
        .collect();
    if !is_json {
        for (index, part) in parts.iter_mut().enumerate() {
            let heading = part.heading()?;
            if index == 0 {
                sink.add(heading)?;
            }
        }
    }
    for part in &mut parts {
        part.advance()?;
    }
    let mut rows = 0;
    while let Some(index) = first_row(&parts)? {
        sink.add(parts[index].file.lines.last())?;
        rows += 1;
        parts[index].advance()?;
    }
    Ok(rows)
}

/// Returns the file with the row that comes next; `None` at the end of all files.
fn first_row(parts: &[NumberedRows]) -> Result<Option<usize>, ToolError> {
    let mut first: Option<(usize, usize)> = None;
    for (index, part) in parts.iter().enumerate() {
        let Some(number) = part.number else { continue };
        if let Some((least, other)) = first
            && least == number
        {
            let other = printable_path(parts[other].file.lines.path());
            let reason = format!("duplicate row for line {number}, which {other} has");
            return Err(part.file.lines.damaged(reason));
        }
        if first.is_none_or(|(least, _)| number < least) {
            first = Some((number, index));
        }
    }
    Ok(first.map(|(_, index)| index))
}

/// The rows of a shard, which begin with the number of their line in the input.
struct NumberedRows {
    file: ShardFile,
    is_json: bool,
    /// The number of the current row; `None` before the first one and at the end.
    number: Option<usize>,
    rows: usize,
}

impl NumberedRows {
    fn new(file: ShardFile, is_json: bool) -> Self {
        Self {
            file,
            is_json,
            number: None,
            rows: 0,
        }
    }

    fn heading(&mut self) -> Result<&str, ToolError> {
        if self.file.lines.next()?.is_none() {
            return Err(self.file.incomplete(0, self.file.rows().unwrap_or(1)));
        }
        Ok(self.file.lines.last())
    }

    fn advance(&mut self) -> Result<(), ToolError> {
        let before = self.number.take();
        let Some(row) = self.file.lines.next()? else {
            return match self.file.rows() {
                Some(all) if self.rows < all => Err(self.file.incomplete(self.rows, all)),
                _ => Ok(()),
            };
        };
        let number = number_of(row, self.is_json)
            .filter(|number| before.is_none_or(|before| before < *number));
        let Some(number) = number else {
            let reason = "not a row of solve, or out of order";
            return Err(self.file.lines.damaged(reason));
        };
        self.number = Some(number);
        self.rows += 1;
        match self.file.rows() {
            Some(all) if self.rows > all => Err(self.file.too_many(all)),
            _ => Ok(()),
        }
    }
}

/// Returns the line number at the beginning of a row.
fn number_of(row: &str, is_json: bool) -> Option<usize> {
    if is_json {
        let row: Value = serde_json::from_str(row).ok()?;
        usize::try_from(row.get("number")?.as_u64()?).ok()
    } else {
        row.split_whitespace().next()?.parse().ok()
    }
}
