//! Files that jobs write whole or not at all, and over no other without being told to.

use std::io;
use std::path::Path;

use super::JobError;
use crate::files::{NewFile, is_free};
use crate::text::printable_path;

/// Refuses a name that something has which is not to be replaced.
pub(super) fn refuse_taken(path: &Path, force: bool) -> Result<(), JobError> {
    let may_be_written = force || NewFile::is_special(path) || is_free(path);
    if may_be_written { Ok(()) } else { Err(JobError::Taken(printable_path(path).to_string())) }
}

/// Begins a file that is to have this name.
pub(super) fn begin(path: &Path, force: bool) -> Result<NewFile, JobError> {
    refuse_taken(path, force)?;
    NewFile::begin(path).map_err(|source| unwritable(path, source))
}

/// Gives a file its name; something may have got it meanwhile.
pub(super) fn finish(file: &mut NewFile, force: bool) -> Result<(), JobError> {
    let finished = file.finish(force);
    finished.map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => JobError::Taken(printable_path(file.target()).to_string()),
        _ => unwritable(file.target(), source),
    })
}

/// Why a file can't be written.
pub(super) fn unwritable(path: &Path, source: io::Error) -> JobError {
    JobError::Unwritable { name: printable_path(path).to_string(), source }
}
