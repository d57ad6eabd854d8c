//! The engine that other rooms use. It passes every search to the copy of the engine that is compiled for this
//! processor.
//!
//! The build script compiles the rest of this folder once for each [`Processor`], as a crate of its own. Each copy
//! has its own types, so what passes between them is converted here; the weights in memory are shared.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[cfg(feature = "trainer")]
use super::Parameters;
use super::eval::Evaluation;
use super::{Found, Limits, Line, Position, Processor};
use crate::games::Move;

struct Functions {
    searcher: fn(usize, usize) -> Box<dyn AnySearcher>,
    perft: fn(Position, u32, usize) -> u64,
    perft_table: fn(usize) -> Box<dyn AnyCountTable>,
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
}

trait AnySearcher: fmt::Debug + Send {
    fn search(
        &mut self,
        evaluation: &Evaluation,
        position: Position,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Found),
    ) -> Found;
    fn clear(&mut self);
    fn hash_mb(&self) -> usize;
    #[cfg(feature = "trainer")]
    fn set_parameters(&mut self, values: [i32; Parameters::COUNT]);
}

trait AnyCountTable: fmt::Debug + Send + Sync {
    fn perft(&self, position: Position, depth: u32, threads: usize) -> u64;
}

/// The Reversi engine, which remembers its former searches.
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
    /// The default evaluation if `None`, set by the first search.
    evaluation: Option<Arc<Evaluation>>,
}

impl Engine {
    /// An engine with a transposition table of at most `hash_mb` MiB, and a number of threads.
    ///
    /// The table is allocated when a search can make use of it. With one thread, searches are
    /// deterministic, and the same on every processor.
    pub fn new(hash_mb: usize, threads: usize) -> Self {
        let functions = Processor::in_use().functions();
        Self { searcher: (functions.searcher)(hash_mb, threads), evaluation: None }
    }

    /// The same engine with another evaluation than the default.
    #[must_use]
    pub fn with_evaluation(self, evaluation: Arc<Evaluation>) -> Self {
        Self { evaluation: Some(evaluation), ..self }
    }

    /// The same engine with other parameters of the search than the default.
    #[cfg(feature = "trainer")]
    #[must_use]
    pub(crate) fn with_parameters(mut self, parameters: Parameters) -> Self {
        self.searcher.set_parameters(parameters.values());
        self
    }

    /// Forgets former searches.
    pub fn clear(&mut self) {
        self.searcher.clear();
    }

    /// Maximum size of the transposition table, in MiB: smaller than requested once memory did not
    /// suffice.
    pub fn hash_mb(&self) -> usize {
        self.searcher.hash_mb()
    }

    /// Searches a position within limits for its best moves.
    ///
    /// If the side to move has to pass, lines begin with a move of the opponent.
    pub fn search(&mut self, position: Position, limits: &Limits) -> Found {
        self.search_with(position, limits, &AtomicBool::new(false), &mut |_| ())
    }

    /// The same, and `report` receives the result of every iteration. When `stop` becomes true, the search
    /// returns soon with its latest result: at least a legal move with a score, if there is one.
    pub fn search_with(
        &mut self,
        position: Position,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Found),
    ) -> Found {
        let evaluation = self.evaluation.get_or_insert_with(Evaluation::global);
        self.searcher.search(evaluation, position, limits, stop, report)
    }
}

/// The number of positions `depth` plies away. A pass counts as a ply, and so do games that ended
/// before.
///
/// Counts from the start are published to depth 14 and beyond. A program that forgets passes first
/// differs at depth 9, and so do counts for which a pass costs no depth.
///
/// ```
/// use reversi::engine::{Position, perft};
/// assert_eq!(perft(Position::START, 6), 8200);
/// ```
pub fn perft(position: Position, depth: u32) -> u64 {
    perft_parallel(position, depth, 1)
}

/// [`perft`] on several threads.
pub fn perft_parallel(position: Position, depth: u32, threads: usize) -> u64 {
    (Processor::in_use().functions().perft)(position, depth, threads)
}

/// [`perft`] on several threads with a table, which saves counting positions again that are reached
/// in several ways, or are symmetric. The table can be used again for other positions and depths.
///
/// ```
/// use reversi::engine::{PerftTable, Position, perft_hashed};
/// let table = PerftTable::new(1 << 20);
/// assert_eq!(perft_hashed(Position::START, 8, 2, &table), 390_216);
/// ```
pub fn perft_hashed(position: Position, depth: u32, threads: usize, table: &PerftTable) -> u64 {
    table.0.perft(position, depth, threads)
}

/// Counts found by [`perft_hashed`], by position and depth.
///
/// Its size is fixed, and threads share it without a lock. Counts are exact, because whole
/// positions are stored.
#[derive(Debug)]
pub struct PerftTable(Box<dyn AnyCountTable>);

impl PerftTable {
    /// An empty table of at most this many bytes; at least one bucket.
    pub fn new(bytes: usize) -> Self {
        Self((Processor::in_use().functions().perft_table)(bytes))
    }
}

fn line((score, squares): &(i32, Vec<u32>)) -> Line {
    let to_move = |&square: &u32| Move(u16::try_from(square).unwrap_or(u16::MAX));
    Line { score: *score, moves: squares.iter().map(to_move).collect() }
}

/// A module with the functions of a copy, which an import names.
macro_rules! copy {
    ($name:ident, $($import:item)*) => {
        mod $name {
            $($import)*
            use super::super::{Found, Limits, Position, Selectivity};
            use super::{AnyCountTable, AnySearcher, AtomicBool, Evaluation, Functions};

            pub(super) const FUNCTIONS: Functions = Functions {
                searcher: |hash_mb, threads| Box::new(copy::Searcher::new(hash_mb, threads)),
                perft: |start, depth, threads| {
                    copy::count_positions(position(start), depth, threads)
                },
                perft_table: |bytes| Box::new(copy::CountTable::new(bytes)),
            };

            impl AnySearcher for copy::Searcher {
                fn search(
                    &mut self,
                    evaluation: &Evaluation,
                    start: Position,
                    limits: &Limits,
                    stop: &AtomicBool,
                    report: &mut dyn FnMut(&Found),
                ) -> Found {
                    let weights = || evaluation.shared();
                    let (start, limits) = (position(start), to_copy(limits));
                    let mut report = |result: &copy::SearchResult| report(&found(result));
                    found(&self.search(&weights, start, &limits, stop, &mut report))
                }

                fn clear(&mut self) {
                    self.clear();
                }

                fn hash_mb(&self) -> usize {
                    self.hash_mb()
                }

                #[cfg(feature = "trainer")]
                fn set_parameters(&mut self, values: [i32; super::Parameters::COUNT]) {
                    self.set_parameters(values);
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
