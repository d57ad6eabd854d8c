//! Writes whole files atomically, and overwrites others only with `--force`.

use std::io::{self, Write};
use std::path::Path;

use crate::base::files::{NewFile, is_free};
use crate::base::text::printable_path;
use crate::tools::run::ToolError;

pub(super) fn refuse_taken(path: &Path, force: bool) -> Result<(), ToolError> {
    let may_be_written = force || NewFile::is_special(path) || is_free(path);
    if may_be_written { Ok(()) } else { Err(taken(path)) }
}

pub(super) fn begin(path: &Path, force: bool) -> Result<NewFile, ToolError> {
    refuse_taken(path, force)?;
    NewFile::begin(path).map_err(ToolError::unwritable(path))
}

/// Moves a finished file into place. Without `force`, fails if another file has taken the name since.
pub(super) fn finish(file: &mut NewFile, force: bool) -> Result<(), ToolError> {
    let finished = file.finish(force);
    finished.map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => taken(file.target()),
        _ => ToolError::unwritable(file.target())(source),
    })
}

pub(super) fn write(path: &Path, bytes: &[u8], force: bool) -> Result<(), ToolError> {
    let mut file = begin(path, force)?;
    file.write_all(bytes).map_err(ToolError::unwritable(path))?;
    finish(&mut file, force)
}

fn taken(path: &Path) -> ToolError {
    let name = printable_path(path).to_string();
    ToolError::Exists { name, advice: "use --force to overwrite it" }
}
