//! The library: the games of the database, without duplicates.

mod adding;
mod deleting;
mod derived;
mod finding;
mod finished;
mod game;
mod judging;
mod reached;
mod same;
mod scored;
mod skipped;

use super::{count, interrupt_on, is_there, open, open_to_read};
use crate::players::Stop;
use crate::store::{Database, Store, StoreError};

pub use adding::Additions;
pub(super) use adding::{AT_ONCE, LARGE_CACHE, insert_positions};
pub(super) use derived::{GameColumns, contradiction, indexed_keys};
pub use finding::Choice;
pub(super) use finding::{COLUMNS, TABLES, game, games_query};
pub use game::{GameLine, HumanSides, JudgedMove, LibraryGame};
pub use judging::{JUDGING_DEPTH, MAX_TAG_CHARS, TaggedGame, tag};
pub use reached::{Continuation, PositionResults, Results};
pub(super) use same::position_key;
pub use scored::ScoredPosition;
pub use skipped::Skipped;
pub(super) use skipped::is_of_value;

/// The library of games. Several programs can use it at once.
#[derive(Debug)]
pub struct Library {
    database: Database,
    /// The games that could not be read since the last [`Library::take_skipped`].
    skipped: Skipped,
}

impl From<Database> for Library {
    fn from(database: Database) -> Self {
        Self {
            database,
            skipped: Skipped::default(),
        }
    }
}

impl From<Library> for Database {
    fn from(library: Library) -> Self {
        library.database
    }
}

impl Library {
    /// Opens or creates the library.
    pub fn open(store: &Store) -> Result<Self, StoreError> {
        open(store)
    }

    /// Opens the library for reading, or an empty one if no file exists.
    pub fn open_to_read(store: &Store) -> Result<Self, StoreError> {
        open_to_read(store)
    }

    pub fn is_there(store: &Store) -> bool {
        is_there(store)
    }

    /// Makes queries and waits end with [`StoreError::Interrupted`] once a stop is requested.
    pub fn stopping_on(mut self, stop: &Stop) -> Result<Self, StoreError> {
        interrupt_on(&mut self.database, stop)?;
        Ok(self)
    }

    /// Returns the number of games outside the bin.
    pub fn count(&mut self) -> Result<usize, StoreError> {
        let query = "SELECT count(*) FROM games WHERE id NOT IN (SELECT game FROM bin)";
        self.database
            .with(|connection| connection.query_row(query, (), |row| count(row, 0)))
    }
}

#[cfg(test)]
mod tests;
