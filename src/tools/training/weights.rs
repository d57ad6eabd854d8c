//! The evaluation that a stage searches with.

use std::path::{Path, PathBuf};

use super::TrainingError;
use crate::base::files;
use crate::base::text::printable_path;
use crate::engine::eval::{Evaluation, LARGEST_FILE};

/// The evaluation that a stage searches with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Weights {
    /// The shipped weights.
    Shipped,
    /// All-zero weights.
    Blank,
    /// The weights of a file.
    File(PathBuf),
}

impl Weights {
    /// Makes all searches of this process use it. There must have been no search yet.
    ///
    /// # Errors
    /// If the file can't be read or is damaged, or there has been a search.
    pub fn install(&self) -> Result<(), TrainingError> {
        let (evaluation, name) = match self {
            Self::Shipped => return Ok(()),
            Self::Blank => (Evaluation::blank(), "the blank evaluation".to_owned()),
            Self::File(path) => (read_weights(path)?, printable_path(path).to_string()),
        };
        evaluation.install().map_err(|source| TrainingError::Weights { name, source })
    }
}

/// Reads a file of weights.
///
/// # Errors
/// If it can't be read, is not a weights file, or is damaged.
pub fn read_weights(path: &Path) -> Result<Evaluation, TrainingError> {
    let bytes = files::read(path, LARGEST_FILE);
    let bytes = bytes.map_err(|error| TrainingError::unreadable(path)(error.into()))?;
    let name = || printable_path(path).to_string();
    Evaluation::from_bytes(&bytes).map_err(|source| TrainingError::Weights { name: name(), source })
}
