//! The file of weights: two lines of text, and the weights of each phase packed one after the other.
//!
//! The first line is the magic with the version. The second is a JSON object, [`Header`]. Of weights
//! that are shared because their pattern is its own mirror image only the first is there, a byte
//! each; the whole is packed by zlib.

use std::io::{Read, Write};
use std::sync::LazyLock;

use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use serde::{Deserialize, Serialize};

use super::shape::{FEATURES, PADDING, WEIGHTS, shared};
use super::{COUNTS, Evaluation, PHASES, SCALES, Table, WeightsError, phase};

/// What a file of weights begins with.
const MAGIC: &str = "reversi weights 2\n";

/// What is added at the end of a search is less than so many discs.
const LARGEST_LEAF: f32 = 16.0;

/// A second line is shorter than this.
const LONGEST_HEADER: usize = 1 << 16;

/// How the weights came about, and what searches with them are like.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Features, weights a phase, and phases: another program may have others.
    shape: [usize; 3],
    /// For each phase the weight of one disc, one of [`SCALES`].
    scales: Vec<u8>,
    /// How many positions the weights were fitted to, and how many were held out.
    pub positions: [u64; 2],
    /// The mean absolute error, in discs, in positions of games that were held out.
    pub error: f64,
    /// How far a search of the midgame is from a deeper one: the standard deviation, in discs, is
    /// the first number times powers of the others; exponents are the empty squares, the deep and
    /// the shallow depth.
    pub midgame: [f32; 4],
    /// The same where the deep search goes to the end of the game.
    pub end: [f32; 4],
    /// For each number of empty squares by how many discs the last position of a search is better for
    /// the side to move than it seems; none of them in files of earlier versions.
    #[serde(default)]
    pub leaves: Vec<f32>,
    /// How many bytes each phase has.
    sizes: Vec<usize>,
    /// The CRC-32 of these bytes.
    checksum: u32,
}

impl Header {
    /// That of an evaluation that knows nothing.
    pub(super) fn blank() -> Self {
        Self {
            shape: shape(),
            scales: vec![SCALES[0]; PHASES],
            positions: [0, 0],
            error: 0.0,
            // About what weights have that are new to the game, until it is measured.
            midgame: [8.4, 0.976, 1.097, 0.8175],
            end: [7.07, 1.0176, 1.0176, 0.913],
            leaves: Vec::new(),
            sizes: Vec::new(),
            checksum: 0,
        }
    }

    /// For each phase the binary logarithm of the weight of one disc.
    pub(super) fn shifts(&self) -> [u32; PHASES] {
        std::array::from_fn(|phase| self.scales.get(phase).map_or(0, |scale| scale.ilog2()))
    }

    /// For each number of empty squares what is added at the end of a search, in units of its phase.
    #[expect(clippy::cast_possible_truncation, reason = "it saturates")]
    pub(super) fn leaves(&self) -> [i32; COUNTS] {
        std::array::from_fn(|empties| {
            let phase = phase(u32::try_from(empties).unwrap_or(u32::MAX));
            let disc = self.scales.get(phase).map_or(1.0, |&scale| f32::from(scale));
            (self.leaves.get(empties).map_or(0.0, |discs| discs * disc)).round() as i32
        })
    }

    /// A name for these weights: a checksum of all that searches depend on, as eight hexadecimal
    /// digits; `00000000` for an evaluation that knows nothing.
    pub fn name(&self) -> String {
        if self.sizes.is_empty() {
            return "00000000".to_owned();
        }
        let mut checksum = Crc::new();
        checksum.update(&self.checksum.to_le_bytes());
        checksum.update(&self.scales);
        for number in self.midgame.iter().chain(&self.end).chain(&self.leaves) {
            checksum.update(&number.to_bits().to_le_bytes());
        }
        format!("{:08x}", checksum.sum())
    }
}

fn shape() -> [usize; 3] {
    [FEATURES, WEIGHTS, PHASES]
}

