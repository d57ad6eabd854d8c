//! Deletes games of the library.

use rusqlite::{Connection, OptionalExtension, params};

use super::judging::first_missing;
use super::{Library, game, games_query, indexed_keys, is_of_value};
use crate::store::{Columns, StoreError};

impl Library {
    /// Deletes games and all data on them, in one transaction. If a number has no game, nothing is deleted, and the
    /// number is returned.
    pub fn delete(&mut self, numbers: &[usize]) -> Result<Option<usize>, StoreError> {
        self.database.change(|transaction| {
            if let Some(missing) = first_missing(transaction, numbers)? {
                return Ok(Some(missing));
            }
            let mut position =
                transaction.prepare("DELETE FROM positions WHERE key = ?1 AND game = ?2")?;
            let mut row = transaction.prepare("DELETE FROM games WHERE id = ?1")?;
            for &number in numbers {
                for key in keys(transaction, number)? {
                    position.execute(params![key, number])?;
                }
                row.execute([number])?;
            }
            Ok(None)
        })
    }
}

/// The keys of the positions of a game. If its moves can't be read, searches the whole index.
fn keys(connection: &Connection, number: usize) -> rusqlite::Result<Vec<i64>> {
    let query = games_query("WHERE g.id = ?1");
    let game = connection.query_row(&query, [number], game).optional();
    if !game.as_ref().is_err_and(is_of_value) {
        let game = game?;
        let records = game.iter().map(|game| &game.record);
        return Ok(records.flat_map(indexed_keys).collect());
    }
    let mut index = connection.prepare("SELECT key FROM positions WHERE game = ?1")?;
    index.query_map([number], |row| row.column(0))?.collect()
}
