//! Searches a split node together with other threads; see `parallel.rs`.

use super::ThreadSearch;
use crate::engine::clock::Interrupted;
use crate::engine::move_list::SearchMove;
use crate::engine::parallel::{Helping, Pool, Split, SplitTask};

impl ThreadSearch<'_> {
    pub(in super::super) fn help_until_closed(&mut self) {
        let Some(pool) = self.pool else { return };
        while let Some(helping) = pool.wait_for_any() {
            self.help(pool, &helping);
        }
    }

    pub(super) fn share(
        &mut self,
        pool: &Pool,
        task: SplitTask,
        moves: &[SearchMove],
    ) -> Result<(i32, u32), Interrupted> {
        let split = Split::new(self.split.clone(), task, moves);
        pool.offer(&split);
        let outer = self.split.replace(split.clone());
        self.search_moves_of(&split);
        self.split = outer;
        pool.withdraw(&split);
        while let Some(helping) = pool.wait_for_one_under(&split) {
            self.help(pool, &helping);
        }
        self.check_clock()?;
        Ok(split.best())
    }

    fn help(&mut self, pool: &Pool, helping: &Helping) {
        let split = &helping.split;
        let outer = (
            self.split.replace(split.clone()),
            self.selectivity,
            self.trials,
        );
        (self.selectivity, self.trials) = (split.task.selectivity, split.task.trials);
        let nodes = self.nodes;
        self.search_moves_of(split);
        pool.add_nodes(self.nodes - nodes);
        // The nodes since the last count.
        self.clock.count(self.nodes - self.counted.max(nodes));
        // The pool counts these nodes from here, not this thread.
        self.nodes = nodes;
        self.counted = self.counted.min(nodes);
        (self.split, self.selectivity, self.trials) = outer;
        pool.withdraw(split);
    }

    /// Searches moves of a split until none is left, or the split is cut off.
    fn search_moves_of(&mut self, split: &Split) {
        let SplitTask { node, window, .. } = &split.task;
        while let Some(mv) = split.next_move() {
            // Nodes near the end don't check the clock.
            let Ok(()) = self.check_clock() else { return };
            let window = window.above(split.best().0);
            let Ok(score) = self.search_sibling(node, mv.next, window) else {
                return;
            };
            split.record(score, mv.square);
        }
    }
}
