//! The file that earlier versions kept the library in.

use std::fs;

use serde::Deserialize;

use super::{Library, LibraryGame};
use crate::store::{Store, StoreError, ValueFile};

/// The file of earlier versions.
pub const FORMER: ValueFile = ValueFile { name: "library.ron", limit: 1 << 26 };

/// What it is called once its games are in the database.
const TAKEN_OVER: &str = "library.ron.old";

/// The content of that file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename = "library")]
struct FormerLibrary {
    games: Vec<LibraryGame>,
}

impl Library {
    /// Takes over the games of an earlier version, and keeps its file under another name.
    pub(super) fn take_over(&mut self, store: &Store) -> Result<(), StoreError> {
        let path = store.value_path(FORMER);
        if path.symlink_metadata().is_err() {
            return Ok(());
        }
        let former: FormerLibrary = store.read_value(FORMER)?;
        self.add(former.games)?;
        let kept = path.with_file_name(TAKEN_OVER);
        match fs::rename(&path, &kept) {
            // Another program has done it.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            renamed => renamed.map_err(StoreError::io("rename", &path)),
        }
    }
}
