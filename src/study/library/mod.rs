//! The library: games in a database of the data folder, each of them once.

mod adding;
mod checking;
mod finding;
mod former;
mod game;
mod reached;
mod same;

use rusqlite::Row;

use crate::store::{Database, DatabaseFile, Store, StoreError};

pub use adding::Additions;
pub use former::FORMER;
pub use game::{GameLine, HumanSides, LibraryGame, Mistake};
pub use reached::{Continuation, PositionResults, Results};

/// The file of the library.
pub const LIBRARY: DatabaseFile = DatabaseFile {
    name: "library.db",
    // "Rvrs"
    application: 0x5276_7273,
    migrations: &[include_str!("schema.sql")],
};

/// The library of games. Several programs can use it at once.
#[derive(Debug)]
pub struct Library {
    database: Database,
}

impl Library {
    /// Opens the library, or makes it. It takes over the file of an earlier version.
    ///
    /// # Errors
    /// [`StoreError`] if it can't be read; it is not changed then.
    pub fn open(store: &Store) -> Result<Self, StoreError> {
        let mut library = Self { database: store.open_database(LIBRARY)? };
        library.take_over(store)?;
        Ok(library)
    }

    /// Opens the library; `None` if nothing has been added yet.
    ///
    /// # Errors
    /// See [`open`](Self::open).
    pub fn open_existing(store: &Store) -> Result<Option<Self>, StoreError> {
        let is_there = |path: std::path::PathBuf| path.symlink_metadata().is_ok();
        if is_there(store.database_path(LIBRARY)) || is_there(store.value_path(FORMER)) {
            return Self::open(store).map(Some);
        }
        Ok(None)
    }

    /// The number of games.
    pub fn count(&mut self) -> Result<usize, StoreError> {
        self.database.with(|connection| {
            connection.query_row("SELECT count(*) FROM games", (), |row| count(row, 0))
        })
    }

    /// Keeps what an analysis of a game has found: the moves that lost discs.
    pub fn judge(&mut self, number: usize, mistakes: &[Mistake]) -> Result<(), StoreError> {
        self.database.with(|connection| {
            let transaction = connection.transaction()?;
            let changed = transaction
                .execute("UPDATE games SET judged = 1 WHERE id = ?1 AND NOT judged", [number])?;
            if changed > 0 {
                adding::insert_mistakes(&transaction, number, mistakes)?;
            }
            transaction.commit()
        })
    }
}

/// A column that counts something.
fn count(row: &Row<'_>, column: usize) -> rusqlite::Result<usize> {
    row.get::<_, i64>(column).map(|count| usize::try_from(count).unwrap_or_default())
}

#[cfg(test)]
mod tests;
