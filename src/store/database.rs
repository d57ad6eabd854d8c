//! `SQLite` databases in the data folder, whose content the rooms above define, and the files of earlier versions with
//! that content.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior, ffi};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Store, StoreError, document, files};

/// The time that a change waits for other programs.
const PATIENCE: Duration = Duration::from_secs(5);

/// The range of the pauses between attempts to lock, in milliseconds. Random short pauses give all waiting programs
/// the same chance; `SQLite`'s own pauses become long, so that programs with short ones always come first.
const PAUSES: std::ops::RangeInclusive<u64> = 1..=8;

/// The number of instructions of `SQLite` between two checks for an interruption: less than a millisecond.
const INSTRUCTIONS: i32 = 10_000;

/// The size, in bytes, to which the journal shrinks after a large change.
const MAX_IDLE_JOURNAL: i64 = 1 << 22;

#[derive(Debug, Clone, Copy)]
pub struct DatabaseFile {
    pub name: &'static str,
    /// The application id in the header, which identifies this program's files.
    pub application: i32,
    /// The scripts that create each version from the previous one, beginning with an empty database.
    pub migrations: &'static [&'static str],
    /// The first version that can be read without the later migrations, which only add indexes.
    pub readable: i64,
}

#[derive(Debug)]
pub struct Database {
    connection: Connection,
    path: PathBuf,
    /// Whether a query or a wait has been interrupted.
    is_interrupted: Arc<AtomicBool>,
}

/// Whether a connection may change its database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    Change,
    Read,
}

impl Store {
    pub fn database_path(&self, file: DatabaseFile) -> PathBuf {
        self.root.join(file.name)
    }

    /// Opens a database, creates it if necessary, and migrates an earlier version.
    /// A newer, damaged or foreign file is refused and not changed.
    pub fn open_database(&self, file: DatabaseFile) -> Result<Database, StoreError> {
        let path = self.database_path(file);
        files::make_folder(&self.root)?;
        files::check_database(&path)?;
        files::create_database(&path);
        let connection = Connection::open(&path).map_err(|error| of_sqlite(&path, error))?;
        Database::checked(connection, path, file, Access::Change)
    }

    /// Opens a database for reading in a folder that can't be written, or on a full disk.
    /// `None` if it can't be read, or if a program may still be writing it.
    pub fn open_read_only_database(&self, file: DatabaseFile) -> Option<Database> {
        let path = self.database_path(file);
        let journal = self.root.join(format!("{}-wal", file.name));
        if journal.symlink_metadata().is_ok_and(|data| data.len() > 0) {
            return Database::with_journal(path, file);
        }
        files::check_database(&path).ok()?;
        let mut uri = String::from("file:");
        for character in path.to_str()?.chars() {
            match character {
                '%' | '?' | '#' => {
                    let _ = write!(uri, "%{:02x}", u32::from(character));
                }
                character => uri.push(character),
            }
        }
        // Without the flag, SQLite creates files next to the database even to read it.
        uri += "?immutable=1";
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let connection = Connection::open_with_flags(uri, flags).ok()?;
        Database::checked(connection, path, file, Access::Read).ok()
    }
}

impl Database {
    /// Opens a database for reading, together with the journal of a program that was killed. Nothing is written:
    /// the index of the journal is in memory. `None` if another program uses the database.
    fn with_journal(path: PathBuf, file: DatabaseFile) -> Option<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&path, flags).ok()?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).ok()?;
        connection.pragma_update(None, "locking_mode", "exclusive").ok()?;
        Self::checked(connection, path, file, Access::Read).ok()
    }

    /// A database after the checks of its version, with its settings.
    fn checked(
        mut connection: Connection,
        path: PathBuf,
        file: DatabaseFile,
        access: Access,
    ) -> Result<Self, StoreError> {
        let wrong = |error| of_sqlite(&path, error);
        let known = i64::try_from(file.migrations.len()).unwrap_or(i64::MAX);
        wait_fairly(&mut connection, || false).map_err(wrong)?;
        let version = version(&connection, file).map_err(wrong)?;
        let Some(version) = version else { return Err(StoreError::OtherDatabase(path)) };
        if version > known {
            let format = u32::try_from(version).unwrap_or(u32::MAX);
            let known = u32::try_from(known).unwrap_or(u32::MAX);
            return Err(StoreError::Newer { path, format, known });
        }
        if access == Access::Read && version < file.readable {
            return Err(StoreError::OtherDatabase(path));
        }
        let set_up = |connection: &mut Connection| {
            // The disk for temporary files may be full.
            connection.pragma_update(None, "temp_store", "memory")?;
            if access == Access::Read {
                return Ok(());
            }
            connection.pragma_update(None, "journal_size_limit", MAX_IDLE_JOURNAL)?;
            connection.pragma_update(None, "foreign_keys", true)?;
            connection.pragma_update(None, "synchronous", "full")?;
            if version < known {
                // The journal mode can't be changed in a transaction.
                connection.pragma_update(None, "journal_mode", "wal")?;
                migrate(connection, file)?;
            }
            Ok(())
        };
        set_up(&mut connection).map_err(wrong)?;
        Ok(Self { connection, path, is_interrupted: Arc::default() })
    }

    /// Creates an empty database in memory, for queries before the first write.
    pub fn in_memory(file: DatabaseFile) -> Result<Self, StoreError> {
        let path = PathBuf::from(file.name);
        let opened = Connection::open_in_memory().and_then(|mut connection| {
            migrate(&mut connection, file)?;
            Ok(connection)
        });
        let connection = opened.map_err(|error| of_sqlite(&path, error))?;
        Ok(Self { connection, path, is_interrupted: Arc::default() })
    }

    /// Ends queries and waits with [`StoreError::Interrupted`] once `is_stopped` returns true.
    pub fn interrupt_when(
        &mut self,
        is_stopped: impl Fn() -> bool + Clone + Send + 'static,
    ) -> Result<(), StoreError> {
        let is_interrupted = Arc::clone(&self.is_interrupted);
        let check = move || {
            let stops = is_stopped();
            is_interrupted.fetch_or(stops, Ordering::Relaxed);
            stops
        };
        self.with(|connection| {
            wait_fairly(connection, check.clone())?;
            connection.progress_handler(INSTRUCTIONS, Some(check))
        })
    }

    /// Sets the size of the page cache, in KiB, for a large change.
    pub fn set_cache(&mut self, kib: i64) -> Result<(), StoreError> {
        self.with(|connection| connection.pragma_update(None, "cache_size", -kib))
    }
}