/// Weights in discs as bytes, and the weight of one disc: fine weights lose less by rounding, and
/// coarse ones less because they have room for large numbers.
fn quantised(weights: &[f32]) -> (Table, u8) {
    let mut best = (f64::INFINITY, blank(), SCALES[0]);
    for scale in SCALES {
        let disc = f32::from(scale);
        let (mut lost, mut table) = (0.0, blank());
        for (to, from) in table.iter_mut().zip(weights) {
            #[expect(clippy::cast_possible_truncation, reason = "it saturates")]
            let rounded = (from * disc).round() as i8;
            *to = rounded;
            lost += f64::from(f32::from(rounded) / disc - from).powi(2);
        }
        if lost < best.0 {
            best = (lost, table, scale);
        }
    }
    (best.1, best.2)
}

/// Which weight each one is the same as, and how many are in the file.
static SHARED: LazyLock<Vec<u32>> = LazyLock::new(shared);

pub(super) fn blank() -> Table {
    let weights = vec![0; WEIGHTS].into_boxed_slice();
    weights.try_into().unwrap_or_else(|_| unreachable!("there are as many as there should be"))
}

fn pack(weights: &[i8; WEIGHTS]) -> Vec<u8> {
    let places = weights.iter().zip(SHARED.iter()).enumerate();
    let first = places.filter(|&(place, (_, &first))| place == first as usize);
    let bytes: Vec<u8> = first.map(|(_, (weight, _))| weight.cast_unsigned()).collect();
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    // Memory can always be written to.
    let _ = packer.write_all(&bytes);
    packer.finish().unwrap_or_default()
}

/// The weights of a phase; `None` if the bytes are not whole.
pub(super) fn unpack(packed: &[u8]) -> Option<Table> {
    let mut bytes = Vec::with_capacity(WEIGHTS);
    // No more than there can be, whatever the file says.
    ZlibDecoder::new(packed).take(WEIGHTS as u64).read_to_end(&mut bytes).ok()?;
    let mut bytes = bytes.into_iter();
    let mut table = blank();
    for (place, &first) in SHARED.iter().enumerate() {
        table[place] = if place == first as usize {
            bytes.next()?.cast_signed()
        } else {
            table[first as usize]
        };
    }
    // Whatever the file says: it is added where there are vectors, and nowhere else.
    table[PADDING] = 0;
    bytes.next().is_none().then_some(table)
}

impl Evaluation {
    /// The evaluation with these weights, in units of a disc: [`PHASES`] tables of [`WEIGHTS`] each, numbered
    /// as [`features`](super::features) does. Shared weights are taken from the first of them; a weight
    /// beyond 15.875 discs is cut off there. What the header says of sizes is put right; one to begin with
    /// has [`Evaluation::blank`].
    ///
    /// # Panics
    /// When there are more or fewer tables, or weights in one.
    pub fn with_weights(header: &Header, phases: &[Vec<f32>]) -> Self {
        assert!(
            phases.len() == PHASES && phases.iter().all(|weights| weights.len() == WEIGHTS),
            "it takes {PHASES} tables of {WEIGHTS} weights"
        );
        let quantised = phases.iter().map(|weights| quantised(weights));
        let (packed, scales): (Vec<Vec<u8>>, Vec<u8>) =
            quantised.map(|(table, scale)| (pack(&table), scale)).unzip();
        let mut checksum = Crc::new();
        for phase in &packed {
            checksum.update(phase);
        }
        let sizes = packed.iter().map(Vec::len).collect();
        let (shape, checksum) = (shape(), checksum.sum());
        Self::new(Header { shape, scales, sizes, checksum, ..header.clone() }, packed)
    }

    /// The weights of a phase, in discs.
    ///
    /// # Panics
    /// When there is no such phase.
    pub fn weights(&self, phase: usize) -> Vec<f32> {
        let disc = f32::from(self.header.scales[phase]);
        self.unpacked(phase).iter().map(|&weight| f32::from(weight) / disc).collect()
    }

