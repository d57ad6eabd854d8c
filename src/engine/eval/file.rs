//! Reads and writes weights files: two lines of text, then the packed weights of each phase and the packed network.
//!
//! The first line is the magic with the version, the second a [`Header`] as a JSON object. Each phase has one byte
//! per weight, without weights that equal an earlier one by symmetry, compressed with zlib. So is the network, which
//! may be missing: the numbers of its layers, its start, and a row of bytes per weight.

use std::sync::{Arc, LazyLock, OnceLock};

use thiserror::Error;

use super::header::{Header, crc32, shape};
use super::network::{Network, Parts, SharedNetwork};
use super::packing::{self, pack, pack_network, quantised, unpack, unpack_network};
use super::shape::WEIGHTS;
use super::{COUNTS, Evaluation, PHASES, PhaseTable, SCALES};

const MAGIC: &str = "reversi weights 2\n";

/// Corrections at leaves must be smaller than this, in discs.
const LARGEST_LEAF: f32 = 16.0;

/// The second line must be shorter than this, in bytes.
const LONGEST_HEADER: usize = 1 << 16;

static BUILT_IN: &[u8] = include_bytes!("../../../weights/reversi.weights");

static GLOBAL: OnceLock<Arc<Evaluation>> = OnceLock::new();

/// The error returned when weights can't be loaded or installed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// Not a weights file.
    #[error("not a weights file: missing the header {0:?}")]
    Foreign(&'static str),
    /// A damaged file, or a file from another version of the program.
    #[error("{0}")]
    Damaged(String),
    /// Other weights are already in use.
    #[error("other weights are in use already")]
    InUse,
}

impl Evaluation {
    /// Returns the default evaluation: the built-in weights, or those given to [`install`](Self::install).
    ///
    /// # Panics
    /// Panics if the program was built with a damaged weights file.
    pub fn global() -> Arc<Self> {
        // No checks: the tests verify the embedded weights.
        let evaluation = GLOBAL.get_or_init(|| match Self::read(BUILT_IN) {
            Ok(evaluation) => Arc::new(evaluation),
            Err(error) => panic!("weights/reversi.weights: {error}"),
        });
        Arc::clone(evaluation)
    }

    /// Makes this the default evaluation of the process.
    ///
    /// # Errors
    /// Returns [`WeightsError::InUse`] if the default evaluation is already in use.
    pub fn install(self) -> Result<(), WeightsError> {
        GLOBAL.set(Arc::new(self)).map_err(|_| WeightsError::InUse)
    }

    /// Creates an evaluation that scores every position 0: the start of training.
    pub fn blank() -> Self {
        Self::new(Header::blank(), Vec::new())
    }

    fn new(header: Header, packed: Vec<Vec<u8>>) -> Self {
        let packed = Arc::new(packed);
        let tables = std::array::from_fn(|phase| {
            let packed = Arc::clone(&packed);
            let unpacked = move || {
                // `from_bytes` has checked that every phase can be unpacked.
                packed
                    .get(phase)
                    .and_then(|bytes| unpack(bytes))
                    .unwrap_or_else(packing::blank)
            };
            LazyLock::new(Box::new(unpacked) as Box<dyn FnOnce() -> PhaseTable + Send>)
        });
        let network = (header.network > 0).then(|| {
            let packed = Arc::clone(&packed);
            let unpacked = move || {
                // `from_bytes` has checked this, too.
                let network = packed.get(PHASES).and_then(|bytes| unpack_network(bytes));
                let Network {
                    rows,
                    start,
                    layers,
                } = network.unwrap_or_else(packing::no_network);
                (rows, start, layers)
            };
            SharedNetwork::new(LazyLock::new(
                Box::new(unpacked) as Box<dyn FnOnce() -> Parts + Send>
            ))
        });
        Self::assembled(header, packed, Arc::new(tables), network)
    }

