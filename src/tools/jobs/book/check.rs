//! `reversi book check`: checks that a book is intact, and compares its scores with new searches.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;

use super::search::one;
use super::{depth, helpers, open_book, place, records, weights};
use crate::base::files::results;
use crate::base::text::{counted, printable_path};
use crate::book::{BookRecord, SearchTask, union};
use crate::engine::Engine;
use crate::tools::jobs::{Findings, print, unless_closed};
use crate::tools::run::{ToolError, thread_count};

/// The options of `reversi book check`.
#[derive(Debug, Clone, Args)]
pub struct CheckOptions {
    /// Book [default: the built-in book]
    #[arg(long, value_name = "BOOK")]
    book: Option<PathBuf>,

    /// Number of positions to re-search
    #[arg(long, value_name = "N", default_value_t = 0)]
    sample: usize,

    /// Strength of these searches: depth:16, a level from 4 to 20, or a rating like 2000
    #[arg(long, value_name = "LEVEL", default_value = "depth:16", value_parser = depth)]
    level: u8,

    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = thread_count())]
    threads: usize,
}

pub fn check(options: &CheckOptions) -> Result<Findings, ToolError> {
    let threads = helpers(options.threads)?;
    let path = options.book.as_deref();
    let book = open_book(path)?;
    let records = records(path, &book)?;
    let is_corrected = union(vec![records.clone()]) == records;
    let name = printable_path(place(path)).to_string();
    let mut text = format!(
        "{name}: {}, no damage found\n",
        counted(records.len(), "position")
    );
    for ply in 0..=60 {
        let count = records
            .iter()
            .filter(|record| record.position.empties() == 60 - ply)
            .count();
        if count > 0 {
            let plural = if count == 1 { "" } else { "s" };
            let _ = writeln!(text, "ply {ply:2}: {count:8} position{plural}");
        }
    }
    let of_book = book.header().weights;
    if of_book == 0 {
        text.push_str("built with unknown weights\n");
    } else if of_book != weights() {
        let now = weights();
        let _ = writeln!(
            text,
            "built with other weights ({of_book:08x}; current: {now:08x})"
        );
    }
    if !is_corrected {
        text.push_str("some scores don't match the best moves\n");
    }
    text.push_str(&errors(options, threads, &records)?);
    let findings = Findings {
        wrong: usize::from(!is_corrected),
        ..Findings::default()
    };
    unless_closed(print(&text).map(|()| findings))
}

/// Describes the differences between the scores of a sample and new searches; empty without a sample.
#[expect(clippy::cast_precision_loss, reason = "a mean needs few digits")]
fn errors(
    options: &CheckOptions,
    threads: usize,
    records: &[BookRecord],
) -> Result<String, ToolError> {
    let count = options.sample.min(records.len());
    if count == 0 {
        return Ok(String::new());
    }
    let differences = results(
        threads,
        count,
        || Engine::new(16, 1),
        |engine, task| {
            let record = records[task * records.len() / count];
            let task = SearchTask {
                position: record.position,
                moves: 1,
                until: None,
            };
            let found = one(engine, options.level, task);
            found
                .moves
                .first()
                .map_or(0, |mv| mv.1 - i32::from(record.score))
        },
    )?;
    let mean = |value: fn(i32) -> i32| {
        differences
            .iter()
            .map(|&difference| f64::from(value(difference)))
            .sum::<f64>()
            / count as f64
    };
    let most = differences
        .iter()
        .map(|difference| difference.abs())
        .max()
        .unwrap_or(0);
    Ok(format!(
        "{} re-searched at depth {}: mean difference {:.2} discs, maximum {most}\n",
        counted(count, "position"),
        options.level,
        mean(i32::abs)
    ))
}
