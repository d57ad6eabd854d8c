//! Opens regular files. Opening a pipe could wait forever, and reading a device may never end.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use thiserror::Error;

/// The error when a path names a folder, a pipe, a socket or a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not a regular file")]
struct NotRegular;

/// Opens a regular file, and refuses everything else at once.
///
/// # Errors
/// Returns [`not_regular`], or the system's error.
pub fn open_regular(options: &OpenOptions, path: &Path) -> io::Result<File> {
    // Check before opening, because opening a device can have effects.
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return Err(not_regular());
    }
    // Another program may replace the file by a pipe in between.
    let file = super::without_waiting(&mut options.clone()).open(path)?;
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(not_regular())
    }
}

/// Returns the error of [`open_regular`] for folders, pipes, sockets and devices.
pub fn not_regular() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, NotRegular)
}

/// Whether an error is [`not_regular`].
pub fn is_not_regular(error: &io::Error) -> bool {
    error
        .get_ref()
        .is_some_and(<dyn std::error::Error + Send + Sync>::is::<NotRegular>)
}
