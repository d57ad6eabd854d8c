//! `reversi book build` and `reversi book grow`: searches the positions of a book.

use std::path::{Path, PathBuf};

use super::search::{Heading, search_plan};
use super::{BookOf, NewBook, weights, write};
use crate::base::files::{Output, Shard};
use crate::book::{Deviation, Plan, assemble};
use crate::tools::jobs::whole_file::refuse_taken;
use crate::tools::jobs::{Findings, JobError};

/// A book to build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Build {
    /// Which moves to follow.
    pub deviation: Deviation,
    /// The level of the searches.
    pub level: u8,
    /// Which part of the work; parts are merged later.
    pub shard: Shard,
    /// The number of threads.
    pub threads: usize,
    /// The book to grow; `None` starts from nothing.
    pub base: Option<BookOf>,
    /// The new book.
    pub out: NewBook,
    /// Whether to continue the searches of an earlier run.
    pub resume: bool,
}

/// Searches the positions of a book, and writes it; of a shard, only the searches are written.
///
/// # Errors
/// If the base can't be read, or a file can't be written or was written with other options.
pub(super) fn build(how: &Build, threads: usize) -> Result<Findings, JobError> {
    let is_whole = how.shard == Shard::ALL;
    if is_whole {
        refuse_taken(&how.out.path, how.out.force)?;
    }
    if let Some(base) = &how.base {
        base.refuse_same(&how.out)?;
    }
    let book = how.base.as_ref().map(BookOf::open).transpose()?;
    let base = match (&how.base, &book) {
        (Some(base), Some(book)) => base.read(book)?,
        _ => Vec::new(),
    };
    let base_checksum = book.as_ref().map(|book| book.header().checksum());
    let heading = Heading::new(how.level, how.deviation, base_checksum, how.shard);
    let plan = Plan::new(how.deviation, heading.shard, &base);
    let output = Output { path: searches_beside(&how.out.path, how.shard), resume: how.resume };
    let searched = search_plan(plan, &heading, threads, &output)?;
    if is_whole {
        let records = assemble(base, &searched, how.level);
        write(&how.out, Some(how.deviation), weights(), &records)?;
    }
    Ok(Findings::default())
}

/// Where the searches of a book are: `my.book.searches`, or `my.book.2-of-8.searches` for a shard.
pub(super) fn searches_beside(out: &Path, Shard { index, count }: Shard) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    if count > 1 {
        name.push(format!(".{index}-of-{count}"));
    }
    name.push(".searches");
    name.into()
}