/// Makes a connection wait for other programs, at most for [`PATIENCE`], and only until `is_stopped`.
fn wait_fairly(
    connection: &mut Connection,
    is_stopped: impl Fn() -> bool + Send + 'static,
) -> rusqlite::Result<()> {
    let mut start = Instant::now();
    connection.busy_handler(Some(move |attempts| {
        if attempts == 0 {
            start = Instant::now();
        }
        let waits = start.elapsed() < PATIENCE && !is_stopped();
        if waits {
            thread::sleep(Duration::from_millis(rand::random_range(PAUSES)));
        }
        waits
    }))
}

/// The version of a database, 0 for a new one; `None` for another program's database.
fn version(connection: &Connection, file: DatabaseFile) -> rusqlite::Result<Option<i64>> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))?;
    let application = number("application_id")?;
    let is_new = application == 0 && tables == 0;
    let is_ours = application == i64::from(file.application);
    Ok(if is_new { Some(0) } else { is_ours.then_some(number("user_version")?) })
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
        work(&mut self.connection).map_err(|error| {
            if self.is_interrupted.load(Ordering::Relaxed) {
                StoreError::Interrupted
            } else {
                of_sqlite(&self.path, error)
            }
        })
    }
}

fn of_sqlite(path: &Path, error: rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            StoreError::Busy { path, seconds: PATIENCE.as_secs() }
        }
        Some(ErrorCode::NotADatabase) => StoreError::OtherDatabase(path),
        _ if is_full(&error) => StoreError::DiskFull(path),
        _ => StoreError::Database { path, source: Box::new(error) },
    }
}

/// Whether a disk is full. In this case `SQLite` can't create its shared memory either.
fn is_full(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    code.is_some_and(|code| matches!(code, ffi::SQLITE_FULL | ffi::SQLITE_IOERR_SHMSIZE))
}

/// A file of an earlier version with one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueFile {
    pub name: &'static str,
    /// The maximum size, in bytes.
    pub limit: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename = "file")]
struct Whole<T> {
    #[serde(rename = "format")]
    _format: u32,
    content: T,
}

impl Store {
    pub fn value_path(&self, file: ValueFile) -> PathBuf {
        self.root.join(file.name)
    }

    /// Reads a value, or its default if the file doesn't exist.
    fn read_value<T: DeserializeOwned + Default>(&self, file: ValueFile) -> Result<T, StoreError> {
        let path = self.value_path(file);
        let whole: Option<Whole<T>> = document::read(&path, file.limit)?;
        Ok(whole.map(|whole| whole.content).unwrap_or_default())
    }

