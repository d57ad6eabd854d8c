//! The transposition table: search results by position, shared by threads without a lock.

use std::alloc::{GlobalAlloc, Layout, System};
use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};
use std::ptr::slice_from_raw_parts_mut;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Position;
use super::hash::{check, hash, prefetch, products};

/// The number that stands for no square.
pub const NO_SQUARE: u8 = 64;

/// The result of searching a position: the bounds of its score, and the best moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableEntry {
    /// The lower bound of the score.
    pub lower: i8,
    /// The upper bound of the score.
    pub upper: i8,
    /// The depth of the search, in plies.
    pub depth: u8,
    /// The selectivity of the search, as an index in [`Selectivity::ALL`](super::Selectivity::ALL).
    pub selectivity: u8,
    /// The best move, or the one that failed high, and the previous best one, 0 to 63; [`NO_SQUARE`] for none.
    pub best: [u8; 2],
}

impl TableEntry {
    fn packed(self, age: u8, epoch: u8) -> u64 {
        u64::from_le_bytes([
            self.lower.cast_unsigned(),
            self.upper.cast_unsigned(),
            self.depth,
            self.selectivity,
            self.best[0],
            self.best[1],
            age,
            epoch,
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

/// The words of an entry: check XOR data, and data. A torn write makes the check wrong (Hyatt and Mann 2002).
const ENTRY_WORDS: usize = 2;

/// The words of a bucket: the four entries that can hold a position, in a cache line of 64 bytes.
const BUCKET_WORDS: usize = 4 * ENTRY_WORDS;

const BUCKET_BYTES: usize = 8 * BUCKET_WORDS;

/// Added to the rank of entries from the current search: more than any depth.
const CURRENT: u32 = 256;

/// A transposition table of fixed size, which threads share without a lock.
///
/// ```
/// use reversi::engine::{TableEntry, Position, Table};
/// let table = Table::new(1 << 20).unwrap();
/// let entry = TableEntry { lower: -2, upper: 4, depth: 8, selectivity: 5, best: [19, 26] };
/// table.put(Position::START, entry);
/// assert_eq!(table.get(Position::START), Some(entry));
/// ```
#[derive(Debug)]
pub struct Table {
    words: SystemWords,
    /// The index in `words` of the first bucket. It aligns buckets with cache lines.
    first: usize,
    /// The number of buckets in use, a power of two.
    buckets: usize,
    age: u8,
    /// Distinguishes entries from unused memory and from cleared entries; never 0.
    epoch: u8,
}

impl Table {
    /// Creates an empty table of at most `bytes` bytes; `None` if there is not enough memory.
    ///
    /// The size is a power of two, and at least one bucket. The system provides the memory when it is first used.
    pub fn new(bytes: usize) -> Option<Self> {
        let buckets = 1 << (bytes / BUCKET_BYTES).max(1).ilog2();
        let words = zeroed((buckets + 1_usize).checked_mul(BUCKET_WORDS)?)?;
        let first = words.as_ptr().align_offset(BUCKET_BYTES).min(BUCKET_WORDS);
        Some(Self {
            words,
            first,
            buckets,
            age: 0,
            epoch: 1,
        })
    }

    /// Limits the bytes in use, so that a small search needs less memory. Entries beyond the limit can't be found.
    pub fn use_at_most(&mut self, bytes: usize) {
        let most = self.words.len() / BUCKET_WORDS - 1;
        self.buckets = 1 << (bytes / BUCKET_BYTES).clamp(1, most).ilog2();
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        8 * (self.words.len() - BUCKET_WORDS)
    }

    /// Ages all entries, so that they are replaced before new ones.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Clears all entries. The memory is kept, and written to only every 255th time.
    pub fn clear(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
            self.epoch = 1;
        }
    }

    #[inline]
    fn is_entry(&self, data: u64) -> bool {
        let [.., epoch] = data.to_le_bytes();
        epoch == self.epoch
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "only the low bits are used"
    )]
    #[inline]
    fn bucket(&self, hash: u64) -> &[AtomicU64] {
        let index = hash as usize & (self.buckets - 1);
        &self.words[self.first + index * BUCKET_WORDS..][..BUCKET_WORDS]
    }

    /// Prefetches the bucket of a position that will soon be looked up.
    #[inline]
    pub fn prefetch(&self, position: Position) {
        prefetch(self.bucket(hash(position)).as_ptr());
    }

    /// Returns the entry of a position; `None` if it is not stored.
    #[inline]
    pub fn get(&self, position: Position) -> Option<TableEntry> {
        let check = check(products(position));
        self.bucket(hash(position))
            .chunks_exact(ENTRY_WORDS)
            .find_map(|slot| {
                let data = slot[1].load(Ordering::Relaxed);
                let is_found =
                    slot[0].load(Ordering::Relaxed) ^ data == check && self.is_entry(data);
                is_found.then(|| TableEntry::unpacked(data))
            })
    }

    /// Stores the entry of a position, replacing its previous entry or an unused one. Otherwise it replaces the
    /// shallowest entry in the bucket, from an earlier search where possible.
    pub fn put(&self, position: Position, entry: TableEntry) {
        let check = check(products(position));
        let mut chosen = None;
        for slot in self.bucket(hash(position)).chunks_exact(ENTRY_WORDS) {
            let data = slot[1].load(Ordering::Relaxed);
            if !self.is_entry(data) || slot[0].load(Ordering::Relaxed) ^ data == check {
                chosen = Some((0, slot));
                break;
            }
            let [_, _, depth, _, _, _, age, _] = data.to_le_bytes();
            let worth = u32::from(depth) + if age == self.age { CURRENT } else { 0 };
            if chosen.is_none_or(|(least, _)| worth < least) {
                chosen = Some((worth, slot));
            }
        }
        if let Some((_, slot)) = chosen {
            let data = entry.packed(self.age, self.epoch);
            slot[0].store(check ^ data, Ordering::Relaxed);
            slot[1].store(data, Ordering::Relaxed);
        }
    }
}

/// Words from the system's allocator, which reports a lack of memory, so that the table can be smaller. The program's
/// own allocator may abort.
#[derive(Debug)]
struct SystemWords(ManuallyDrop<Box<[AtomicU64]>>);

impl Deref for SystemWords {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        &self.0
    }
}

impl DerefMut for SystemWords {
    fn deref_mut(&mut self) -> &mut [AtomicU64] {
        &mut self.0
    }
}

impl Drop for SystemWords {
    fn drop(&mut self) {
        let layout = Layout::for_value::<[AtomicU64]>(self);
        #[expect(unsafe_code, reason = "the memory is not that of a box")]
        // SAFETY: `zeroed` has taken the memory from the system with this layout, and it is not used again.
        unsafe {
            System.dealloc(self.as_mut_ptr().cast(), layout);
        }
    }
}

/// Zeros, whose memory the system provides when it is first used; `None` if there is not enough.
fn zeroed(count: usize) -> Option<SystemWords> {
    let layout = Layout::array::<AtomicU64>(count).ok()?;
    #[expect(
        unsafe_code,
        reason = "filling a vector would take the memory before it is needed"
    )]
    // SAFETY: the layout fits a slice of `count` atomic numbers, for which zeros are valid, and is not empty.
    // `SystemWords` keeps the box from being dropped as one. The advice to the system changes no memory.
    unsafe {
        let start = System.alloc_zeroed(layout);
        if start.is_null() {
            return None;
        }
        // Huge pages save most address translations. The advice must begin at a page, and may be ignored.
        #[cfg(target_os = "linux")]
        {
            /// The bytes of a page, and the minimum size for which huge pages are worth requesting.
            const PAGE: usize = 4096;
            const HUGE: usize = 4 << 20;
            /// `MADV_HUGEPAGE` of `<sys/mman.h>`.
            const HUGE_PAGES: i32 = 14;
            // Declared here, because copies of the engine are compiled without other packages.
            unsafe extern "C" {
                fn madvise(start: *mut u8, bytes: usize, advice: i32) -> i32;
            }
            let inside = start.align_offset(PAGE);
            if layout.size() > HUGE {
                madvise(start.add(inside), layout.size() - inside, HUGE_PAGES);
            }
        }
        let words = Box::from_raw(slice_from_raw_parts_mut(start.cast(), count));
        Some(SystemWords(ManuallyDrop::new(words)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_again_and_deep_ones_stay() {
        let table = Table::new(1 << 12).unwrap();
        let position = |number: u64| Position {
            player: number,
            opponent: !number & 0xffff << 40,
        };
        let entry = |depth| TableEntry {
            lower: -64,
            upper: 64,
            depth,
            selectivity: 0,
            best: [63; 2],
        };
        assert_eq!(table.get(position(1)), None);
        table.put(position(1), entry(60));
        for number in 2..10_000 {
            table.put(position(number), entry(3));
            assert_eq!(table.get(position(number)), Some(entry(3)));
        }
        assert_eq!(table.get(position(1)), Some(entry(60)));
        assert_eq!(
            table.get(Position {
                player: 1,
                opponent: 2
            }),
            None
        );
    }

    #[test]
    fn a_cleared_table_is_like_a_new_one() {
        let [mut cleared, mut new] = [0, 0].map(|_| Table::new(1 << 10).unwrap());
        let position = |number: u64| Position {
            player: number,
            opponent: 0,
        };
        for round in 0..600_u64 {
            cleared.clear();
            new.words.iter_mut().for_each(|word| *word.get_mut() = 0);
            for number in 1..200 {
                let depth = u8::try_from((number * number + round) % 60).unwrap();
                let entry = TableEntry {
                    lower: 0,
                    upper: 0,
                    depth,
                    selectivity: 5,
                    best: [0; 2],
                };
                assert_eq!(cleared.get(position(number)), new.get(position(number)));
                cleared.put(position(number % 100), entry);
                new.put(position(number % 100), entry);
            }
            cleared.grow_older();
            new.grow_older();
        }
    }

    #[test]
    fn older_entries_are_replaced_first() {
        let mut table = Table::new(1).unwrap();
        let position = |number: u64| Position {
            player: number,
            opponent: 0,
        };
        let entry = |depth| TableEntry {
            lower: 0,
            upper: 0,
            depth,
            selectivity: 5,
            best: [NO_SQUARE; 2],
        };
        for number in 1..=4 {
            table.put(position(number), entry(50));
        }
        table.grow_older();
        for number in 5..=8 {
            table.put(position(number), entry(1));
        }
        assert!((5..=8).all(|number| table.get(position(number)).is_some()));
    }
}
