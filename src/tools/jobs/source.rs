//! Opens record files and standard input, and parses the names of formats.

use std::fs::File;
use std::io::{self, BufReader, Cursor};
use std::path::Path;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::base::text::printable_path;
use crate::games::Player;
use crate::records::{self, BadRecord, Format, RecordFileError, Source, open_source};
use crate::tools::run::ToolError;

/// Opens a record file, `-` for standard input, or a typed game. Returns the name for messages, and the records.
pub fn open_records(
    path: &Path,
    format: Option<Format>,
) -> Result<(String, Source<'static>), ToolError> {
    if !is_standard(path) {
        let unreadable = |RecordFileError { path, source }| ToolError::unreadable(&path)(source);
        if let Some(format) = path
            .to_str()
            .filter(|_| !path.exists())
            .and_then(records::typed)
        {
            let bytes = path.to_string_lossy().into_owned();
            let source = open_source(Cursor::new(bytes), path, Some(format));
            return Ok(("the game typed".to_owned(), source.map_err(unreadable)?));
        }
        // Accept pipes: a shell creates one for the output of another program.
        let file = File::open(path).map_err(ToolError::unreadable(path))?;
        if file.metadata().is_ok_and(|data| data.is_dir()) {
            return Err(ToolError::unreadable(path)(io::ErrorKind::IsADirectory));
        }
        let source = open_source(file, path, format).map_err(unreadable)?;
        return Ok((printable_path(path).to_string(), source));
    }
    let name = "standard input".to_owned();
    match Source::open(BufReader::new(io::stdin()), format) {
        Ok(source) => Ok((name, source)),
        Err(source) => Err(ToolError::Unreadable { name, source }),
    }
}

pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What to do about a board without a side to move, after the message of the error.
pub const TURN_ADVICE: &str = ", or use --turn B";

/// Parses the side of `--turn`.
pub fn turn(word: &str) -> Result<Player, &'static str> {
    records::side_named(word).ok_or("use B (Black) or W (White)")
}

/// The message about a bad record.
pub fn complaint(bad: &BadRecord) -> String {
    let advice = if bad.is_missing_side() {
        TURN_ADVICE
    } else {
        ""
    };
    format!("{bad}{advice}")
}

/// Parses the name of a readable format. Help and completions list these names.
pub fn readable_format() -> impl TypedValueParser<Value = Format> {
    format_parser(format_names(Format::is_readable))
}

pub fn format_parser(names: Vec<&'static str>) -> impl TypedValueParser<Value = Format> {
    let value = |name| {
        let value = PossibleValue::new(name);
        // The prompt accepts this alias, too.
        if name == Format::Transcript.name() {
            value.alias(Format::TEXT)
        } else {
            value
        }
    };
    PossibleValuesParser::new(names.into_iter().map(value))
        .try_map(|name| Format::named(&name).ok_or("unknown format"))
}

pub fn format_names(is_chosen: fn(Format) -> bool) -> Vec<&'static str> {
    let formats = Format::ALL.iter().copied();
    formats
        .filter(|&format| is_chosen(format))
        .map(Format::name)
        .collect()
}
