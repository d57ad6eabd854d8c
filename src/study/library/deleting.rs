//! Deletes games of the library.

use rusqlite::Connection;

use super::Library;
use crate::store::StoreError;

impl Library {
    /// Deletes games and all data on them, in one transaction. If a number has no game, nothing is deleted, and the
    /// number is returned.
    pub fn delete(&mut self, numbers: &[usize]) -> Result<Option<usize>, StoreError> {
        self.database.change(|transaction| {
            if let Some(missing) = first_missing(transaction, numbers)? {
                return Ok(Some(missing));
            }
            let mut row = transaction.prepare("DELETE FROM games WHERE id = ?1")?;
            for number in numbers {
                row.execute([number])?;
            }
            Ok(None)
        })
    }
}

/// The first of several numbers that no game has.
pub(super) fn first_missing(
    connection: &Connection,
    numbers: &[usize],
) -> rusqlite::Result<Option<usize>> {
    let mut row = connection.prepare("SELECT 1 FROM games WHERE id = ?1")?;
    for number in numbers {
        if !row.exists([number])? {
            return Ok(Some(*number));
        }
    }
    Ok(None)
}
