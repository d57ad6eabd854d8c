//! A request to stop thinking, made by the caller.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two looks at the caller's request.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Asks one thought to end with the best move found so far.
///
/// Each thought has its own, and a request is never taken back. Clones share the request, so one
/// goes to the thread that thinks and another stays with the caller.
///
/// ```
/// use reversi::players::Stop;
/// let stop = Stop::new();
/// let elsewhere = stop.clone();
/// elsewhere.request();
/// assert!(stop.is_requested());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Nothing requested yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Requests the end of the thought. It follows within milliseconds.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the end has been requested.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag behind it, as searches of the engine take it.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

/// Runs something that is stopped at a time, or soon after `stop` is requested.
///
/// # Errors
/// Where no thread can be started, nothing is run.
pub(crate) fn stopped_at<R>(
    until: Instant,
    stop: &Stop,
    work: impl FnOnce(&Stop) -> R,
) -> io::Result<R> {
    let inner = Stop::new();
    let (done, is_done) = channel::<()>();
    let is_late = &inner;
    thread::scope(|scope| {
        let watch = move || {
            loop {
                let left = until.saturating_duration_since(Instant::now());
                match is_done.recv_timeout(left.min(POLL_INTERVAL)) {
                    Err(RecvTimeoutError::Timeout) if left.is_zero() || stop.is_requested() => {
                        is_late.request();
                        return;
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    _ => return,
                }
            }
        };
        thread::Builder::new().spawn_scoped(scope, watch)?;
        let result = work(&inner);
        drop(done);
        Ok(result)
    })
}

/// A request that something else makes by the flag, such as a signal handler.
impl From<Arc<AtomicBool>> for Stop {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }
}
