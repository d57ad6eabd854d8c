//! `reversi book import` and `reversi book export`: books of other programs.

use std::io::{BufRead, BufReader};
use std::path::Path;

use super::{BookOf, NewBook, of_book, unreadable, write, write_bytes};
use crate::base::files;
use crate::base::terminal::ProgressLine;
use crate::base::text::{counted, printable_path};
use crate::book::{Imported, Skipped, from_edax, from_egaroucid, to_edax};
use crate::tools::jobs::{Findings, JobError};

/// Makes a book of one of Edax or Egaroucid; its first bytes say which.
///
/// # Errors
/// If it can't be read or is damaged, or the book can't be written.
pub(super) fn import(input: &Path, out: &NewBook) -> Result<Findings, JobError> {
    let file = files::open(input).map_err(|error| unreadable(input, error.into()))?;
    let mut reader = BufReader::new(file);
    let beginning = reader.fill_buf().map_err(|source| unreadable(input, source))?;
    let is_egaroucid = beginning.starts_with(b"DICUORAGE");
    let read = if is_egaroucid { from_egaroucid(reader) } else { from_edax(reader) };
    let Imported { records, skipped } = read.map_err(|source| of_book(input, source))?;
    write(out, None, 0, &records)?;
    let Skipped { passes, over, scores, impossible, twice } = skipped;
    let name = printable_path(input);
    for (count, why) in [
        (passes, "where the side to move must pass"),
        (over, "where the game is over"),
        (scores, "without a score from -64 to 64"),
        (impossible, "that no game can have, or with an illegal move"),
        (twice, "that it has twice, perhaps in another symmetry"),
    ] {
        if count > 0 {
            let positions = counted(count, "position");
            ProgressLine::start().say(&format!("{name}: skipped {positions} {why}"));
        }
    }
    Ok(Findings::default())
}

/// Writes a book as Edax reads it.
///
/// # Errors
/// If the book can't be read or is damaged, or the file can't be written.
pub(super) fn export(book: &BookOf, out: &NewBook) -> Result<Findings, JobError> {
    let records = book.read(&*book.open()?)?;
    write_bytes(out, &to_edax(&records))?;
    Ok(Findings::default())
}
