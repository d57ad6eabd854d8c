//! The transposition table of the solver: score bounds, in memory that grows on demand.

use crate::players::bounds::Bounds;

const KEY_BITS: u32 = 49;

/// The number of slots for a position.
const SLOTS: usize = 4;

/// An odd multiplier with well mixed bits.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;

/// The fields of a slot from the lowest bit: lower bound, upper bound, cell, work, rest of the key.
const BOUND_BITS: u32 = 6;
const CELL_BITS: u32 = 6;
const WORK_BITS: u32 = 6;
const CELL_SHIFT: u32 = 2 * BOUND_BITS;
const WORK_SHIFT: u32 = CELL_SHIFT + CELL_BITS;
const KEY_SHIFT: u32 = WORK_SHIFT + WORK_BITS;

/// Added to bounds, so that no field of a used slot is zero.
const BOUND_OFFSET: i32 = 32;

/// With fewer buckets, the rest of the key would not fit into a slot.
const MIN_BUCKET_BITS: u32 = KEY_BITS + KEY_SHIFT - u64::BITS;

const MIN_BUCKETS: usize = 1 << MIN_BUCKET_BITS;

/// One cache line, or half of one.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
struct CacheLine([u64; SLOTS]);

impl CacheLine {
    const EMPTY: Self = Self([0; SLOTS]);
}

/// A table of score bounds. At its maximum size, the entries that took the least work are replaced.
///
/// A small table stays in the processor's caches, and costs nothing to create or clear. Most positions are solved
/// before it grows large.
#[derive(Debug)]
pub struct BoundsTable {
    /// A power of two in number. The full capacity is reserved at once: untouched memory costs nothing.
    buckets: Vec<CacheLine>,
    max_buckets: usize,
    /// The number of free slots before the table grows.
    room: usize,
}

impl BoundsTable {
    /// Creates an empty table of at most `bytes` bytes, and at least 16 KiB. The limit is lower if memory is short;
    /// the program aborts if even 16 MiB are unavailable.
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<CacheLine>()).max(1);
        let mut max_buckets = (1 << buckets.ilog2().min(KEY_BITS)).max(MIN_BUCKETS);
        let mut buckets = Vec::new();
        while buckets.try_reserve_exact(max_buckets).is_err() && max_buckets > MIN_BUCKETS {
            max_buckets /= 2;
        }
        let mut table = Self {
            buckets,
            max_buckets,
            room: 0,
        };
        table.clear();
        table
    }

    pub fn clear(&mut self) {
        self.buckets.clear();
        self.room = 0;
        self.enlarge(MIN_BUCKETS);
    }

    /// The score bounds for a key, and the bit index of the best or refuting cell. The index is 63 if there is no
    /// cell.
    pub fn get(&self, key: u64) -> Option<(Bounds, u32)> {
        let (bucket, rest) = self.place(key);
        let slot = self.buckets[bucket]
            .0
            .into_iter()
            .find(|slot| slot >> KEY_SHIFT == rest)?;
        let bounds = || Bounds {
            lower: bound(slot),
            upper: bound(slot >> BOUND_BITS),
        };
        (slot != 0).then(|| (bounds(), field(slot >> CELL_SHIFT)))
    }

    /// Stores the bounds and the best cell for a key; `work` is the number of nodes searched.
    pub fn put(&mut self, key: u64, bounds: Bounds, cell: u32, work: u64) {
        let (bucket, rest) = self.place(key);
        let slots = &mut self.buckets[bucket].0;
        let known = slots.iter().position(|slot| slot >> KEY_SHIFT == rest);
        let chosen = known.unwrap_or_else(|| {
            let work = |slot: u64| slot >> WORK_SHIFT & ((1 << WORK_BITS) - 1);
            (1..SLOTS).fold(0, |least, index| {
                if work(slots[index]) < work(slots[least]) {
                    index
                } else {
                    least
                }
            })
        });
        let is_new = slots[chosen] == 0;
        let work = u64::from(work.max(1).ilog2() + 1);
        slots[chosen] = offset(bounds.lower)
            | offset(bounds.upper) << BOUND_BITS
            | u64::from(cell) << CELL_SHIFT
            | work << WORK_SHIFT
            | rest << KEY_SHIFT;
        if is_new {
            self.fill();
        }
    }

    /// Counts a used slot, and doubles the table when three quarters are used.
    fn fill(&mut self) {
        self.room = self.room.saturating_sub(1);
        if self.room == 0 && self.buckets.len() < self.max_buckets {
            self.double();
        }
    }

    /// Doubles the table: one more bit of the key moves entries from each bucket to a new one.
    #[cold]
    fn double(&mut self) {
        let old = self.buckets.len();
        self.enlarge(2 * old);
        let moves = (old as u64 / MIN_BUCKETS as u64) << KEY_SHIFT;
        let (low, high) = self.buckets.split_at_mut(old);
        for (low, high) in low.iter_mut().zip(high) {
            for (low, high) in low.0.iter_mut().zip(&mut high.0) {
                if *low & moves != 0 {
                    *high = std::mem::take(low);
                }
            }
        }
    }

    fn enlarge(&mut self, buckets: usize) {
        let added = (buckets - self.buckets.len()) * SLOTS;
        self.room += added / 4 * 3;
        self.buckets.resize(buckets, CacheLine::EMPTY);
    }

    /// The bucket of a key, and the stored rest of the key: all but the bits that select a bucket in the smallest
    /// table.
    ///
    /// Keys are mixed reversibly, so that they stay distinct: an odd factor permutes the numbers below 2⁴⁹, and the
    /// upper half of the bits, which is mixed best, is folded into the lower half.
    fn place(&self, key: u64) -> (usize, u64) {
        let mixed = key.wrapping_mul(MIXER) & ((1 << KEY_BITS) - 1);
        let mixed = mixed ^ mixed >> (KEY_BITS / 2);
        let mask = self.buckets.len() as u64 - 1;
        let bucket = usize::try_from(mixed & mask).expect("an index below the length");
        (bucket, mixed >> MIN_BUCKET_BITS)
    }
}

fn field(slot: u64) -> u32 {
    u32::try_from(slot & ((1 << BOUND_BITS) - 1)).expect("six bits")
}

fn bound(slot: u64) -> i32 {
    field(slot).cast_signed() - BOUND_OFFSET
}

fn offset(bound: i32) -> u64 {
    u64::from((bound + BOUND_OFFSET).cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_until_they_are_pushed_out() {
        let mut table = BoundsTable::new(0);
        let bounds = |lower, upper| Bounds { lower, upper };
        assert_eq!(table.get(0), None);
        for key in 0..100 {
            table.put(key * 0x1_0001, bounds(-21, 18), 48, key);
            table.put(key * 0x1_0001, bounds(-20, 21), 48, key);
        }
        for key in 0..100 {
            assert_eq!(table.get(key * 0x1_0001), Some((bounds(-20, 21), 48)));
            assert_eq!(table.get(key * 0x1_0001 + 1), None);
        }
        for key in 1000..100_000 {
            table.put(key, bounds(0, 0), 48, 1);
        }
        assert_eq!(
            table.get(99 * 0x1_0001),
            Some((bounds(-20, 21), 48)),
            "much work"
        );
        table.clear();
        assert_eq!(table.get(99 * 0x1_0001), None);
    }
}