    /// The same weights with other numbers in the header.
    #[must_use]
    pub fn with_header(&self, header: &Header) -> Self {
        let Header { shape, scales, sizes, checksum, .. } = self.header.clone();
        Self::new(Header { shape, scales, sizes, checksum, ..header.clone() }, self.packed.clone())
    }

    /// The file of these weights.
    pub fn to_bytes(&self) -> Vec<u8> {
        // What knows nothing has no tables of its own, but files are whole.
        if self.packed.is_empty() {
            let nothing = vec![vec![0.0; WEIGHTS]; PHASES];
            return Self::with_weights(&self.header, &nothing).to_bytes();
        }
        let header = serde_json::to_string(&self.header).unwrap_or_default();
        let mut bytes = format!("{MAGIC}{header}\n").into_bytes();
        for phase in &self.packed {
            bytes.extend(phase);
        }
        bytes
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// When it is not one, or not whole, or of another shape.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let evaluation = Self::read(bytes)?;
        for (phase, packed) in evaluation.packed.iter().enumerate() {
            if unpack(packed).is_none() {
                return Err(damaged(format!("it is damaged: phase {phase} can't be unpacked")));
            }
        }
        Ok(evaluation)
    }

    /// Reads a file of weights whose phases are known to be whole if the checksum is right.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let rest =
            bytes.strip_prefix(MAGIC.as_bytes()).ok_or(WeightsError::Foreign(MAGIC.trim_end()))?;
        let end = rest.iter().take(LONGEST_HEADER).position(|&byte| byte == b'\n');
        let end = end.ok_or_else(|| damaged("its second line is not whole"))?;
        let (line, body) = (&rest[..end], &rest[end + 1..]);
        let header: Header = serde_json::from_slice(line)
            .map_err(|error| damaged(format!("its second line is damaged: {error}")))?;
        if header.shape != shape() {
            return Err(damaged(format!(
                "it is of another shape: {:?}, not {:?} (features, weights, phases)",
                header.shape,
                shape()
            )));
        }
        let is_scale = |scale: &u8| SCALES.contains(scale);
        if header.scales.len() != PHASES || !header.scales.iter().all(is_scale) {
            return Err(damaged(format!(
                "its second line is damaged: it takes {PHASES} scales of {SCALES:?}"
            )));
        }
        let whole = header.sizes.iter().try_fold(0, |sum: usize, &size| sum.checked_add(size));
        if header.sizes.len() != PHASES || whole != Some(body.len()) {
            let wanted = whole.map_or_else(|| "too many".to_owned(), |whole| whole.to_string());
            let found = body.len();
            return Err(damaged(format!(
                "it is not whole: {found} bytes of weights, not {wanted}"
            )));
        }
        let mut checksum = Crc::new();
        checksum.update(body);
        if checksum.sum() != header.checksum {
            return Err(damaged("it is damaged: the checksum is not that of the weights"));
        }
        let is_number = |number: &f32| number.is_finite() && *number > 0.0;
        if !header.midgame.iter().chain(&header.end).all(is_number) {
            return Err(damaged("its second line is damaged: deviations are positive numbers"));
        }
        let is_small = |discs: &f32| discs.abs() < LARGEST_LEAF;
        if ![0, COUNTS].contains(&header.leaves.len()) || !header.leaves.iter().all(is_small) {
            return Err(damaged(format!(
                "its second line is damaged: it takes {COUNTS} leaves below {LARGEST_LEAF} discs, or none"
            )));
        }
        let mut rest = body;
        let mut packed = Vec::with_capacity(PHASES);
        for &size in &header.sizes {
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
    use super::*;
    use crate::engine::Position;

    /// Weights from -2 to 2 discs in steps of a 32nd, but for the one that has to be 0.
    fn some() -> Evaluation {
        let shared = shared();
        let phases: Vec<Vec<f32>> = (0..PHASES)
            .map(|phase| {
                let weight = |&first: &u32| {
                    let steps = first as usize * (phase + 3) % 129;
                    f32::from(u8::try_from(steps).unwrap()) / 32.0 - 2.0
                };
                let mut weights: Vec<f32> = shared.iter().map(weight).collect();
                weights[PADDING] = 0.0;
                weights
            })
            .collect();
        Evaluation::with_weights(&Header::blank(), &phases)
    }

    #[test]
    fn what_is_written_is_read() {
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
            let exact: Vec<f32> =
                SHARED.iter().map(|&first| [largest, -largest, 0.3][first as usize % 3]).collect();
            let evaluation =
                Evaluation::with_weights(&Header::blank(), &vec![exact.clone(); PHASES]);
            let written = evaluation.weights(7);
            assert_eq!(written[PADDING].to_bits(), 0.0_f32.to_bits());
            let pairs = written.iter().zip(&exact).enumerate();
            let lost =
                pairs.filter(|(index, _)| *index != PADDING).map(|(_, (a, b))| (a - b).abs());
            assert!(lost.fold(0.0, f32::max) <= 0.5 / scale, "{largest}");
        }
    }

