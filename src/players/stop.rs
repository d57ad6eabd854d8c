//! Stop requests for thoughts.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two checks of the caller's request.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A request to stop thinking and use the best move found so far.
///
/// Each thought has its own, and it can't be withdrawn. Clones share the request: pass one to the thinking thread
/// and keep another.
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
    /// Creates a stop request that has not been triggered.
    pub fn new() -> Self {
        Self::default()
    }

    /// Requests the end of the thought, which follows within milliseconds.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the end has been requested.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

/// Runs `work` and stops it at a time, or soon after `stop` is requested.
///
/// # Errors
/// Returns the error, without running `work`, if no thread can be started.
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

/// A request triggered by a shared flag, such as a signal handler's.
impl From<Arc<AtomicBool>> for Stop {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }
}
