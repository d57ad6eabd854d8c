//! The evaluation: the expected score of a position, without a search.
//!
//! It is a sum of learned weights: one per instance of a pattern of squares, and one for each of a few terms. Every
//! two plies share a table of weights. Where it decides, at leaves close to the window, a small network corrects the
//! sum. Only this folder depends on patterns, phases and weights files.

mod deviation;
mod features;
#[cfg(not(engine_copy))]
mod file;
mod header;
mod network;
#[cfg(not(engine_copy))]
mod packing;
mod shape;

use std::sync::{Arc, LazyLock, OnceLock};

use super::Position;
use super::score::ScoreWindow;
use deviation::SearchErrors;
pub(super) use features::Features;
#[doc(hidden)]
pub use features::features;
#[cfg(not(engine_copy))]
pub use file::WeightsError;
pub use header::Header;
pub use network::Network;
pub(crate) use network::{HIDDEN, INPUTS, LAYER, LAYERS, SUMS};
use network::{LeafNetwork, SharedNetwork};
use shape::TERM_COUNT;
#[doc(hidden)]
pub use shape::WEIGHTS;
pub(crate) use shape::{FEATURES, TERM_STARTS, parity_weights, shared};

/// The number of weight tables: one for every two plies.
pub const PHASES: usize = 30;

/// The possible scales: weight units per disc. A phase uses the one with the smallest rounding error.
pub(crate) const SCALES: [u8; 4] = [8, 16, 32, 64];

/// The binary logarithm of the largest scale.
const FINEST: u32 = 6;

/// The number of possible counts of empty squares, 0 to 60.
pub(crate) const COUNTS: usize = 61;

/// The maximum size of a weights file, in bytes.
pub(crate) const LARGEST_FILE: u64 = 1 << 26;

/// The maximum evaluation, in discs. Only a search can return a higher score.
const MAX_EVALUATION: i32 = 62;

/// The distance from the window, in discs, within which the network judges a leaf. Tuned on games.
const NEAR: i32 = 3;

/// A distance within which no leaf is, without a network.
const NOWHERE: i32 = -1000;

type PhaseTable = Box<[i8; WEIGHTS]>;

/// The weights of each phase, unpacked on first use.
#[doc(hidden)]
pub type Tables = [LazyLock<PhaseTable, Box<dyn FnOnce() -> PhaseTable + Send>>; PHASES];

/// An evaluation as passed between copies of the engine: JSON header, packed weights, unpacked weights and network.
/// All copies share the standard library's types, but not the engine's.
#[doc(hidden)]
pub type SharedWeights = (
    String,
    Arc<Vec<Vec<u8>>>,
    Arc<Tables>,
    Option<SharedNetwork>,
);

/// A set of learned weights, with its model of search errors.
#[derive(Debug)]
pub struct Evaluation {
    header: Header,
    packed: Arc<Vec<Vec<u8>>>,
    tables: Arc<Tables>,
    /// The binary logarithm of the scale, by phase.
    shifts: [u32; PHASES],
    /// The correction at search leaves, by number of empty squares, in weight units.
    leaves: [i32; COUNTS],
    deviations: SearchErrors,
    shared_network: Option<SharedNetwork>,
    network: OnceLock<LeafNetwork>,
    /// [`NEAR`], or [`NOWHERE`].
    near: i32,
}

impl Evaluation {
    fn assembled(
        header: Header,
        packed: Arc<Vec<Vec<u8>>>,
        tables: Arc<Tables>,
        shared_network: Option<SharedNetwork>,
    ) -> Self {
        let deviations = SearchErrors::new(header.midgame, header.end);
        let shifts = header.shifts();
        let leaves = header.leaves();
        let near = if shared_network.is_some() {
            NEAR
        } else {
            NOWHERE
        };
        let network = OnceLock::new();
        Self {
            header,
            packed,
            tables,
            shifts,
            leaves,
            deviations,
            shared_network,
            network,
            near,
        }
    }

