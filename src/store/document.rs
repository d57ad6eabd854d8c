//! The RON documents in the data folder: a format number, then the content.

use std::path::Path;

use jiff::Timestamp;
use ron::error::SpannedError;
use ron::ser::PrettyConfig;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::StoreError;
use super::files::{self, WriteLock};
use crate::base::language::{tr, translated_owned};
use crate::base::text::{printable, quoted};
use crate::session::{CurrentGame, Snapshot, SnapshotError};

/// The format of rankings, and of saves of games with one line.
pub const FORMAT: u32 = 1;

/// The newest readable format, for saves with variations, notes, clocks or a forfeit.
const NEWEST: u32 = 2;

/// The maximum size of a save, in bytes. A game of Reversi has about one thousand, and three million with the maximum
/// of variations and notes.
const MAX_SAVE_BYTES: u64 = 1 << 22;

const MAX_REASON_CHARS: usize = 160;

#[derive(Deserialize)]
#[serde(rename = "document")]
struct DocumentHeader {
    format: u32,
}

/// A saved game, in the format of its file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "save")]
pub struct SavedGame {
    format: u32,
    /// The time of saving.
    pub saved: Timestamp,
    pub record: Snapshot,
}

impl SavedGame {
    pub fn now(record: Snapshot) -> Self {
        // Whole seconds are precise enough, and easier to read.
        let now = Timestamp::now();
        let saved = Timestamp::from_second(now.as_second()).unwrap_or(now);
        let is_newer = record.tree.is_some()
            || record.clocks.is_some()
            || record.forfeit.is_some()
            || record.aid.is_some();
        let format = if is_newer { NEWEST } else { FORMAT };
        Self {
            format,
            saved,
            record,
        }
    }
}

/// Parses a save, and replays all its moves.
pub fn parse_saved_game(text: &str, path: &Path) -> Result<(SavedGame, CurrentGame), StoreError> {
    let saved: SavedGame = parse(text, path, NEWEST)?;
    let game = saved.record.replay().map_err(|source| {
        let path = path.to_owned();
        match (&source, &saved.record.tree) {
            (SnapshotError::Tree { offset, .. }, Some(tree)) => {
                let (line, column) = place_in(text, &tree.lines, *offset);
                let reason = reason_of(&source.to_string());
                StoreError::Damaged {
                    path,
                    line,
                    column,
                    reason,
                }
            }
            _ => StoreError::NotAGame { path, source },
        }
    })?;
    Ok((saved, game))
}

/// The line and column, from 1, of a byte of a value in a document.
/// Returns the start of the document if the value is not there as this program prints it.
fn place_in(text: &str, value: &str, offset: usize) -> (usize, usize) {
    let printed = |value: &str| ron::to_string(value).unwrap_or_default();
    // Without the closing quote.
    let length = |value: &str| printed(value).len().saturating_sub(1);
    let before = text.rfind("tree:").unwrap_or_default();
    let start = text[before..]
        .find(&printed(value))
        .map(|start| before + start);
    let Some(start) = start else { return (1, 1) };
    let up_to = &text[..start + length(&value[..offset])];
    let line = up_to.rsplit('\n').next().unwrap_or_default();
    (up_to.matches('\n').count() + 1, line.chars().count() + 1)
}

pub fn read_saved_game(path: &Path) -> Result<(SavedGame, CurrentGame), StoreError> {
    parse_saved_game(&files::read(path, MAX_SAVE_BYTES)?, path)
}

pub fn write(lock: &WriteLock, path: &Path, save: &SavedGame) -> Result<(), StoreError> {
    lock.write(path, &print(save), MAX_SAVE_BYTES)
}

/// Reads a document; `None` if the file doesn't exist.
pub fn read<T: DeserializeOwned>(path: &Path, limit: u64) -> Result<Option<T>, StoreError> {
    match files::read(path, limit) {
        Ok(text) => parse(&text, path, FORMAT).map(Some),
        Err(error) if error.is_not_found() => Ok(None),
        Err(error) => Err(error),
    }
}

