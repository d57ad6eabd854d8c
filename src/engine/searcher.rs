//! The memory and the threads of an engine, and one method to search.

use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Instant;

#[cfg(feature = "trainer")]
use super::Parameters;
use super::clock::Clock;
use super::endgame::NearEnd;
use super::eval::Evaluation;
use super::iterate::iterate;
use super::parallel::{Closing, Pool};
use super::parameters::InUse;
use super::search::Search;
use super::table_size::{SizedTable, bytes_for};
use super::{Found, Limits, Position};

/// The part of an engine that is compiled for a kind of processor: its memory and its threads.
#[derive(Debug)]
pub struct Searcher {
    parameters: InUse,
    table: SizedTable,
    near_end: NearEnd,
    /// One for each further thread.
    near_end_of_helpers: Vec<NearEnd>,
}

impl Searcher {
    /// A searcher with a transposition table of at most `hash_mb` MiB, and a number of threads.
    ///
    /// The table is allocated when a search can make use of it. With one thread, searches are
    /// deterministic.
    pub fn new(hash_mb: usize, threads: usize) -> Self {
        Self {
            parameters: InUse::USUAL,
            table: SizedTable::new(hash_mb.max(1) << 20),
            near_end: NearEnd::default(),
            near_end_of_helpers: (1..threads).map(|_| NearEnd::default()).collect(),
        }
    }

    /// Searches with these values of the parameters from now on.
    #[cfg(feature = "trainer")]
    pub fn set_parameters(&mut self, values: [i32; Parameters::COUNT]) {
        self.parameters = Parameters::of_values(values).into();
    }

    /// Forgets former searches.
    pub fn clear(&mut self) {
        self.table.clear();
        self.near_end.clear();
        self.near_end_of_helpers.iter_mut().for_each(NearEnd::clear);
    }

    /// Maximum size of the transposition table, in MiB: smaller than requested once memory did not
    /// suffice.
    pub fn hash_mb(&self) -> usize {
        self.table.max_bytes() >> 20
    }

    /// See `Engine::search`.
    pub fn search(
        &mut self,
        evaluation: &Evaluation,
        position: Position,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn FnMut(&Found),
    ) -> Found {
        let start = Instant::now();
        let table = self.table.prepare(bytes_for(position, limits));
        let clock = Clock::new(stop, limits);
        let (near_end, parameters) = (&mut self.near_end, self.parameters);
        if self.near_end_of_helpers.is_empty() {
            let mut search = Search::new(table, near_end, evaluation, parameters, &clock, None);
            return iterate(&mut search, position, limits, start, observer);
        }
        let pool = Pool::default();
        thread::scope(|scope| {
            let _closing = Closing(&pool);
            for near_end in &mut self.near_end_of_helpers {
                let (pool, clock) = (&pool, &clock);
                let help = move || {
                    Search::new(table, near_end, evaluation, parameters, clock, Some(pool))
                        .help_until_closed();
                };
                // Where no more threads can be started, those that there are find the same.
                if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            let mut search =
                Search::new(table, near_end, evaluation, parameters, &clock, Some(&pool));
            iterate(&mut search, position, limits, start, observer)
        })
    }
}
