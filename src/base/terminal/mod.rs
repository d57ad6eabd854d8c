//! Terminal services: the progress line, signals, and the size of the terminal.

pub mod escapes;
pub mod signals;

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::base::system;
use crate::base::text::fit;

const DEFAULT_SIZE: (u16, u16) = (80, 24);

/// The maximum size that is drawn, in columns and rows. A terminal can report 65,535 of both, and memory would run out.
pub const MAX_SIZE: (u16, u16) = (1000, 400);

/// Returns the width of the terminal on standard output; `None` if it is not a terminal.
pub fn columns() -> Option<usize> {
    io::stdout().is_terminal().then(width)
}

fn width() -> usize {
    size().0.into()
}

pub fn rows() -> usize {
    size().1.into()
}

fn size() -> (u16, u16) {
    let (columns, rows) = system::terminal_size().unwrap_or(DEFAULT_SIZE);
    (columns.min(MAX_SIZE.0), rows.min(MAX_SIZE.1))
}

/// The interval between updates. Shorter work shows nothing, so that a terminal never delays a quick job.
const REFRESH_INTERVAL: Duration = Duration::from_millis(200);

const CLEAR_LINE: &str = "\u{1b}[2K";

const LOG_INTERVAL: Duration = Duration::from_secs(30);

/// A progress line, which is cleared when it is dropped.
#[derive(Debug)]
pub struct ProgressLine {
    state: Arc<Mutex<LineState>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct LineState {
    start: Instant,
    work: Option<String>,
    is_shown: bool,
    is_over: bool,
}

impl ProgressLine {
    pub fn start() -> Self {
        let state = LineState {
            start: Instant::now(),
            work: None,
            is_shown: false,
            is_over: false,
        };
        let state = Arc::new(Mutex::new(state));
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        // If the thread can't be started, no progress is shown.
        let show = || {
            let state = Arc::clone(&state);
            thread::Builder::new().spawn(move || show(&state)).ok()
        };
        let thread = if io::stderr().is_terminal() && !is_dumb {
            show()
        } else {
            None
        };
        Self { state, thread }
    }

    pub fn is_visible(&self) -> bool {
        self.thread.is_some()
    }

    /// Shows the work, with the time since the start, until the next call.
    pub fn begin(&self, work: String) {
        lock(&self.state).work = Some(work);
    }

    pub fn pause(&self) {
        lock(&self.state).clear();
    }

    /// Writes a line to standard error, wrapped to the width of a terminal.
    pub fn say(&self, line: &str) {
        self.pause();
        let columns = columns().filter(|_| io::stderr().is_terminal());
        let fitted = columns.map(|columns| fit::fitted(line, columns));
        let line = fitted.as_deref().unwrap_or(line);
        // Standard error may be closed.
        let _ = writeln!(io::stderr(), "{line}");
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        let mut state = lock(&self.state);
        state.clear();
        state.is_over = true;
        drop(state);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// The state is always valid, so poisoning is harmless.
fn lock(state: &Mutex<LineState>) -> MutexGuard<'_, LineState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn show(state: &Mutex<LineState>) {
    loop {
        thread::park_timeout(REFRESH_INTERVAL);
        let mut state = lock(state);
        if state.is_over {
            return;
        }
        state.show();
    }
}

impl LineState {
    /// Replaces the line by the new one, cut to the width of the terminal.
    fn show(&mut self) {
        let Some(work) = &self.work else { return };
        let line = format!("{work}, {} s", self.start.elapsed().as_secs());
        let line = fit::cut(&line, width().saturating_sub(1), "");
        self.is_shown = true;
        let _ = write!(io::stderr(), "\r{CLEAR_LINE}{line}");
    }

    fn clear(&mut self) {
        self.work = None;
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(io::stderr(), "\r{CLEAR_LINE}");
        }
    }
}

/// The progress of a stage with a known number of tasks. A terminal shows a [`ProgressLine`]; otherwise, a line is
/// written at intervals. The last line is always written.
#[derive(Debug)]
pub struct StageProgress {
    line: ProgressLine,
    stage: &'static str,
    unit: &'static str,
    /// The number of tasks done by earlier runs.
    from: usize,
    total: usize,
    start: Instant,
    last: Instant,
}

impl StageProgress {
    pub fn new(stage: &'static str, unit: &'static str, from: usize, total: usize) -> Self {
        let now = Instant::now();
        Self {
            line: ProgressLine::start(),
            stage,
            unit,
            from,
            total,
            start: now,
            last: now,
        }
    }

    pub fn is_at(&mut self, done: usize) {
        let pause = if self.line.is_visible() {
            REFRESH_INTERVAL
        } else {
            LOG_INTERVAL
        };
        if self.last.elapsed() < pause {
            return;
        }
        self.last = Instant::now();
        let speed = self.speed(done);
        let left = self.total.saturating_sub(done);
        let left = in_words(quotient(left, speed.max(1e-9)));
        let text = format!("{}, {left} left", self.describe(done, speed));
        if self.line.is_visible() {
            self.line.begin(text);
        } else {
            self.line.say(&text);
        }
    }

    pub fn finish(&self) {
        let time = in_words(self.start.elapsed().as_secs_f64());
        self.line.say(&format!(
            "{}, took {time}",
            self.describe(self.total, self.speed(self.total))
        ));
    }

    fn describe(&self, done: usize, speed: f64) -> String {
        let Self {
            stage, unit, total, ..
        } = self;
        format!("{stage}: {done} of {total} {unit}, {speed:.1} a second")
    }

    fn speed(&self, done: usize) -> f64 {
        quotient(
            done.saturating_sub(self.from),
            self.start.elapsed().as_secs_f64().max(1e-9),
        )
    }
}

#[expect(clippy::cast_precision_loss, reason = "a speed needs few digits")]
fn quotient(count: usize, by: f64) -> f64 {
    count as f64 / by
}

pub fn in_words(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn times_are_in_the_unit_that_fits() {
        assert_eq!(
            [1.0, 119.0, 600.0, 9000.0].map(in_words),
            ["1 s", "119 s", "10 min", "2.5 h"]
        );
    }
}
