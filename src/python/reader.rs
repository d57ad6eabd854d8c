//! Reads the games of a file one by one. A thread parses them ahead.

use std::path::{Path, PathBuf};
use std::process;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::errors::{file_error, unread, unreadable_file, unusable};
use super::game::{PyGame, named};
use crate::base::files::{self, NoThread};
use crate::records::{Format, GameRecord, ReadError, RecordFileError, open_source};

/// The number of games that are handed over at once, and how many such batches wait.
const BATCH: usize = 32;
const WAITING: usize = 4;

const INTERVAL: Duration = Duration::from_millis(10);

/// The games of a file, read one by one.
#[pyclass(frozen, module = "reversi_engine")]
#[derive(Debug)]
pub struct Games {
    path: PathBuf,
    /// Whether bad records are passed over.
    skips: bool,
    batches: Mutex<Receiver<Batch>>,
    /// The games that have been parsed, the next one last.
    ready: Mutex<Vec<Result<GameRecord, ReadError>>>,
    skipped: Mutex<Vec<Py<PyAny>>>,
    /// The process that reads: its thread doesn't survive a fork.
    process: u32,
}

type Batch = Result<Vec<Result<GameRecord, ReadError>>, RecordFileError>;

/// Reads the games of a file, one by one: transcripts, GGF, SGF, PGN, WTHOR, OBF, boards and text saves. Without a
/// format, it is detected by extension or content. WTHOR takes its names from the files beside it.
///
/// `errors` is "strict" to raise a `RecordError` for a bad record, after which reading can go on, or "ignore" to pass over
/// them: `skipped` has their errors.
///
/// >>> from reversi_engine import read
/// >>> for game in read("no/such/file.ggf"):
/// ...     print(game.black)
/// Traceback (most recent call last):
/// ...
/// FileNotFoundError: [Errno 2] no such file or directory: 'no/such/file.ggf'
#[pyfunction]
#[pyo3(signature = (path, *, format = None, errors = "strict"))]
pub fn read(path: PathBuf, format: Option<&str>, errors: &str) -> PyResult<Games> {
    let format = format.map(named).transpose()?;
    let skips = match errors {
        "strict" => false,
        "ignore" => true,
        other => {
            let message = format!("no way to treat errors {other:?}: use \"strict\" or \"ignore\"");
            return Err(unusable(message));
        }
    };
    let file = files::open(&path).map_err(|error| file_error(&path, &error.into()))?;
    let (sender, batches) = sync_channel(WAITING);
    let parsed = path.clone();
    let parse = move || send_all(file, &parsed, format, &sender);
    let started = thread::Builder::new().spawn(parse);
    started.map_err(|_| PyRuntimeError::new_err(NoThread.to_string()))?;
    Ok(Games {
        path,
        skips,
        batches: Mutex::new(batches),
        ready: Mutex::default(),
        skipped: Mutex::default(),
        process: process::id(),
    })
}

/// Parses the records of a file, until the iterator is dropped.
fn send_all(file: std::fs::File, path: &Path, format: Option<Format>, sender: &SyncSender<Batch>) {
    let source = match open_source(file, path, format) {
        Ok(source) => source,
        Err(error) => {
            // An error means that the receiver is gone: reading ends.
            let _ = sender.send(Err(error));
            return;
        }
    };
    let mut batch = Vec::with_capacity(BATCH);
    for entry in source {
        batch.push(entry.map(|entry| entry.record));
        if batch.len() == BATCH {
            let full = std::mem::replace(&mut batch, Vec::with_capacity(BATCH));
            if sender.send(Ok(full)).is_err() {
                return;
            }
        }
    }
    let _ = sender.send(Ok(batch));
}

#[pymethods]
impl Games {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyGame>> {
        if process::id() != self.process {
            return Err(PyRuntimeError::new_err(
                "the file is read by another process: read it in this process",
            ));
        }
        loop {
            match self.next(py)? {
                None => return Ok(None),
                Some(Ok(record)) => return Ok(Some(PyGame::of_record(record))),
                Some(Err(error)) => {
                    let is_bad = matches!(error, ReadError::Bad(_));
                    let error = unread(py, Some(&self.path), &error);
                    if !self.skips || !is_bad {
                        return Err(error);
                    }
                    let skipped = error.into_value(py).into_any();
                    lock(&self.skipped).push(skipped);
                }
            }
        }
    }

    /// The errors of the records passed over so far.
    #[getter]
    fn skipped(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        let skipped = lock(&self.skipped);
        skipped.iter().map(|error| error.clone_ref(py)).collect()
    }
}

impl Games {
    /// The next record or error; `None` at the end.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Result<GameRecord, ReadError>>> {
        loop {
            if let Some(next) = lock(&self.ready).pop() {
                return Ok(Some(next));
            }
            match py.detach(|| lock(&self.batches).recv_timeout(INTERVAL)) {
                Ok(Ok(batch)) => {
                    lock(&self.ready).splice(0..0, batch.into_iter().rev());
                }
                Ok(Err(error)) => return Err(unreadable_file(&error)),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }
}

fn lock<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
