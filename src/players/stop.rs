//! A request to stop thinking, made by the caller.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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

/// A request that something else makes by the flag, such as a signal handler.
impl From<Arc<AtomicBool>> for Stop {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }
}