    /// Creates an evaluation from weights in discs: [`PHASES`] tables of [`WEIGHTS`] each.
    ///
    /// Weights are numbered as by `features`, and limited to 15.875 discs. Of weights that are equal by symmetry, the
    /// first one counts. The shape, scales, sizes and checksum of `header` are replaced; [`Evaluation::blank`] has a
    /// header to begin with. There is no network.
    ///
    /// # Panics
    /// Panics if the number of tables, or of weights in a table, is wrong.
    pub fn with_weights(header: &Header, phases: &[Vec<f32>]) -> Self {
        assert!(
            phases.len() == PHASES && phases.iter().all(|weights| weights.len() == WEIGHTS),
            "expected {PHASES} tables of {WEIGHTS} weights"
        );
        let quantised = phases.iter().map(|weights| quantised(weights));
        let (packed, scales): (Vec<Vec<u8>>, Vec<u8>) = quantised
            .map(|(table, scale)| (pack(&table), scale))
            .unzip();
        let sizes = packed.iter().map(Vec::len).collect();
        let shape = shape();
        let checksum = crc32(packed.iter().map(Vec::as_slice));
        Self::new(
            Header {
                shape,
                scales,
                sizes,
                network: 0,
                checksum,
                ..header.clone()
            },
            packed,
        )
    }

    /// Returns the same weights with this network instead of the previous one, if any.
    ///
    /// # Panics
    /// Panics if the network is not [valid](Network::is_valid).
    #[must_use]
    pub fn with_network(&self, network: &Network) -> Self {
        assert!(
            network.is_valid(),
            "a number of the network is out of its range"
        );
        if self.packed.is_empty() {
            return self.with_zeros().with_network(network);
        }
        let mut packed = self.packed.to_vec();
        packed.truncate(PHASES);
        packed.push(pack_network(network));
        let mut header = self.header.clone();
        header.network = packed[PHASES].len();
        header.checksum = crc32(packed.iter().map(Vec::as_slice));
        Self::new(header, packed)
    }

    /// A blank evaluation with tables of zeros.
    fn with_zeros(&self) -> Self {
        Self::with_weights(&self.header, &vec![vec![0.0; WEIGHTS]; PHASES])
    }

    /// Whether a network corrects the tables at search leaves.
    pub fn has_network(&self) -> bool {
        self.shared_network.is_some()
    }

    /// Returns a copy of the network, if any.
    pub fn network(&self) -> Option<Network> {
        let (rows, start, layers) = (***self.shared_network.as_ref()?).clone();
        Some(Network {
            rows,
            start,
            layers,
        })
    }

    /// Returns the weights of a phase, in discs.
    ///
    /// # Panics
    /// Panics if `phase` is [`PHASES`] or more.
    pub fn weights(&self, phase: usize) -> Vec<f32> {
        let disc = f32::from(self.header.scales[phase]);
        self.table(phase)
            .iter()
            .map(|&weight| f32::from(weight) / disc)
            .collect()
    }

    /// Returns the same weights with another header, except for its shape, scales, sizes and checksum.
    #[must_use]
    pub fn with_header(&self, header: &Header) -> Self {
        let Header {
            shape,
            scales,
            sizes,
            network,
            checksum,
            ..
        } = self.header.clone();
        let header = Header {
            shape,
            scales,
            sizes,
            network,
            checksum,
            ..header.clone()
        };
        Self::new(header, self.packed.to_vec())
    }

