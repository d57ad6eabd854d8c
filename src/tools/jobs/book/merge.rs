//! `reversi book merge`: the shards of a run become a book, and several books one.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::search::Searches;
use super::{BookOf, NewBook, unreadable, write};
use crate::base::files::{self, Shard};
use crate::base::text::printable_path;
use crate::book::{BookRecord, MAGIC, assemble, union};
use crate::tools::jobs::whole_file::refuse_taken;
use crate::tools::jobs::{Findings, JobError};

/// The maximum number of missing shards named in an error.
const NAMED: usize = 8;

/// Makes one book of books and of the searches of all shards of a run.
///
/// # Errors
/// If a file can't be read, or is damaged or incomplete, or shards are missing or belong to different
/// runs, or the book can't be written.
pub(super) fn merge(inputs: &[PathBuf], out: &NewBook) -> Result<Findings, JobError> {
    refuse_taken(&out.path, out.force)?;
    let (mut books, mut shards) = (Vec::new(), Vec::new());
    let mut headers = Vec::new();
    for path in inputs {
        if is_book(path)? {
            let of = BookOf::File(path.clone());
            let book = of.open()?;
            books.push(of.read(&book)?);
            headers.push(*book.header());
        } else {
            shards.push(Searches::read(path)?);
        }
    }
    let is_one = |found: u32, header: &crate::book::BookHeader| header.weights == found;
    let mut weights = headers.first().map_or(0, |header| header.weights);
    if !headers.iter().all(|header| is_one(weights, header)) {
        weights = 0;
    }
    let mut deviation = if let [header] = headers[..] { header.deviation } else { None };
    let base_checksum = if let [header] = headers[..] { Some(header.checksum()) } else { None };
    let base = if books.len() == 1 { books.swap_remove(0) } else { union(books) };
    let merged = if let Some(first) = shards.first() {
        let heading = first.heading.clone();
        check_shards(&mut shards, &base, base_checksum)?;
        deviation = Some(heading.deviation());
        weights = u32::from_str_radix(&heading.weights, 16).unwrap_or(0);
        assemble(base, shards.iter().flat_map(|shard| &shard.rows), heading.level)
    } else {
        base
    };
    write(out, deviation, weights, &merged)?;
    Ok(Findings::default())
}

fn is_book(path: &Path) -> Result<bool, JobError> {
    let file = files::open(path).map_err(|error| unreadable(path, error.into()))?;
    let mut start = Vec::new();
    let read = file.take(MAGIC.len() as u64).read_to_end(&mut start);
    read.map_err(|source| unreadable(path, source))?;
    Ok(start == MAGIC)
}

/// Checks that the shards are those of one run, each whole and there once.
fn check_shards(
    shards: &mut [Searches],
    base: &[BookRecord],
    base_checksum: Option<u32>,
) -> Result<(), JobError> {
    shards.sort_by_key(|shard| shard.heading.shard.index);
    let first = shards[0].heading.clone();
    let base_name = base_checksum.map(|base| format!("{base:08x}"));
    if first.base != base_name {
        let wrong = match &first.base {
            Some(base) => format!("they extend the book {base}: add that book, and no other"),
            None => "they don't extend a book: merge them separately first".to_owned(),
        };
        return Err(JobError::Shards(wrong));
    }
    for pair in shards.windows(2) {
        let [one, other] = [&pair[0], &pair[1]];
        let names = [one, other].map(|shard| printable_path(&shard.path));
        if !one.heading.is_of_run(&other.heading) {
            let wrong = format!("{} and {} were made with different options", names[0], names[1]);
            return Err(JobError::Shards(wrong));
        }
        if one.heading.shard == other.heading.shard {
            let shard = one.heading.shard;
            let wrong = format!("duplicate shard {shard}: {} and {}", names[0], names[1]);
            return Err(JobError::Shards(wrong));
        }
    }
    let count = first.shard.count;
    let is_there = |index: usize| shards.iter().any(|shard| shard.heading.shard.index == index);
    let missing: Vec<String> = (1..=count)
        .filter(|&index| !is_there(index))
        .map(|index| Shard { index, count }.to_string())
        .collect();
    if !missing.is_empty() {
        let more = if missing.len() > NAMED { " ..." } else { "" };
        let names = missing[..missing.len().min(NAMED)].join(", ");
        let wrong = format!("{} of {count} shards missing: {names}{more}", missing.len());
        return Err(JobError::Shards(wrong));
    }
    shards.iter().try_for_each(|shard| shard.check(base))
}
