//! Deletes games of the library.

use rusqlite::params;

use super::Library;
use crate::store::StoreError;

impl Library {
    /// Deletes a game and all data on it. Returns whether there was such a game.
    pub fn delete(&mut self, number: usize) -> Result<bool, StoreError> {
        let deleted = self.database.change(|transaction| {
            transaction.execute("DELETE FROM games WHERE id = ?1", params![number])
        })?;
        Ok(deleted > 0)
    }
}
