//! The weights of one phase as bytes: quantized, without duplicates, and compressed.

use std::sync::LazyLock;

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::shape::{WEIGHTS, shared};
use super::{PhaseTable, SCALES};

/// The zlib compression level with the smallest output.
const BEST: u8 = 9;

/// For each weight, the first weight that is equal by symmetry.
pub(super) static SHARED: LazyLock<Vec<u32>> = LazyLock::new(shared);

pub(super) fn blank() -> PhaseTable {
    let weights = vec![0; WEIGHTS].into_boxed_slice();
    weights.try_into().unwrap_or_else(|_| unreachable!("the slice has WEIGHTS elements"))
}

/// Weights in discs as bytes, and the scale that rounds best: fine ones round less, coarse ones allow large weights.
pub(super) fn quantised(weights: &[f32]) -> (PhaseTable, u8) {
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

pub(super) fn pack(weights: &[i8; WEIGHTS]) -> Vec<u8> {
    let places = weights.iter().zip(SHARED.iter()).enumerate();
    let first = places.filter(|&(place, (_, &first))| place == first as usize);
    let bytes: Vec<u8> = first.map(|(_, (weight, _))| weight.cast_unsigned()).collect();
    compress_to_vec_zlib(&bytes, BEST)
}

/// The weights of a phase; `None` if bytes are damaged, missing or left over.
pub(super) fn unpack(packed: &[u8]) -> Option<PhaseTable> {
    // Limit the output, because the file is untrusted.
    let mut bytes = decompress_to_vec_zlib_with_limit(packed, WEIGHTS).ok()?.into_iter();
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
