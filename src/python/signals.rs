//! Python's signals during a search in the calling thread.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use super::waiting::INTERVAL;
use crate::players::Stop;

/// Other Python threads may hold the GIL for milliseconds: waiting for it takes at most one part in so many of the
/// search, unless signals would be handled too late.
const PARTS: u32 = 8;
const LONGEST_INTERVAL: Duration = Duration::from_millis(30);

/// Handles Python's signals while the calling thread searches. Python runs signal handlers in its main thread only,
/// which may be the calling one.
pub struct SignalWatch<'a> {
    stop: &'a Stop,
    caller: ThreadId,
    state: Mutex<WatchState>,
}

struct WatchState {
    next: Instant,
    /// The exception of a signal handler.
    interruption: Option<PyErr>,
}

impl<'a> SignalWatch<'a> {
    pub fn new(stop: &'a Stop) -> Self {
        Self {
            stop,
            caller: thread::current().id(),
            state: Mutex::new(WatchState {
                next: Instant::now() + INTERVAL,
                interruption: None,
            }),
        }
    }

    /// Whether the search must stop. In the calling thread, it handles signals from time to time.
    pub fn is_stopped(&self) -> bool {
        if thread::current().id() == self.caller {
            self.look();
        }
        self.stop.is_requested()
    }

    /// The exception of a signal handler that stopped the search.
    pub fn into_interruption(self) -> Option<PyErr> {
        let state = self.state.into_inner();
        state.unwrap_or_else(PoisonError::into_inner).interruption
    }

    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method needs one lifetime"
    )]
    fn look(&self) {
        let mut state = self.state();
        let start = Instant::now();
        if start < state.next || state.interruption.is_some() {
            return;
        }
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            self.stop.request();
            state.interruption = Some(error);
        }
        let pause = (start.elapsed() * PARTS).clamp(INTERVAL, LONGEST_INTERVAL);
        state.next = Instant::now() + pause;
    }

    fn state(&self) -> MutexGuard<'_, WatchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
