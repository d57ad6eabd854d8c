//! The state of one thread of a search: its tables, its settings and its counters.

use std::sync::Arc;

use crate::engine::bits::squares;
use crate::engine::clock::{Interrupted, SearchClock};
use crate::engine::endgame::NearEnd;
use crate::engine::eval::Evaluation;
use crate::engine::node::SearchNode;
use crate::engine::parallel::{Pool, Split};
use crate::engine::{NO_SQUARE, Parameters, Position, Selectivity, Table, TableEntry};

pub struct ThreadSearch<'a> {
    pub table: &'a Table,
    pub near_end: &'a mut NearEnd,
    pub evaluation: &'a Evaluation,
    pub parameters: Parameters,
    pub clock: &'a SearchClock<'a>,
    pub pool: Option<&'a Pool>,
    pub split: Option<Arc<Split>>,
    pub selectivity: Selectivity,
    pub nodes: u64,
    pub counted: u64,
    pub trials: u32,
}

impl<'a> ThreadSearch<'a> {
    pub fn new(
        table: &'a Table,
        near_end: &'a mut NearEnd,
        evaluation: &'a Evaluation,
        parameters: Parameters,
        clock: &'a SearchClock<'a>,
        pool: Option<&'a Pool>,
    ) -> Self {
        Self {
            table,
            near_end,
            evaluation,
            parameters,
            clock,
            pool,
            split: None,
            selectivity: Selectivity::FULL,
            nodes: 0,
            counted: 0,
            trials: 0,
        }
    }

    pub fn all_nodes(&self) -> u64 {
        self.nodes + self.pool.map_or(0, Pool::nodes)
    }

    /// Counts nodes at intervals, and checks whether the search must end.
    pub fn check_clock(&mut self) -> Result<(), Interrupted> {
        if self.nodes - self.counted >= self.clock.nodes_per_check() {
            self.clock.count(self.nodes - self.counted);
            self.counted = self.nodes;
        }
        let is_unneeded = self.split.as_ref().is_some_and(|split| split.is_cut());
        if is_unneeded || self.clock.has_ended() {
            Err(Interrupted)
        } else {
            Ok(())
        }
    }

    /// The best known move of a position; `None` for an unknown position or an illegal move.
    pub fn best_known(&self, position: Position) -> Option<u32> {
        let square = match self.table.get(position) {
            Some(entry) => u32::from(entry.best[0]),
            None => self.near_end.best(position)?,
        };
        // Another position may have the same hash.
        squares(position.legal_moves()).find(|&legal| legal == square)
    }

    /// Stores the bounds and the best move of a node; `known` is its previous entry.
    pub fn store(
        &self,
        node: &SearchNode,
        [lower, upper]: [i32; 2],
        known: Option<TableEntry>,
        best: u32,
    ) {
        let byte = |number: u32| number.to_le_bytes()[0];
        let best = byte(best);
        let former = known.map_or([NO_SQUARE; 2], |entry| entry.best);
        let second = if former[0] == best {
            former[1]
        } else {
            former[0]
        };
        #[expect(clippy::cast_possible_truncation, reason = "scores are at most 64")]
        let entry = TableEntry {
            lower: lower as i8,
            upper: upper as i8,
            depth: byte(node.depth),
            selectivity: self.selectivity.number(),
            best: [best, second],
        };
        self.table.put(node.position, entry);
    }
}
