//! Counting positions: the standard check of legal moves and flips.

use std::sync::atomic::{AtomicUsize, Ordering};
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
    /// Far enough for many more parts than threads.
    const SPLIT: u32 = 5;
    if depth <= SPLIT || threads < 2 {
        return perft(position, depth);
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
        let mut count = 0;
        while let Some(&part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            count += perft(part, depth - SPLIT);
        }
        count
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let counts = workers.into_iter().map(|worker| worker.join().unwrap_or_default());
        ended + counts.sum::<u64>()
    })
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

    /// In the slow lane: `cargo test --release -- --ignored perft`.
    #[test]
    #[ignore = "takes a minute"]
    fn deep_counts_are_as_published() {
        assert_eq!(perft(Position::START, 11), 212_258_800);
        assert_eq!(perft(Position::START, 12), 1_939_886_636);
    }
}
