//! The public engine: passes every search to the copy of the engine compiled for this processor.
//!
//! The build script compiles the rest of this folder once per [`Processor`], as a separate crate. Each copy has its
//! own types, so values are converted here; the weights in memory are shared.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::clock::StopRequest;
use super::eval::Evaluation;
use super::{Found, Limits, Line, Position, Processor};
use crate::games::Move;

/// The discs of the side to move, and of its opponent.
type DiscPair = [u64; 2];

type PlayInAll = fn(&[DiscPair], &[u8], &mut [DiscPair]) -> Option<usize>;

struct Functions {
    searcher: fn(usize, usize) -> Box<dyn AnySearcher>,
    perft: fn(Position, u32, usize) -> u64,
    perft_table: fn(usize) -> Box<dyn AnyCountTable>,
    legal_moves_of_all: fn(&[DiscPair], &mut [u64]) -> bool,
    play_in_all: PlayInAll,
}

impl Processor {
    fn functions(self) -> &'static Functions {
        match self {
            #[cfg(all(engine_copies, not(doc)))]
            Self::V2 => &v2::FUNCTIONS,
            #[cfg(all(engine_copies, not(doc)))]
            Self::V3 => &v3::FUNCTIONS,
            #[cfg(all(engine_copies, not(doc)))]
            Self::V4 => &v4::FUNCTIONS,
            _ => &portable::FUNCTIONS,
        }
    }

    pub(super) fn legal_moves_of_all(self, discs: &[DiscPair], moves: &mut [u64]) -> bool {
        (self.functions().legal_moves_of_all)(discs, moves)
    }

    pub(super) fn play_in_all(
        self,
        discs: &[DiscPair],
        squares: &[u8],
        after: &mut [DiscPair],
    ) -> Option<usize> {
        (self.functions().play_in_all)(discs, squares, after)
    }
}

trait AnySearcher: fmt::Debug + Send {
    fn search(
        &mut self,
        evaluation: &Evaluation,
        position: Position,
        limits: &Limits,
        stop: StopRequest<'_>,
        report: &mut dyn FnMut(&Found),
    ) -> Found;
    fn clear(&mut self);
    fn hash_mb(&self) -> usize;
}

trait AnyCountTable: fmt::Debug + Send + Sync {
    fn perft(&self, position: Position, depth: u32, threads: usize) -> u64;
}

/// The Reversi engine. It keeps its transposition table from search to search.
///
/// ```
/// use reversi::engine::{Engine, Limits, Position};
///
/// let mut engine = Engine::new(1, 1);
/// let limits = Limits { depth: 6, exact_from: 0, ..Limits::default() };
/// let found = engine.search(Position::START, &limits);
/// assert_eq!(found.best().unwrap().0, 19, "d3");
/// assert_eq!(found.depth, 6);
/// ```
#[derive(Debug)]
pub struct Engine {
    searcher: Box<dyn AnySearcher>,
    /// `None` for the default evaluation, until the first search loads it.
    evaluation: Option<Arc<Evaluation>>,
}

impl Engine {
    /// Creates an engine with `threads` threads and a transposition table of at most `hash_mb` MiB.
    ///
    /// The table is allocated when a search can use it. With one thread, searches that don't depend on time are
    /// deterministic, and the same on every processor.
    pub fn new(hash_mb: usize, threads: usize) -> Self {
        let functions = Processor::in_use().functions();
        Self {
            searcher: (functions.searcher)(hash_mb, threads),
            evaluation: None,
        }
    }

    /// Sets the evaluation, instead of the default one.
    #[must_use]
    pub fn with_evaluation(self, evaluation: Arc<Evaluation>) -> Self {
        Self {
            evaluation: Some(evaluation),
            ..self
        }
    }

    /// Discards the results of previous searches.
    pub fn clear(&mut self) {
        self.searcher.clear();
    }

    /// Returns the maximum size of the transposition table, in MiB. It is lower than requested if memory was short.
    pub fn hash_mb(&self) -> usize {
        self.searcher.hash_mb()
    }

    /// Searches a position within limits. If the side to move must pass, there is one line, which begins with the
    /// opponent's move.
    pub fn search(&mut self, position: Position, limits: &Limits) -> Found {
        self.search_until(position, limits, &|| false, &mut |_| ())
    }

    /// Like [`search`](Self::search), but passes every iteration's result to `report`. When `stop` becomes true, it
    /// soon returns the latest result: at least one legal move with a score, unless the game is over.
    pub fn search_with(
        &mut self,
        position: Position,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Found),
    ) -> Found {
        let is_requested = || stop.load(Ordering::Relaxed);
        self.search_until(position, limits, &is_requested, report)
    }

    /// Like [`search_with`](Self::search_with), but stops when `stop` returns true. All threads of the search call it,
    /// each after a few thousand nodes, and one of them is the calling thread.
    pub(crate) fn search_until(
        &mut self,
        position: Position,
        limits: &Limits,
        stop: StopRequest<'_>,
        report: &mut dyn FnMut(&Found),
    ) -> Found {
        let evaluation = self.evaluation.get_or_insert_with(Evaluation::global);
        self.searcher
            .search(evaluation, position, limits, stop, report)
    }
}

