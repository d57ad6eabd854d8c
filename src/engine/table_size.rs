//! How large the table is that a search has.

use super::{Limits, Position, Table};

/// The table made ready for a search that can make use of so many bytes: another one, if it is too small.
/// Where there is not so much memory, it takes what there is from then on.
pub(super) fn prepared<'a>(
    table: &'a mut Option<Table>,
    most_bytes: &mut usize,
    bytes: usize,
) -> &'a Table {
    /// A larger table is allocated as large as it may become, and used in part: then its memory is new
    /// and on large pages. A smaller one is sooner cleared than handed out anew.
    const LITTLE: usize = 4 << 20;
    let bytes = bytes.min(*most_bytes);
    // Tables have powers of two.
    if table.as_ref().is_some_and(|table| table.bytes() <= bytes / 2) {
        *table = None;
    }
    let table = table.get_or_insert_with(|| {
        let mut all = if bytes > LITTLE { *most_bytes } else { bytes };
        loop {
            if let Some(table) = Table::new(all) {
                return table;
            }
            all /= 2;
            *most_bytes = all;
        }
    });
    table.grow_older();
    table.use_at_most(bytes);
    table
}

/// How much of the table a search can make use of: what is written to once has to be made ready by
/// the system first, which can take longer than a small search itself.
///
/// The powers of two were measured: with a half, hardly more nodes are searched; with four times as much,
/// more time is taken.
pub(super) fn bytes_for(position: Position, limits: &Limits) -> usize {
    /// What a position takes that is worth to be kept, and a guess how many such positions there are.
    const ENTRY: u64 = 16;
    /// The logarithms of the least and of the most that a search is given by its size.
    const LEAST: u32 = 16;
    const MOST: u32 = 40;
    /// No position has more moves than this.
    const MOST_MOVES: usize = 33;
    let empties = position.empties();
    let by_nodes = limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_mul(ENTRY));
    let by_time = limits.time.map_or(u64::MAX, |time| {
        // About as many bytes as can be written to in that time.
        u64::try_from(time.as_millis()).unwrap_or(u64::MAX).saturating_mul(1 << 16)
    });
    let logarithm = if empties <= limits.exact_from {
        empties
    } else {
        // A surer search of few plies begins smaller than a selective one and grows faster.
        let sureness = u32::from(limits.selectivity.number());
        let depth = limits.depth.min(60);
        (140 - 6 * sureness + (5 + sureness) * depth) / 10
    };
    let lines = limits.lines.min(MOST_MOVES) as u64;
    let by_size = lines.next_power_of_two() << logarithm.clamp(LEAST, MOST);
    usize::try_from(by_nodes.min(by_time).min(by_size)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rand::SeedableRng;

    use super::*;
    use crate::engine::Selectivity;

    fn with_empties(empties: u32) -> Position {
        Position::by_chance(empties, &mut rand_pcg::Pcg64Mcg::seed_from_u64(7))
    }

    #[test]
    fn larger_searches_have_larger_tables() {
        let midgame = |depth: u32, how: usize, lines: usize| {
            let selectivity = Selectivity::ALL[how];
            let limits = Limits { depth, exact_from: 0, selectivity, lines, ..Limits::default() };
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
        assert_eq!([4, 16, 20, 26].map(end), [1 << 16, 1 << 16, 1 << 20, 1 << 26]);
    }

    #[test]
    fn short_searches_have_small_tables() {
        let size = |limits: Limits| bytes_for(with_empties(50), &limits);
        let time = Some(Duration::from_millis(10));
        assert_eq!(size(Limits { exact_from: 0, time, ..Limits::default() }), 10 << 16);
        assert_eq!(size(Limits { nodes: Some(1000), ..Limits::default() }), 16_000);
    }

    #[test]
    fn a_table_grows_as_far_as_it_may_and_is_used_in_part_later() {
        let (mut table, mut most) = (None, 32 << 20);
        assert_eq!(prepared(&mut table, &mut most, 1 << 18).bytes(), 1 << 18);
        assert_eq!(prepared(&mut table, &mut most, 100_000).bytes(), 1 << 18);
        assert_eq!(prepared(&mut table, &mut most, 1 << 20).bytes(), 1 << 20);
        for bytes in [8 << 20, usize::MAX, 1 << 16] {
            assert_eq!(prepared(&mut table, &mut most, bytes).bytes(), 32 << 20);
        }
        assert_eq!(most, 32 << 20);
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn where_there_is_too_little_memory_it_takes_what_there_is() {
        let (mut table, mut most) = (None, 1 << 60);
        assert_eq!(prepared(&mut table, &mut most, 1 << 16).bytes(), 1 << 16);
        assert_eq!(most, 1 << 60);
        let bytes = prepared(&mut table, &mut most, usize::MAX).bytes();
        assert_eq!(most, bytes);
        assert!((1 << 16..1 << 60).contains(&bytes), "{bytes}");
    }
}
