//! Several threads at one search: young brothers wait (Feldmann 1993). When the first move of a
//! position has been searched without a cut, the others can be searched at the same time. Whoever
//! comes to such a place while another thread is idle shares the moves out.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::Selectivity;
use super::eval::Evaluation;
use super::limits::Watch;
use super::near_end::NearEnd;
use super::ordering::Move;
use super::search::Search;
use super::table::Table;

/// What is known when moves are shared out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Task {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// Depth and empty squares of the position, before the moves.
    pub(super) depth: u32,
    pub(super) empties: u32,
    pub(super) selectivity: Selectivity,
    pub(super) guesses: u32,
    /// The best score so far and its square.
    pub(super) best: (i32, u32),
}

/// The moves of a position that threads share out among them.
#[derive(Debug)]
pub(super) struct Split {
    parent: Option<Arc<Self>>,
    task: Task,
    moves: Vec<Move>,
    next: AtomicUsize,
    /// A move was too good, so that the others don't matter any more.
    is_cut: AtomicBool,
    best: Mutex<(i32, u32)>,
    /// How many threads search a move of it, the one that shared it out not counted.
    helpers: AtomicUsize,
}

impl Split {
    /// Whether the result of it, or of what it is part of, is not wanted any more.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::Relaxed)
            || self.parent.as_ref().is_some_and(|parent| parent.is_cut())
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

    fn best(&self) -> MutexGuard<'_, (i32, u32)> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug, Default)]
struct Queue {
    splits: Vec<Arc<Split>>,
    is_closed: bool,
}

/// Where moves are shared out.
#[derive(Debug, Default)]
pub(super) struct Pool {
    queue: Mutex<Queue>,
    changed: Condvar,
    idle: AtomicUsize,
    /// What the helping threads have looked at.
    nodes: AtomicU64,
}

/// Closes the pool when the search is over, whatever way.
pub(super) struct Closing<'a>(pub(super) &'a Pool);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.queue().is_closed = true;
        self.0.changed.notify_all();
    }
}

/// A place among the helpers, given up when dropped.
struct Place<'a> {
    pool: &'a Pool,
    split: &'a Split,
}

impl Drop for Place<'_> {
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

    /// Whether a thread has nothing to do.
    #[inline]
    pub(super) fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// How many positions the helping threads have looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Helps until the pool is closed.
    pub(super) fn work(
        &self,
        table: &Table,
        near_end: &mut NearEnd,
        evaluation: &Evaluation,
        watch: &Watch,
    ) {
        let mut search = Search::new(table, near_end, evaluation, watch, Some(self));
        while let Some(split) = self.wait_for(|queue| queue.is_closed, |_| true) {
            self.help(&split, &mut search);
        }
    }

    /// A split to help with, as soon as there is one that is wanted; `None` when it `is_over`.
    fn wait_for(
        &self,
        is_over: impl Fn(&Queue) -> bool,
        is_wanted: impl Fn(&Split) -> bool,
    ) -> Option<Arc<Split>> {
        let mut queue = self.queue();
        let mut is_idle = false;
        let split = loop {
            if is_over(&queue) {
                break None;
            }
            // The oldest are the largest.
            if let Some(split) = queue.splits.iter().find(|split| is_wanted(split)) {
                split.helpers.fetch_add(1, Ordering::Relaxed);
                break Some(Arc::clone(split));
            }
            if !is_idle {
                is_idle = true;
                self.idle.fetch_add(1, Ordering::Relaxed);
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        };
        if is_idle {
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
        split
    }

    fn help(&self, split: &Arc<Split>, search: &mut Search) {
        let _place = Place { pool: self, split };
        let outer = (search.split.replace(Arc::clone(split)), search.selectivity, search.guesses);
        (search.selectivity, search.guesses) = (split.task.selectivity, split.task.guesses);
        let nodes = search.nodes;
        search.share(split);
        self.nodes.fetch_add(search.nodes - nodes, Ordering::Relaxed);
        // What is left of it after the last count.
        search.watch.count(search.nodes - search.counted.max(nodes));
        // What the pool has counted is not the thread's own any more.
        search.nodes = nodes;
        search.counted = search.counted.min(nodes);
        (search.split, search.selectivity, search.guesses) = outer;
        // Whoever looks for work must not find it again.
        self.withdraw(split);
    }

    fn withdraw(&self, split: &Arc<Split>) {
        self.queue().splits.retain(|other| !Arc::ptr_eq(other, split));
    }
}

impl Search<'_> {
    /// Searches moves together with idle threads: the best score and its square; `None` when the
    /// result is not wanted any more.
    pub(super) fn share_out(
        &mut self,
        pool: &Pool,
        task: Task,
        moves: &[Move],
    ) -> Option<(i32, u32)> {
        let split = Arc::new(Split {
            parent: self.split.clone(),
            task,
            moves: moves.to_vec(),
            next: AtomicUsize::new(0),
            is_cut: AtomicBool::new(false),
            best: Mutex::new(task.best),
            helpers: AtomicUsize::new(0),
        });
        pool.queue().splits.push(Arc::clone(&split));
        pool.changed.notify_all();
        let outer = self.split.replace(Arc::clone(&split));
        self.share(&split);
        self.split = outer;
        pool.withdraw(&split);
        // Helping those who help is always part of this split, so it can't take longer than it.
        let is_over = |_: &Queue| split.helpers.load(Ordering::Acquire) == 0;
        while let Some(below) = pool.wait_for(is_over, |other| other.is_under(&split)) {
            pool.help(&below, self);
        }
        self.go_on()?;
        let best = *split.best();
        Some(best)
    }

    /// Searches moves of a split until none is left.
    fn share(&mut self, split: &Arc<Split>) {
        let Task { alpha, beta, depth, empties, .. } = split.task;
        loop {
            let index = split.next.fetch_add(1, Ordering::Relaxed);
            let Some(mv) = split.moves.get(index) else { return };
            // With few empty squares nothing below asks.
            let Some(()) = self.go_on() else { return };
            let bound = split.best().0.max(alpha);
            let Some(score) = self.brother(mv, bound, beta, depth, empties) else { return };
            let mut best = split.best();
            if score > best.0 {
                *best = (score, mv.square);
                if score >= beta {
                    split.is_cut.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    }
}
