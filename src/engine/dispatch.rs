//! The engine that other rooms use. It passes every search to the copy of the engine that is
//! compiled for this processor.
//!
//! The build script compiles the rest of this folder once for each [`Processor`], as a crate of its
//! own. Each copy has its own types, so positions, limits and results are converted on the way; the
//! weights in memory are shared.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[cfg(feature = "trainer")]
use super::Parameters;
use super::eval::Evaluation;
use super::{Found, Limits, Position, Processor};

/// What a copy of the engine can do.
struct Functions {
    searcher: fn(usize, usize) -> Box<dyn AnySearcher>,
    perft: fn(Position, u32) -> u64,
    perft_parallel: fn(Position, u32, usize) -> u64,
    perft_table: fn(usize) -> Box<dyn AnyPerftTable>,
}

impl Processor {
    fn functions(self) -> &'static Functions {
        match self {
            Self::Portable => &portable::FUNCTIONS,
            #[cfg(all(engine_copies, not(doc)))]
            Self::V2 => &v2::FUNCTIONS,
            #[cfg(all(engine_copies, not(doc)))]
            Self::V3 => &v3::FUNCTIONS,
            #[cfg(all(engine_copies, not(doc)))]
            Self::V4 => &v4::FUNCTIONS,
            #[cfg(all(engine_copies, doc))]
            _ => &portable::FUNCTIONS,
        }
    }
}

/// The searcher of a copy.
trait AnySearcher: fmt::Debug + Send {
    fn search(
        &mut self,
        evaluation: &Arc<Evaluation>,
        position: Position,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn FnMut(&Found),
    ) -> Found;
    fn clear(&mut self);
    fn hash_mb(&self) -> usize;
    #[cfg(feature = "trainer")]
    fn set_parameters(&mut self, values: [i32; Parameters::COUNT]);
}

/// The table of perft counts of a copy.
trait AnyPerftTable: fmt::Debug + Send + Sync {
    fn perft(&self, position: Position, depth: u32, threads: usize) -> u64;
}

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

    /// The same engine with other parameters of the search than the usual ones.
    #[cfg(feature = "trainer")]
    #[must_use]
    pub fn with_parameters(mut self, parameters: Parameters) -> Self {
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
        let evaluation = self.evaluation.get_or_insert_with(Evaluation::usual);
        self.searcher.search(evaluation, position, limits, stop, observer)
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
    (Processor::in_use().functions().perft)(position, depth)
}

