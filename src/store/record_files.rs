//! Game record files, which can be anywhere, and the WTHOR name files next to them. Lists paths for completion.

use std::fs;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::base::files;
use crate::base::language::{reason, tr};
use crate::base::text::printable_path;
use crate::records::{Format, Names, Source};

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

/// The paths that begin with `typed`, in alphabetical order, with a `/` after folders.
///
/// Hidden files are included only if the last name in `typed` begins with a dot. Empty if the folder is unreadable.
pub fn paths_beginning(typed: &str) -> Vec<String> {
    let (folder, name) = typed.split_at(typed.rfind('/').map_or(0, |slash| slash + 1));
    let place = if folder.is_empty() { "." } else { folder };
    let Ok(entries) = fs::read_dir(place) else {
        return Vec::new();
    };
    let paths = entries.flatten().filter_map(|entry| {
        let found = entry.file_name().into_string().ok()?;
        let is_shown =
            found.starts_with(name) && (name.starts_with('.') || !found.starts_with('.'));
        // Links to folders count as folders.
        let is_folder = fs::metadata(entry.path()).is_ok_and(|data| data.is_dir());
        is_shown.then(|| format!("{folder}{found}{}", if is_folder { "/" } else { "" }))
    });
    let mut paths: Vec<String> = paths.collect();
    paths.sort_unstable();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_end_with_a_slash_and_hidden_names_are_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["game.ggf", "games.sgf", ".hidden"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join("gallery")).unwrap();
        let place = folder.path().to_str().unwrap();
        for (typed, expected) in [
            ("", &["gallery/", "game.ggf", "games.sgf"][..]),
            ("ga", &["gallery/", "game.ggf", "games.sgf"]),
            ("games", &["games.sgf"]),
            (".h", &[".hidden"]),
            ("gallery/", &[]),
            ("nowhere/x", &[]),
        ] {
            let expected: Vec<String> = expected
                .iter()
                .map(|name| format!("{place}/{name}"))
                .collect();
            assert_eq!(
                paths_beginning(&format!("{place}/{typed}")),
                expected,
                "{typed}"
            );
        }
    }
}
