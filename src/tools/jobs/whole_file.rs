//! Files that jobs write atomically, overwriting others only on request.

use std::io;
use std::path::Path;

use super::JobError;
use crate::base::files::{NewFile, is_free};
use crate::base::text::printable_path;

/// Refuses an existing file that must not be overwritten.
pub(super) fn refuse_taken(path: &Path, force: bool) -> Result<(), JobError> {
    let may_be_written = force || NewFile::is_special(path) || is_free(path);
    if may_be_written { Ok(()) } else { Err(JobError::Taken(printable_path(path).to_string())) }
}

/// Starts a file that will get this name.
pub(super) fn begin(path: &Path, force: bool) -> Result<NewFile, JobError> {
    refuse_taken(path, force)?;
    NewFile::begin(path).map_err(|source| unwritable(path, source))
}

/// Gives a file its name, unless another file has taken it meanwhile.
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
