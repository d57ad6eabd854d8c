//! The search clock, shared by all threads: decides when the search must stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::Limits;

/// The maximum number of nodes that a thread searches between two checks of the clock and the stop flag.
const MOST_NODES_PER_CHECK: u64 = 1 << 13;

/// The minimum number of checks in a search with a node limit. It bounds how far the limit is exceeded.
const CHECKS_PER_NODE_LIMIT: u64 = 64;

/// The error of a search that ended before its result was known.
#[derive(Debug)]
pub struct Interrupted;

/// Returns whether the search must stop. All its threads ask, each after a few thousand nodes.
pub type StopRequest<'a> = &'a (dyn Fn() -> bool + Sync);

pub struct SearchClock<'a> {
    stop: StopRequest<'a>,
    deadline: Option<Instant>,
    nodes: Option<u64>,
    counted: AtomicU64,
    has_ended: AtomicBool,
}

impl<'a> SearchClock<'a> {
    pub fn new(stop: StopRequest<'a>, limits: &Limits) -> Self {
        Self {
            stop,
            deadline: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            nodes: limits.nodes,
            counted: AtomicU64::new(0),
            has_ended: AtomicBool::new(stop()),
        }
    }

    /// The number of nodes that a thread searches before it calls `count`.
    pub fn nodes_per_check(&self) -> u64 {
        self.nodes.map_or(MOST_NODES_PER_CHECK, |nodes| {
            (nodes / CHECKS_PER_NODE_LIMIT).clamp(1, MOST_NODES_PER_CHECK)
        })
    }

    pub fn count(&self, nodes: u64) {
        let counted = self.counted.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if (self.stop)()
            || self.nodes.is_some_and(|limit| counted >= limit)
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
        {
            self.has_ended.store(true, Ordering::Relaxed);
        }
    }

    #[inline]
    pub fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Relaxed)
    }
}
