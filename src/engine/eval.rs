//! The evaluation: the expected score of a position, without a search.
//!
//! It is a sum of learned weights: one for each instance of a pattern of squares, and one for each
//! of a few terms. There is a table of weights for every two plies. Only this folder knows the
//! patterns, phases and files of weights, so another evaluation replaces nothing else.

mod deviation;
mod features;
#[cfg(not(engine_copy))]
mod file;
mod header;
#[cfg(not(engine_copy))]
mod packing;
mod shape;

use std::sync::{Arc, LazyLock};

use super::Position;
use deviation::SearchErrors;
pub(super) use features::Features;
#[doc(hidden)]
pub use features::features;
#[cfg(not(engine_copy))]
pub use file::WeightsError;
pub use header::Header;
#[doc(hidden)]
pub use shape::WEIGHTS;
pub(crate) use shape::{FEATURES, parity_weights, shared};

/// The number of tables of weights: one for every two plies.
pub const PHASES: usize = 30;

/// The weight of one disc that a phase can have: the finest that its largest weight allows.
pub(crate) const SCALES: [u8; 4] = [8, 16, 32, 64];

/// The number of possible counts of empty squares, 0 to 60.
pub(crate) const COUNTS: usize = 61;

/// The largest file of weights, in bytes.
pub(crate) const LARGEST_FILE: u64 = 1 << 26;

/// The largest evaluation, in discs: greater scores are left to searches.
const MAX_EVALUATION: i32 = 62;

type PhaseTable = Box<[i8; WEIGHTS]>;

/// The weights of each phase, unpacked when first needed.
#[doc(hidden)]
pub type Tables = [LazyLock<PhaseTable, Box<dyn FnOnce() -> PhaseTable + Send>>; PHASES];

/// An evaluation as it passes between copies of the engine: the header as JSON, the packed weights,
/// and the unpacked ones. Each copy has types of its own, but those of the standard library are the
/// same in all of them.
#[doc(hidden)]
pub type SharedWeights = (String, Arc<Vec<Vec<u8>>>, Arc<Tables>);

/// Learned weights, and the errors of searches with them.
#[derive(Debug)]
pub struct Evaluation {
    header: Header,
    packed: Arc<Vec<Vec<u8>>>,
    tables: Arc<Tables>,
    /// The binary logarithm of a disc, by phase.
    shifts: [u32; PHASES],
    /// The correction at the leaves of a search, by the number of empty squares, in units of its
    /// phase.
    leaves: [i32; COUNTS],
    deviations: SearchErrors,
}

impl Evaluation {
    fn assembled(header: Header, packed: Arc<Vec<Vec<u8>>>, tables: Arc<Tables>) -> Self {
        let deviations = SearchErrors::new(header.midgame, header.end);
        let (shifts, leaves) = (header.shifts(), header.leaves());
        Self { header, packed, tables, shifts, leaves, deviations }
    }

    /// What another copy of the engine needs for the same evaluation.
    #[doc(hidden)]
    pub fn shared(&self) -> SharedWeights {
        (self.header.to_json(), Arc::clone(&self.packed), Arc::clone(&self.tables))
    }

    /// The evaluation of another copy of the engine, with the same tables in memory.
    ///
    /// # Panics
    /// When the header does not come from [`shared`](Self::shared).
    #[doc(hidden)]
    pub fn of_shared((header, packed, tables): SharedWeights) -> Self {
        let header = Header::from_json(&header).unwrap_or_else(|reason| panic!("{reason}"));
        Self::assembled(header, packed, tables)
    }

    /// The header of the file of weights.
    pub fn header(&self) -> &Header {
        &self.header
    }

    #[inline]
    fn table(&self, phase: usize) -> &[i8; WEIGHTS] {
        &self.tables[phase]
    }

    /// The expected score of a position with these legal moves, in discs, for the side to move.
    ///
    /// ```
    /// use reversi::engine::{Position, eval::Evaluation};
    /// let start = Position::START;
    /// assert!(Evaluation::global().evaluate(start, start.legal_moves()).abs() < 10);
    /// ```
    #[inline]
    pub fn evaluate(&self, position: Position, moves: u64) -> i32 {
        self.evaluate_with(&Features::of(position), position, moves)
    }

    /// The same, with the features of the position.
    #[inline]
    pub(super) fn evaluate_with(&self, features: &Features, position: Position, moves: u64) -> i32 {
        self.score(features, position, moves, 0)
    }

    /// The same at a leaf of a search, with a correction: the opponent has chosen its last move
    /// among errors of the evaluation, so the position is better than it seems for the side to
    /// move.
    #[inline]
    pub(super) fn evaluate_leaf(&self, features: &Features, position: Position, moves: u64) -> i32 {
        self.score(features, position, moves, self.leaves[position.empties() as usize])
    }

    /// The standard deviation, in discs, between searches of `shallow` and of `deep` plies. The
    /// deep search reaches the end of the game if there are no more empty squares than plies.
    pub(super) fn deviation(&self, empties: u32, deep: u32, shallow: u32) -> f32 {
        self.deviations.between(empties, deep, shallow)
    }

    #[inline]
    fn score(&self, features: &Features, position: Position, moves: u64, correction: i32) -> i32 {
        let phase = phase(position.empties());
        let (table, shift) = (self.table(phase), self.shifts[phase]);
        let terms = features::terms(position, moves);
        let sum =
            features.sum(table) + terms.map(|term| i32::from(table[term])).iter().sum::<i32>();
        ((sum + correction + (1 << shift) / 2) >> shift).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

/// The table for a number of empty squares.
pub(crate) fn phase(empties: u32) -> usize {
    (60_u32.saturating_sub(empties) as usize / 2).min(PHASES - 1)
}
