//! Files of the data folder that hold one value, such as the library: the rooms above say of which type.

use std::path::PathBuf;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::document::{self, FORMAT};
use super::{Store, StoreError};

/// A file of the data folder that holds one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueFile {
    pub name: &'static str,
    /// The largest size that is written and read, in bytes.
    pub limit: u64,
}

/// A value as it stands in its file, one element of its lists a line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "file")]
struct Whole<T> {
    format: u32,
    content: T,
}

/// How deep a file is nested where its lines begin: the file, its content, the lists in it.
const LINES: usize = 3;

impl Store {
    pub fn value_path(&self, file: ValueFile) -> PathBuf {
        self.root.join(file.name)
    }

    /// Reads a value; the default one if nothing has been written yet.
    pub fn read_value<T: DeserializeOwned + Default>(
        &self,
        file: ValueFile,
    ) -> Result<T, StoreError> {
        let path = self.value_path(file);
        let whole: Option<Whole<T>> = document::read(&path, file.limit)?;
        Ok(whole.map(|whole| whole.content).unwrap_or_default())
    }

    /// Changes a value as it stands in its file now. Several processes can do so at once. `change` says
    /// whether it has changed anything; if not, nothing is written.
    pub fn change_value<T: Serialize + DeserializeOwned + Default, R>(
        &self,
        file: ValueFile,
        change: impl FnOnce(&mut T) -> (bool, R),
    ) -> Result<R, StoreError> {
        let lock = self.lock()?;
        let mut content = self.read_value(file)?;
        let (has_changed, result) = change(&mut content);
        if has_changed {
            let whole = Whole { format: FORMAT, content };
            let text = document::print_lines(&whole, LINES);
            lock.write(&self.value_path(file), &text, file.limit)?;
        }
        Ok(result)
    }
}
