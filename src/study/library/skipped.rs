//! Games of the database that can't be read.

use rusqlite::{Error, Row};
use serde::Serialize;

use super::super::count;
use super::Library;
use crate::base::language::tr;
use crate::base::text::printable;
use crate::store::sqlite_reason;

/// The maximum number of games to name.
const MAX_NAMED: usize = 10;

/// The games that were skipped, because they can't be read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Skipped {
    pub total: usize,
    /// The first ones, as in `game 3: move 2: f5 is occupied`.
    pub games: Vec<String>,
}

impl Skipped {
    pub fn is_none(&self) -> bool {
        self.total == 0
    }

    /// Returns the value of a row; `None`, and counts the game, if the row contains what this program would not have
    /// written. The first column must be the number of the game.
    pub(super) fn or_value<T>(
        &mut self,
        row: &Row<'_>,
        value: rusqlite::Result<T>,
    ) -> rusqlite::Result<Option<T>> {
        match value {
            Ok(value) => Ok(Some(value)),
            Err(error) if is_of_value(&error) => {
                self.total += 1;
                if self.games.len() < MAX_NAMED {
                    let number = count(row, 0)?;
                    let reason = sqlite_reason(&error);
                    self.games.push(tr!(
                        "game {number}: {reason}",
                        number,
                        reason = printable(&reason)
                    ));
                }
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

impl Library {
    /// Returns the games that could not be read since the last call.
    pub fn take_skipped(&mut self) -> Skipped {
        std::mem::take(&mut self.skipped)
    }
}

/// Whether a value of a row is wrong; otherwise the database can't be read.
pub fn is_of_value(error: &Error) -> bool {
    matches!(
        error,
        Error::FromSqlConversionFailure(..)
            | Error::InvalidColumnType(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::Utf8Error(..)
    )
}
