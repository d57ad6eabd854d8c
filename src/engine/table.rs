//! What searches have found out about positions: a table of fixed size that threads can share.

use std::alloc::{Layout, alloc_zeroed};
use std::ptr::slice_from_raw_parts_mut;
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

/// The numbers of a slot: the key, mixed with the data so that a torn write is never taken for an
/// entry, and the data.
const SLOT: usize = 2;

/// The numbers of a bucket: 64 bytes, a line of the cache.
const BUCKET_WORDS: usize = BUCKET * SLOT;

/// A transposition table. Readers and writers need no lock: what two of them write at once is
/// recognised as nothing.
#[derive(Debug)]
pub struct Table {
    words: Vec<AtomicU64>,
    /// Where the first bucket begins, so that each of them fills a line of the cache.
    first: usize,
    /// How many buckets there are, a power of two.
    buckets: usize,
    age: u8,
}

impl Table {
    /// An empty table of at most this many bytes, in steps of powers of two; at least one bucket.
    /// `None` if there is not so much memory. The system hands it out when it is first used.
    pub fn new(bytes: usize) -> Option<Self> {
        let count = (bytes / (8 * BUCKET_WORDS)).max(1);
        let buckets = if count.is_power_of_two() { count } else { count.next_power_of_two() / 2 };
        let words = zeroed((buckets + 1).checked_mul(BUCKET_WORDS)?)?;
        let first = words.as_ptr().align_offset(8 * BUCKET_WORDS).min(BUCKET_WORDS);
        Some(Self { words, first, buckets, age: 0 })
    }

    /// Uses no more than so many bytes of it from now on, so that a small search doesn't have all of
    /// its memory handed out by the system. What lies beyond is out of reach for as long.
    pub fn use_at_most(&mut self, bytes: usize) {
        let most = self.words.len() / BUCKET_WORDS - 1;
        let count = (bytes / (8 * BUCKET_WORDS)).clamp(1, most);
        self.buckets = if count.is_power_of_two() { count } else { count.next_power_of_two() / 2 };
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        8 * (self.words.len() - BUCKET_WORDS)
    }

    /// Makes all entries older than those to come, so that they give way first.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[expect(clippy::cast_possible_truncation, reason = "only the low bits are wanted")]
    #[inline]
    fn bucket(&self, hash: u64) -> &[AtomicU64] {
        let index = hash as usize & (self.buckets - 1);
        &self.words[self.first + index * BUCKET_WORDS..][..BUCKET_WORDS]
    }

    /// Has what is known of a position brought nearer, because it will soon be asked for.
    #[inline]
    pub fn prefetch(&self, position: Position) {
        prefetch(self.bucket(hash(position)).as_ptr());
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, position: Position) -> Option<Entry> {
        let key = check(products(position));
        self.bucket(hash(position)).chunks_exact(SLOT).find_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            let is_found = slot[0].load(Ordering::Relaxed) ^ data == key && data != 0;
            is_found.then(|| Entry::unpacked(data))
        })
    }

    /// Keeps what is known of a position, in place of what was known of it before, else of what is
    /// oldest, else of what was searched least deep.
    pub fn put(&self, position: Position, entry: Entry) {
        let key = check(products(position));
        let mut chosen = None;
        for slot in self.bucket(hash(position)).chunks_exact(SLOT) {
            let data = slot[1].load(Ordering::Relaxed);
            if data == 0 || slot[0].load(Ordering::Relaxed) ^ data == key {
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
            slot[0].store(key ^ data, Ordering::Relaxed);
            slot[1].store(data, Ordering::Relaxed);
        }
    }
}

/// Has what lies at an address brought nearer, where the processor can.
#[inline]
pub(super) fn prefetch<T>(address: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[expect(unsafe_code, reason = "the only way to prefetch")]
        // SAFETY: nothing is read, so the address may be any.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(address.cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

/// So many zeros, whose memory is handed out when it is first used; `None` if there is not so much.
fn zeroed(count: usize) -> Option<Vec<AtomicU64>> {
    let layout = Layout::array::<AtomicU64>(count).ok()?;
    #[expect(unsafe_code, reason = "filling a vector would take the memory before it is needed")]
    // SAFETY: the layout is that of a boxed slice of so many numbers, which are valid when all zeros, and
    // the advice to the system changes nothing in the memory.
    unsafe {
        let start = alloc_zeroed(layout);
        if start.is_null() {
            return None;
        }
        // With large pages fewer of the scattered accesses have to look up where a page is. The
        // advice is for whole pages; that it is not taken is no error.
        #[cfg(target_os = "linux")]
        {
            let inside = start.align_offset(4096);
            if layout.size() > 1 << 22 {
                libc::madvise(
                    start.add(inside).cast(),
                    layout.size() - inside,
                    libc::MADV_HUGEPAGE,
                );
            }
        }
        Some(Box::from_raw(slice_from_raw_parts_mut(start.cast(), count)).into_vec())
    }
}

/// A number that chooses the bucket.
#[inline]
fn hash(position: Position) -> u64 {
    let mixed = position.player.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ position.opponent.rotate_left(32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ mixed >> 32
}

/// Another one of all bits, from the [`products`] of a position, which tells positions of a bucket
/// apart. Multiplying by an odd number loses nothing, so positions that differ in one side's discs only
/// always differ here.
#[inline]
pub(super) fn check([player, opponent]: [u64; 2]) -> u64 {
    player ^ opponent.rotate_left(29)
}

/// The discs of the player and those of the opponent, each times a large odd number.
#[inline]
pub(super) fn products(position: Position) -> [u64; 2] {
    [
        position.player.wrapping_mul(0xff51_afd7_ed55_8ccd),
        position.opponent.wrapping_mul(0xc4ce_b9fe_1a85_ec53),
    ]
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
    }
}