    /// Returns the data from which another copy of the engine creates the same evaluation.
    #[doc(hidden)]
    pub fn shared(&self) -> SharedWeights {
        let network = self.shared_network.clone();
        (
            self.header.to_json(),
            Arc::clone(&self.packed),
            Arc::clone(&self.tables),
            network,
        )
    }

    /// Creates the evaluation of another copy of the engine, using the same tables in memory.
    ///
    /// # Panics
    /// Panics if the header does not come from [`shared`](Self::shared).
    #[doc(hidden)]
    pub fn of_shared((header, packed, tables, network): SharedWeights) -> Self {
        let header = Header::from_json(&header).unwrap_or_else(|reason| panic!("{reason}"));
        Self::assembled(header, packed, tables, network)
    }

    /// Returns the header of the weights file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    #[inline]
    fn table(&self, phase: usize) -> &[i8; WEIGHTS] {
        &self.tables[phase]
    }

    /// Returns the expected score for the side to move, in discs; `moves` are its legal moves.
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

    /// Like [`evaluate`](Self::evaluate), but takes the features of the position.
    #[inline]
    pub(super) fn evaluate_with(&self, features: &Features, position: Position, moves: u64) -> i32 {
        let sum = self.sum(features, position, moves);
        self.discs(sum.table, sum.phase)
    }

    /// Like `evaluate_with`, but for a leaf of a search in `window`. The opponent has chosen its last move among
    /// evaluations with errors, so the position is better for the side to move than it seems. Near a closed window, the
    /// network judges it; searches that order moves without it have a window that is open at one end.
    #[inline]
    pub(super) fn evaluate_leaf(
        &self,
        features: &Features,
        position: Position,
        moves: u64,
        window: ScoreWindow,
    ) -> i32 {
        let sum = self.sum(features, position, moves);
        let correction = self.leaves[position.empties() as usize];
        let seems = self.discs(sum.table + correction, sum.phase);
        let is_near = seems < window.beta + self.near && seems > window.alpha - self.near;
        if is_near && window.is_closed() {
            self.judge(features, &sum, correction)
        } else {
            seems
        }
    }

    /// The evaluation by table and network, in discs.
    #[inline(never)]
    fn judge(&self, features: &Features, sum: &Sum, correction: i32) -> i32 {
        let Some(shared) = &self.shared_network else {
            return self.discs(sum.table + correction, sum.phase);
        };
        let network = self.network.get_or_init(|| LeafNetwork::new(shared));
        let shift = FINEST - self.shifts[sum.phase];
        let terms = std::array::from_fn(|term| sum.terms[term] - TERM_STARTS[term]);
        let more = network.correction(features, sum.phase, terms, sum.table << shift);
        let whole = ((sum.table + correction) << shift) + more;
        ((whole + (1 << FINEST) / 2) >> FINEST).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// The standard deviation, in discs, between searches of `shallow` and of `deep` plies. If `deep` is at least
    /// `empties`, the deep search reaches the end of the game.
    pub(super) fn deviation(&self, empties: u32, deep: u32, shallow: u32) -> f32 {
        self.deviations.between(empties, deep, shallow)
    }

    #[inline]
    fn sum(&self, features: &Features, position: Position, moves: u64) -> Sum {
        let phase = phase(position.empties());
        let table = self.table(phase);
        let terms = features::terms(position, moves);
        let of_terms = terms.map(|term| i32::from(table[term])).iter().sum::<i32>();
        Sum {
            phase,
            terms,
            table: features.sum(table) + of_terms,
        }
    }

    #[inline]
    fn discs(&self, sum: i32, phase: usize) -> i32 {
        let shift = self.shifts[phase];
        ((sum + (1 << shift) / 2) >> shift).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

/// The sum of the weights of a position.
struct Sum {
    phase: usize,
    /// The indices of the terms' weights.
    terms: [usize; TERM_COUNT],
    /// In weight units.
    table: i32,
}

pub(crate) fn phase(empties: u32) -> usize {
    (60_u32.saturating_sub(empties) as usize / 2).min(PHASES - 1)
}
