//! `SQLite` databases in the data folder, whose content the rooms above define.

mod columns;
mod opening;
mod schema;
mod stopping;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior, ffi};

use super::StoreError;
use opening::FileState;
use stopping::PATIENCE;

pub use columns::{Columns, Text};

#[derive(Debug, Clone, Copy)]
pub struct DatabaseFile {
    pub name: &'static str,
    /// The application id in the header, which identifies this program's files.
    pub application: i32,
    /// The scripts that create each version from the previous one, beginning with an empty database.
    pub migrations: &'static [&'static str],
}

#[derive(Debug)]
pub struct Database {
    connection: Connection,
    path: PathBuf,
    /// The file as it must stay while it is read without locks; `None` with locks.
    unlocked: Option<FileState>,
    /// Whether a query or a wait has been stopped.
    is_stopped: Arc<AtomicBool>,
}

/// The version of a database, 0 for a new one; `None` for another program's database.
fn version(connection: &Connection, file: DatabaseFile) -> rusqlite::Result<Option<i64>> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.column::<i64>(0));
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", (), |row| {
        row.column(0)
    })?;
    let application = number("application_id")?;
    let is_new = application == 0 && tables == 0;
    let is_ours = application == i64::from(file.application);
    Ok(if is_new {
        Some(0)
    } else {
        is_ours.then_some(number("user_version")?)
    })
}

fn migrate(connection: &mut Connection, file: DatabaseFile) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another program may have migrated it since.
    let done = version(&transaction, file)?.and_then(|version| usize::try_from(version).ok());
    for migration in file.migrations.iter().skip(done.unwrap_or(0)) {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "application_id", file.application)?;
    transaction.pragma_update(None, "user_version", file.migrations.len())?;
    transaction.commit()
}

impl Database {
    /// Runs a change as one transaction: all of it happens, or nothing. Other writers wait until it is done.
    pub fn change<T>(
        &mut self,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.with(|connection| {
            // A transaction that begins by reading could not wait for another program's change.
            let behavior = TransactionBehavior::Immediate;
            let transaction = connection.transaction_with_behavior(behavior)?;
            let result = change(&transaction)?;
            transaction.commit()?;
            Ok(result)
        })
    }

    pub fn with<T>(
        &mut self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let result = work(&mut self.connection);
        match self.unlocked {
            _ if result.is_err() && self.is_stopped.load(Ordering::Relaxed) => {
                Err(StoreError::Interrupted)
            }
            Some(before) if FileState::of(&self.path) != Some(before) => {
                Err(StoreError::Changed(self.path.clone()))
            }
            _ => result.map_err(|error| of_sqlite(&self.path, error)),
        }
    }

    /// Sets the size of the page cache, in KiB, for a large change.
    pub fn set_cache(&mut self, kib: i64) -> Result<(), StoreError> {
        self.with(|connection| connection.pragma_update(None, "cache_size", -kib))
    }
}

fn of_sqlite(path: &Path, error: rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy {
            path,
            seconds: PATIENCE.as_secs(),
        },
        Some(ErrorCode::NotADatabase) => StoreError::OtherDatabase(path),
        _ if is_full(&error) => StoreError::DiskFull(path),
        _ => StoreError::Database {
            path,
            source: Box::new(error),
        },
    }
}

/// Whether a disk is full. In this case `SQLite` can't create its shared memory either.
fn is_full(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    code.is_some_and(|code| matches!(code, ffi::SQLITE_FULL | ffi::SQLITE_IOERR_SHMSIZE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    const NOTES: DatabaseFile = DatabaseFile {
        name: "notes.db",
        application: 7,
        migrations: &["CREATE TABLE notes (text)"],
    };
    const NEXT: DatabaseFile = DatabaseFile {
        migrations: &[
            "CREATE TABLE notes (text)",
            "ALTER TABLE notes ADD COLUMN day TEXT",
        ],
        ..NOTES
    };

    #[test]
    fn what_is_committed_is_on_the_disk_and_a_later_version_brings_all_of_it_along() {
        let home = tempfile::tempdir().unwrap();
        let store = Store::at(home.path());
        let mut database = store.open_database(NOTES).unwrap();
        let pragma = |name: &str, database: &mut Database| {
            let read = |connection: &mut Connection| {
                connection.pragma_query_value(None, name, |row| row.column::<i64>(0))
            };
            database.with(read).unwrap()
        };
        let journal = database.with(|connection| {
            connection.pragma_query_value(None, "journal_mode", |row| row.column::<Text>(0))
        });
        assert_eq!(journal.unwrap().as_ref(), "wal");
        // Full.
        assert_eq!(pragma("synchronous", &mut database), 2);
        assert_eq!(pragma("foreign_keys", &mut database), 1);
        let insert = "INSERT INTO notes (text) VALUES ('kept')";
        database
            .with(|connection| connection.execute(insert, ()))
            .unwrap();
        // The earlier version is still open.
        let mut later = store.open_database(NEXT).unwrap();
        assert_eq!(pragma("user_version", &mut later), 2);
        let found = "SELECT text FROM notes WHERE day IS NULL";
        let kept = later.with(|it| it.query_row(found, (), |row| row.column::<Text>(0)));
        assert_eq!(kept.unwrap().as_ref(), "kept");
        assert!(matches!(
            store.open_database(NOTES),
            Err(StoreError::Newer {
                format: 2,
                known: 1,
                ..
            })
        ));
    }

    #[test]
    fn a_change_of_the_tables_that_fails_changes_nothing() {
        let home = tempfile::tempdir().unwrap();
        let store = Store::at(home.path());
        drop(store.open_database(NOTES).unwrap());
        let migrations = &["", "CREATE TABLE more (text); CREATE TABLE notes (text)"];
        let error = store
            .open_database(DatabaseFile {
                migrations,
                ..NOTES
            })
            .unwrap_err();
        assert!(error.to_string().contains("notes.db: "), "{error}");
        let mut database = store.open_database(NOTES).unwrap();
        let tables = "SELECT count(*) FROM sqlite_schema";
        let tables = database.with(|it| it.query_row(tables, (), |row| row.column::<i64>(0)));
        assert_eq!(tables.unwrap(), 1);
    }
}
