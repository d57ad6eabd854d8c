//! The transposition table of the solver: bounds of scores, in a fixed size.

/// Bits of a position's key.
const KEY_BITS: u32 = 49;

/// Slots that a position can be kept in.
const SLOTS: usize = 4;

/// An odd number with its bits well mixed: multiplying by it reorders the keys below 2⁴⁹, so that
/// the upper bits can choose the bucket and the lower ones still identify the position.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;

/// The fields of a slot from the lowest bit up: lower bound, upper bound, cell, work, rest of the
/// key.
const BOUND_BITS: u32 = 6;
const CELL_BITS: u32 = 6;
const WORK_BITS: u32 = 6;
const CELL_SHIFT: u32 = 2 * BOUND_BITS;
const WORK_SHIFT: u32 = CELL_SHIFT + CELL_BITS;
const KEY_SHIFT: u32 = WORK_SHIFT + WORK_BITS;

/// Added to bounds in a slot: no field of a used slot is zero then.
const BOUND_OFFSET: i32 = 32;

/// Fewer buckets would leave more of the key than a slot has room for.
const MIN_BUCKET_BITS: u32 = KEY_BITS + KEY_SHIFT - u64::BITS;

/// An entry of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    /// The score is at least this.
    pub(super) lower: i32,
    /// The score is at most this.
    pub(super) upper: i32,
    /// The bit index of the cell that was best or refuted, 63 when there is none.
    pub(super) cell: u32,
}

/// One cache line or half of it.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
struct Bucket([u64; SLOTS]);

/// Bounds by position; when it is full, those that took the least work are lost.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// Bits of a mixed key below those that choose the bucket.
    rest_bits: u32,
}

impl Table {
    /// An empty table of at most this many bytes, or of the least possible size, 16 KiB.
    pub(super) fn new(bytes: usize) -> Self {
        let bits = (bytes / size_of::<Bucket>()).max(1).ilog2();
        let bits = bits.clamp(MIN_BUCKET_BITS, KEY_BITS);
        Self { buckets: vec![Bucket([0; SLOTS]); 1 << bits], rest_bits: KEY_BITS - bits }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.fill(Bucket([0; SLOTS]));
    }

    /// The entry of a key.
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let (bucket, rest) = self.place(key);
        let slot = self.buckets[bucket].0.into_iter().find(|slot| slot >> KEY_SHIFT == rest)?;
        (slot != 0).then(|| Entry {
            lower: bound(slot),
            upper: bound(slot >> BOUND_BITS),
            cell: field(slot >> CELL_SHIFT),
        })
    }

    /// Stores an entry for a key in place of the former one; `work` is the number of nodes it took.
    pub(super) fn put(&mut self, key: u64, entry: Entry, work: u64) {
        let (bucket, rest) = self.place(key);
        let slots = &mut self.buckets[bucket].0;
        let known = slots.iter().position(|slot| slot >> KEY_SHIFT == rest);
        let chosen =
            known.unwrap_or_else(|| {
                let work = |slot: u64| slot >> WORK_SHIFT & ((1 << WORK_BITS) - 1);
                (1..SLOTS).fold(0, |least, index| {
                    if work(slots[index]) < work(slots[least]) { index } else { least }
                })
            });
        let work = u64::from(work.max(1).ilog2() + 1);
        slots[chosen] = offset(entry.lower)
            | offset(entry.upper) << BOUND_BITS
            | u64::from(entry.cell) << CELL_SHIFT
            | work << WORK_SHIFT
            | rest << KEY_SHIFT;
    }

    /// The bucket of a key, and the rest of the key.
    fn place(&self, key: u64) -> (usize, u64) {
        let mixed = key.wrapping_mul(MIXER) & ((1 << KEY_BITS) - 1);
        let bucket = usize::try_from(mixed >> self.rest_bits).expect("an index below the length");
        (bucket, mixed & ((1 << self.rest_bits) - 1))
    }
}

/// The lowest field of a slot.
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
        let mut table = Table::new(0);
        let entry = |lower, upper| Entry { lower, upper, cell: 48 };
        assert_eq!(table.get(0), None);
        for key in 0..100 {
            table.put(key * 0x1_0001, entry(-21, 18), key);
            table.put(key * 0x1_0001, entry(-20, 21), key);
        }
        for key in 0..100 {
            assert_eq!(table.get(key * 0x1_0001), Some(entry(-20, 21)));
            assert_eq!(table.get(key * 0x1_0001 + 1), None);
        }
        for key in 1000..100_000 {
            table.put(key, entry(0, 0), 1);
        }
        assert_eq!(table.get(99 * 0x1_0001), Some(entry(-20, 21)), "much work");
        table.clear();
        assert_eq!(table.get(99 * 0x1_0001), None);
    }
}
