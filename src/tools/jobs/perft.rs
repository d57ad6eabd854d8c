//! `reversi perft`: count the positions at each depth from the start, and measure the speed.

use std::io::{self, Write};
use std::time::Instant;

use serde::Serialize;

use super::{Findings, JobError, check_memory, unless_closed};
use crate::engine::{PerftTable, Position, perft_hashed, perft_parallel};

/// The settings of a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Perft {
    /// The depth, in plies.
    pub depth: u32,
    /// The number of threads.
    pub threads: usize,
    /// Memory for a table of counts, in MiB; 0 for none.
    pub hash_mb: usize,
    /// Whether to print JSON objects instead of a table.
    pub json: bool,
}

/// A row of the answer.
#[derive(Serialize)]
struct Row {
    depth: u32,
    count: u64,
    time_s: f64,
}

/// Counts the positions at each depth, and writes one row each to standard output.
///
/// # Errors
/// [`JobError::Unwritable`] or [`JobError::NoMemory`]; a closed pipe is not an error.
pub fn perft(how: Perft) -> Result<Findings, JobError> {
    check_memory(how.hash_mb)?;
    let table = (how.hash_mb > 0).then(|| PerftTable::new(how.hash_mb << 20));
    let counted = count(how, table.as_ref()).map_err(JobError::standard_output);
    unless_closed(counted.map(|()| Findings::default()))
}

fn count(how: Perft, table: Option<&PerftTable>) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for depth in 1..=how.depth {
        let start = Instant::now();
        let count = match table {
            Some(table) => perft_hashed(Position::START, depth, how.threads, table),
            None => perft_parallel(Position::START, depth, how.threads),
        };
        let time_s = start.elapsed().as_secs_f64();
        write_row(&mut output, how.json, &Row { depth, count, time_s })?;
    }
    Ok(())
}

fn write_row(output: &mut impl Write, json: bool, row: &Row) -> io::Result<()> {
    let Row { depth, count, time_s } = *row;
    if json {
        writeln!(output, "{}", serde_json::to_string(row)?)?;
    } else {
        #[expect(clippy::cast_precision_loss, reason = "a speed needs few digits")]
        let speed = count as f64 / time_s.max(1e-9) / 1e6;
        writeln!(output, "{depth:2}  {count:18}  {time_s:10.3} s  {speed:8.1} million a second")?;
    }
    output.flush()
}
