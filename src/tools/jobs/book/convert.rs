//! `reversi book import` and `reversi book export`: converts from and to books of other programs.

use std::io::{BufRead, BufReader};
use std::path::Path;

use super::{NewBook, of_book, open_book, records};
use crate::base::files;
use crate::base::terminal::ProgressLine;
use crate::base::text::{counted, printable_path};
use crate::book::{Imported, Skipped, from_edax, from_egaroucid, to_edax};
use crate::tools::jobs::Findings;
use crate::tools::run::ToolError;

pub(super) fn import(input: &Path, out: &NewBook) -> Result<Findings, ToolError> {
    let file = files::open(input).map_err(ToolError::unreadable(input))?;
    let mut reader = BufReader::new(file);
    let beginning = reader.fill_buf().map_err(ToolError::unreadable(input))?;
    let is_egaroucid = beginning.starts_with(b"DICUORAGE");
    let read = if is_egaroucid { from_egaroucid(reader) } else { from_edax(reader) };
    let Imported { records, skipped } = read.map_err(|source| of_book(input, source))?;
    out.write(None, 0, &records)?;
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

pub(super) fn export(path: Option<&Path>, out: &NewBook) -> Result<Findings, ToolError> {
    let records = records(path, &*open_book(path)?)?;
    out.write_bytes(&to_edax(&records))?;
    Ok(Findings::default())
}
