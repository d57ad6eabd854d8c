//! `reversi book build` and `reversi book grow`: searches the positions of a book.

use std::path::{Path, PathBuf};

use clap::Args;

use super::search::{PlanHeader, search_plan};
use super::{NewBook, SearchOptions, helpers, open_book, records, weights};
use crate::base::files::Output;
use crate::base::text::Shard;
use crate::book::{Deviation, Plan, assemble};
use crate::tools::jobs::Findings;
use crate::tools::run::{ShardOption, ToolError};

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

    /// Shard
    #[command(flatten)]
    shard: ShardOption,

    /// Searches
    #[command(flatten)]
    searches: SearchOptions,

    /// The new book
    #[command(flatten)]
    out: NewBook,
}

/// Searches the positions of a book, and writes the book; for a shard, only the searches. With `grows`, extends the
/// book `base`, or the built-in book.
pub fn build(
    options: &BuildOptions,
    base: Option<&Path>,
    grows: bool,
) -> Result<Findings, ToolError> {
    let shard = options.shard.get("book")?;
    let BuildOptions {
        max_loss: per_move,
        max_total_loss: total,
        plies,
        searches,
        ..
    } = *options;
    let out = &options.out.of_shard(shard);
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
    let mut base_records = Vec::new();
    let mut base_checksum = None;
    if grows {
        out.refuse_same(base)?;
        let book = open_book(base)?;
        base_records = records(base, &book)?;
        base_checksum = Some(book.header().checksum());
    }
    let header = PlanHeader::new(searches.level, deviation, base_checksum, shard);
    let plan = Plan::new(deviation, shard, &base_records);
    let output = Output::of_shard(
        &searches_beside(&options.out.out, shard),
        shard,
        searches.resume,
    );
    let searched = search_plan(plan, &header, threads, &output)?;
    if is_whole {
        let records = assemble(base_records, &searched, searches.level);
        out.write(Some(deviation), weights(), &records)?;
    }
    Ok(Findings::default())
}

/// Returns the path of the searches: `my.book.searches`, or `my.book.2-of-8.searches` for a shard. The shard is where
/// `{shard}` is in the name, or at the end.
pub fn searches_beside(out: &Path, shard: Shard) -> PathBuf {
    let named = shard.in_name(out);
    let mut name = named.clone().into_os_string();
    if shard != Shard::ALL && named == out {
        name.push(format!(".{}", shard.in_words()));
    }
    name.push(".searches");
    name.into()
}
