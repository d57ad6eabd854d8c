//! The perft table; see `engine::PerftTable`.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::engine::Position;
use crate::engine::hash::{MULTIPLIERS, hash};

/// The low bits of an entry's data, which hold the depth. The count is above them.
const DEPTH_BITS: u32 = 6;

/// The discs of a position XOR mixed data, and the data: count and depth. A torn write is never taken for an entry.
#[derive(Debug, Default)]
struct CountSlot {
    player: AtomicU64,
    opponent: AtomicU64,
    data: AtomicU64,
}

/// The first slot keeps the deepest count, the second the latest.
#[derive(Debug, Default)]
#[repr(align(64))]
struct CountBucket([CountSlot; 2]);

#[derive(Debug)]
pub struct CountTable {
    buckets: Vec<CountBucket>,
}

impl CountTable {
    pub fn new(bytes: usize) -> Self {
        let bits = (bytes / size_of::<CountBucket>()).max(1).ilog2();
        let mut buckets = Vec::new();
        buckets.resize_with(1 << bits, CountBucket::default);
        Self { buckets }
    }

    fn bucket(&self, position: Position, depth: u32) -> &CountBucket {
        let hash = (hash(position) ^ u64::from(depth)).wrapping_mul(MULTIPLIERS[2]);
        let index = (hash >> 32) as usize;
        &self.buckets[index & (self.buckets.len() - 1)]
    }

    pub(super) fn get(&self, position: Position, depth: u32) -> Option<u64> {
        self.bucket(position, depth).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let [player, opponent] = mixes(data);
            let is_found = depth_of(data) == depth
                && slot.player.load(Ordering::Relaxed) ^ player == position.player
                && slot.opponent.load(Ordering::Relaxed) ^ opponent == position.opponent;
            is_found.then_some(data >> DEPTH_BITS)
        })
    }

    /// Stores a count, unless it has too many bits.
    pub(super) fn put(&self, position: Position, depth: u32, count: u64) {
        let data = count << DEPTH_BITS | u64::from(depth);
        if data >> DEPTH_BITS != count || depth_of(data) != depth {
            return;
        }
        let [first, second] = &self.bucket(position, depth).0;
        let is_deepest = depth_of(first.data.load(Ordering::Relaxed)) <= depth;
        let slot = if is_deepest { first } else { second };
        let [player, opponent] = mixes(data);
        slot.player
            .store(position.player ^ player, Ordering::Relaxed);
        slot.opponent
            .store(position.opponent ^ opponent, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "only the low bits are used"
)]
const fn depth_of(data: u64) -> u32 {
    data as u32 & ((1 << DEPTH_BITS) - 1)
}

/// The words that are mixed into each side's discs. Each of their bits depends on many bits of the data.
const fn mixes(data: u64) -> [u64; 2] {
    [
        data.wrapping_mul(MULTIPLIERS[0]),
        data.rotate_left(32).wrapping_mul(MULTIPLIERS[3]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_found_for_its_own_position_and_depth_only() {
        let table = CountTable::new(0);
        let position = Position {
            player: 1,
            opponent: 6,
        };
        table.put(position, 5, 99);
        assert_eq!(table.get(position, 5), Some(99));
        assert_eq!(table.get(position, 4), None);
        assert_eq!(table.get(position.passed(), 5), None);
        assert_eq!(
            table.get(
                Position {
                    player: 1,
                    opponent: 2
                },
                5
            ),
            None
        );
        table.put(position, 4, 1 << 60);
        assert_eq!(table.get(position, 4), None, "too big to be kept");
    }
}
