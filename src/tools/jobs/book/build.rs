//! `reversi book build` and `reversi book grow`: searches the positions of a book.

use std::path::{Path, PathBuf};

use clap::Args;

use super::search::{PlanHeader, search_plan};
use super::{NewBook, SearchOptions, helpers, open_book, records, weights};
use crate::base::files::Output;
use crate::base::text::Shard;
use crate::book::{Deviation, Plan, assemble};
use crate::tools::jobs::Findings;
use crate::tools::run::{ToolError, shard_or_entry};

/// The options of `reversi book build`.
#[derive(Debug, Clone, Args)]
pub struct BuildOptions {
    /// Maximum discs lost by one move
    #[arg(long, value_name = "DISCS", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=64))]
    max_loss: u8,

    /// Maximum discs lost along a line
    #[arg(long, value_name = "DISCS", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=64))]
    max_total_loss: u8,

    /// Book depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=58))]
    plies: u8,

    /// Do part I of N of the work [default: `$HQ_ENTRY`, or everything]
    #[arg(long, value_name = "I/N", value_parser = str::parse::<Shard>)]
    shard: Option<Shard>,

    /// Searches
    #[command(flatten)]
    searches: SearchOptions,

    /// The new book
    #[command(flatten)]
    out: NewBook,
}

/// Searches the positions of a book, and writes the book; for a shard, only the searches. With `grows`, extends the
/// book `base`, or the built-in book.
pub(super) fn build(
    options: &BuildOptions,
    base: Option<&Path>,
    grows: bool,
) -> Result<Findings, ToolError> {
    let shard = shard_or_entry("book", options.shard)?;
    let BuildOptions {
        max_loss: per_move,
        max_total_loss: total,
        plies,
        searches,
        ref out,
        ..
    } = *options;
    let deviation = Deviation {
        per_move,
        total,
        plies,
    };
    let threads = helpers(searches.threads)?;
    let is_whole = shard == Shard::ALL;
    if is_whole {
        out.refuse_taken()?;
    }
    let (mut base_records, mut base_checksum) = (Vec::new(), None);
    if grows {
        out.refuse_same(base)?;
        let book = open_book(base)?;
        base_records = records(base, &book)?;
        base_checksum = Some(book.header().checksum());
    }
    let header = PlanHeader::new(searches.level, deviation, base_checksum, shard);
    let plan = Plan::new(deviation, shard, &base_records);
    let output = Output {
        path: searches_beside(&out.out, shard),
        resume: searches.resume,
    };
    let searched = search_plan(plan, &header, threads, &output)?;
    if is_whole {
        let records = assemble(base_records, &searched, searches.level);
        out.write(Some(deviation), weights(), &records)?;
    }
    Ok(Findings::default())
}

/// Returns the path of the searches: `my.book.searches`, or `my.book.2-of-8.searches` for a shard.
pub(super) fn searches_beside(out: &Path, Shard { index, count }: Shard) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    if count > 1 {
        name.push(format!(".{index}-of-{count}"));
    }
    name.push(".searches");
    name.into()
}
