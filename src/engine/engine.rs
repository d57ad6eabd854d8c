//! The engine that other rooms use: its memory, its threads, and one method to search.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Instant;

use super::clock::Clock;
use super::endgame::NearEnd;
use super::eval::Evaluation;
use super::iterate::iterate;
use super::parallel::{Closing, Pool};
use super::search::Search;
use super::table_size::{SizedTable, bytes_for};
use super::{Found, Limits, Position};

/// The Reversi engine, which remembers its former searches.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use reversi::engine::{Engine, Limits, Position};
///
/// let mut engine = Engine::new(1, 1);
/// let limits = Limits { depth: 6, exact_from: 0, ..Limits::default() };
/// let never = AtomicBool::new(false);
/// let found = engine.search(Position::START, &limits, &never, &mut |_| ());
/// assert!(Position::START.legal_moves() >> found.best().unwrap() & 1 == 1);
/// assert_eq!(found.depth, 6);
/// ```
#[derive(Debug)]
pub struct Engine {
    table: SizedTable,
    near_end: NearEnd,
    /// One for each further thread.
    near_end_of_helpers: Vec<NearEnd>,
    /// The default evaluation if `None`, set by the first search.
    evaluation: Option<Arc<Evaluation>>,
}

impl Engine {
    /// An engine with a transposition table of at most `hash_mb` MiB, and a number of threads.
    ///
    /// The table is allocated when a search can make use of it. With one thread, searches are
    /// deterministic.
    pub fn new(hash_mb: usize, threads: usize) -> Self {
        Self {
            table: SizedTable::new(hash_mb.max(1) << 20),
            near_end: NearEnd::default(),
            near_end_of_helpers: (1..threads).map(|_| NearEnd::default()).collect(),
            evaluation: None,
        }
    }

    /// The same engine with another evaluation than the default.
    #[must_use]
    pub fn with_evaluation(self, evaluation: Arc<Evaluation>) -> Self {
        Self { evaluation: Some(evaluation), ..self }
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

    /// Searches a position within limits for its best moves.
    ///
    /// `observer` receives the result of every iteration. When `stop` becomes true, the search
    /// returns soon with its latest result: at least a legal move with a score, if there is one. If
    /// the side to move has to pass, lines begin with a move of the opponent.
    pub fn search(
        &mut self,
        position: Position,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn FnMut(&Found),
    ) -> Found {
        let start = Instant::now();
        let table = self.table.prepare(bytes_for(position, limits));
        let evaluation: &Evaluation = self.evaluation.get_or_insert_with(Evaluation::usual);
        let clock = Clock::new(stop, limits);
        let near_end = &mut self.near_end;
        if self.near_end_of_helpers.is_empty() {
            let mut search = Search::new(table, near_end, evaluation, &clock, None);
            return iterate(&mut search, position, limits, start, observer);
        }
        let pool = Pool::default();
        thread::scope(|scope| {
            let _closing = Closing(&pool);
            for near_end in &mut self.near_end_of_helpers {
                let (pool, clock) = (&pool, &clock);
                let help = move || {
                    Search::new(table, near_end, evaluation, clock, Some(pool)).help_until_closed();
                };
                // Where no more threads can be started, those that there are find the same.
                if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            let mut search = Search::new(table, near_end, evaluation, &clock, Some(&pool));
            iterate(&mut search, position, limits, start, observer)
        })
    }
}