    #[test]
    fn weights_have_other_names_if_searches_find_something_else_with_them() {
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
    fn weights_that_know_nothing_can_be_written_and_read() {
        let read = Evaluation::from_bytes(&Evaluation::blank().to_bytes()).unwrap();
        assert!((0..PHASES).all(|phase| read.weights(phase).iter().all(|&weight| weight == 0.0)));
    }

    #[test]
    fn the_ends_of_searches_are_better_by_what_the_header_says() {
        use super::super::Features;

        let mut header = Header::blank();
        let of = |header: &Header| {
            let evaluation = some().with_header(header);
            let (position, moves) = (Position::START, Position::START.legal_moves());
            let seems = evaluation.evaluate(position, moves);
            (evaluation.evaluate_leaf(&Features::of(position), position, moves) - seems, evaluation)
        };
        assert_eq!(of(&header).0, 0);
        header.leaves = vec![1.0; COUNTS];
        header.leaves[60] = -2.0;
        let (better, evaluation) = of(&header);
        assert_eq!(better, -2);
        let read = Evaluation::from_bytes(&evaluation.to_bytes()).unwrap();
        assert_eq!(read.header().leaves, header.leaves);
        for leaves in [vec![1.0; COUNTS - 1], vec![16.0; COUNTS], vec![f32::NAN; COUNTS]] {
            header.leaves = leaves;
            let refused = Evaluation::from_bytes(&of(&header).1.to_bytes()).unwrap_err();
            assert!(refused.to_string().contains("second line is damaged"), "{refused}");
        }
    }

    #[test]
    fn the_shipped_weights_are_whole() {
        let shipped = Evaluation::from_bytes(super::super::SHIPPED).unwrap();
        assert_eq!(shipped.evaluate(Position::START, Position::START.legal_moves()).abs() / 10, 0);
        assert!(super::super::SHIPPED.len() <= 5_000_000);
    }

    #[test]
    fn damaged_and_foreign_files_are_refused_with_the_reason() {
        let bytes = some().to_bytes();
        let refused = |bytes: &[u8]| Evaluation::from_bytes(bytes).unwrap_err().to_string();
        assert!(refused(b"").contains("no file of weights"));
        assert!(refused(b"reversi weights 1\n{}").contains("no file of weights"));
        assert!(refused(MAGIC.as_bytes()).contains("second line is not whole"));
        assert!(refused(b"reversi weights 2\n{}\n").contains("second line is damaged"));
        assert!(refused(&bytes[..bytes.len() - 1]).contains("not whole"));
        let mut flipped = bytes.clone();
        *flipped.last_mut().unwrap() ^= 1;
        assert!(refused(&flipped).contains("checksum"));
        let text = String::from_utf8_lossy(&bytes[..100]).replace("[67,", "[66,");
        assert!(refused(&[text.as_bytes(), &bytes[100..]].concat()).contains("another shape"));
    }
}
