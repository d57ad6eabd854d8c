//! Work without the GIL, which Ctrl-C stops.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::base::files::NoThread;
use crate::players::Stop;

/// The time between two looks at the signals.
pub const INTERVAL: Duration = Duration::from_millis(10);

/// The outcome of work that could be interrupted.
pub struct Watched<T> {
    pub result: T,
    /// The exception of a signal handler or of a report, after which the work was stopped.
    pub interruption: Option<PyErr>,
}

/// Does work on a separate thread, while this one handles signals and calls `report`. Python runs signal handlers in
/// its main thread only, which must not be busy with the work then.
pub fn watched<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
    mut report: impl FnMut(Python<'_>) -> PyResult<()> + Send,
) -> PyResult<Watched<T>> {
    let mut look = move |py: Python<'_>| py.check_signals().and_then(|()| report(py));
    let watched = py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel::<()>();
            let run = move || {
                let result = work();
                drop(sender);
                result
            };
            let worker = thread::Builder::new().spawn_scoped(scope, run);
            let worker = worker.map_err(|_| NoThread)?;
            let mut interruption = None;
            while receiver.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if interruption.is_none()
                    && let Err(error) = Python::attach(&mut look)
                {
                    stop.request();
                    interruption = Some(error);
                }
            }
            let result = worker.join();
            let result = result.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok(Watched {
                result,
                interruption,
            })
        })
    });
    watched.map_err(|error: NoThread| PyRuntimeError::new_err(error.to_string()))
}
