//! What a position seems to be worth without searching.
//!
//! A sum of learned weights: one for what each pattern of squares looks like, and one for each of a
//! few terms. There is a table of weights for every two plies. Patterns, phases and the file of
//! weights are known here and nowhere else, so that another evaluation takes another version of this
//! room alone.

mod features;
mod file;
mod shape;

use std::sync::{Arc, OnceLock};

use thiserror::Error;

use super::Position;
use super::probcut::Model;
pub(super) use features::Features;
pub use features::features;
pub use file::Header;
pub use shape::{FEATURES, WEIGHTS, parity_weights, shared};

/// How many tables of weights there are: one for every two plies.
pub const PHASES: usize = 30;

/// What a weight of one disc can be in a phase: as fine as the largest weights of the phase allow.
pub const SCALES: [u8; 4] = [8, 16, 32, 64];

/// The score of a position is guessed to be at most this; what is sure is for searches to say.
const MOST: i32 = 62;

/// How many numbers of empty squares there are.
pub const COUNTS: usize = 61;

/// The weights that come with the program.
static SHIPPED: &[u8] = include_bytes!("../../weights/reversi.weights");

/// The weights that searches use if nothing else is said.
static USUAL: OnceLock<Arc<Evaluation>> = OnceLock::new();

/// The table for a number of empty squares.
///
/// ```
/// use reversi::engine::eval::phase;
/// assert_eq!([60, 59, 58, 2, 1, 0].map(phase), [0, 0, 1, 29, 29, 29]);
/// ```
pub fn phase(empties: u32) -> usize {
    (60_u32.saturating_sub(empties) as usize / 2).min(PHASES - 1)
}

/// The weights of a phase.
type Table = Box<[i8; WEIGHTS]>;

/// Learned weights, and how far searches with them are off.
#[derive(Debug)]
pub struct Evaluation {
    header: Header,
    /// The weights of each phase, as they are in the file; of a blank evaluation none.
    packed: Vec<Vec<u8>>,
    /// Each phase is unpacked when it is first asked for.
    tables: [OnceLock<Table>; PHASES],
    /// For each phase which power of two a disc is.
    shifts: [u32; PHASES],
    /// For each number of empty squares what is added at the end of a search, in units of its phase.
    leaves: [i32; COUNTS],
    pub(super) midgame: Model,
    pub(super) end: Model,
}

/// Why weights can't be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// The file is something else.
    #[error("it is no file of weights: it does not begin with {0:?}")]
    Foreign(&'static str),
    /// The file is of another version of the program, or damaged.
    #[error("{0}")]
    Damaged(String),
    /// Searches have begun with other weights.
    #[error("other weights are in use already")]
    InUse,
}

impl Evaluation {
    /// One that knows nothing, and thinks every position to be even: what learning begins with.
    pub fn blank() -> Self {
        Self::new(Header::blank(), Vec::new())
    }

    fn new(header: Header, packed: Vec<Vec<u8>>) -> Self {
        let (midgame, end) = (Model::new(header.midgame), Model::new(header.end));
        let tables = [const { OnceLock::new() }; PHASES];
        let (shifts, leaves) = (header.shifts(), header.leaves());
        Self { header, packed, tables, shifts, leaves, midgame, end }
    }

    /// The weights that come with the program, or those given to [`install`](Self::install).
    ///
    /// # Panics
    /// When the program was built with a damaged file of weights.
    pub fn usual() -> Arc<Self> {
        let evaluation = USUAL.get_or_init(|| match Self::read(SHIPPED) {
            Ok(evaluation) => Arc::new(evaluation),
            Err(error) => panic!("weights/reversi.weights: {error}"),
        });
        Arc::clone(evaluation)
    }

    /// Lets all searches from now on use these weights.
    ///
    /// # Errors
    /// [`WeightsError::InUse`] when there has been a search already.
    pub fn install(self) -> Result<(), WeightsError> {
        USUAL.set(Arc::new(self)).map_err(|_| WeightsError::InUse)
    }

    /// What the file says of the weights.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The weights of a phase.
    #[inline]
    fn table(&self, empties: u32) -> &[i8; WEIGHTS] {
        let phase = phase(empties);
        match self.tables[phase].get() {
            Some(table) => table,
            None => self.unpacked(phase),
        }
    }

    #[cold]
    fn unpacked(&self, phase: usize) -> &[i8; WEIGHTS] {
        self.tables[phase].get_or_init(|| {
            let packed = self.packed.get(phase).map(Vec::as_slice);
            // What was read has been unpacked once to see that it is whole.
            packed.and_then(file::unpack).unwrap_or_else(file::blank)
        })
    }

    /// What a position seems to be worth to the side to move, in discs, when its legal moves are
    /// known.
    #[inline]
    pub fn evaluate(&self, position: Position, moves: u64) -> i32 {
        self.evaluate_with(&Features::of(position), position, moves)
    }

    /// The same when the indices of the patterns are known.
    #[inline]
    pub(super) fn evaluate_with(&self, features: &Features, position: Position, moves: u64) -> i32 {
        self.score(features, position, moves, 0)
    }

    /// The same for the last position of a search: whoever has moved there has chosen among errors too,
    /// so that it is worth more to the side to move than it seems.
    #[inline]
    pub(super) fn evaluate_leaf(&self, features: &Features, position: Position, moves: u64) -> i32 {
        self.score(features, position, moves, self.leaves[position.empties() as usize])
    }

    /// The sum of the weights and of what is added to it, in discs.
    #[inline]
    fn score(&self, features: &Features, position: Position, moves: u64, added: i32) -> i32 {
        let empties = position.empties();
        let (table, shift) = (self.table(empties), self.shifts[phase(empties)]);
        let terms = features::terms(position, moves);
        let sum =
            features.sum(table) + terms.map(|term| i32::from(table[term])).iter().sum::<i32>();
        ((sum + added + (1 << shift) / 2) >> shift).clamp(-MOST, MOST)
    }
}
