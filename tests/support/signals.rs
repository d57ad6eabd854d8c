//! Signals at any moment of a process's life, for tests of what is left then.
//!
//! `REVERSI_KILLS` is the number of signals of all kinds of work together, `REVERSI_SEED` another seed for
//! their moments.

use std::env;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use reversi::players::Rng;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// The kinds of work that are killed.
const KINDS: usize = 13;

/// The number of signals in an ordinary run of the tests.
const USUAL: usize = 320;

/// The signals, which take turns.
const SIGNALS: [Signal; 3] = [Signal::KILL, Signal::TERM, Signal::HUP];

/// How long a process may go on after a signal; only a failing test waits so long.
const PATIENCE: Duration = Duration::from_mins(1);

/// The exit code of a job that a signal has stopped early.
const INTERRUPTED: i32 = 130;

fn number(variable: &str) -> Option<usize> {
    env::var(variable).ok().map(|value| value.parse().unwrap())
}

/// The kills of one kind: how many there are to be, and when they come.
pub(crate) struct Kills {
    kind: &'static str,
    pub(crate) rng: Rng,
    wanted: usize,
    /// The signals that came while the program was running.
    pub(crate) done: usize,
    /// What the killed programs had acknowledged, and how often that was something.
    acknowledged: usize,
    at_work: usize,
    /// About how long the work takes when nobody kills it. It follows a machine that gets slower or faster.
    pub(crate) length: Duration,
    /// The longest time from a signal to the end.
    slowest: Duration,
    since: Instant,
}

impl Kills {
    /// The kills of a kind of work; `whole` does it once without being killed.
    pub(crate) fn of(kind: &'static str, whole: impl FnOnce()) -> Self {
        let start = Instant::now();
        whole();
        let length = start.elapsed();
        let seed = number("REVERSI_SEED").unwrap_or(2026) as u64;
        let seed = kind.bytes().fold(seed, |seed, byte| seed.rotate_left(8) ^ u64::from(byte));
        Self {
            kind,
            rng: Rng::seed_from_u64(seed),
            wanted: number("REVERSI_KILLS").unwrap_or(USUAL).div_ceil(KINDS),
            done: 0,
            acknowledged: 0,
            at_work: 0,
            length,
            slowest: Duration::ZERO,
            since: Instant::now(),
        }
    }

    /// Whether there are more to come: some more where none has come in the middle of the work yet.
    pub(crate) fn are_left(&self) -> bool {
        self.done < self.wanted || self.at_work == 0 && self.done < 20 * self.wanted
    }

    /// The signal whose turn it is.
    pub(crate) fn signal(&self) -> Signal {
        SIGNALS[self.done % SIGNALS.len()]
    }

    /// Some moment of the work.
    pub(crate) fn moment(&mut self) -> Duration {
        let longest = u64::try_from(self.length.as_micros()).unwrap();
        Duration::from_micros(self.rng.random_range(0..=longest))
    }

    /// Sends the signal to a process, or to its group if it leads one, and waits until `ended` says that it
    /// has ended.
    pub(crate) fn end<T>(&mut self, id: u32, mut ended: impl FnMut() -> Option<T>) -> T {
        let id = Pid::from_raw(i32::try_from(id).unwrap()).unwrap();
        let signal = self.signal();
        kill_process_group(id, signal).or_else(|_| kill_process(id, signal)).unwrap();
        let since = Instant::now();
        loop {
            if let Some(end) = ended() {
                self.slowest = self.slowest.max(since.elapsed());
                return end;
            }
            assert!(since.elapsed() < PATIENCE, "{} goes on after {signal:?}", self.kind);
            sleep(Duration::from_millis(1));
        }
    }

    /// Ends a process at some moment of its work. Returns how it ended, if it was faster.
    pub(crate) fn kill(&mut self, child: &mut Child) -> Option<ExitStatus> {
        sleep(self.moment());
        let status = self.end(child.id(), || child.try_wait().unwrap());
        let is_killed = status.signal().is_some() || status.code() == Some(INTERRUPTED);
        self.count(is_killed);
        (!is_killed).then_some(status)
    }

    /// Counts a signal that came while the program was running, or one that came too late.
    pub(crate) fn count(&mut self, is_killed: bool) {
        self.done += usize::from(is_killed);
        if !is_killed {
            self.length = self.length * 9 / 10;
            // As below `nohup`, which lets programs ignore SIGHUP.
            let is_heeded = self.length > Duration::ZERO;
            assert!(is_heeded, "{}: {:?} never ends it", self.kind, self.signal());
        }
    }

    /// Notes how much a killed program had acknowledged.
    pub(crate) fn note(&mut self, acknowledged: usize) {
        self.acknowledged += acknowledged;
        self.at_work += usize::from(acknowledged > 0);
        if acknowledged == 0 {
            self.length = self.length * 11 / 10;
        }
    }
}

impl Drop for Kills {
    fn drop(&mut self) {
        if !thread::panicking() {
            let seconds = self.since.elapsed().as_secs();
            println!(
                "{}: {} signals in {seconds} s, {} of them after something was acknowledged, {} things in all; \
                 the slowest end took {} ms",
                self.kind,
                self.done,
                self.at_work,
                self.acknowledged,
                self.slowest.as_millis()
            );
            assert!(self.at_work > 0, "no signal came in the middle of the work");
        }
    }
}
