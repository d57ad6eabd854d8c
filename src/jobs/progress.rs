//! A line on the terminal that tells how far the job is: on standard error, and only while that is
//! a terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How often the line is written anew. Nothing is shown of work that takes less, so a terminal
/// never holds up a quick job.
const PAUSE: Duration = Duration::from_millis(200);

/// What tells; it goes when it is dropped.
pub(super) struct Progress {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    state: Mutex<State>,
    /// Wakes the thread at the end.
    ended: Condvar,
    start: Instant,
}

#[derive(Default)]
struct State {
    /// What is being done.
    work: Option<String>,
    /// How many columns of the terminal are written on.
    width: usize,
    is_over: bool,
}

impl Progress {
    pub(super) fn start() -> Self {
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            ended: Condvar::new(),
            start: Instant::now(),
        });
        let thread = io::stderr().is_terminal().then(|| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.show())
        });
        Self { shared, thread }
    }

    /// This is being done from now on.
    pub(super) fn begin(&self, work: String) {
        self.shared.state().work = Some(work);
    }

    /// It is done; the terminal is free for what came of it.
    pub(super) fn pause(&self) {
        let mut state = self.shared.state();
        state.work = None;
        state.clear();
    }

    /// Writes a line of its own to standard error.
    pub(super) fn say(&self, line: &str) {
        self.pause();
        // Standard error may be closed, and then there is nobody to tell.
        let _ = writeln!(io::stderr(), "{line}");
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.pause();
        self.shared.state().is_over = true;
        self.shared.ended.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Shared {
    /// What it holds is right at any time, whatever has become of a thread.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows the line again and again until the end.
    fn show(&self) {
        let mut state = self.state();
        while !state.is_over {
            let waited = self.ended.wait_timeout(state, PAUSE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            if let Some(work) = &state.work {
                let line = format!("{work}, {} s", self.start.elapsed().as_secs());
                state.write(&line);
            }
        }
    }
}

impl State {
    fn write(&mut self, text: &str) {
        let _ = write!(io::stderr(), "\r{text:width$}", width = self.width);
        self.width = self.width.max(text.len());
    }

    fn clear(&mut self) {
        if self.width > 0 {
            let _ = write!(io::stderr(), "\r{:width$}\r", "", width = self.width);
            self.width = 0;
        }
    }
}
