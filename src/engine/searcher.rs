//! The part of an engine that is compiled for each kind of processor: its memory, its threads and its search.

use std::thread;
use std::time::Instant;

use super::clock::{SearchClock, StopRequest};
use super::endgame::NearEnd;
use super::eval::{Evaluation, SharedWeights};
use super::iterate::iterate;
use super::parallel::{Closing, Pool};
use super::search::ThreadSearch;
use super::table_size::{SizedTable, bytes_for};
use super::{Limits, Position, SearchResult};

#[derive(Debug)]
pub struct Searcher {
    /// Set by the first search.
    evaluation: Option<Evaluation>,
    table: SizedTable,
    near_end: NearEnd,
    near_end_of_helpers: Vec<NearEnd>,
}

impl Searcher {
    pub fn new(hash_mb: usize, threads: usize) -> Self {
        Self {
            evaluation: None,
            table: SizedTable::new(hash_mb.max(1) << 20),
            near_end: NearEnd::default(),
            near_end_of_helpers: (1..threads).map(|_| NearEnd::default()).collect(),
        }
    }

    pub fn clear(&mut self) {
        self.table.clear();
        self.near_end.clear();
        self.near_end_of_helpers.iter_mut().for_each(NearEnd::clear);
    }

    pub fn hash_mb(&self) -> usize {
        self.table.max_bytes() >> 20
    }

    /// Like `Engine::search_until`, but takes the evaluation as `weights`, which only the first search calls.
    pub fn search(
        &mut self,
        weights: &dyn Fn() -> SharedWeights,
        position: Position,
        limits: &Limits,
        stop: StopRequest<'_>,
        report: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult {
        let start = Instant::now();
        let evaluation: &Evaluation = self
            .evaluation
            .get_or_insert_with(|| Evaluation::of_shared(weights()));
        let table = self.table.prepare(bytes_for(position, limits));
        let clock = SearchClock::new(stop, limits);
        let near_end = &mut self.near_end;
        let parameters = limits.tuning.parameters;
        if self.near_end_of_helpers.is_empty() {
            let mut search =
                ThreadSearch::new(table, near_end, evaluation, parameters, &clock, None);
            return iterate(&mut search, position, limits, start, report);
        }
        let pool = Pool::default();
        thread::scope(|scope| {
            let _closing = Closing(&pool);
            for near_end in &mut self.near_end_of_helpers {
                let pool = &pool;
                let clock = &clock;
                let help = move || {
                    ThreadSearch::new(table, near_end, evaluation, parameters, clock, Some(pool))
                        .help_until_closed();
                };
                // Fewer threads find the same, if no more can be started.
                if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            let mut search =
                ThreadSearch::new(table, near_end, evaluation, parameters, &clock, Some(&pool));
            iterate(&mut search, position, limits, start, report)
        })
    }
}
