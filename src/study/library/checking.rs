//! Checks the library, and deletes games.

use rusqlite::Connection;

use super::super::count;
use super::finding::{Choice, game};
use super::{Library, LibraryGame};
use crate::records::Termination;
use crate::store::{StoreError, sqlite_reason};

const MAX_PROBLEMS: usize = 100;

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

    /// Checks the file, and the moves and result of every game. Returns one line per problem.
    pub fn check(&mut self) -> Result<Vec<String>, StoreError> {
        self.database.with(|connection| {
            let mut problems = Vec::new();
            for pragma in ["integrity_check", "foreign_key_check"] {
                connection.pragma_query(None, pragma, |row| {
                    let text: String = row.get(0)?;
                    if text != "ok" && problems.len() < MAX_PROBLEMS {
                        problems.push(format!("{pragma}: {text}"));
                    }
                    Ok(())
                })?;
            }
            Choice::of(&[]).each(connection, |row| {
                if problems.len() >= MAX_PROBLEMS {
                    return Ok(());
                }
                let number = count(row, 0)?;
                match game(row) {
                    Err(error) => {
                        problems.push(format!("game {number}: {}", sqlite_reason(&error)));
                    }
                    Ok(game) => problems
                        .extend(wrong_result(&game).map(|wrong| format!("game {number}: {wrong}"))),
                }
                Ok(())
            })?;
            Ok(problems)
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

/// The contradiction between the result and the last board of a finished game, if any.
fn wrong_result(game: &LibraryGame) -> Option<String> {
    let mut record = game.record();
    let stated = record.result.take().filter(|_| record.is_over())?;
    let counted = record.counted();
    let (stated_by, counted_by) = (stated.difference?, counted.difference?);
    let is_wrong =
        stated.ending == Termination::Played && (stated_by - counted_by).abs() > f64::EPSILON;
    is_wrong.then(|| format!("its result is {stated_by:+}, but its moves end with {counted_by:+}"))
}
