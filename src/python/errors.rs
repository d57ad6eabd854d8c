//! Errors of the other rooms as exceptions.

use std::io;
use std::path::Path;

use pyo3::create_exception;
use pyo3::exceptions::{PyFileExistsError, PyKeyboardInterrupt, PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::base::language::reason;
use crate::records::{BadRecord, MoveError, ReadError, RecordFileError, SinkError};

create_exception!(
    reversi_engine,
    RecordError,
    PyValueError,
    "A game record that can't be read. `number` counts the records from 1, `offset` the bytes from 0."
);
create_exception!(
    reversi_engine,
    IllegalMoveError,
    PyValueError,
    "A move against the rules."
);
create_exception!(
    reversi_engine,
    Interrupted,
    PyKeyboardInterrupt,
    "Ctrl-C during a search. `result` is what the search had found by then."
);

/// An argument that is not usable, as a `ValueError`.
pub fn unusable(message: impl ToString) -> PyErr {
    PyValueError::new_err(message.to_string())
}

pub fn illegal(error: MoveError) -> PyErr {
    IllegalMoveError::new_err(error.to_string())
}

/// An error of the system, as the subclass of `OSError` for it.
pub fn file_error(path: &Path, error: &io::Error) -> PyErr {
    let text = reason(error);
    let shown = path.display();
    match error.raw_os_error() {
        Some(code) => PyOSError::new_err((code, text, path.as_os_str().to_owned())),
        None if error.kind() == io::ErrorKind::AlreadyExists => {
            PyFileExistsError::new_err(format!("{shown} already exists: use replace=True"))
        }
        None => PyOSError::new_err(format!("{shown}: {text}")),
    }
}

pub fn unreadable_file(error: &RecordFileError) -> PyErr {
    if error.source.kind() == io::ErrorKind::InvalidData {
        return RecordError::new_err(error.to_string());
    }
    file_error(&error.path, &error.source)
}

pub fn unwritten(error: &SinkError) -> PyErr {
    match error {
        SinkError::File { path, source } => file_error(path, source),
        SinkError::Record(_) | SinkError::PlaceOfNames(_) | SinkError::OtherNames(_) => {
            RecordError::new_err(error.to_string())
        }
    }
}

pub fn unread(py: Python<'_>, path: Option<&Path>, error: &ReadError) -> PyErr {
    match (error, path) {
        (ReadError::Bad(bad), _) => bad_record(py, path, bad),
        (ReadError::Io(error), Some(path)) => file_error(path, error),
        (ReadError::Io(error), None) => unusable(error),
    }
}

pub fn bad_record(py: Python<'_>, path: Option<&Path>, bad: &BadRecord) -> PyErr {
    let message = match path {
        Some(path) => format!("{}: {bad}", path.display()),
        None => bad.to_string(),
    };
    let error = RecordError::new_err(message);
    let value = error.value(py);
    let numbers = value
        .setattr("number", bad.number)
        .and_then(|()| value.setattr("offset", bad.offset));
    numbers.err().unwrap_or(error)
}

/// Raises `KeyboardInterrupt` as [`Interrupted`] with a result; other exceptions as they are.
pub fn interrupted(py: Python<'_>, error: PyErr, result: Py<PyAny>) -> PyErr {
    if !error.is_instance_of::<PyKeyboardInterrupt>(py) {
        return error;
    }
    let interrupted = Interrupted::new_err("interrupted: `result` is the result so far");
    let outcome = interrupted.value(py).setattr("result", result);
    interrupted.set_cause(py, Some(error));
    outcome.err().unwrap_or(interrupted)
}
