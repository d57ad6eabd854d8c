//! Opens databases. Paths are literal, the content is not trusted, and reading the database of another user leaves no
//! files next to it, which could lock its owner out.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::stopping::wait_fairly;
use super::{Database, DatabaseFile, migrate, of_sqlite, schema, version};
use crate::base::files::resolved;
use crate::base::language::marked;
use crate::base::system;
use crate::store::files::{self, beside_database};
use crate::store::{Store, StoreError};

/// The size, in bytes, to which the log shrinks after a large change.
const MAX_IDLE_LOG: i64 = 1 << 22;

/// The size and the time of the last change of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileState {
    size: u64,
    changed: Option<SystemTime>,
}

impl FileState {
    pub fn of(path: &Path) -> Option<Self> {
        let data = path.metadata().ok()?;
        Some(Self {
            size: data.len(),
            changed: data.modified().ok(),
        })
    }
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
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let connection = open(&literal(&path), flags).map_err(|error| of_sqlite(&path, error))?;
        Database::checked(connection, path, file, DatabaseAccess::Change)
    }

    /// Whether this user may change a database, or create it. What other users create next to a database, or in its
    /// place, would lock its owner out.
    pub fn may_change_database(&self, file: DatabaseFile) -> bool {
        let path = self.database_path(file);
        if path.exists() {
            system::may_write(&path)
        } else {
            system::is_own(&self.root)
        }
    }

    /// Opens a database for reading, and creates no files next to it, as on a full disk.
    ///
    /// # Errors
    /// Returns [`StoreError::Incomplete`] if the latest changes can be read only by a user who may write.
    pub fn open_read_only_database(&self, file: DatabaseFile) -> Result<Database, StoreError> {
        let path = self.database_path(file);
        files::check_database(&path)?;
        let state = FileState::of(&path);
        if state.is_some_and(|state| state.size == 0) {
            return Database::in_memory(file);
        }
        let [journal, log, index] = beside_database(&path);
        let has_changes = has_content(&log);
        if has_changes && !has_content(&index) && self.may_change_database(file) {
            return Database::with_log(path, file);
        }
        if has_content(&journal) || has_changes && !has_content(&index) {
            return Err(StoreError::Incomplete(path));
        }
        let read = if has_changes {
            &[&path, &log, &index][..]
        } else {
            &[&path]
        };
        if let Some(path) = read.iter().find(|path| !system::may_read(path)) {
            let error = io::Error::from(io::ErrorKind::PermissionDenied);
            return Err(StoreError::io(marked!("read"), path)(error));
        }
        // Without these parameters, SQLite creates both files.
        let mode = if has_changes {
            "readonly_shm=1"
        } else {
            "immutable=1"
        };
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let connection = open(Path::new(&uri(&resolved(&path), mode)), flags);
        let connection = connection.map_err(|error| of_sqlite(&path, error))?;
        let database = Database::checked(connection, path, file, DatabaseAccess::Read)?;
        Ok(Database {
            unlocked: state.filter(|_| !has_changes),
            ..database
        })
    }
}

/// Whether a connection may change its database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DatabaseAccess {
    Change,
    Read,
}

impl Database {
    /// Opens a database for reading, together with the log of a program that was killed. Nothing is written: the index
    /// of the log is in memory, and other programs wait.
    fn with_log(path: PathBuf, file: DatabaseFile) -> Result<Self, StoreError> {
        let set_up = |connection: &Connection| {
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
            connection.pragma_update(None, "locking_mode", "exclusive")
        };
        let opened = open(&literal(&path), OpenFlags::SQLITE_OPEN_READ_WRITE)
            .and_then(|connection| set_up(&connection).map(|()| connection));
        let connection = opened.map_err(|error| of_sqlite(&path, error))?;
        Self::checked(connection, path, file, DatabaseAccess::Read)
    }

    /// A database after the checks of its version and its tables, with its settings.
    fn checked(
        mut connection: Connection,
        path: PathBuf,
        file: DatabaseFile,
        access: DatabaseAccess,
    ) -> Result<Self, StoreError> {
        let wrong = |error| of_sqlite(&path, error);
        let known = i64::try_from(file.migrations.len()).unwrap_or(i64::MAX);
        wait_fairly(&mut connection, || false).map_err(wrong)?;
        distrust(&connection).map_err(wrong)?;
        let version = version(&connection, file).map_err(wrong)?;
        let Some(version) = version else {
            return Err(StoreError::OtherDatabase(path));
        };
        if version > known {
            let format = u32::try_from(version).unwrap_or(u32::MAX);
            let known = u32::try_from(known).unwrap_or(u32::MAX);
            return Err(StoreError::Newer {
                path,
                format,
                known,
            });
        }
        if access == DatabaseAccess::Read && version < known {
            return Err(StoreError::Incomplete(path));
        }
        let set_up = |connection: &mut Connection| {
            // The disk for temporary files may be full.
            connection.pragma_update(None, "temp_store", "memory")?;
            if access == DatabaseAccess::Change {
                prepare_changes(connection)?;
                if version < known {
                    // The journal mode can't be changed in a transaction.
                    connection.pragma_update(None, "journal_mode", "wal")?;
                    migrate(connection, file)?;
                }
            }
            schema::difference(connection, file)
        };
        match set_up(&mut connection).map_err(wrong)? {
            Some(difference) => Err(StoreError::OtherTables { path, difference }),
            None => Ok(Self::of(connection, path)),
        }
    }

    /// Creates an empty database in memory, for queries before the first write.
    pub fn in_memory(file: DatabaseFile) -> Result<Self, StoreError> {
        let path = PathBuf::from(file.name);
        let opened = Connection::open_in_memory().and_then(|mut connection| {
            migrate(&mut connection, file)?;
            Ok(connection)
        });
        let connection = opened.map_err(|error| of_sqlite(&path, error))?;
        Ok(Self::of(connection, path))
    }

    fn of(connection: Connection, path: PathBuf) -> Self {
        Self {
            connection,
            path,
            unlocked: None,
            is_stopped: Arc::default(),
        }
    }
}

/// Opens a connection that one thread at a time uses.
fn open(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
}

/// Disables what a foreign database could do to its reader. Our tables need none of it.
fn distrust(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    for ability in [
        DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA,
        DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER,
        DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW,
    ] {
        connection.set_db_config(ability, false)?;
    }
    connection.pragma_update(None, "cell_size_check", true)
}

/// Keeps changes on the disk, and the references between tables intact.
fn prepare_changes(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_size_limit", MAX_IDLE_LOG)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "synchronous", "full")
}

fn has_content(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| data.len() > 0)
}

/// A path that `SQLite` takes as it is: `file:z` alone would be a URI.
fn literal(path: &Path) -> PathBuf {
    Path::new(".").join(path)
}

/// The URI of an absolute path, with a parameter.
fn uri(path: &Path, parameter: &str) -> String {
    let mut uri = String::from("file://");
    // On Windows, an absolute path begins with a drive.
    if cfg!(windows) {
        uri.push('/');
    }
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'/' | b':' | b'.' | b'-' | b'_' => uri.push(byte.into()),
            byte if byte.is_ascii_alphanumeric() => uri.push(byte.into()),
            byte => {
                let _ = write!(uri, "%{byte:02x}");
            }
        }
    }
    format!("{uri}?{parameter}")
}
