//! Tells on standard error how far a stage is, and how long it will take.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often a line is written: to a terminal over the one before, elsewhere below it.
const ON_TERMINAL: Duration = Duration::from_secs(1);
const IN_LOG: Duration = Duration::from_secs(30);

/// How far a stage is.
#[derive(Debug)]
pub(super) struct Progress {
    stage: &'static str,
    unit: &'static str,
    /// What was done before this run, and what there is to do.
    from: usize,
    total: usize,
    start: Instant,
    last: Instant,
    is_terminal: bool,
}

impl Progress {
    pub(super) fn new(stage: &'static str, unit: &'static str, from: usize, total: usize) -> Self {
        let now = Instant::now();
        let is_terminal = io::stderr().is_terminal();
        Self { stage, unit, from, total, start: now, last: now, is_terminal }
    }

    /// So many are done.
    pub(super) fn is_at(&mut self, done: usize) {
        let pause = if self.is_terminal { ON_TERMINAL } else { IN_LOG };
        if self.last.elapsed() >= pause {
            self.last = Instant::now();
            self.write(done, false);
        }
    }

    /// All is done.
    pub(super) fn finish(&self) {
        self.write(self.total, true);
    }

    fn write(&self, done: usize, is_over: bool) {
        let Self { stage, unit, from, total, .. } = *self;
        let seconds = self.start.elapsed().as_secs_f64().max(1e-9);
        #[expect(clippy::cast_precision_loss, reason = "a speed needs few digits")]
        let (speed, left) =
            (done.saturating_sub(from) as f64 / seconds, total.saturating_sub(done) as f64);
        let left = if is_over {
            format!("{} in all", time(seconds))
        } else {
            format!("{} left", time(left / speed.max(1e-9)))
        };
        let text = format!("{stage}: {done} of {total} {unit}, {speed:.1} a second, {left}");
        let end = if self.is_terminal && !is_over { "" } else { "\n" };
        let begin = if self.is_terminal { "\r\x1b[K" } else { "" };
        // Standard error may be closed, and then there is nobody to tell.
        let _ = write!(io::stderr(), "{begin}{text}{end}");
    }
}

/// A time as people say it.
pub(super) fn time(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::time;

    #[test]
    fn times_are_in_the_unit_that_fits() {
        assert_eq!([1.0, 119.0, 600.0, 9000.0].map(time), ["1 s", "119 s", "10 min", "2.5 h"]);
    }
}
