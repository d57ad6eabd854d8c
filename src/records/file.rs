//! Game record files, which can be anywhere, and the WTHOR name files next to them.

use std::fs;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{Format, Names, Source};
use crate::base::files;
use crate::base::language::{reason, tr};
use crate::base::text::{printable_path, quoted};

/// An upper bound on the size of a name file, in bytes: 65,535 names of tournaments.
const MAX_NAMES_BYTES: u64 = 1 << 21;

#[derive(Debug, Error)]
#[error("{}", tr!(
    "can't read {path}: {reason}",
    path = printable_path(.path),
    reason = reason(.source)
))]
pub struct RecordFileError {
    pub path: PathBuf,
    pub source: io::Error,
}

/// Opens the records of a file. Without a format, it is detected by extension or content.
pub fn open_source(
    file: impl Read + 'static,
    path: &Path,
    format: Option<Format>,
) -> Result<Source<'static>, RecordFileError> {
    let unreadable = |source| RecordFileError {
        path: path.to_owned(),
        source,
    };
    let extension = path.extension().and_then(|extension| extension.to_str());
    let format = format.or_else(|| extension.and_then(Format::of_extension));
    let source = Source::open(BufReader::new(file), format).map_err(unreadable)?;
    if source.format() != Format::Wthor {
        return Ok(source);
    }
    Ok(source.with_names([
        names(path, "jou", Names::PLAYER)?,
        names(path, "trn", Names::TOURNAMENT)?,
    ]))
}

/// Reads the name file for a WTHOR file, from the same folder.
/// It has the same name, or is called `wthor` or `wth` as in the published database; in any case.
fn names(path: &Path, extension: &str, width: usize) -> Result<Option<Names>, RecordFileError> {
    let Some(found) = sibling_path(path, extension) else {
        return Ok(None);
    };
    let unreadable = |source| RecordFileError {
        path: found.clone(),
        source,
    };
    let bytes = files::read(&found, MAX_NAMES_BYTES).map_err(|error| unreadable(error.into()))?;
    let names = Names::parse(&bytes, width).ok_or_else(|| {
        let reason = tr!("not a WTHOR name file (names of {width} bytes)", width);
        unreadable(io::Error::new(io::ErrorKind::InvalidData, reason))
    });
    names.map(Some)
}

fn sibling_path(path: &Path, extension: &str) -> Option<PathBuf> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let stem = path.file_stem()?.to_string_lossy().to_lowercase();
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let ranked = entries
        .flatten()
        .map(|entry| entry.path())
        .filter_map(|candidate| {
            let found = candidate.extension()?.to_string_lossy().to_lowercase();
            let name = candidate.file_stem()?.to_string_lossy().to_lowercase();
            let is_same = name == stem;
            let fits = found == extension && (is_same || matches!(&*name, "wthor" | "wth"));
            fits.then_some((!is_same, candidate))
        });
    ranked
        .min_by_key(|(is_other, _)| *is_other)
        .map(|(_, path)| path)
}

/// The error returned when the name of a file does not show the format to write.
#[derive(Debug, Error)]
#[error("{}", tr!(
    "unknown file extension in {file}: use txt, ggf, sgf, pgn, obf, wtb or svg",
    file = quoted(.0)
))]
pub struct UnknownExtension(String);

/// Returns the format for an output file, by its extension.
pub fn format_of_output(path: &Path) -> Result<Format, UnknownExtension> {
    let extension = path
        .extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or_default();
    if extension.eq_ignore_ascii_case("txt") {
        return Ok(Format::Transcript);
    }
    let unknown = || UnknownExtension(printable_path(path).to_string());
    Format::of_extension(extension).ok_or_else(unknown)
}
