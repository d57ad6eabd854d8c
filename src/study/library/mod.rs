//! The library: the games of the database, each of them once.

mod adding;
mod checking;
mod finding;
mod game;
mod judging;
mod reached;
mod same;
mod tags;

use serde::Deserialize;

use super::database::{self, LIBRARY, count};
use crate::store::{Database, Store, StoreError, ValueFile};

pub use adding::Additions;
pub use game::{GameLine, HumanSides, JudgedMove, LibraryGame};
pub use judging::JUDGING_DEPTH;
pub use reached::{Continuation, PositionResults, Results};
pub(super) use same::position_key;
pub use tags::{MAX_TAG_CHARS, tag};

/// The file in which earlier versions kept the games.
const FORMER: ValueFile = ValueFile { name: "library.ron", limit: 1 << 26 };

/// The content of that file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename = "library")]
struct FormerLibrary {
    games: Vec<LibraryGame>,
}

/// The library of games. Several programs can use it at once.
#[derive(Debug)]
pub struct Library {
    database: Database,
}

impl From<Database> for Library {
    fn from(database: Database) -> Self {
        Self { database }
    }
}

impl Library {
    /// Opens the library, or makes it. It takes over the file of an earlier version.
    ///
    /// # Errors
    /// [`StoreError`] if it can't be read; it is not changed then.
    pub fn open(store: &Store) -> Result<Self, StoreError> {
        let mut library = Self::from(store.open_database(LIBRARY)?);
        let take = |former: FormerLibrary| library.add(former.games).map(drop);
        store.take_over(FORMER, take)?;
        Ok(library)
    }

    /// Opens the library to read it; an empty one if nothing has been added yet.
    ///
    /// # Errors
    /// See [`open`](Self::open).
    pub fn open_to_read(store: &Store) -> Result<Self, StoreError> {
        database::open_to_read(store, FORMER, Self::open)
    }

    /// Whether there can be games in it.
    pub fn is_there(store: &Store) -> bool {
        database::is_there(store, FORMER)
    }

    /// The number of games.
    pub fn count(&mut self) -> Result<usize, StoreError> {
        self.database.with(|connection| {
            connection.query_row("SELECT count(*) FROM games", (), |row| count(row, 0))
        })
    }
}

#[cfg(test)]
mod tests;