    /// Returns the weights file, which [`from_bytes`](Self::from_bytes) reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        // A blank evaluation has no tables, but every file has all of them.
        if self.packed.is_empty() {
            return self.with_zeros().to_bytes();
        }
        let mut bytes = format!("{MAGIC}{}\n", self.header.to_json()).into_bytes();
        for phase in self.packed.iter() {
            bytes.extend(phase);
        }
        bytes
    }

    /// Reads a weights file.
    ///
    /// # Errors
    /// Returns an error if it is not a weights file, is damaged, or has another shape.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let evaluation = Self::read(bytes)?;
        if crc32(evaluation.packed.iter().map(Vec::as_slice)) != evaluation.header.checksum {
            return Err(damaged("damaged: checksum mismatch"));
        }
        for (phase, packed) in evaluation.packed[..PHASES].iter().enumerate() {
            if unpack(packed).is_none() {
                return Err(damaged(format!("damaged: can't unpack phase {phase}")));
            }
        }
        if evaluation.packed[PHASES..]
            .iter()
            .any(|packed| unpack_network(packed).is_none())
        {
            return Err(damaged("damaged: can't unpack the network"));
        }
        Ok(evaluation)
    }

    /// Like `from_bytes`, but assumes that the packed weights are undamaged.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let rest = bytes
            .strip_prefix(MAGIC.as_bytes())
            .ok_or(WeightsError::Foreign(MAGIC.trim_end()))?;
        let end = rest
            .iter()
            .take(LONGEST_HEADER)
            .position(|&byte| byte == b'\n');
        let end = end.ok_or_else(|| damaged("damaged: incomplete second line"))?;
        let line = &rest[..end];
        let body = &rest[end + 1..];
        let header = Header::from_json(&String::from_utf8_lossy(line))
            .map_err(|reason| damaged(format!("its second line is damaged: {reason}")))?;
        if header.shape != shape() {
            return Err(damaged(format!(
                "incompatible shape {:?}, expected {:?} (features, weights, phases)",
                header.shape,
                shape()
            )));
        }
        let is_scale = |scale: &u8| SCALES.contains(scale);
        if header.scales.len() != PHASES || !header.scales.iter().all(is_scale) {
            return Err(damaged(format!(
                "its second line is damaged: expected {PHASES} scales of {SCALES:?}"
            )));
        }
        let whole = header
            .sizes
            .iter()
            .try_fold(header.network, |sum, &size| sum.checked_add(size));
        if header.sizes.len() != PHASES || whole != Some(body.len()) {
            let wanted = whole.map_or_else(|| "too many".to_owned(), |whole| whole.to_string());
            let found = body.len();
            return Err(damaged(format!(
                "damaged: {found} bytes of weights, expected {wanted}"
            )));
        }
        let is_number = |number: &f32| number.is_finite() && *number > 0.0;
        if !header.midgame.iter().chain(&header.end).all(is_number) {
            return Err(damaged(
                "its second line is damaged: deviations are positive numbers",
            ));
        }
        let is_small = |discs: &f32| discs.abs() < LARGEST_LEAF;
        if ![0, COUNTS].contains(&header.leaves.len()) || !header.leaves.iter().all(is_small) {
            return Err(damaged(format!(
                "its second line is damaged: expected {COUNTS} leaves below {LARGEST_LEAF} discs, or none"
            )));
        }
        let mut rest = body;
        let mut packed = Vec::with_capacity(PHASES + 1);
        for &size in header
            .sizes
            .iter()
            .chain(Some(&header.network).filter(|&&size| size > 0))
        {
            let (phase, others) = rest.split_at(size);
            packed.push(phase.to_vec());
            rest = others;
        }
        Ok(Self::new(header, packed))
    }
}

fn damaged(reason: impl Into<String>) -> WeightsError {
    WeightsError::Damaged(reason.into())
}

#[cfg(test)]
mod tests {
    use super::super::Features;
    use super::super::network::tests::random;
    use super::super::packing::SHARED;
    use super::super::shape::shared;
    use super::*;
    use crate::engine::Position;
    use crate::engine::score::{INFINITY, ScoreWindow};

    /// Weights from -2 to 2 discs in steps of a 32nd.
    fn some() -> Evaluation {
        let shared = shared();
        let phases: Vec<Vec<f32>> = (0..PHASES)
            .map(|phase| {
                let weight = |&first: &u32| {
                    let steps = first as usize * (phase + 3) % 129;
                    f32::from(u8::try_from(steps).unwrap()) / 32.0 - 2.0
                };
                shared.iter().map(weight).collect()
            })
            .collect();
        Evaluation::with_weights(&Header::blank(), &phases)
    }

