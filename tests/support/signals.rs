//! Sends signals at random moments of a process.
//!
//! `REVERSI_KILLS` sets the total number of signals, `REVERSI_SEED` the seed of their moments.

use std::env;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use reversi::players::Rng;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

const KINDS: usize = 14;

/// The number of signals in an ordinary test run.
const USUAL: usize = 112;

const SIGNALS: [Signal; 3] = [Signal::KILL, Signal::TERM, Signal::HUP];

/// The time limit for a process after a signal; reached only by failing tests.
const PATIENCE: Duration = Duration::from_mins(1);

/// The exit code of a job stopped early by a signal.
const INTERRUPTED: i32 = 130;

fn number(variable: &str) -> Option<usize> {
    env::var(variable).ok().map(|value| value.parse().unwrap())
}

/// The signals for one kind of work.
pub(crate) struct Kills {
    kind: &'static str,
    pub(crate) rng: Rng,
    wanted: usize,
    /// The number of signals sent to a running program.
    pub(crate) done: usize,
    /// The number of acknowledged items, and the number of programs that acknowledged any.
    acknowledged: usize,
    at_work: usize,
    /// The approximate duration of the work without a kill. It adapts to the machine.
    pub(crate) length: Duration,
    /// The longest time from a signal to the end.
    slowest: Duration,
    since: Instant,
}

impl Kills {
    /// Creates the signals for a kind of work. `whole` does it once without a kill.
    pub(crate) fn of(kind: &'static str, whole: impl FnOnce()) -> Self {
        let start = Instant::now();
        whole();
        let length = start.elapsed();
        let seed = number("REVERSI_SEED").unwrap_or(2026) as u64;
        let seed = kind
            .bytes()
            .fold(seed, |seed, byte| seed.rotate_left(8) ^ u64::from(byte));
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

    /// Whether more signals are needed. There are extra ones until one has hit the middle of the work.
    pub(crate) fn are_left(&self) -> bool {
        self.done < self.wanted || self.at_work == 0 && self.done < 20 * self.wanted
    }

    pub(crate) fn signal(&self) -> Signal {
        SIGNALS[self.done % SIGNALS.len()]
    }

    pub(crate) fn moment(&mut self) -> Duration {
        let longest = u64::try_from(self.length.as_micros()).unwrap();
        Duration::from_micros(self.rng.random_range(0..=longest))
    }

    /// Sends the signal to a process, or to the group that it leads, and waits until `ended` returns a value.
    pub(crate) fn end<T>(&mut self, id: u32, mut ended: impl FnMut() -> Option<T>) -> T {
        let id = Pid::from_raw(i32::try_from(id).unwrap()).unwrap();
        let signal = self.signal();
        kill_process_group(id, signal)
            .or_else(|_| kill_process(id, signal))
            .unwrap();
        let since = Instant::now();
        loop {
            if let Some(end) = ended() {
                self.slowest = self.slowest.max(since.elapsed());
                return end;
            }
            assert!(
                since.elapsed() < PATIENCE,
                "{} goes on after {signal:?}",
                self.kind
            );
            sleep(Duration::from_millis(1));
        }
    }

    /// Ends a process at a random moment. Returns its status if it had ended before.
    pub(crate) fn kill(&mut self, child: &mut Child) -> Option<ExitStatus> {
        sleep(self.moment());
        let status = self.end(child.id(), || child.try_wait().unwrap());
        let is_killed = status.signal().is_some() || status.code() == Some(INTERRUPTED);
        self.count(is_killed);
        (!is_killed).then_some(status)
    }

    /// Counts a signal: sent to the running program, or too late.
    pub(crate) fn count(&mut self, is_killed: bool) {
        self.done += usize::from(is_killed);
        if !is_killed {
            self.length = self.length * 9 / 10;
            // `nohup` makes programs ignore SIGHUP.
            let is_heeded = self.length > Duration::ZERO;
            assert!(
                is_heeded,
                "{}: {:?} never ends it",
                self.kind,
                self.signal()
            );
        }
    }

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
