//! Files of earlier versions, whose data is now in databases.

use std::path::PathBuf;
use std::{fs, io};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::document;
use super::{Store, StoreError};

/// A file of an earlier version with one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueFile {
    pub name: &'static str,
    /// The maximum size, in bytes.
    pub limit: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename = "file")]
struct Whole<T> {
    #[serde(rename = "format")]
    _format: u32,
    content: T,
}

impl Store {
    pub fn value_path(&self, file: ValueFile) -> PathBuf {
        self.root.join(file.name)
    }

    /// Reads a value, or its default if the file doesn't exist.
    fn read_value<T: DeserializeOwned + Default>(&self, file: ValueFile) -> Result<T, StoreError> {
        let path = self.value_path(file);
        let whole: Option<Whole<T>> = document::read(&path, file.limit)?;
        Ok(whole.map(|whole| whole.content).unwrap_or_default())
    }

    /// Imports the file of an earlier version, if it exists, and renames it.
    /// On an error the file stays unchanged, and is imported the next time.
    pub fn take_over<T: DeserializeOwned + Default>(
        &self,
        file: ValueFile,
        take: impl FnOnce(T) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let path = self.value_path(file);
        if path.symlink_metadata().is_err() {
            return Ok(());
        }
        take(self.read_value(file)?)?;
        let kept = path.with_file_name(format!("{}.old", file.name));
        match fs::rename(&path, &kept) {
            // Another program has renamed it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            renamed => renamed.map_err(StoreError::io("rename", &path)),
        }
    }
}
