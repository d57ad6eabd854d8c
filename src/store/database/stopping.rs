//! Waiting for other programs, and stopping waits and long queries.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::Database;
use crate::store::StoreError;

/// The time that a change waits for other programs.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// The range of the pauses between attempts to lock, in milliseconds. Random short pauses give all waiting programs
/// the same chance; `SQLite`'s own pauses become long, so that programs with short ones always come first.
const PAUSES: RangeInclusive<u64> = 1..=8;

/// The number of instructions of `SQLite` between two checks for an interruption: less than a millisecond.
const INSTRUCTIONS: i32 = 10_000;

impl Database {
    /// Ends queries and waits with [`StoreError::Interrupted`] once `is_stopped` returns true.
    pub fn interrupt_when(
        &mut self,
        is_stopped: impl Fn() -> bool + Clone + Send + 'static,
    ) -> Result<(), StoreError> {
        let stopped = Arc::clone(&self.is_stopped);
        let check = move || {
            let stops = is_stopped();
            stopped.fetch_or(stops, Ordering::Relaxed);
            stops
        };
        self.with(|connection| {
            wait_fairly(connection, check.clone())?;
            connection.progress_handler(INSTRUCTIONS, Some(check))
        })
    }
}

/// Makes a connection wait for other programs, at most for [`PATIENCE`], and only until `is_stopped`.
pub fn wait_fairly(
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::store::Store;
    use crate::store::database::{Columns, DatabaseFile};

    const NOTES: DatabaseFile = DatabaseFile {
        name: "notes.db",
        application: 7,
        migrations: &["CREATE TABLE notes (text)"],
    };

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
            database
                .interrupt_when(move || flag.load(Ordering::Relaxed))
                .unwrap();
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
                    database.with(|it| it.query_row(ENDLESS, (), |row| row.column::<i64>(0)))
                }
            });
            assert!(matches!(result, Err(StoreError::Interrupted)), "{result:?}");
            assert!(start.elapsed() < PATIENCE / 2, "{:?}", start.elapsed());
        }
    }
}
