//! The weights of one phase, and the network, as bytes: quantized, without duplicates, and compressed.

use std::sync::LazyLock;

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::network::{LAYER, LAYERS, Network, SUMS};
use super::shape::{WEIGHTS, shared};
use super::{PhaseTable, SCALES};

/// The zlib compression level with the smallest output.
const BEST: u8 = 9;

/// For each weight, the first weight that is equal by symmetry.
pub static SHARED: LazyLock<Vec<u32>> = LazyLock::new(shared);

pub fn blank() -> PhaseTable {
    let weights = vec![0; WEIGHTS].into_boxed_slice();
    weights
        .try_into()
        .unwrap_or_else(|_| unreachable!("the slice has WEIGHTS elements"))
}

/// Weights in discs as bytes, and the scale that rounds best: fine ones round less, coarse ones allow large weights.
pub fn quantised(weights: &[f32]) -> (PhaseTable, u8) {
    let mut best = (f64::INFINITY, blank(), SCALES[0]);
    for scale in SCALES {
        let disc = f32::from(scale);
        let mut lost = 0.0;
        let mut table = blank();
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

pub fn pack(weights: &[i8; WEIGHTS]) -> Vec<u8> {
    let places = weights.iter().zip(SHARED.iter()).enumerate();
    let first = places.filter(|&(place, (_, &first))| place == first as usize);
    let bytes: Vec<u8> = first
        .map(|(_, (weight, _))| weight.cast_unsigned())
        .collect();
    compress_to_vec_zlib(&bytes, BEST)
}

/// The weights of a phase; `None` if bytes are damaged, missing or left over.
pub fn unpack(packed: &[u8]) -> Option<PhaseTable> {
    // Limit the output, because the file is untrusted.
    let mut bytes = decompress_to_vec_zlib_with_limit(packed, WEIGHTS)
        .ok()?
        .into_iter();
    let mut table = blank();
    for (place, &first) in SHARED.iter().enumerate() {
        table[place] = if place == first as usize {
            bytes.next()?.cast_signed()
        } else {
            table[first as usize]
        };
    }
    bytes.next().is_none().then_some(table)
}

pub fn no_network() -> Network {
    let rows = vec![[0; SUMS]; WEIGHTS];
    let layers = vec![0; LAYERS * LAYER];
    Network {
        rows,
        start: [0; SUMS],
        layers,
    }
}

/// The layers, the start, and each row without duplicates.
pub fn pack_network(network: &Network) -> Vec<u8> {
    let Network {
        rows,
        start,
        layers,
    } = network;
    let mut bytes: Vec<u8> = layers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    bytes.extend(start.iter().flat_map(|number| number.to_le_bytes()));
    let places = rows.iter().zip(SHARED.iter()).enumerate();
    let first = places.filter(|&(place, (_, &first))| place == first as usize);
    bytes.extend(first.flat_map(|(_, (row, _))| row.map(i8::cast_unsigned)));
    compress_to_vec_zlib(&bytes, BEST)
}

/// A network; `None` if bytes are damaged, missing or left over, or a number is out of its range.
pub fn unpack_network(packed: &[u8]) -> Option<Network> {
    let most = 4 * LAYERS * LAYER + 2 * SUMS + SUMS * WEIGHTS;
    let bytes = decompress_to_vec_zlib_with_limit(packed, most).ok()?;
    let (layers, rest) = bytes.split_at_checked(4 * LAYERS * LAYER)?;
    let (start, rest) = rest.split_at_checked(2 * SUMS)?;
    let layers = layers
        .as_chunks()
        .0
        .iter()
        .map(|&number| i32::from_le_bytes(number))
        .collect();
    let (start, _) = start.as_chunks();
    let start = std::array::from_fn(|sum| {
        start
            .get(sum)
            .map_or(0, |&number| i16::from_le_bytes(number))
    });
    let (unique, []) = rest.as_chunks::<SUMS>() else {
        return None;
    };
    let mut unique = unique.iter();
    let mut rows: Vec<[i8; SUMS]> = Vec::with_capacity(WEIGHTS);
    for (place, &first) in SHARED.iter().enumerate() {
        rows.push(if place == first as usize {
            unique.next()?.map(u8::cast_signed)
        } else {
            rows[first as usize]
        });
    }
    let network = Network {
        rows,
        start,
        layers,
    };
    (unique.next().is_none() && network.is_valid()).then_some(network)
}
