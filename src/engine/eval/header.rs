//! The header of a weights file: the origin of the weights, and the errors of searches with them.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::shape::{FEATURES, WEIGHTS};
use super::{COUNTS, PHASES, SCALES, phase};

/// The models of deviations for unmeasured weights, close to measurements at the start of training.
const UNMEASURED_MIDGAME: [f32; 4] = [8.4, 0.976, 1.097, 0.8175];
const UNMEASURED_END: [f32; 4] = [7.07, 1.0176, 1.0176, 0.913];

/// The origin of the weights, and the errors of searches with them.
#[derive(Debug, Clone, PartialEq)]
pub struct Header {
    /// The numbers of features, weights per phase, and phases. They may differ in other versions.
    pub(super) shape: [usize; 3],
    /// The weight of one disc, by phase: one of [`SCALES`].
    pub(super) scales: Vec<u8>,
    /// The number of positions that the weights were fitted to, and the number held out.
    pub positions: [u64; 2],
    /// The mean absolute error on held-out positions, in discs.
    pub error: f64,
    /// The model of search errors in the midgame: a first number, in discs, and three factors. It gives the standard
    /// deviation of shallow from deep searches. The exponents are the empty squares, the deep and the shallow depth.
    pub midgame: [f32; 4],
    /// The model of search errors where the deep search reaches the end of the game; see `midgame`.
    pub end: [f32; 4],
    /// The correction at search leaves, by number of empty squares: how many discs better they are for the side to
    /// move than they seem.
    pub leaves: Vec<f32>,
    /// The packed size of each phase, in bytes.
    pub(super) sizes: Vec<usize>,
    /// The packed size of the network, in bytes; 0 for none.
    pub(super) network: usize,
    /// The CRC-32 of all packed phases and of the packed network.
    pub(super) checksum: u32,
}

impl Header {
    pub(super) fn blank() -> Self {
        Self {
            shape: shape(),
            scales: vec![SCALES[0]; PHASES],
            positions: [0, 0],
            error: 0.0,
            midgame: UNMEASURED_MIDGAME,
            end: UNMEASURED_END,
            leaves: Vec::new(),
            sizes: Vec::new(),
            network: 0,
            checksum: 0,
        }
    }

    pub(super) fn shifts(&self) -> [u32; PHASES] {
        std::array::from_fn(|phase| self.scales.get(phase).map_or(0, |scale| scale.ilog2()))
    }

    #[expect(clippy::cast_possible_truncation, reason = "it saturates")]
    pub(super) fn leaves(&self) -> [i32; COUNTS] {
        std::array::from_fn(|empties| {
            let phase = phase(u32::try_from(empties).unwrap_or(u32::MAX));
            let disc = self
                .scales
                .get(phase)
                .map_or(1.0, |&scale| f32::from(scale));
            (self.leaves.get(empties).map_or(0.0, |discs| discs * disc)).round() as i32
        })
    }

    /// A checksum of everything that searches depend on, as eight hexadecimal digits; `00000000` without weights.
    pub(crate) fn name(&self) -> String {
        if self.sizes.is_empty() {
            return "00000000".to_owned();
        }
        let numbers = self.midgame.iter().chain(&self.end).chain(&self.leaves);
        let numbers: Vec<u8> = numbers
            .flat_map(|number| number.to_bits().to_le_bytes())
            .collect();
        let checksum = self.checksum.to_le_bytes();
        format!("{:08x}", crc32([&checksum[..], &self.scales, &numbers]))
    }

    pub(super) fn to_json(&self) -> String {
        format!(
            "{{\"shape\":{},\"scales\":{},\"positions\":{},\"error\":{:?},\"midgame\":{},\
             \"end\":{},\"leaves\":{},\"sizes\":{},\"network\":{},\"checksum\":{}}}",
            list(&self.shape),
            list(&self.scales),
            list(&self.positions),
            self.error,
            list(&self.midgame),
            list(&self.end),
            list(&self.leaves),
            list(&self.sizes),
            self.network,
            self.checksum
        )
    }

    /// Reads a header that [`to_json`](Self::to_json) has written. Unknown fields are ignored.
    pub(super) fn from_json(line: &str) -> Result<Self, String> {
        let fields = fields(line).ok_or("it is not an object of numbers and lists of numbers")?;
        Ok(Self {
            shape: array(&fields, "shape")?,
            scales: numbers(&fields, "scales")?,
            positions: array(&fields, "positions")?,
            error: array::<_, 1>(&fields, "error")?[0],
            midgame: array(&fields, "midgame")?,
            end: array(&fields, "end")?,
            leaves: if fields.contains_key("leaves") {
                numbers(&fields, "leaves")?
            } else {
                Vec::new()
            },
            sizes: numbers(&fields, "sizes")?,
            network: if fields.contains_key("network") {
                array::<_, 1>(&fields, "network")?[0]
            } else {
                0
            },
            checksum: array::<_, 1>(&fields, "checksum")?[0],
        })
    }
}

pub fn shape() -> [usize; 3] {
    [FEATURES, WEIGHTS, PHASES]
}