/// Returns the number of positions `depth` plies away.
///
/// A pass counts as a ply, and a game that ends earlier counts as one position. Counts from the start are published
/// to depth 14 and beyond. A program that omits passes, or counts them without a ply, first differs at depth 9.
///
/// ```
/// use reversi::engine::{Position, perft};
/// assert_eq!(perft(Position::START, 6), 8200);
/// ```
pub fn perft(position: Position, depth: u32) -> u64 {
    perft_parallel(position, depth, 1)
}

/// Like [`perft`], but on several threads.
pub fn perft_parallel(position: Position, depth: u32, threads: usize) -> u64 {
    (Processor::in_use().functions().perft)(position, depth, threads)
}

/// Like [`perft_parallel`], but with a table, which can be reused for other positions and depths. It saves counting
/// positions again that are symmetric, or reached in several ways.
///
/// ```
/// use reversi::engine::{PerftTable, Position, perft_hashed};
/// let table = PerftTable::new(1 << 20);
/// assert_eq!(perft_hashed(Position::START, 8, 2, &table), 390_216);
/// ```
pub fn perft_hashed(position: Position, depth: u32, threads: usize, table: &PerftTable) -> u64 {
    table.0.perft(position, depth, threads)
}

/// A table of perft counts for [`perft_hashed`], of fixed size. Threads share it without a lock. Counts are exact,
/// because whole positions are stored.
#[derive(Debug)]
pub struct PerftTable(Box<dyn AnyCountTable>);

impl PerftTable {
    /// Creates an empty table of at most `bytes` bytes, with at least one bucket.
    pub fn new(bytes: usize) -> Self {
        Self((Processor::in_use().functions().perft_table)(bytes))
    }
}

fn line((score, squares): &(i32, Vec<u32>)) -> Line {
    let to_move = |&square: &u32| Move(u16::try_from(square).unwrap_or(u16::MAX));
    Line {
        score: *score,
        moves: squares.iter().map(to_move).collect(),
    }
}

/// Defines a module with the functions of one copy of the engine, imported as `copy`.
macro_rules! copy {
    ($name:ident, $($import:item)*) => {
        mod $name {
            $($import)*
            use super::super::{Found, Limits, Position, Selectivity};
            use super::{AnyCountTable, AnySearcher, Evaluation, Functions, StopRequest};

            pub(super) const FUNCTIONS: Functions = Functions {
                searcher: |hash_mb, threads| Box::new(copy::Searcher::new(hash_mb, threads)),
                perft: |start, depth, threads| {
                    copy::count_positions(position(start), depth, threads)
                },
                perft_table: |bytes| Box::new(copy::CountTable::new(bytes)),
                legal_moves_of_all: copy::legal_moves_of_all,
                play_in_all: copy::play_in_all,
            };

            impl AnySearcher for copy::Searcher {
                fn search(
                    &mut self,
                    evaluation: &Evaluation,
                    start: Position,
                    limits: &Limits,
                    stop: StopRequest<'_>,
                    report: &mut dyn FnMut(&Found),
                ) -> Found {
                    let weights = || evaluation.shared();
                    let start = position(start);
                    let limits = to_copy(limits);
                    let mut report = |result: &copy::SearchResult| report(&found(result));
                    found(&self.search(&weights, start, &limits, stop, &mut report))
                }

                fn clear(&mut self) {
                    self.clear();
                }

                fn hash_mb(&self) -> usize {
                    self.hash_mb()
                }
            }

            impl AnyCountTable for copy::CountTable {
                fn perft(&self, start: Position, depth: u32, threads: usize) -> u64 {
                    copy::count_positions_hashed(position(start), depth, threads, self)
                }
            }

            fn position(position: Position) -> copy::Position {
                copy::Position::new(position.player, position.opponent)
                    .expect("the sets of a position never overlap")
            }

            fn to_copy(limits: &Limits) -> copy::Limits {
                let selectivity =
                    |level: Selectivity| copy::Selectivity::ALL[usize::from(level.number())];
                copy::Limits {
                    depth: limits.depth,
                    exact_from: limits.exact_from,
                    selectivity: selectivity(limits.selectivity),
                    end_selectivity: selectivity(limits.end_selectivity),
                    time: limits.time,
                    target: limits.target,
                    nodes: limits.nodes,
                    lines: limits.lines,
                    only_outcome: limits.only_outcome,
                    tuning: copy::Tuning {
                        late_depths: limits.tuning.late_depths,
                        selective_from: limits.tuning.selective_from,
                        parameters: copy::Parameters::of_values(limits.tuning.parameters.values()),
                    },
                }
            }

            fn found(result: &copy::SearchResult) -> Found {
                Found {
                    depth: result.depth,
                    selectivity: Selectivity::ALL[usize::from(result.selectivity)],
                    to_the_end: result.to_the_end,
                    lines: result.lines.iter().map(super::line).collect(),
                    nodes: result.nodes,
                    time: result.time,
                }
            }
        }
    };
}

copy! { portable, use crate::engine as copy; }
#[cfg(all(engine_copies, not(doc)))]
copy! { v2, extern crate reversi_engine_v2; use reversi_engine_v2::engine as copy; }
#[cfg(all(engine_copies, not(doc)))]
copy! { v3, extern crate reversi_engine_v3; use reversi_engine_v3::engine as copy; }
#[cfg(all(engine_copies, not(doc)))]
copy! { v4, extern crate reversi_engine_v4; use reversi_engine_v4::engine as copy; }
