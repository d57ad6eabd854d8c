//! Which evaluation a stage searches with.

use std::fs;
use std::path::PathBuf;

use super::{TrainingError, rows};
use crate::engine::eval::Evaluation;

/// Which evaluation a stage searches with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Weights {
    /// The one that comes with the program.
    Shipped,
    /// One that knows nothing.
    Blank,
    /// That of a file.
    File(PathBuf),
}

impl Weights {
    /// Lets all searches of this process use it; there must have been none.
    ///
    /// # Errors
    /// When the file can't be read or is damaged, or there has been a search.
    pub fn install(&self) -> Result<(), TrainingError> {
        let (evaluation, name) = match self {
            Self::Shipped => return Ok(()),
            Self::Blank => (Evaluation::blank(), "the blank evaluation".to_owned()),
            Self::File(path) => {
                let name = rows::shown(path);
                let bytes = fs::read(path).map_err(|source| {
                    let name = name.clone();
                    TrainingError::Unreadable { name, source }
                })?;
                let evaluation = Evaluation::from_bytes(&bytes);
                let damaged = |source| TrainingError::Weights { name: name.clone(), source };
                (evaluation.map_err(damaged)?, name)
            }
        };
        evaluation.install().map_err(|source| TrainingError::Weights { name, source })
    }
}
