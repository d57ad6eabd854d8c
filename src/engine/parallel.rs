//! Parallel search: young brothers wait (Feldmann 1993).
//!
//! Once the first move of a node has been searched without a cutoff, the others can be searched in parallel. While
//! another thread is idle, a thread at such a node splits it: it offers the remaining moves in the pool. This file
//! holds the offers; `search/sharing.rs` searches them.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::Selectivity;
use super::move_list::SearchMove;
use super::node::SearchNode;
use super::score::ScoreWindow;

#[derive(Debug, Clone, Copy)]
pub struct SplitTask {
    pub node: SearchNode,
    pub window: ScoreWindow,
    pub selectivity: Selectivity,
    pub trials: u32,
    pub best: (i32, u32),
}

#[derive(Debug)]
pub struct Split {
    parent: Option<Arc<Self>>,
    pub task: SplitTask,
    moves: Vec<SearchMove>,
    next: AtomicUsize,
    /// Whether a move has failed high, so that the others no longer matter.
    is_cut: AtomicBool,
    best: Mutex<(i32, u32)>,
    helpers: AtomicUsize,
}

impl Split {
    pub fn new(parent: Option<Arc<Self>>, task: SplitTask, moves: &[SearchMove]) -> Arc<Self> {
        Arc::new(Self {
            parent,
            task,
            moves: moves.to_vec(),
            next: AtomicUsize::new(0),
            is_cut: AtomicBool::new(false),
            best: Mutex::new(task.best),
            helpers: AtomicUsize::new(0),
        })
    }

    /// Whether this split, or one above it, has been cut off.
    pub fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::Relaxed)
            || self.parent.as_ref().is_some_and(|parent| parent.is_cut())
    }

    pub fn next_move(&self) -> Option<&SearchMove> {
        self.moves.get(self.next.fetch_add(1, Ordering::Relaxed))
    }

    pub fn best(&self) -> (i32, u32) {
        *self.lock_best()
    }

    pub fn record(&self, score: i32, square: u32) {
        let mut best = self.lock_best();
        if score > best.0 {
            *best = (score, square);
            if score >= self.task.window.beta {
                self.is_cut.store(true, Ordering::Relaxed);
            }
        }
    }

    fn lock_best(&self) -> MutexGuard<'_, (i32, u32)> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_helpers(&self) -> bool {
        self.helpers.load(Ordering::Acquire) > 0
    }

    fn is_under(&self, ancestor: &Arc<Self>) -> bool {
        let mut above = self.parent.as_ref();
        while let Some(split) = above {
            if Arc::ptr_eq(split, ancestor) {
                return true;
            }
            above = split.parent.as_ref();
        }
        false
    }
}

#[derive(Debug, Default)]
struct Queue {
    splits: Vec<Arc<Split>>,
    is_closed: bool,
}

#[derive(Debug, Default)]
pub struct Pool {
    queue: Mutex<Queue>,
    changed: Condvar,
    idle: AtomicUsize,
    nodes: AtomicU64,
}

/// Closes the pool when dropped, at the end of the search or in a panic.
pub struct Closing<'a>(pub &'a Pool);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.queue().is_closed = true;
        self.0.changed.notify_all();
    }
}

/// A thread's help with a split, which ends when dropped.
pub struct Helping<'a> {
    pool: &'a Pool,
    pub split: Arc<Split>,
}

impl Drop for Helping<'_> {
    fn drop(&mut self) {
        let _queue = self.pool.queue();
        self.split.helpers.fetch_sub(1, Ordering::Release);
        self.pool.changed.notify_all();
    }
}

impl Pool {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    pub fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    pub fn offer(&self, split: &Arc<Split>) {
        self.queue().splits.push(Arc::clone(split));
        self.changed.notify_all();
    }

    /// Withdraws a split that has no moves left.
    pub fn withdraw(&self, split: &Arc<Split>) {
        self.queue()
            .splits
            .retain(|other| !Arc::ptr_eq(other, split));
    }

    /// Waits for a split to help with; `None` when the pool is closed.
    pub fn wait_for_any(&self) -> Option<Helping<'_>> {
        self.wait_for(|queue| queue.is_closed, |_| true)
    }

    /// Waits for a split below `split` to help with; `None` when `split` has no helpers left. Helping its helpers
    /// never takes longer than waiting for them.
    pub fn wait_for_one_under(&self, split: &Arc<Split>) -> Option<Helping<'_>> {
        self.wait_for(|_| !split.has_helpers(), |other| other.is_under(split))
    }

    fn wait_for(
        &self,
        is_over: impl Fn(&Queue) -> bool,
        is_wanted: impl Fn(&Split) -> bool,
    ) -> Option<Helping<'_>> {
        let mut queue = self.queue();
        let mut is_idle = false;
        let found = loop {
            if is_over(&queue) {
                break None;
            }
            // The oldest split is the largest.
            if let Some(split) = queue.splits.iter().find(|split| is_wanted(split)) {
                split.helpers.fetch_add(1, Ordering::Relaxed);
                break Some(Helping {
                    pool: self,
                    split: Arc::clone(split),
                });
            }
            if !is_idle {
                is_idle = true;
                self.idle.fetch_add(1, Ordering::Relaxed);
            }
            queue = self
                .changed
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
        };
        if is_idle {
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
        found
    }
}
