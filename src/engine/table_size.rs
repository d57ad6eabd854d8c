//! The size of the transposition table: no larger than a search can use.

use std::hint::black_box;

use super::move_list::MOST_MOVES;
use super::{Limits, Position, Selectivity, Table};

/// The binary logarithm of the minimum table size in bytes.
const SMALLEST: u32 = 16;

const SMALLEST_BYTES: usize = 1 << SMALLEST;

#[derive(Debug)]
pub struct SizedTable {
    table: Option<Table>,
    max_bytes: usize,
}

impl SizedTable {
    pub fn new(max_bytes: usize) -> Self {
        Self {
            table: None,
            max_bytes,
        }
    }

    /// The maximum size. It is lower than requested if memory was short.
    pub fn max_bytes(&self) -> usize {
        self.max_bytes
    }

    pub fn clear(&mut self) {
        self.table.iter_mut().for_each(Table::clear);
    }

    /// A table for a search that can use `bytes` bytes, with previous entries aged.
    pub fn prepare(&mut self, bytes: usize) -> &Table {
        /// Larger tables are allocated at the maximum size and used in part, so that their memory is new and on huge
        /// pages. Smaller ones are cleared faster than allocated.
        const LARGEST_EXACT: usize = 4 << 20;
        let bytes = bytes.min(self.max_bytes);
        // Sizes are powers of two.
        if self
            .table
            .as_ref()
            .is_some_and(|table| table.bytes() <= bytes / 2)
        {
            self.table = None;
        }
        let table = self.table.get_or_insert_with(|| {
            let mut size = if bytes > LARGEST_EXACT {
                self.max_bytes
            } else {
                bytes
            };
            if let Some(table) = Table::new(size) {
                return table;
            }
            loop {
                size /= 2;
                if size < SMALLEST_BYTES {
                    // Not even the smallest table fits: allocate, to end the program as it ends without memory.
                    drop(black_box(vec![1_u8; 4 * SMALLEST_BYTES]));
                    panic!("there is memory for a list, but not for a smaller table");
                }
                // Leave as much memory for everything else.
                if Table::new(2 * size).is_some()
                    && let Some(table) = Table::new(size)
                {
                    self.max_bytes = size;
                    return table;
                }
            }
        });
        table.grow_older();
        table.use_at_most(bytes);
        table
    }
}

/// The bytes of a table that a search can use. The system must provide memory that is written to for the first time,
/// which can take longer than a small search. The powers of two were measured: with half the size, hardly more nodes
/// are searched; with four times the size, the search takes longer.
pub fn bytes_for(position: Position, limits: &Limits) -> usize {
    const ENTRY: u64 = 16;
    /// The approximate number of bytes that can be written to for the first time in a millisecond.
    const PER_MILLISECOND: u64 = 1 << 16;
    const LARGEST: u32 = 40;
    /// The binary logarithm for a midgame search, in tenths: a start and a growth per ply. With higher selectivity,
    /// it starts lower and grows faster.
    const START: u32 = 140;
    const START_PER_LEVEL: u32 = 6;
    const PER_PLY: u32 = 5;
    /// The reduction of the binary logarithm for a selective endgame search.
    const SAVED: u32 = 3;
    let empties = position.empties();
    let by_nodes = limits
        .nodes
        .map_or(u64::MAX, |nodes| nodes.saturating_mul(ENTRY));
    let by_time = limits.time.map_or(u64::MAX, |time| {
        u64::try_from(time.as_millis())
            .unwrap_or(u64::MAX)
            .saturating_mul(PER_MILLISECOND)
    });
    let logarithm = if let Some(end) = limits.end(empties) {
        if end == Selectivity::FULL {
            empties
        } else {
            empties.saturating_sub(SAVED)
        }
    } else {
        let level = u32::from(limits.selectivity.number());
        let depth = limits.depth_at(empties).min(60);
        (START - START_PER_LEVEL * level + (PER_PLY + level) * depth) / 10
    };
    let lines = limits.lines.min(MOST_MOVES) as u64;
    let by_depth = lines.next_power_of_two() << logarithm.clamp(SMALLEST, LARGEST);
    usize::try_from(by_nodes.min(by_time).min(by_depth)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rand::{RngExt, SeedableRng};

    use super::*;

    fn with_empties(empties: u32) -> Position {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(7);
        Position::by_chance(empties, |count| rng.random_range(0..count))
    }

    #[test]
    fn larger_searches_have_larger_tables() {
        let midgame = |depth: u32, how: usize, lines: usize| {
            let selectivity = Selectivity::ALL[how];
            let limits = Limits {
                depth,
                exact_from: 0,
                selectivity,
                lines,
                ..Limits::default()
            };
            bytes_for(with_empties(40), &limits)
        };
        for (how, depths) in [(0, [6, 14, 20, 26]), (5, [6, 8, 12, 16])] {
            let sizes = depths.map(|depth| midgame(depth, how, 1));
            assert!(sizes.is_sorted() && sizes[0] < sizes[3], "{sizes:?}");
        }
        assert_eq!([midgame(8, 0, 1), midgame(20, 0, 1)], [1 << 18, 1 << 24]);
        assert!(midgame(14, 0, 1) < midgame(14, 5, 1));
        assert_eq!(midgame(8, 0, 3), 4 * midgame(8, 0, 1));
        let most = usize::try_from(1_u64 << 46).unwrap_or(usize::MAX);
        assert_eq!(midgame(60, 5, usize::MAX), most);
        let end = |empties: u32| bytes_for(with_empties(empties), &Limits::default());
        assert_eq!(
            [4, 16, 20, 26].map(end),
            [1 << 16, 1 << 16, 1 << 20, 1 << 26]
        );
    }

    #[test]
    fn short_searches_have_small_tables() {
        let size = |limits: Limits| bytes_for(with_empties(50), &limits);
        let time = Some(Duration::from_millis(10));
        assert_eq!(
            size(Limits {
                exact_from: 0,
                time,
                ..Limits::default()
            }),
            10 << 16
        );
        assert_eq!(
            size(Limits {
                nodes: Some(1000),
                ..Limits::default()
            }),
            16_000
        );
    }

    #[test]
    fn a_table_grows_to_its_limit_and_is_used_in_part_later() {
        let mut sized = SizedTable::new(32 << 20);
        assert_eq!(sized.prepare(1 << 18).bytes(), 1 << 18);
        assert_eq!(sized.prepare(100_000).bytes(), 1 << 18);
        assert_eq!(sized.prepare(1 << 20).bytes(), 1 << 20);
        for bytes in [8 << 20, usize::MAX, 1 << 16] {
            assert_eq!(sized.prepare(bytes).bytes(), 32 << 20);
        }
        assert_eq!(sized.max_bytes(), 32 << 20);
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn the_limit_shrinks_to_the_available_memory() {
        let mut sized = SizedTable::new(1 << 60);
        assert_eq!(sized.prepare(1 << 16).bytes(), 1 << 16);
        assert_eq!(sized.max_bytes(), 1 << 60);
        let bytes = sized.prepare(usize::MAX).bytes();
        assert_eq!(sized.max_bytes(), bytes);
        assert!((1 << 16..1 << 60).contains(&bytes), "{bytes}");
    }
}
