//! What ends a search before its depth is reached.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::Selectivity;

/// How far a search goes. The default is as far as it can: to the exact score.
///
/// ```
/// use std::time::Duration;
/// use reversi::engine::Limits;
/// // Twelve plies and at most a second; from 16 empty squares on to the end of the game.
/// let limits = Limits { depth: 12, exact_from: 16, time: Some(Duration::from_secs(1)), ..Limits::default() };
/// assert_eq!(limits.lines, 1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// At most so many plies, while more than `exact_from` squares are empty; with `exact_from: 0` whatever
    /// the position.
    pub depth: u32,
    /// With so many empty squares or fewer the game is searched to its end.
    pub exact_from: u32,
    /// How selectively, while the game is not searched to its end.
    pub selectivity: Selectivity,
    /// How selectively in the end, when it is: [`Selectivity::FULL`] gives exact scores.
    pub end_selectivity: Selectivity,
    /// For at most so long.
    pub time: Option<Duration>,
    /// At most about so many positions; exactly as many in every run on one thread. The last thirteen
    /// squares are searched to the end, which can be some tens of thousands more.
    pub nodes: Option<u64>,
    /// How many of the best moves get a score and a line of their own, at least 1.
    pub lines: usize,
    /// To the end only who wins is asked: a score is 1, 0 or -1 then, and a line one move.
    pub only_outcome: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: 60,
            exact_from: 60,
            selectivity: Selectivity::LEAST_SURE,
            end_selectivity: Selectivity::FULL,
            time: None,
            nodes: None,
            lines: 1,
            only_outcome: false,
        }
    }
}

/// Says when a search has to end. All threads of a search look at one.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    stop: &'a AtomicBool,
    deadline: Option<Instant>,
    nodes: Option<u64>,
    counted: AtomicU64,
    has_ended: AtomicBool,
}

impl<'a> Watch<'a> {
    /// One that ends when `stop` becomes true, or a limit is reached.
    pub(super) fn new(stop: &'a AtomicBool, limits: &Limits) -> Self {
        Self {
            stop,
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            nodes: limits.nodes,
            counted: AtomicU64::new(0),
            has_ended: AtomicBool::new(stop.load(Ordering::Relaxed)),
        }
    }

    /// How many positions may be searched before it is worth counting them again.
    pub(super) fn patience(&self) -> u64 {
        self.nodes.map_or(1 << 13, |nodes| (nodes / 64).clamp(1, 1 << 13))
    }

    /// Counts positions, and looks whether it is time to end.
    pub(super) fn count(&self, nodes: u64) {
        let counted = self.counted.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.stop.load(Ordering::Relaxed)
            || self.nodes.is_some_and(|limit| counted >= limit)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
        {
            self.has_ended.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the search has to end.
    #[inline]
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Relaxed)
    }
}
