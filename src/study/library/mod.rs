//! The library: the games of the database, without duplicates.

mod adding;
mod checking;
mod finding;
mod finished;
mod game;
mod judging;
mod reached;
mod same;

use serde::Deserialize;

use super::{LIBRARY, count, is_there, open_to_read};
use crate::players::Stop;
use crate::store::{Database, Store, StoreError, ValueFile};

pub use adding::Additions;
pub use game::{GameLine, HumanSides, JudgedMove, LibraryGame};
pub use judging::{JUDGING_DEPTH, MAX_TAG_CHARS, TaggedGame, tag};
pub use reached::{Continuation, PositionResults, Results};
pub(super) use same::position_key;

/// The file in which earlier versions stored the games.
const FORMER: ValueFile = ValueFile { name: "library.ron", limit: 1 << 26 };

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
    /// Opens or creates the library, and imports the file of an earlier version. Unreadable files stay unchanged.
    pub fn open(store: &Store) -> Result<Self, StoreError> {
        let mut library = Self::from(store.open_database(LIBRARY)?);
        let take = |former: FormerLibrary| library.add(former.games).map(drop);
        store.take_over(FORMER, take)?;
        Ok(library)
    }

    /// Opens the library for reading, or an empty one if no file exists.
    pub fn open_to_read(store: &Store) -> Result<Self, StoreError> {
        open_to_read(store, FORMER, Self::open)
    }

    pub fn is_there(store: &Store) -> bool {
        is_there(store, FORMER)
    }

    /// Makes queries and waits end with [`StoreError::Interrupted`] once a stop is requested.
    pub fn stopping_on(mut self, stop: &Stop) -> Result<Self, StoreError> {
        let stop = stop.clone();
        self.database.interrupt_when(move || stop.is_requested())?;
        Ok(self)
    }

    pub fn count(&mut self) -> Result<usize, StoreError> {
        self.database.with(|connection| {
            connection.query_row("SELECT count(*) FROM games", (), |row| count(row, 0))
        })
    }
}

#[cfg(test)]
mod tests;