    #[test]
    fn files_survive_a_round_trip() {
        let bytes = some().to_bytes();
        let read = Evaluation::from_bytes(&bytes).unwrap();
        assert_eq!(read.to_bytes(), bytes);
        for (phase, packed) in read.packed.iter().enumerate() {
            let table = unpack(packed).unwrap();
            assert_eq!(pack(&table), *packed);
            let first = SHARED[1000] as usize;
            let steps = first * (phase + 3) % 129;
            assert_eq!(i32::from(table[1000]), i32::try_from(steps).unwrap() - 64);
        }
    }

    #[test]
    fn weights_are_as_fine_as_the_largest_ones_allow() {
        for (largest, scale) in [(1.5, 64.0), (3.5, 32.0), (7.5, 16.0), (15.5, 8.0)] {
            let exact: Vec<f32> = SHARED
                .iter()
                .map(|&first| [largest, -largest, 0.3][first as usize % 3])
                .collect();
            let evaluation =
                Evaluation::with_weights(&Header::blank(), &vec![exact.clone(); PHASES]);
            let written = evaluation.weights(7);
            let lost = written.iter().zip(&exact).map(|(a, b)| (a - b).abs());
            assert!(lost.fold(0.0, f32::max) <= 0.5 / scale, "{largest}");
        }
    }

    #[test]
    fn names_depend_on_everything_that_searches_depend_on() {
        let weights = some();
        let name = weights.header().name();
        let read = Evaluation::from_bytes(&weights.to_bytes()).unwrap();
        assert_eq!(read.header().name(), name);
        let changes: [fn(&mut Header); 3] = [
            |header| header.midgame[3] += 0.01,
            |header| header.end[0] += 0.01,
            |header| header.leaves = vec![0.5; COUNTS],
        ];
        for change in changes {
            let mut header = weights.header().clone();
            change(&mut header);
            assert_ne!(header.name(), name);
        }
        // The same bytes in another unit.
        let mut header = weights.header().clone();
        header.scales[0] *= 2;
        assert_ne!(header.name(), name);
        let mut header = weights.header().clone();
        header.error += 1.0;
        assert_eq!(header.name(), name);
        assert_eq!(Evaluation::blank().header().name(), "00000000");
    }

    #[test]
    fn a_blank_evaluation_can_be_written_and_read() {
        let read = Evaluation::from_bytes(&Evaluation::blank().to_bytes()).unwrap();
        assert!((0..PHASES).all(|phase| read.weights(phase).iter().all(|&weight| weight == 0.0)));
    }

    #[test]
    fn the_header_corrects_the_leaves_of_searches() {
        let mut header = Header::blank();
        let of = |header: &Header| {
            let evaluation = some().with_header(header);
            let (position, moves) = (Position::START, Position::START.legal_moves());
            let seems = evaluation.evaluate(position, moves);
            let features = Features::of(position);
            let leaf = evaluation.evaluate_leaf(&features, position, moves, ScoreWindow::FULL);
            (leaf - seems, evaluation)
        };
        assert_eq!(of(&header).0, 0);
        header.leaves = vec![1.0; COUNTS];
        header.leaves[60] = -2.0;
        let (better, evaluation) = of(&header);
        assert_eq!(better, -2);
        let read = Evaluation::from_bytes(&evaluation.to_bytes()).unwrap();
        assert_eq!(read.header().leaves, header.leaves);
        for leaves in [
            vec![1.0; COUNTS - 1],
            vec![16.0; COUNTS],
            vec![f32::NAN; COUNTS],
        ] {
            header.leaves = leaves;
            let refused = Evaluation::from_bytes(&of(&header).1.to_bytes()).unwrap_err();
            assert!(
                refused.to_string().contains("second line is damaged"),
                "{refused}"
            );
        }
    }

