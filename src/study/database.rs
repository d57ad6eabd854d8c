//! The database of the data folder: games with their judgments, puzzles, drilled lines.

use std::error::Error;

use rusqlite::Row;
use rusqlite::types::Type;

use crate::store::{Database, DatabaseFile, Store, StoreError, ValueFile};

pub const LIBRARY: DatabaseFile = DatabaseFile {
    name: "library.db",
    // "Rvrs"
    application: 0x5276_7273,
    migrations: &[include_str!("schema.sql")],
};

/// Opens the database for reading; an empty one if no file exists.
/// `open` also imports the file of an earlier version, `former`.
pub(super) fn open_to_read<T: From<Database>>(
    store: &Store,
    former: ValueFile,
    open: impl FnOnce(&Store) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    if !is_there(store, former) {
        return Database::in_memory(LIBRARY).map(T::from);
    }
    open(store).or_else(|error| {
        let read_only = error.is_about_unwritable_database();
        let database = read_only.then(|| store.open_read_only_database(LIBRARY)).flatten();
        database.map(T::from).ok_or(error)
    })
}

/// Whether there is a database, or the file of an earlier version.
pub(super) fn is_there(store: &Store, former: ValueFile) -> bool {
    let paths = [store.database_path(LIBRARY), store.value_path(former)];
    paths.iter().any(|path| path.symlink_metadata().is_ok())
}

pub(super) fn count(row: &Row<'_>, column: usize) -> rusqlite::Result<usize> {
    row.get::<_, i64>(column).map(|count| usize::try_from(count).unwrap_or_default())
}

/// The error for a value that this program would not have written.
pub(super) fn damaged(column: usize, error: impl Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
}
