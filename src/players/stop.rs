//! Stop requests for thoughts, and reports of their progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use std::{io, thread};

use serde::Serialize;

use crate::engine::{Found, Selectivity};
use crate::games::{Move, Square};

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
pub fn stopped_at<R>(until: Instant, stop: &Stop, work: impl FnOnce(&Stop) -> R) -> io::Result<R> {
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

/// The progress of a search.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SearchProgress {
    /// The depth of the last complete iteration, in plies.
    pub depth: u32,
    /// The selectivity of that iteration, in percent.
    pub selectivity: Selectivity,
    /// Whether that iteration searched to the end of the game.
    pub to_the_end: bool,
    /// The score for the side to move, in discs; `None` in games without disc scores.
    pub score: Option<i32>,
    /// The principal variation, without passes.
    #[serde(skip)]
    pub line: Vec<Move>,
    /// The number of nodes searched since the start.
    pub nodes: u64,
    /// The time since the start.
    #[serde(skip)]
    pub time: Duration,
}

impl SearchProgress {
    /// Whether the score is exact.
    pub fn is_exact(&self) -> bool {
        self.to_the_end && self.selectivity == Selectivity::FULL
    }
}

impl From<&Found> for SearchProgress {
    fn from(found: &Found) -> Self {
        let line = found
            .lines
            .first()
            .map_or(Vec::new(), |line| line.moves.clone());
        Self {
            depth: found.depth,
            selectivity: found.selectivity,
            to_the_end: found.to_the_end,
            score: Some(found.score()),
            line,
            nodes: found.nodes,
            time: found.time,
        }
    }
}

pub fn to_move(square: u32) -> Move {
    Move(Square::from_index(square, 8).index(8))
}
