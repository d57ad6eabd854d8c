//! What searches have found out about positions: a table of fixed size that threads can share.

use std::alloc::{Layout, alloc_zeroed};
use std::sync::atomic::{AtomicU64, Ordering};

use super::Position;

/// Entries that a position can be kept in.
const BUCKET: usize = 4;

/// A square number that stands for none.
pub const NO_SQUARE: u8 = 64;

/// What is known of a position: its score is between the bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The score is at least this.
    pub lower: i8,
    /// The score is at most this.
    pub upper: i8,
    /// How deep was searched, in plies.
    pub depth: u8,
    /// How selectively was searched, the number of a [`Selectivity`](super::Selectivity).
    pub selectivity: u8,
    /// The move that was best, or good enough, and the one that was so before, 0 to 63;
    /// [`NO_SQUARE`] where there was none.
    pub best: [u8; 2],
}

impl Entry {
    fn packed(self, age: u8) -> u64 {
        u64::from_le_bytes([
            self.lower.cast_unsigned(),
            self.upper.cast_unsigned(),
            self.depth,
            self.selectivity,
            self.best[0],
            self.best[1],
            age,
            // No entry is all zeros.
            1,
        ])
    }

    fn unpacked(data: u64) -> Self {
        let [lower, upper, depth, selectivity, first, second, ..] = data.to_le_bytes();
        Self {
            lower: lower.cast_signed(),
            upper: upper.cast_signed(),
            depth,
            selectivity,
            best: [first, second],
        }
    }
}

/// The key, mixed with the data so that a torn write is never taken for an entry, and the data.
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// A transposition table. Readers and writers need no lock: what two of them write at once is
/// recognised as nothing.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// An empty table of at most this many bytes, in steps of powers of two; at least one bucket.
    /// `None` if there is not so much memory. The system hands it out when it is first used.
    pub fn new(bytes: usize) -> Option<Self> {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let count = if count.is_power_of_two() { count } else { count.next_power_of_two() / 2 };
        Some(Self { buckets: zeroed_buckets(count)?, age: 0 })
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.buckets.as_slice())
    }

    /// Makes all entries older than those to come, so that they give way first.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
    }

    #[expect(clippy::cast_possible_truncation, reason = "only the low bits are wanted")]
    #[inline]
    fn bucket(&self, hash: u64) -> &Bucket {
        &self.buckets[hash as usize & (self.buckets.len() - 1)]
    }

    /// Has what is known of a position brought nearer, because it will soon be asked for.
    #[inline]
    pub fn prefetch(&self, position: Position) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(hash(position));
            #[expect(unsafe_code, reason = "the only way to prefetch")]
            // SAFETY: the address is that of a bucket, and nothing is read.
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(bucket.cast());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = position;
    }

    /// What is known of a position.
    pub fn get(&self, position: Position) -> Option<Entry> {
        let hash = hash(position);
        self.bucket(hash).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let is_found =
                slot.check.load(Ordering::Relaxed) ^ data == check(position) && data != 0;
            is_found.then(|| Entry::unpacked(data))
        })
    }

    /// Keeps what is known of a position, in place of what was known of it before, else of what is
    /// oldest, else of what was searched least deep.
    pub fn put(&self, position: Position, entry: Entry) {
        let (hash, check) = (hash(position), check(position));
        let mut chosen = None;
        for slot in &self.bucket(hash).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 || slot.check.load(Ordering::Relaxed) ^ data == check {
                chosen = Some((0, slot));
                break;
            }
            let [_, _, depth, _, _, _, age, _] = data.to_le_bytes();
            let worth = if age == self.age { 256 + u32::from(depth) } else { u32::from(depth) };
            if chosen.is_none_or(|(least, _)| worth < least) {
                chosen = Some((worth, slot));
            }
        }
        if let Some((_, slot)) = chosen {
            let data = entry.packed(self.age);
            slot.check.store(check ^ data, Ordering::Relaxed);
            slot.data.store(data, Ordering::Relaxed);
        }
    }
}

/// Buckets of nothing, without touching their memory; `None` if there is not so much of it.
fn zeroed_buckets(count: usize) -> Option<Vec<Bucket>> {
    let layout = Layout::array::<Bucket>(count).ok()?;
    #[expect(unsafe_code, reason = "filling a vector would take the memory before it is needed")]
    // SAFETY: the layout is that of a vector of so many buckets, which are valid when all zeros, and
    // the advice to the system changes nothing in the memory.
    unsafe {
        let start = alloc_zeroed(layout);
        if start.is_null() {
            return None;
        }
        // With large pages fewer of the scattered accesses have to look up where a page is.
        #[cfg(target_os = "linux")]
        libc::madvise(start.cast(), layout.size(), libc::MADV_HUGEPAGE);
        Some(Vec::from_raw_parts(start.cast(), count, count))
    }
}

/// A number that chooses the bucket.
fn hash(position: Position) -> u64 {
    let mixed = position.player.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ position.opponent.rotate_left(32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ mixed >> 32
}

/// Another one of all bits, which tells positions of a bucket apart. Multiplying by an odd number
/// loses nothing, so positions that differ in one side's discs only always differ here.
fn check(position: Position) -> u64 {
    position.player.wrapping_mul(0xff51_afd7_ed55_8ccd)
        ^ position.opponent.wrapping_mul(0xc4ce_b9fe_1a85_ec53).rotate_left(29)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_and_deep_ones_last() {
        let table = Table::new(1 << 12).unwrap();
        let position = |number: u64| Position { player: number, opponent: !number & 0xffff << 40 };
        let entry = |depth| Entry { lower: -64, upper: 64, depth, selectivity: 0, best: [63; 2] };
        assert_eq!(table.get(position(1)), None);
        table.put(position(1), entry(60));
        for number in 2..10_000 {
            table.put(position(number), entry(3));
            assert_eq!(table.get(position(number)), Some(entry(3)));
        }
        assert_eq!(table.get(position(1)), Some(entry(60)));
        assert_eq!(table.get(Position { player: 1, opponent: 2 }), None);
    }

    #[test]
    fn older_entries_give_way_first() {
        let mut table = Table::new(1).unwrap();
        let position = |number: u64| Position { player: number, opponent: 0 };
        let entry =
            |depth| Entry { lower: 0, upper: 0, depth, selectivity: 5, best: [NO_SQUARE; 2] };
        for number in 1..=4 {
            table.put(position(number), entry(50));
        }
        table.grow_older();
        for number in 5..=8 {
            table.put(position(number), entry(1));
        }
        assert!((5..=8).all(|number| table.get(position(number)).is_some()));
        table.clear();
        assert_eq!(table.get(position(5)), None);
    }
}
