//! File operations: reads with a size limit, atomic writes, resumable output.

pub mod disk;
mod in_order;
mod new_file;
mod read;
#[cfg(all(test, unix))]
pub(crate) mod rehearsal;
mod resumable;
mod temporary;

use std::path::{self, Path, PathBuf};

pub use in_order::{NoThread, in_order, results};
pub use new_file::{NewFile, is_free, make_folder, replace, sync_folder};
pub use read::{FileReadError, open, read};
pub use resumable::{Beginning, Output, ResumableFile, ResumeError};

/// Returns a path for comparing files: absolute, with links resolved, even if the file doesn't exist.
pub fn resolved(path: &Path) -> PathBuf {
    let whole = path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let folder = whole.parent().and_then(|folder| folder.canonicalize().ok());
    let named = folder.zip(whole.file_name()).map(|(folder, name)| folder.join(name));
    whole.canonicalize().ok().or(named).unwrap_or(whole)
}
