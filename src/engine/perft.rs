//! Counting positions: the standard check of legal moves and flips.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::{Position, squares};

/// How many positions are `depth` plies away, a pass counting as a ply; one in which the game has
/// ended before counts as well.
///
/// The counts from the start are published to depth 14 and beyond; a program that forgets passes
/// differs first at depth 9. (Where a pass costs no depth, other counts are published from depth 9
/// on.)
///
/// ```
/// use reversi::engine::{Position, perft};
/// assert_eq!(perft(Position::START, 6), 8200);
/// ```
pub fn perft(position: Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if moves == 0 {
        let passed = position.passed();
        return if passed.legal_moves() == 0 { 1 } else { perft(passed, depth - 1) };
    }
    if depth == 1 {
        return moves.count_ones().into();
    }
    squares(moves).map(|square| perft(position.after(square), depth - 1)).sum()
}

/// The same on several threads. The work is shared out by the positions a few plies away.
pub fn perft_parallel(position: Position, depth: u32, threads: usize) -> u64 {
    shared_out(position, depth, threads, perft)
}

/// The same with a table, in which the counts of positions are found again that are reached in
/// several ways, or are turned or mirrored. It may keep what it has for other depths and starts.
///
/// ```
/// use reversi::engine::{PerftTable, Position, perft_hashed};
/// let table = PerftTable::new(1 << 20);
/// assert_eq!(perft_hashed(Position::START, 8, 2, &table), 390_216);
/// ```
pub fn perft_hashed(position: Position, depth: u32, threads: usize, table: &PerftTable) -> u64 {
    shared_out(position, depth, threads, |part, depth| hashed(part, depth, table))
}

fn hashed(position: Position, depth: u32, table: &PerftTable) -> u64 {
    if depth < SHALLOWEST {
        return perft(position, depth);
    }
    let position = canonical(position);
    if let Some(count) = table.get(position, depth) {
        return count;
    }
    let moves = position.legal_moves();
    let count = if moves != 0 {
        squares(moves).map(|square| hashed(position.after(square), depth - 1, table)).sum()
    } else if position.passed().legal_moves() != 0 {
        hashed(position.passed(), depth - 1, table)
    } else {
        1
    };
    table.put(position, depth, count);
    count
}

/// The same one of all eight positions that turning and mirroring the board makes of each other:
/// as many positions follow from each of them.
fn canonical(position: Position) -> Position {
    let views = |discs: u64| {
        [discs, transposed(discs)].map(|discs| {
            let turned = discs.reverse_bits();
            [discs, discs.swap_bytes(), turned, turned.swap_bytes()]
        })
    };
    let (players, opponents) = (views(position.player), views(position.opponent));
    let all = players.iter().flatten().zip(opponents.iter().flatten());
    let least = all.min().unwrap_or((&position.player, &position.opponent));
    Position { player: *least.0, opponent: *least.1 }
}

/// The board mirrored in the diagonal from a1 to h8: ever bigger blocks change places.
fn transposed(mut discs: u64) -> u64 {
    for (distance, upper) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let moved = (discs ^ discs >> distance) & upper;
        discs ^= moved ^ moved << distance;
    }
    discs
}

fn shared_out(
    position: Position,
    depth: u32,
    threads: usize,
    count: impl Fn(Position, u32) -> u64 + Sync,
) -> u64 {
    /// Far enough for many more parts than threads.
    const SPLIT: u32 = 5;
    if depth <= SPLIT || threads < 2 {
        return count(position, depth);
    }
    let mut ended = 0;
    let mut parts = vec![position];
    for _ in 0..SPLIT {
        let mut next = Vec::new();
        for part in parts {
            let moves = part.legal_moves();
            if moves == 0 {
                let passed = part.passed();
                if passed.legal_moves() == 0 {
                    ended += 1;
                } else {
                    next.push(passed);
                }
            }
            next.extend(squares(moves).map(|square| part.after(square)));
        }
        parts = next;
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut sum = 0;
        while let Some(&part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            sum += count(part, depth - SPLIT);
        }
        sum
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let counts = workers.into_iter().map(|worker| worker.join().unwrap_or_default());
        ended + counts.sum::<u64>()
    })
}

/// Nearer to the end than this, counting is quicker than a look into the table.
const SHALLOWEST: u32 = 3;

/// Low bits of an entry's data that hold the depth; the count is above them.
const DEPTH_BITS: u32 = 6;

/// A position with its data mixed into it, so that a torn write is never taken for an entry; and
/// the data: the count and the depth.
#[derive(Debug, Default)]
struct Slot {
    player: AtomicU64,
    opponent: AtomicU64,
    data: AtomicU64,
}

/// The first slot keeps what is deepest, the second what came last.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 2]);

/// Counts that [`perft_hashed`] has found, by position and depth: a table of fixed size that
/// threads share without a lock. Positions are kept whole, so a count is exact.
#[derive(Debug)]
pub struct PerftTable {
    buckets: Vec<Bucket>,
}