/// [`perft`] on several threads.
pub fn perft_parallel(position: Position, depth: u32, threads: usize) -> u64 {
    (Processor::in_use().functions().perft_parallel)(position, depth, threads)
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
pub struct PerftTable(Box<dyn AnyPerftTable>);

impl PerftTable {
    /// An empty table of at most this many bytes; at least one bucket.
    pub fn new(bytes: usize) -> Self {
        Self((Processor::in_use().functions().perft_table)(bytes))
    }
}

/// The copy that is part of the library itself, for any processor.
mod portable {
    use super::super::perft::{self, perft, perft_parallel};
    use super::super::searcher::Searcher;
    use super::{AnyPerftTable, AnySearcher, Functions};
    use super::{Arc, AtomicBool, Evaluation, Found, Limits, Position};

    pub(super) const FUNCTIONS: Functions = Functions {
        searcher: |hash_mb, threads| Box::new(Searcher::new(hash_mb, threads)),
        perft,
        perft_parallel,
        perft_table: |bytes| Box::new(perft::PerftTable::new(bytes)),
    };

    impl AnySearcher for Searcher {
        fn search(
            &mut self,
            evaluation: &Arc<Evaluation>,
            position: Position,
            limits: &Limits,
            stop: &AtomicBool,
            observer: &mut dyn FnMut(&Found),
        ) -> Found {
            self.search(evaluation, position, limits, stop, observer)
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

    impl AnyPerftTable for perft::PerftTable {
        fn perft(&self, position: Position, depth: u32, threads: usize) -> u64 {
            perft::perft_hashed(position, depth, threads, self)
        }
    }
}

/// A module with the functions of a copy, which is the crate of this name.
#[cfg(all(engine_copies, not(doc)))]
macro_rules! copy {
    ($name:ident, $crate_name:ident) => {
        mod $name {
            use $crate_name::engine as copy;

            use super::super::{Line, Selectivity};
            use super::{AnyPerftTable, AnySearcher, Functions};
            use super::{Arc, AtomicBool, Evaluation, Found, Limits, Position};

            pub(super) const FUNCTIONS: Functions = Functions {
                searcher: |hash_mb, threads| {
                    let searcher = copy::Searcher::new(hash_mb, threads);
                    Box::new(Searcher { searcher, evaluation: None })
                },
                perft: |position, depth| copy::perft(to_copy(position), depth),
                perft_parallel: |position, depth, threads| {
                    copy::perft_parallel(to_copy(position), depth, threads)
                },
                perft_table: |bytes| Box::new(PerftTable(copy::PerftTable::new(bytes))),
            };

            #[derive(Debug)]
            struct Searcher {
                searcher: copy::Searcher,
                /// That of the first search: an engine keeps its evaluation.
                evaluation: Option<copy::eval::Evaluation>,
            }

            impl AnySearcher for Searcher {
                fn search(
                    &mut self,
                    evaluation: &Arc<Evaluation>,
                    position: Position,
                    limits: &Limits,
                    stop: &AtomicBool,
                    observer: &mut dyn FnMut(&Found),
                ) -> Found {
                    let evaluation = self.evaluation.get_or_insert_with(|| {
                        copy::eval::Evaluation::of_shared(evaluation.shared())
                    });
                    let limits = limits_to_copy(limits);
                    let mut observe = |found: &copy::Found| observer(&from_copy(found));
                    let position = to_copy(position);
                    let found =
                        self.searcher.search(evaluation, position, &limits, stop, &mut observe);
                    from_copy(&found)
                }

                fn clear(&mut self) {
                    self.searcher.clear();
                }

                fn hash_mb(&self) -> usize {
                    self.searcher.hash_mb()
                }

                #[cfg(feature = "trainer")]
                fn set_parameters(&mut self, values: [i32; super::Parameters::COUNT]) {
                    self.searcher.set_parameters(values);
                }
            }

            #[derive(Debug)]
            struct PerftTable(copy::PerftTable);

            impl AnyPerftTable for PerftTable {
                fn perft(&self, position: Position, depth: u32, threads: usize) -> u64 {
                    copy::perft_hashed(to_copy(position), depth, threads, &self.0)
                }
            }

            fn to_copy(position: Position) -> copy::Position {
                copy::Position::new(position.player, position.opponent)
                    .expect("the sets of a position never overlap")
            }

            fn limits_to_copy(limits: &Limits) -> copy::Limits {
                let selectivity = |selectivity: Selectivity| {
                    copy::Selectivity::ALL[usize::from(selectivity.number())]
                };
                copy::Limits {
                    depth: limits.depth,
                    late_depths: limits
                        .late_depths
                        .map(|late| copy::LateDepth { from: late.from, depth: late.depth }),
                    selective_from: limits.selective_from,
                    target: limits.target,
                    exact_from: limits.exact_from,
                    selectivity: selectivity(limits.selectivity),
                    end_selectivity: selectivity(limits.end_selectivity),
                    time: limits.time,
                    nodes: limits.nodes,
                    lines: limits.lines,
                    only_outcome: limits.only_outcome,
                }
            }

            fn from_copy(found: &copy::Found) -> Found {
                let line =
                    |line: &copy::Line| Line { score: line.score, moves: line.moves.clone() };
                Found {
                    depth: found.depth,
                    selectivity: Selectivity::of_percent(found.selectivity.percent())
                        .unwrap_or(Selectivity::FULL),
                    to_the_end: found.to_the_end,
                    lines: found.lines.iter().map(line).collect(),
                    nodes: found.nodes,
                    time: found.time,
                }
            }
        }
    };
}

#[cfg(all(engine_copies, not(doc)))]
copy!(v2, reversi_engine_v2);
#[cfg(all(engine_copies, not(doc)))]
copy!(v3, reversi_engine_v3);
#[cfg(all(engine_copies, not(doc)))]
copy!(v4, reversi_engine_v4);
