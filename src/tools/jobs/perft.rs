//! `reversi perft`: counts the positions at each depth from the start, and measures the speed.

use std::time::Instant;

use clap::Args;
use serde::Serialize;

use super::{Findings, available, check_memory, json_line, print, unless_closed};
use crate::engine::{PerftTable, Position, perft_hashed, perft_parallel};
use crate::tools::run::{ToolError, thread_count};

/// The options of `reversi perft`.
#[derive(Debug, Clone, Args)]
pub struct PerftOptions {
    /// Number of plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,

    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = thread_count())]
    threads: usize,

    /// Hash table size in MiB, for much faster deep counts; 0 disables it
    #[arg(long, value_name = "MIB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=65_536))]
    hash: u32,

    /// Print one JSON object per depth
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct DepthRow {
    depth: u32,
    count: u64,
    time_s: f64,
}

pub fn perft(options: &PerftOptions) -> Result<Findings, ToolError> {
    let threads = available(options.threads);
    let hash = options.hash as usize;
    check_memory(hash)?;
    let table = (hash > 0).then(|| PerftTable::new(hash << 20));
    unless_closed((1..=options.depth).try_for_each(|depth| {
        let start = Instant::now();
        let count = match &table {
            Some(table) => perft_hashed(Position::START, depth, threads, table),
            None => perft_parallel(Position::START, depth, threads),
        };
        let time_s = start.elapsed().as_secs_f64();
        if options.json {
            return print(&json_line(&DepthRow {
                depth,
                count,
                time_s,
            }));
        }
        #[expect(clippy::cast_precision_loss, reason = "a speed needs few digits")]
        let speed = count as f64 / time_s.max(1e-9) / 1e6;
        print(&format!(
            "{depth:2}  {count:18}  {time_s:10.3} s  {speed:8.1} million a second\n"
        ))
    }))?;
    Ok(Findings::default())
}
