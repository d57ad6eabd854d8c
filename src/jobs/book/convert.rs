//! `reversi book import` and `reversi book export`: books of other programs.

use std::path::Path;

use super::{BookOf, NewBook, of_book, unreadable, write, write_bytes};
use crate::book::{from_edax, from_egaroucid, to_edax};
use crate::files;
use crate::jobs::{Findings, JobError};

/// The largest book of another program that is read, in bytes.
const LARGEST: u64 = 1 << 33;

/// Makes a book of one of Edax or Egaroucid; its first bytes say which.
///
/// # Errors
/// If it can't be read or is damaged, or the book can't be written.
pub(super) fn import(input: &Path, out: &NewBook) -> Result<Findings, JobError> {
    let bytes = files::read(input, LARGEST).map_err(|error| unreadable(input, error.into()))?;
    let is_egaroucid = bytes.starts_with(b"DICUORAGE");
    let records = if is_egaroucid { from_egaroucid(&bytes) } else { from_edax(&bytes) };
    let records = records.map_err(|source| of_book(input, source))?;
    write(out, None, 0, &records)?;
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