/// Numbers as a JSON array. Floats are read back unchanged.
fn list<T: fmt::Debug>(numbers: &[T]) -> String {
    let numbers: Vec<String> = numbers.iter().map(|number| format!("{number:?}")).collect();
    format!("[{}]", numbers.join(","))
}

/// The values of a JSON object by name; a single number is a list of one.
type Fields<'a> = BTreeMap<&'a str, Vec<&'a str>>;

fn fields(line: &str) -> Option<Fields<'_>> {
    let mut rest = line.trim().strip_prefix('{')?.strip_suffix('}')?.trim();
    let mut fields = Fields::new();
    while !rest.is_empty() {
        let (name, value) = rest.strip_prefix('"')?.split_once('"')?;
        let value = value.trim_start().strip_prefix(':')?.trim_start();
        let (numbers, after) = match value.strip_prefix('[') {
            Some(list) => list.split_once(']')?,
            None => value.split_at(value.find(',').unwrap_or(value.len())),
        };
        let numbers = numbers.split(',').map(str::trim);
        fields.insert(name, numbers.filter(|number| !number.is_empty()).collect());
        let after = after.trim_start();
        rest = after.strip_prefix(',').map_or(after, str::trim_start);
    }
    Some(fields)
}

fn numbers<T: FromStr>(fields: &Fields<'_>, name: &str) -> Result<Vec<T>, String> {
    let texts = fields
        .get(name)
        .ok_or_else(|| format!("{name} is missing"))?;
    let number = |text: &&str| {
        text.parse()
            .map_err(|_| format!("{name} has {text:?}, not a number"))
    };
    texts.iter().map(number).collect()
}

fn array<T: FromStr, const N: usize>(fields: &Fields<'_>, name: &str) -> Result<[T; N], String> {
    let found: Vec<T> = numbers(fields, name)?;
    let count = found.len();
    found
        .try_into()
        .map_err(|_| format!("{name} has {count} numbers instead of {N}"))
}

/// The remainders of CRC-32 as in zlib and PNG (polynomial 0x04c11db7, reflected).
const REMAINDERS: [u32; 256] = {
    const REFLECTED: u32 = 0xedb8_8320;
    let mut remainders = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "it is below 256")]
        let mut remainder = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            remainder = remainder >> 1 ^ if remainder & 1 == 1 { REFLECTED } else { 0 };
            bit += 1;
        }
        remainders[byte] = remainder;
        byte += 1;
    }
    remainders
};

/// The CRC-32 of all pieces in sequence.
pub fn crc32<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> u32 {
    let bytes = pieces.into_iter().flatten();
    !bytes.fold(u32::MAX, |crc, byte| {
        crc >> 8 ^ REMAINDERS[usize::from(crc.to_le_bytes()[0] ^ byte)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_plies_share_a_phase() {
        assert_eq!([60, 59, 58, 2, 1, 0].map(phase), [0, 0, 1, 29, 29, 29]);
    }

    #[test]
    fn it_is_the_published_checksum() {
        // The check value of CRC-32/ISO-HDLC in the "Catalogue of parametrised CRC algorithms".
        assert_eq!(crc32([&b"12345"[..], b"6789"]), 0xcbf4_3926);
        assert_eq!(crc32([]), 0);
    }

    #[test]
    fn a_header_survives_a_round_trip() {
        let mut header = Header::blank();
        header.leaves = vec![-0.0, 1e-7, 0.1, 15.9];
        header.error = 4.725;
        header.sizes = vec![8084, 0];
        header.network = 7;
        header.checksum = u32::MAX;
        let json = header.to_json();
        assert_eq!(Header::from_json(&json).unwrap(), header);
        assert_eq!(
            Header::from_json(&json.replace(',', " , ").replace(':', " : ")).unwrap(),
            header
        );
        // Earlier versions had no leaves and no network, and later ones may have more fields.
        let other = json
            .replace("\"leaves\"", "\"later\"")
            .replace("\"network\"", "\"net\"");
        let less = Header {
            leaves: Vec::new(),
            network: 0,
            ..header
        };
        assert_eq!(Header::from_json(&other).unwrap(), less);
    }

    #[test]
    fn a_damaged_header_is_refused_with_the_reason() {
        let json = Header::blank().to_json();
        let refused = |from: &str, to: &str| {
            assert!(json.contains(from), "{from}");
            Header::from_json(&json.replace(from, to)).unwrap_err()
        };
        assert_eq!(refused("\"end\"", "\"and\""), "end is missing");
        assert_eq!(
            refused("\"checksum\":0", "\"checksum\":-1"),
            "checksum has \"-1\", not a number"
        );
        assert_eq!(
            refused("\"positions\":[0,", "\"positions\":["),
            "positions has 1 numbers instead of 2"
        );
        for (from, to) in [
            ("}", ""),
            ("{", "["),
            ("\"end\":", "\"end\""),
            ("],\"end", ",\"end"),
        ] {
            assert!(!refused(from, to).is_empty());
        }
    }
}
