//! Opens databases. Paths are literal, the content is not trusted, and reading the database of another user leaves no
//! files next to it, which could lock its owner out.

use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::{Database, DatabaseFile, PATIENCE, migrate, of_sqlite, schema, version};
use crate::base::files::resolved;
use crate::base::system;
use crate::store::{Store, StoreError, files};

/// The endings of the files that `SQLite` creates next to a database: the rollback journal, the write-ahead log, and
/// the index of the log.
const ENDINGS: [&str; 3] = ["-journal", "-wal", "-shm"];

/// The size and the time of the last change of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileState {
    size: u64,
    changed: Option<SystemTime>,
}

impl FileState {
    pub(super) fn of(path: &Path) -> Option<Self> {
        let data = path.metadata().ok()?;
        Some(Self { size: data.len(), changed: data.modified().ok() })
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
        check_files(&path)?;
        files::make_folder(&self.root)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let connection = open(&literal(&path), flags).map_err(|error| of_sqlite(&path, error))?;
        Database::checked(connection, path, file)
    }

    /// Whether this user may change a database, or create it. What other users create next to a database, or in its
    /// place, would lock its owner out.
    pub fn may_change_database(&self, file: DatabaseFile) -> bool {
        let path = self.database_path(file);
        if path.exists() { system::may_write(&path) } else { system::is_own(&self.root) }
    }

    /// Opens a database for reading, and creates no files next to it.
    ///
    /// # Errors
    /// Returns [`StoreError::Incomplete`] if the latest changes can be read only by a user who may write.
    pub fn open_read_only_database(&self, file: DatabaseFile) -> Result<Database, StoreError> {
        let path = self.database_path(file);
        check_files(&path)?;
        let state = FileState::of(&path);
        if state.is_some_and(|state| state.size == 0) {
            return Database::in_memory(file);
        }
        let target = resolved(&path);
        let [journal, log, index] = ENDINGS.map(|ending| beside(&target, ending));
        let has_changes = has_content(&log);
        if has_content(&journal) || has_changes && !index.exists() {
            return Err(StoreError::Incomplete(path));
        }
        let read = if has_changes { &[&path, &log, &index][..] } else { &[&path] };
        if let Some(path) = read.iter().find(|path| !system::may_read(path)) {
            let error = io::Error::from(io::ErrorKind::PermissionDenied);
            return Err(StoreError::io("read", path)(error));
        }
        // Without these parameters, SQLite creates both files.
        let mode = if has_changes { "readonly_shm=1" } else { "immutable=1" };
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let connection = open(Path::new(&uri(&target, mode)), flags);
        let connection = connection.map_err(|error| of_sqlite(&path, error))?;
        let database = Database::checked(connection, path, file)?;
        Ok(Database { unlocked: state.filter(|_| !has_changes), ..database })
    }
}

impl Database {
    /// A database after the checks of its version and its tables, with its settings.
    fn checked(
        mut connection: Connection,
        path: PathBuf,
        file: DatabaseFile,
    ) -> Result<Self, StoreError> {
        let wrong = |error| of_sqlite(&path, error);
        let known = i64::try_from(file.migrations.len()).unwrap_or(i64::MAX);
        connection.busy_timeout(PATIENCE).map_err(wrong)?;
        distrust(&connection).map_err(wrong)?;
        let version = version(&connection, file).map_err(wrong)?;
        let Some(version) = version else { return Err(StoreError::OtherDatabase(path)) };
        if version > known {
            let format = u32::try_from(version).unwrap_or(u32::MAX);
            let known = u32::try_from(known).unwrap_or(u32::MAX);
            return Err(StoreError::Newer { path, format, known });
        }
        let set_up = |connection: &mut Connection| {
            connection.pragma_update(None, "foreign_keys", true)?;
            connection.pragma_update(None, "synchronous", "full")?;
            if version < known {
                // The journal mode can't be changed in a transaction.
                connection.pragma_update(None, "journal_mode", "wal")?;
                migrate(connection, file)?;
            }
            schema::difference(connection, file)
        };
        match set_up(&mut connection).map_err(wrong)? {
            Some(difference) => Err(StoreError::OtherTables { path, difference }),
            None => Ok(Self { connection, path, unlocked: None }),
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
        Ok(Self { connection, path, unlocked: None })
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

/// Refuses special files, which `SQLite` would wait for, and broken links, whose targets it would create.
fn check_files(path: &Path) -> Result<(), StoreError> {
    match fs::metadata(path) {
        Ok(data) if !data.is_file() => return Err(StoreError::NotAFile(path.to_owned())),
        Err(_) if path.is_symlink() => return Err(StoreError::LinkToNothing(path.to_owned())),
        _ => {}
    }
    let target = resolved(path);
    let others = ENDINGS.map(|ending| beside(&target, ending));
    let is_special = |path: &PathBuf| path.symlink_metadata().is_ok_and(|data| !data.is_file());
    others.into_iter().find(is_special).map_or(Ok(()), |path| Err(StoreError::NotAFile(path)))
}

fn has_content(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| data.len() > 0)
}

/// The path of a file that `SQLite` creates next to a database.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
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
