//! Learning from games: the library, puzzles made from mistakes, drills of the opening book, their schedule,
//! and statistics. This room prints no output, and receives the time from its callers.

mod checking;
mod coach;
mod deviations;
mod drill;
mod guess;
mod library;
mod openings;
mod positions;
mod puzzle;
mod repertoire;
mod schedule;
mod stats;

use std::error::Error;

use rusqlite::Row;
use rusqlite::types::Type;

use crate::games::{Square, parse_square};
use crate::players::Stop;
use crate::store::{Columns, Database, DatabaseFile, Store, StoreError};

pub use crate::base::text::today;
pub use checking::{CheckReport, check};
pub use coach::Coach;
pub use deviations::{BookExit, deviations};
pub use drill::{
    Course, DrillAnswer, DrillMoves, DrillScope, DrillVerdict, DrilledLine, PositionKey,
    Repertoire, RepertoireExit,
};
pub use guess::{Guess, GuessSummary, GuessTotals, MOST_POINTS};
pub use library::{
    Additions, Choice, Continuation, GameLine, HumanSides, Library, LibraryGame, MAX_TAG_CHARS,
    PositionResults, Results, ScoredPosition, Skipped, TaggedGame, tag,
};
pub use openings::BotOpenings;
pub use positions::{PositionChoice, PositionsError};
pub use puzzle::{Counts, Deck, DrillCounts, LeftOut, LineAdditions, Maker, Puzzle, Solution};
pub use repertoire::{OPENING_MOVES, RepertoireRow, RepertoireTree};
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

/// Opens or creates the database.
fn open<T: From<Database>>(store: &Store) -> Result<T, StoreError> {
    store.open_database(LIBRARY).map(T::from)
}

fn interrupt_on(database: &mut Database, stop: &Stop) -> Result<(), StoreError> {
    let stop = stop.clone();
    database.interrupt_when(move || stop.is_requested())
}

/// Opens the database for reading; an empty one if no file exists.
fn open_to_read<T: From<Database>>(store: &Store) -> Result<T, StoreError> {
    if !is_there(store) {
        return Database::in_memory(LIBRARY).map(T::from);
    }
    let read_only = || store.open_read_only_database(LIBRARY).map(T::from);
    if !store.may_change_database(LIBRARY) {
        return read_only();
    }
    match open(store) {
        Err(error) if error.is_about_unwritable_database() => read_only().map_err(|_| error),
        opened => opened,
    }
}

fn is_there(store: &Store) -> bool {
    let path = store.database_path(LIBRARY);
    path.symlink_metadata().is_ok()
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