/// Parses a document in any format up to `newest`.
pub fn parse<T: DeserializeOwned>(text: &str, path: &Path, newest: u32) -> Result<T, StoreError> {
    // Check the format first: a newer document would only look damaged.
    let format = match leading_format(text) {
        Some(format) => format,
        None => {
            ron::from_str::<DocumentHeader>(text)
                .map_err(damaged(path))?
                .format
        }
    };
    match format {
        format if (1..=newest).contains(&format) => ron::from_str(text).map_err(damaged(path)),
        0 => Err(StoreError::Damaged {
            path: path.to_owned(),
            line: 1,
            column: 1,
            reason: tr!("format 0 does not exist").to_owned(),
        }),
        format => Err(StoreError::Newer {
            path: path.to_owned(),
            format,
            known: newest,
        }),
    }
}

/// For `map_err`: converts a parser's error, with its place.
pub fn damaged(path: &Path) -> impl FnOnce(SpannedError) -> StoreError {
    move |error| StoreError::Damaged {
        path: path.to_owned(),
        line: error.span.start.line,
        column: error.span.start.col,
        reason: reason(&error.code),
    }
}

/// The format of a document that begins with it, like all written documents. The rest may be invalid.
fn leading_format(text: &str) -> Option<u32> {
    let text = text
        .trim_start()
        .strip_prefix('(')?
        .trim_start()
        .strip_prefix("format")?;
    let (number, _) = text
        .trim_start()
        .strip_prefix(':')?
        .split_once([',', ')'])?;
    number.trim().parse().ok()
}

/// A parser's message in terms of the file instead of this program.
fn reason(error: &ron::Error) -> String {
    use ron::Error;

    let one_of = |names: &[&str]| names.join(", ");
    let message = match error {
        Error::ExceededRecursionLimit => tr!("nested too deeply").to_owned(),
        Error::ExpectedNamedStructLike(_) | Error::ExpectedDifferentStructName { .. } => {
            tr!("expected an opening (").to_owned()
        }
        Error::ExpectedString => tr!("expected text in quotes").to_owned(),
        Error::ExpectedStringEnd => tr!("the text has no closing quote").to_owned(),
        Error::ExpectedBoolean => tr!("expected true or false").to_owned(),
        Error::ExpectedChar => tr!("expected a character in quotes, like 'B'").to_owned(),
        Error::ExpectedInteger => tr!("expected a whole number").to_owned(),
        Error::IntegerOutOfBounds => tr!("the number is too large").to_owned(),
        Error::Eof => tr!("unexpected end of file").to_owned(),
        Error::UnclosedBlockComment => tr!("the comment has no end").to_owned(),
        Error::UnexpectedChar(character) => tr!("unexpected {text}", text = quoted(character)),
        Error::MissingStructField { field, .. } => tr!("{name} is missing", name = field),
        Error::DuplicateStructField { field, .. } => tr!("{field} is given twice", field),
        Error::TrailingCharacters => tr!("unexpected text after the closing )").to_owned(),
        Error::NoSuchStructField {
            expected, found, ..
        } => {
            tr!(
                "unknown field {found}: use {names}",
                found,
                names = one_of(expected)
            )
        }
        Error::NoSuchEnumVariant {
            expected, found, ..
        } => {
            tr!(
                "unknown value {found}: use {names}",
                found,
                names = one_of(expected)
            )
        }
        other => {
            let mut text = other.to_string();
            // Messages of this program begin with a small letter.
            if let Some(first) = text.get_mut(..1) {
                first.make_ascii_lowercase();
            }
            translated_owned(&text).map_or(text, str::to_owned)
        }
    };
    reason_of(&message)
}

pub fn reason_of(message: &str) -> String {
    printable(message).limited(MAX_REASON_CHARS).to_string()
}

#[expect(
    clippy::expect_used,
    reason = "only maps with odd keys and failing writers have no text"
)]
pub fn print<T: Serialize>(document: &T) -> Vec<u8> {
    let config = PrettyConfig::new()
        .indentor("  ")
        .new_line("\n")
        .struct_names(false);
    let mut text = ron::ser::to_string_pretty(document, config)
        .expect("plain data with string keys always has a text");
    text.push('\n');
    text.into_bytes()
}
