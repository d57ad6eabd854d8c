//! Where records are read from, and what their files need beside them.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use super::super::{JobError, shown};
use super::is_standard;
use crate::records::{Format, Input, Names, Records, Wthor};

/// More bytes than a file of names can have: 65,535 names of tournaments.
const LARGEST_NAMES: u64 = 1 << 21;

/// The records of a file.
pub(in crate::jobs) struct Source {
    /// What the file is called in messages.
    pub(in crate::jobs) name: String,
    pub(in crate::jobs) format: Format,
    pub(in crate::jobs) records: Records<'static>,
}

impl Source {
    /// Opens a file, `-` for standard input; its name or its content tell the format where none is
    /// given.
    pub(in crate::jobs) fn open(path: &Path, format: Option<Format>) -> Result<Self, JobError> {
        let is_standard = is_standard(path);
        let name = if is_standard { "standard input".to_owned() } else { shown(path) };
        let unreadable = |source| JobError::Unreadable { name: name.clone(), source };
        let mut input = if is_standard {
            Input::new(BufReader::new(io::stdin()))
        } else {
            let file = File::open(path).map_err(unreadable)?;
            if file.metadata().is_ok_and(|data| data.is_dir()) {
                return Err(unreadable(io::ErrorKind::IsADirectory.into()));
            }
            Input::new(BufReader::new(file))
        };
        let extension = path.extension().and_then(|extension| extension.to_str());
        let by_name = extension.filter(|_| !is_standard).and_then(Format::of_extension);
        let format = match format.or(by_name) {
            Some(format) => format,
            None => Format::of_input(&mut input).map_err(unreadable)?,
        };
        let reader = if format == Format::Wthor && !is_standard {
            Box::new(Wthor::with_names(
                names(path, "jou", Names::PLAYER)?,
                names(path, "trn", Names::TOURNAMENT)?,
            ))
        } else {
            format.open()
        };
        Ok(Self { name, format, records: Records::new(reader, input) })
    }
}

/// Reads the file of names that belongs to a WTHOR file: of the same name, or called `wthor`, in
/// the same folder; in any case.
fn names(path: &Path, extension: &str, width: usize) -> Result<Option<Names>, JobError> {
    let Some(found) = beside(path, extension) else { return Ok(None) };
    let unreadable = |source| JobError::Unreadable { name: shown(&found), source };
    let size = fs::metadata(&found).map_err(unreadable)?.len();
    let bytes =
        if size > LARGEST_NAMES { Vec::new() } else { fs::read(&found).map_err(unreadable)? };
    match Names::parse(&bytes, width) {
        Some(names) => Ok(Some(names)),
        None => {
            let reason = format!("it is no file of names of {width} bytes");
            Err(unreadable(io::Error::new(io::ErrorKind::InvalidData, reason)))
        }
    }
}

fn beside(path: &Path, extension: &str) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let stem = path.file_stem()?.to_string_lossy().to_lowercase();
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let mut best: Option<(bool, PathBuf)> = None;
    for entry in entries.flatten() {
        let candidate = entry.path();
        let is_kind = candidate
            .extension()
            .is_some_and(|found| found.to_string_lossy().eq_ignore_ascii_case(extension));
        let Some(name) = candidate.file_stem().filter(|_| is_kind) else { continue };
        let name = name.to_string_lossy().to_lowercase();
        let is_same = name == stem;
        if is_same || name == "wthor" && best.is_none() {
            best = Some((is_same, candidate));
            if is_same {
                break;
            }
        }
    }
    best.map(|(_, path)| path)
}
