//! `reversi book merge`: merges books and the shards of a run into one book.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::search::Searches;
use super::{NewBook, open_book, records};
use crate::base::files;
use crate::base::text::printable_path;
use crate::book::{BookHeader, BookRecord, MAGIC, assemble, union};
use crate::tools::jobs::Findings;
use crate::tools::run::{ToolError, missing_shards};

pub fn merge(inputs: &[PathBuf], out: &NewBook) -> Result<Findings, ToolError> {
    out.refuse_taken()?;
    let mut books = Vec::new();
    let mut shards = Vec::new();
    let mut headers = Vec::new();
    for path in inputs {
        if is_book(path)? {
            let book = open_book(Some(path))?;
            books.push(records(Some(path), &book)?);
            headers.push(*book.header());
        } else {
            shards.push(Searches::read(path)?);
        }
    }
    let mut weights = match &headers[..] {
        [first, rest @ ..] if rest.iter().all(|header| header.weights == first.weights) => {
            first.weights
        }
        _ => 0,
    };
    let only = if let [header] = &headers[..] {
        Some(header)
    } else {
        None
    };
    let mut deviation = only.and_then(|header| header.deviation);
    let base_checksum = only.map(BookHeader::checksum);
    let base = if books.len() == 1 {
        books.swap_remove(0)
    } else {
        union(books)
    };
    let merged = if let Some(first) = shards.first() {
        let header = first.header.clone();
        check_shards(&mut shards, &base, base_checksum)?;
        deviation = Some(header.deviation());
        weights = u32::from_str_radix(&header.weights, 16).unwrap_or(0);
        assemble(
            base,
            shards.iter().flat_map(|shard| &shard.rows),
            header.level,
        )
    } else {
        base
    };
    out.write(deviation, weights, &merged)?;
    Ok(Findings::default())
}

fn is_book(path: &Path) -> Result<bool, ToolError> {
    let file = files::open(path).map_err(ToolError::unreadable(path))?;
    let mut start = Vec::new();
    let read = file.take(MAGIC.len() as u64).read_to_end(&mut start);
    read.map_err(ToolError::unreadable(path))?;
    Ok(start == MAGIC)
}

/// Checks that the shards belong to one run, each complete and present once.
fn check_shards(
    shards: &mut [Searches],
    base: &[BookRecord],
    base_checksum: Option<u32>,
) -> Result<(), ToolError> {
    shards.sort_by_key(|shard| shard.header.shard.index);
    let first = shards[0].header.clone();
    let base_name = base_checksum.map(|base| format!("{base:08x}"));
    if first.base != base_name {
        let wrong = match &first.base {
            Some(base) => format!("they extend the book {base}: add that book, and no other"),
            None => "they don't extend a book: merge them separately first".to_owned(),
        };
        return Err(cannot_merge(wrong));
    }
    for pair in shards.windows(2) {
        let [one, other] = [&pair[0], &pair[1]];
        let names = [one, other].map(|shard| printable_path(shard.path()));
        if !one.header.is_of_run(&other.header) {
            let wrong = format!(
                "{} and {} were made with different options",
                names[0], names[1]
            );
            return Err(cannot_merge(wrong));
        }
        if one.header.shard == other.header.shard {
            let shard = one.header.shard;
            let wrong = format!("duplicate shard {shard}: {} and {}", names[0], names[1]);
            return Err(cannot_merge(wrong));
        }
    }
    let count = first.shard.count;
    let is_there = |index: usize| shards.iter().any(|shard| shard.header.shard.index == index);
    if let Some((missing, names)) = missing_shards(count, is_there) {
        return Err(cannot_merge(format!(
            "{missing} of {count} shards missing: {names}"
        )));
    }
    shards.iter().try_for_each(|shard| shard.check(base))
}

fn cannot_merge(reason: String) -> ToolError {
    ToolError::Shards {
        what: "can't merge these shards",
        reason,
    }
}
