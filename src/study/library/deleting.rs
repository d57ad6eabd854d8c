//! Deletes games of the library: first to a bin, then for good.

use rusqlite::{Connection, OptionalExtension, params};

use super::finding::Lines;
use super::judging::first_missing;
use super::{GameLine, Library, game, games_query, indexed_keys, is_of_value};
use crate::store::{Columns, StoreError};
use crate::study::count;

impl Library {
    /// Moves games to the bin, in one transaction. If a number has no game, nothing is moved, and the number is returned.
    pub fn delete(&mut self, numbers: &[usize]) -> Result<Option<usize>, StoreError> {
        self.database.change(|transaction| {
            if let Some(missing) = first_missing(transaction, numbers)? {
                return Ok(Some(missing));
            }
            for number in numbers {
                transaction.execute("INSERT OR IGNORE INTO bin (game) VALUES (?1)", [number])?;
            }
            Ok(None)
        })
    }

    /// Moves games back from the bin, in one transaction. If a number is not in the bin, nothing is moved, and the number
    /// is returned.
    pub fn restore(&mut self, numbers: &[usize]) -> Result<Option<usize>, StoreError> {
        self.database.change(|transaction| {
            let mut binned = transaction.prepare("SELECT 1 FROM bin WHERE game = ?1")?;
            for number in numbers {
                if !binned.exists([number])? {
                    return Ok(Some(*number));
                }
            }
            for number in numbers {
                transaction.execute("DELETE FROM bin WHERE game = ?1", [number])?;
            }
            Ok(None)
        })
    }

    /// Returns the games in the bin, in the order in which they were added to the library.
    pub fn bin(&mut self) -> Result<Vec<GameLine>, StoreError> {
        let query = games_query("WHERE g.id IN (SELECT game FROM bin) ORDER BY g.id");
        let mut lines = Lines::default();
        let skipped = &mut self.skipped;
        self.database.with(|connection| {
            let mut statement = connection.prepare(&query)?;
            let mut rows = statement.query(())?;
            while let Some(row) = rows.next()? {
                let pushed = lines.push(row);
                skipped.or_value(row, pushed)?;
            }
            Ok(())
        })?;
        let mut lines = lines.lines;
        self.fill_in_tags(&mut lines)?;
        Ok(lines)
    }

    /// Deletes the games in the bin and all data on them, in one transaction. Returns their number.
    pub fn purge(&mut self) -> Result<usize, StoreError> {
        self.database.change(|transaction| {
            let mut binned = transaction.prepare("SELECT game FROM bin")?;
            let numbers = binned.query_map((), |row| count(row, 0))?;
            let numbers: Vec<usize> = numbers.collect::<rusqlite::Result<_>>()?;
            let mut position =
                transaction.prepare("DELETE FROM positions WHERE key = ?1 AND game = ?2")?;
            let mut row = transaction.prepare("DELETE FROM games WHERE id = ?1")?;
            for &number in &numbers {
                for key in keys(transaction, number)? {
                    position.execute(params![key, number])?;
                }
                row.execute([number])?;
            }
            Ok(numbers.len())
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
