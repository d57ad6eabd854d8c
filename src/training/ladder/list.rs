//! The list of ratings as the file that the program embeds, and as a table.

use std::fmt::Write;
use std::path::Path;

use crate::files;
use crate::players::ladder::{Band, Rung};
use crate::training::TrainingError;

/// The first line of the file.
const HEADING: &str = "# Written by trainer ladder: bot, Elo rating, margin of error (95 %).\n";

/// Writes the list as the program embeds it; an existing file is replaced atomically.
///
/// # Errors
/// [`TrainingError::Unwritable`].
pub fn write_list(list: &[Rung], out: &Path) -> Result<(), TrainingError> {
    let mut text = HEADING.to_owned();
    for rung in list {
        // Text is written into a string, which can't fail.
        let _ = writeln!(text, "{rung}");
    }
    files::replace(out, text.as_bytes()).map_err(TrainingError::unwritable(out))
}

/// The list as a table in Markdown, the weakest first, with the distance to the rung below.
pub fn ladder_table(list: &[Rung]) -> String {
    let mut table = "| level | rating | error | above the one before | name |\n\
                     |---|---|---|---|---|\n"
        .to_owned();
    let mut before: Option<&i32> = None;
    for Rung { bot, rating, error } in list {
        let step = before.map_or_else(String::new, |before| (rating - before).to_string());
        let band = Band::of(*rating);
        let _ = writeln!(table, "| {bot} | {rating} | {error} | {step} | {band} |");
        before = Some(rating);
    }
    table
}
