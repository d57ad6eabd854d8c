//! Learning from games: the library, puzzles made from mistakes, drills of the opening book, their schedule,
//! and statistics. This room prints no output, and receives the time from its callers.

mod checking;
mod deviations;
mod drill;
mod library;
mod puzzle;
mod schedule;
mod stats;

use std::error::Error;

use rusqlite::Row;
use rusqlite::types::Type;
use serde::de::DeserializeOwned;

use crate::games::{Square, parse_square};
use crate::store::{Columns, Database, DatabaseFile, Store, StoreError, ValueFile};

pub use crate::base::text::today;
pub use checking::{CheckReport, check};
pub use deviations::{BookExit, deviations};
pub use drill::{Course, DrillAnswer, DrilledLine, Verdict};
pub use library::{
    Additions, Continuation, GameLine, HumanSides, Library, LibraryGame, MAX_TAG_CHARS,
    PositionResults, Results, Skipped, TaggedGame, tag,
};
pub use puzzle::{
    CheckTotals, Counts, Deck, DrillCounts, FromGame, LeftOut, Maker, Puzzle, Solution,
};
pub use schedule::Rating;
#[cfg(test)]
pub use stats::Frequent;
pub use stats::picture as stats_svg;
pub use stats::{Group, Losses, MistakeKind, OwnRating, Stats};

/// Parses a list of squares such as `f5d6c3`.
fn squares(text: &str) -> Option<Vec<Square>> {
    let names = (0..text.len()).step_by(2).map(|at| text.get(at..at + 2));
    names.map(|name| parse_square(name?, 8, 8).ok()).collect()
}

pub const LIBRARY: DatabaseFile = DatabaseFile {
    name: "library.db",
    // "Rvrs"
    application: 0x5276_7273,
    migrations: &[include_str!("schema.sql")],
};

/// A part of the database, with the file in which earlier versions stored it.
trait Part: From<Database> {
    type Former: DeserializeOwned + Default;
    const FORMER: ValueFile;

    /// Adds the content of the former file.
    fn take(&mut self, former: Self::Former) -> Result<(), StoreError>;
}

/// Opens or creates the database, and imports the file of an earlier version.
fn open<T: Part>(store: &Store) -> Result<T, StoreError> {
    let mut part = T::from(store.open_database(LIBRARY)?);
    store.take_over(T::FORMER, |former| part.take(former))?;
    Ok(part)
}

/// Opens the database for reading; an empty one if no file exists.
fn open_to_read<T: Part>(store: &Store) -> Result<T, StoreError> {
    if !is_there(store, T::FORMER) {
        return Database::in_memory(LIBRARY).map(T::from);
    }
    let read_only = || store.open_read_only_database(LIBRARY).map(T::from);
    if store.may_change_database(LIBRARY) {
        return open(store).or_else(|error| {
            let is_unwritable = error.is_about_unwritable_database();
            if is_unwritable {
                read_only().map_err(|_| error)
            } else {
                Err(error)
            }
        });
    }
    if store.database_path(LIBRARY).symlink_metadata().is_ok() {
        return read_only();
    }
    let mut part = T::from(Database::in_memory(LIBRARY)?);
    part.take(store.read_value(T::FORMER)?)?;
    Ok(part)
}

/// Whether there is a database, or the file of an earlier version.
fn is_there(store: &Store, former: ValueFile) -> bool {
    let paths = [store.database_path(LIBRARY), store.value_path(former)];
    paths.iter().any(|path| path.symlink_metadata().is_ok())
}

fn count(row: &Row<'_>, column: usize) -> rusqlite::Result<usize> {
    row.column::<i64>(column)
        .map(|count| usize::try_from(count).unwrap_or_default())
}

/// The error for a value that this program would not have written.
fn damaged(column: usize, error: impl Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
}

#[cfg(test)]
pub use puzzle::{CLEAR, WORST};
