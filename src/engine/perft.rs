//! Perft: counts positions at a depth, the standard check of move generation. `dispatch.rs` has the details.

mod table;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::{Position, squares};
pub use table::CountTable;

/// Below this depth, counting is faster than a table lookup.
const LEAST_TABLE_DEPTH: u32 = 3;

/// The depth at which work is split between threads: deep enough for any number of them.
const SPLIT: u32 = 5;

fn perft(position: Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if moves == 0 {
        let passed = position.passed();
        return if passed.legal_moves() == 0 {
            1
        } else {
            perft(passed, depth - 1)
        };
    }
    if depth == 1 {
        return moves.count_ones().into();
    }
    squares(moves)
        .map(|square| perft(position.after(square), depth - 1))
        .sum()
}

pub fn count_positions(position: Position, depth: u32, threads: usize) -> u64 {
    split(position, depth, threads, perft)
}

pub fn count_positions_hashed(
    position: Position,
    depth: u32,
    threads: usize,
    table: &CountTable,
) -> u64 {
    split(position, depth, threads, |part, depth| {
        hashed(part, depth, table)
    })
}

fn hashed(position: Position, depth: u32, table: &CountTable) -> u64 {
    if depth < LEAST_TABLE_DEPTH {
        return perft(position, depth);
    }
    let position = position.canonical();
    if let Some(count) = table.get(position, depth) {
        return count;
    }
    let moves = position.legal_moves();
    let count = if moves != 0 {
        squares(moves)
            .map(|square| hashed(position.after(square), depth - 1, table))
            .sum()
    } else if position.passed().legal_moves() != 0 {
        hashed(position.passed(), depth - 1, table)
    } else {
        1
    };
    table.put(position, depth, count);
    count
}

/// Counts on several threads, which share the positions [`SPLIT`] plies away.
fn split(
    position: Position,
    depth: u32,
    threads: usize,
    count: impl Fn(Position, u32) -> u64 + Sync,
) -> u64 {
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
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        // This thread counts as well, alone if no other can be started.
        let helpers: Vec<_> = (1..threads).map_while(start).collect();
        let own = work();
        let counts = helpers.into_iter().map(|helper| match helper.join() {
            Ok(count) => count,
            Err(panicked) => std::panic::resume_unwind(panicked),
        });
        ended + own + counts.sum::<u64>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts from the start, by depth.
    const PUBLISHED: [u64; 11] = [
        1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288, 24_571_284,
    ];

    #[test]
    fn counts_are_as_published() {
        for (depth, count) in (0..).zip(PUBLISHED) {
            assert_eq!(perft(Position::START, depth), count, "depth {depth}");
        }
    }

    #[test]
    fn threads_count_the_same() {
        for (depth, count) in (0..).zip(PUBLISHED).skip(4) {
            assert_eq!(
                count_positions(Position::START, depth, 3),
                count,
                "depth {depth}"
            );
        }
    }

    /// Even if the table is much too small, because lost counts are computed again.
    #[test]
    fn tables_of_any_size_count_the_same() {
        for (bytes, threads) in [(0, 1), (1 << 12, 3), (1 << 24, 1), (1 << 24, 3)] {
            let table = CountTable::new(bytes);
            for (depth, count) in (0..).zip(PUBLISHED).take(10) {
                assert_eq!(
                    count_positions_hashed(Position::START, depth, threads, &table),
                    count,
                    "depth {depth}, {bytes} bytes, {threads} threads"
                );
            }
        }
    }

    /// Covers passes and ended games, which the first plies never reach.
    #[test]
    fn a_table_counts_passes_and_ends_the_same() {
        let full = !0_u64;
        for empty in [
            0x8100_0000_0000_0081_u64,
            0x00c3_0000_0000_4200,
            0x1824_0000_8001_0042,
        ] {
            for player in [
                0x0f0f_0f0f_f0f0_f0f0,
                0x0000_ffff_ffff_0000,
                0xaaaa_5555_cccc_3333,
            ] {
                let start = Position {
                    player: player & !empty,
                    opponent: full & !player & !empty,
                };
                let table = CountTable::new(1 << 16);
                for depth in 0..9 {
                    let count = perft(start, depth);
                    assert_eq!(
                        count_positions_hashed(start, depth, 1, &table),
                        count,
                        "{start:x?} {depth}"
                    );
                }
            }
        }
    }

    /// Run it with `cargo test --release -- --ignored perft`.
    #[test]
    #[ignore = "takes a minute"]
    fn deep_counts_are_as_published() {
        assert_eq!(perft(Position::START, 11), 212_258_800);
        assert_eq!(perft(Position::START, 12), 1_939_886_636);
        let table = CountTable::new(1 << 28);
        assert_eq!(
            count_positions_hashed(Position::START, 13, 2, &table),
            18_429_641_748
        );
    }
}
