//! Finished games that the library lacks, as files of the autosave.

use super::game::Written;
use super::{Library, LibraryGame};
use crate::store::{FinishedGame, Store, StoreError};

impl LibraryGame {
    /// Returns the game as the content of a file, until the library has it.
    pub fn finished(&self) -> FinishedGame {
        FinishedGame::of(&Written::of(self))
    }
}

impl Library {
    /// Adds the finished games of earlier runs. A game that the library has already is a duplicate.
    pub fn add_finished(store: &Store) -> Result<(), StoreError> {
        if !store.has_finished() {
            return Ok(());
        }
        let mut library = Self::open(store)?;
        store.take_finished(|game: LibraryGame| library.add([game]).map(drop))
    }
}