    /// Imports the file of an earlier version, if it exists, and renames it.
    /// On an error the file stays unchanged, and is imported the next time.
    pub fn take_over<T: DeserializeOwned + Default>(
        &self,
        file: ValueFile,
        take: impl FnOnce(T) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let path = self.value_path(file);
        if path.symlink_metadata().is_err() {
            return Ok(());
        }
        take(self.read_value(file)?)?;
        let kept = path.with_file_name(format!("{}.old", file.name));
        match fs::rename(&path, &kept) {
            // Another program has renamed it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            renamed => renamed.map_err(StoreError::io("rename", &path)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTES: DatabaseFile = DatabaseFile {
        name: "notes.db",
        application: 7,
        migrations: &["CREATE TABLE notes (text)"],
        readable: 1,
    };
    const NEXT: DatabaseFile = DatabaseFile {
        migrations: &["CREATE TABLE notes (text)", "ALTER TABLE notes ADD COLUMN day TEXT"],
        ..NOTES
    };

    #[test]
    fn what_is_committed_is_on_the_disk_and_a_later_version_brings_all_of_it_along() {
        let home = tempfile::tempdir().unwrap();
        let store = Store::at(home.path());
        let mut database = store.open_database(NOTES).unwrap();
        let pragma = |name: &str, database: &mut Database| {
            let read = |connection: &mut Connection| {
                connection
                    .pragma_query_value(None, name, |row| row.get::<_, rusqlite::types::Value>(0))
            };
            database.with(read).unwrap()
        };
        assert_eq!(pragma("journal_mode", &mut database), "wal".to_owned().into());
        // Full.
        assert_eq!(pragma("synchronous", &mut database), 2.into());
        assert_eq!(pragma("foreign_keys", &mut database), 1.into());
        let insert = "INSERT INTO notes (text) VALUES ('kept')";
        database.with(|connection| connection.execute(insert, ())).unwrap();
        // The earlier version is still open.
        let mut later = store.open_database(NEXT).unwrap();
        assert_eq!(pragma("user_version", &mut later), 2.into());
        let found = "SELECT text FROM notes WHERE day IS NULL";
        let kept = later.with(|it| it.query_row(found, (), |row| row.get::<_, String>(0)));
        assert_eq!(kept.unwrap(), "kept");
        assert!(matches!(
            store.open_database(NOTES),
            Err(StoreError::Newer { format: 2, known: 1, .. })
        ));
    }

    #[test]
    fn a_waiting_program_tries_again_often_however_long_it_has_waited() {
        let home = tempfile::tempdir().unwrap();
        let store = Store::at(home.path());
        let mut database = store.open_database(NOTES).unwrap();
        let other = Connection::open(store.database_path(NOTES)).unwrap();
        let mut delays: Vec<Duration> = (0..5)
            .map(|_| {
                other.execute_batch("BEGIN IMMEDIATE").unwrap();
                thread::scope(|scope| {
                    let waiting = scope.spawn(|| {
                        database.change(|_| Ok(())).unwrap();
                        Instant::now()
                    });
                    // By now, SQLite's own pauses are 100 ms long.
                    thread::sleep(Duration::from_millis(240));
                    other.execute_batch("COMMIT").unwrap();
                    let end = Instant::now();
                    waiting.join().unwrap().saturating_duration_since(end)
                })
            })
            .collect();
        delays.sort_unstable();
        assert!(delays[2] < Duration::from_millis(40), "{delays:?}");
    }

    #[test]
    fn a_stop_ends_a_query_and_a_wait() {
        const ENDLESS: &str = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 \
            FROM numbers) SELECT count(*) FROM numbers";
        let home = tempfile::tempdir().unwrap();
        let store = Store::at(home.path());
        let other = Connection::open(store.database_path(NOTES)).unwrap();
        for waits in [false, true] {
            let mut database = store.open_database(NOTES).unwrap();
            let is_stopped = Arc::<AtomicBool>::default();
            let flag = Arc::clone(&is_stopped);
            database.interrupt_when(move || flag.load(Ordering::Relaxed)).unwrap();
            if waits {
                other.execute_batch("BEGIN IMMEDIATE").unwrap();
            }
            let start = Instant::now();
            let result = thread::scope(|scope| {
                scope.spawn(|| {
                    thread::sleep(Duration::from_millis(50));
                    is_stopped.store(true, Ordering::Relaxed);
                });
                if waits {
                    database.change(|_| Ok(0))
                } else {
                    database.with(|it| it.query_row(ENDLESS, (), |row| row.get::<_, i64>(0)))
                }
            });
            assert!(matches!(result, Err(StoreError::Interrupted)), "{result:?}");
            assert!(start.elapsed() < PATIENCE / 2, "{:?}", start.elapsed());
        }
    }

    #[test]
    fn a_change_of_the_tables_that_fails_changes_nothing() {
        let home = tempfile::tempdir().unwrap();
        let store = Store::at(home.path());
        drop(store.open_database(NOTES).unwrap());
        let migrations = &["", "CREATE TABLE more (text); CREATE TABLE notes (text)"];
        let error = store.open_database(DatabaseFile { migrations, ..NOTES }).unwrap_err();
        assert!(error.to_string().contains("notes.db: "), "{error}");
        let mut database = store.open_database(NOTES).unwrap();
        let tables = "SELECT count(*) FROM sqlite_schema";
        let tables = database.with(|it| it.query_row(tables, (), |row| row.get::<_, i64>(0)));
        assert_eq!(tables.unwrap(), 1);
    }
}
