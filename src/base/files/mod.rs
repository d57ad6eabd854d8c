//! File operations for several rooms: reads with a size limit, atomic writes, and output that a
//! later run continues.

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

/// A path for comparing files: absolute, with links resolved. Of a file that doesn't exist, its
/// folder is resolved.
pub fn resolved(path: &Path) -> PathBuf {
    let whole = path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let folder = whole.parent().and_then(|folder| folder.canonicalize().ok());
    let named = folder.zip(whole.file_name()).map(|(folder, name)| folder.join(name));
    whole.canonicalize().ok().or(named).unwrap_or(whole)
}