impl PerftTable {
    /// An empty table of at most this many bytes; at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let bits = (bytes / size_of::<Bucket>()).max(1).ilog2();
        let mut buckets = Vec::new();
        buckets.resize_with(1 << bits, Bucket::default);
        Self { buckets }
    }

    fn bucket(&self, position: Position, depth: u32) -> &Bucket {
        let mixed = position.player.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ position.opponent.rotate_left(32).wrapping_mul(0xd6e8_feb8_6659_fd93)
            ^ u64::from(depth);
        let hash = (mixed ^ mixed >> 32).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let index = (hash >> 32) as usize;
        &self.buckets[index & (self.buckets.len() - 1)]
    }

    fn get(&self, position: Position, depth: u32) -> Option<u64> {
        self.bucket(position, depth).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let [player, opponent] = mixes(data);
            let is_found = depth_of(data) == depth
                && slot.player.load(Ordering::Relaxed) ^ player == position.player
                && slot.opponent.load(Ordering::Relaxed) ^ opponent == position.opponent;
            is_found.then_some(data >> DEPTH_BITS)
        })
    }

    /// Keeps a count; one too big for its bits is left out.
    fn put(&self, position: Position, depth: u32, count: u64) {
        let data = count << DEPTH_BITS | u64::from(depth);
        if data >> DEPTH_BITS != count || depth_of(data) != depth {
            return;
        }
        let [first, second] = &self.bucket(position, depth).0;
        let is_deepest = depth_of(first.data.load(Ordering::Relaxed)) <= depth;
        let slot = if is_deepest { first } else { second };
        let [player, opponent] = mixes(data);
        slot.player.store(position.player ^ player, Ordering::Relaxed);
        slot.opponent.store(position.opponent ^ opponent, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "only the lowest bits are wanted")]
const fn depth_of(data: u64) -> u32 {
    data as u32 & ((1 << DEPTH_BITS) - 1)
}

/// What is mixed into the two sides' discs: all bits of the data in all bits.
const fn mixes(data: u64) -> [u64; 2] {
    [
        data.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        data.rotate_left(32).wrapping_mul(0xc4ce_b9fe_1a85_ec53),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts from the start by depth.
    const PUBLISHED: [u64; 11] =
        [1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288, 24_571_284];

    #[test]
    fn counts_are_as_published() {
        for (depth, count) in (0..).zip(PUBLISHED) {
            assert_eq!(perft(Position::START, depth), count, "depth {depth}");
        }
    }

    #[test]
    fn threads_count_the_same() {
        for (depth, count) in (0..).zip(PUBLISHED).skip(4) {
            assert_eq!(perft_parallel(Position::START, depth, 3), count, "depth {depth}");
        }
    }

    /// A table that is much too small as well: what it has lost is counted again.
    #[test]
    fn tables_of_any_size_count_the_same() {
        for (bytes, threads) in [(0, 1), (1 << 12, 3), (1 << 24, 1), (1 << 24, 3)] {
            let table = PerftTable::new(bytes);
            for (depth, count) in (0..).zip(PUBLISHED).take(10) {
                assert_eq!(
                    perft_hashed(Position::START, depth, threads, &table),
                    count,
                    "depth {depth}, {bytes} bytes, {threads} threads"
                );
            }
        }
    }

    /// The game ends or a side passes in places that the first plies never reach.
    #[test]
    fn a_table_counts_passes_and_ends_the_same() {
        let full = !0_u64;
        for empty in [0x8100_0000_0000_0081_u64, 0x00c3_0000_0000_4200, 0x1824_0000_8001_0042] {
            for player in [0x0f0f_0f0f_f0f0_f0f0, 0x0000_ffff_ffff_0000, 0xaaaa_5555_cccc_3333] {
                let start = Position { player: player & !empty, opponent: full & !player & !empty };
                let table = PerftTable::new(1 << 16);
                for depth in 0..9 {
                    let count = perft(start, depth);
                    assert_eq!(perft_hashed(start, depth, 1, &table), count, "{start:x?} {depth}");
                }
            }
        }
    }

    #[test]
    fn the_eight_views_of_a_position_share_their_counts() {
        let position = Position { player: 0x0000_0010_0804_0201, opponent: 0x0102_0000_0000_1c00 };
        let mut seen = std::collections::HashSet::new();
        for view in 0..8 {
            let of = |discs: u64| {
                let discs = if view & 1 == 0 { discs } else { transposed(discs) };
                let discs = if view & 2 == 0 { discs } else { discs.swap_bytes() };
                if view & 4 == 0 { discs } else { discs.reverse_bits() }
            };
            let view = Position { player: of(position.player), opponent: of(position.opponent) };
            assert!(seen.insert(view));
            assert_eq!(canonical(view), canonical(position));
            assert_eq!(perft(view, 4), perft(position, 4));
        }
        assert_eq!(transposed(1 << 10 | 1 << 7), 1 << 17 | 1 << 56);
    }

    #[test]
    fn an_entry_is_found_for_its_own_position_and_depth_only() {
        let table = PerftTable::new(0);
        let position = Position { player: 1, opponent: 6 };
        table.put(position, 5, 99);
        assert_eq!(table.get(position, 5), Some(99));
        assert_eq!(table.get(position, 4), None);
        assert_eq!(table.get(position.passed(), 5), None);
        assert_eq!(table.get(Position { player: 1, opponent: 2 }, 5), None);
        table.put(position, 4, 1 << 60);
        assert_eq!(table.get(position, 4), None, "too big to be kept");
    }

    /// In the slow lane: `cargo test --release -- --ignored perft`.
    #[test]
    #[ignore = "takes a minute"]
    fn deep_counts_are_as_published() {
        assert_eq!(perft(Position::START, 11), 212_258_800);
        assert_eq!(perft(Position::START, 12), 1_939_886_636);
        let table = PerftTable::new(1 << 28);
        assert_eq!(perft_hashed(Position::START, 13, 2, &table), 18_429_641_748);
    }
}