    #[test]
    fn a_network_is_kept_with_the_weights_and_judges_leaves_near_the_window() {
        let weights = some();
        let network = random(2);
        let with = weights.with_network(&network);
        assert_eq!(
            (weights.network(), with.network().as_ref()),
            (None, Some(&network))
        );
        assert_ne!(with.header().name(), weights.header().name());
        let bytes = with.to_bytes();
        let read = Evaluation::from_bytes(&bytes).unwrap();
        assert_eq!(
            (read.network().as_ref(), &read.to_bytes()),
            (Some(&network), &bytes)
        );
        let mut header = with.header().clone();
        header.error = 1.0;
        assert_eq!(with.with_header(&header).network().unwrap(), network);
        assert_eq!(with.with_network(&random(3)).network().unwrap(), random(3));

        let (position, moves) = (Position::START, Position::START.legal_moves());
        let features = Features::of(position);
        let leaf = |evaluation: &Evaluation, window| {
            evaluation.evaluate_leaf(&features, position, moves, window)
        };
        let seems = leaf(&weights, ScoreWindow::FULL);
        assert_eq!(leaf(&with, ScoreWindow::null(seems + 20)), seems);
        assert_eq!(
            leaf(
                &with,
                ScoreWindow {
                    alpha: -INFINITY,
                    beta: seems
                }
            ),
            seems
        );
        let judged = leaf(&with, ScoreWindow::null(seems));
        assert_ne!(judged, seems);
        assert_eq!(leaf(&read, ScoreWindow::null(seems)), judged);

        // A number out of its range, and a missing one.
        let (layers, refused) = (network.layers, |bytes: &[u8]| {
            Evaluation::from_bytes(bytes).unwrap_err().to_string()
        });
        for layers in [vec![1 << 29; layers.len()], layers[1..].to_vec()] {
            let packed = pack_network(&Network {
                layers,
                ..random(2)
            });
            let mut header = with.header().clone();
            header.network = packed.len();
            let mut all = with.packed[..PHASES].to_vec();
            all.push(packed);
            header.checksum = crc32(all.iter().map(Vec::as_slice));
            let damaged = Evaluation::new(header, all).to_bytes();
            assert_eq!(refused(&damaged), "damaged: can't unpack the network");
        }
    }

    #[test]
    fn damaged_and_foreign_files_are_refused_with_the_reason() {
        let bytes = some().to_bytes();
        let refused = |bytes: &[u8]| Evaluation::from_bytes(bytes).unwrap_err().to_string();
        assert!(refused(b"").contains("not a weights file"));
        assert!(refused(b"reversi weights 1\n{}").contains("not a weights file"));
        assert!(refused(MAGIC.as_bytes()).contains("incomplete second line"));
        assert!(refused(b"reversi weights 2\n{}\n").contains("second line is damaged"));
        assert!(refused(&bytes[..bytes.len() - 1]).contains("bytes of weights"));
        let mut flipped = bytes.clone();
        *flipped.last_mut().unwrap() ^= 1;
        assert!(refused(&flipped).contains("checksum"));
        let text = String::from_utf8_lossy(&bytes[..100]).replace("[67,", "[66,");
        assert!(refused(&[text.as_bytes(), &bytes[100..]].concat()).contains("incompatible shape"));
    }

    #[test]
    fn the_built_in_weights_are_whole() {
        let built_in = Evaluation::from_bytes(BUILT_IN).unwrap();
        assert_eq!(
            built_in
                .evaluate(Position::START, Position::START.legal_moves())
                .abs()
                / 10,
            0
        );
        assert!(BUILT_IN.len() <= 5_000_000);
        assert!(
            built_in.to_bytes() == BUILT_IN,
            "what it writes is what it has read"
        );
        let phases: Vec<Vec<f32>> = (0..PHASES).map(|phase| built_in.weights(phase)).collect();
        let again = Evaluation::with_weights(built_in.header(), &phases)
            .with_network(&built_in.network().unwrap());
        assert!(again.to_bytes() == BUILT_IN, "packing is repeatable");
    }
}
