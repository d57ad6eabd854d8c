//! Stable discs, which can never be flipped again, and the cutoff that they allow.

use std::sync::LazyLock;

use super::Position;
use super::bits::{
    COLUMN_A, CORNERS, EDGE_COLUMNS, EDGE_ROWS, column_to_row, count, row_to_column,
};
use super::score::MAX_SCORE;

/// The discs of one side that are stable on an edge, whatever is played there. The index is `own + 256 * other`.
static EDGES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut table = vec![0; 1 << 16];
    // Edges with more discs first, because the others depend on them.
    let is_edge = |edge: &u16| edge.to_le_bytes()[0] & edge.to_le_bytes()[1] == 0;
    let mut edges: Vec<u16> = (0..=u16::MAX).filter(is_edge).collect();
    edges.sort_by_key(|edge| std::cmp::Reverse(edge.count_ones()));
    for edge in edges {
        let [own, other] = edge.to_le_bytes();
        table[usize::from(edge)] = edge_stable(own, other, &table);
    }
    table
});

/// The discs of `own` on an edge that survive every next move of either side and are stable afterwards, by `table`. A
/// move need not flip anything along the edge, because it may flip elsewhere.
fn edge_stable(own: u8, other: u8, table: &[u8]) -> u8 {
    let mut stable = own;
    for square in 0..8 {
        let bit = 1 << square;
        if (own | other) & bit != 0 {
            continue;
        }
        for own_moves in [true, false] {
            let (mover, waiting) = if own_moves {
                (own, other)
            } else {
                (other, own)
            };
            let flipped = edge_flips(square, mover, waiting);
            let mover = mover | bit | flipped;
            let waiting = waiting & !flipped;
            let (next_own, next_other) = if own_moves {
                (mover, waiting)
            } else {
                (waiting, mover)
            };
            let index = usize::from(next_own) + 256 * usize::from(next_other);
            stable &= table[index];
        }
    }
    stable
}

fn edge_flips(square: u32, player: u8, opponent: u8) -> u8 {
    let mut flipped = 0;
    for up in [true, false] {
        let step = |bit: u8| if up { bit << 1 } else { bit >> 1 };
        let mut run = 0;
        let mut bit = step(1 << square);
        while bit & opponent != 0 {
            run |= bit;
            bit = step(bit);
        }
        if bit & player != 0 {
            flipped |= run;
        }
    }
    flipped
}

fn stable_edge_discs(own: u64, other: u64) -> u64 {
    let table = &*EDGES;
    let look = |own: u8, other: u8| table[usize::from(own) + 256 * usize::from(other)];
    let row = |shift: u32| {
        let [own, other] = [own, other].map(|discs| (discs >> shift).to_le_bytes()[0]);
        u64::from(look(own, other)) << shift
    };
    let column = |shift: u32| {
        let [own, other] = [own, other].map(|discs| column_to_row(discs >> shift));
        row_to_column(look(own, other)) << shift
    };
    row(0) | row(56) | column(0) | column(7)
}

const fn diagonals(down_right: bool) -> [u64; 15] {
    let mut lines = [0; 15];
    let mut square = 0;
    while square < 64 {
        let row = square / 8;
        let column = square % 8;
        let line = if down_right {
            row + 7 - column
        } else {
            row + column
        };
        lines[line] |= 1 << square;
        square += 1;
    }
    lines
}

static DOWN_RIGHT: [u64; 15] = diagonals(true);
static DOWN_LEFT: [u64; 15] = diagonals(false);

/// The squares of full rows, columns, down-right diagonals and down-left diagonals.
fn full_lines(occupied: u64) -> [u64; 4] {
    let lines = |lines: &[u64; 15]| {
        let full = lines.iter().filter(|&&line| line & !occupied == 0);
        full.fold(0, |squares, line| squares | line)
    };
    let mut rows = occupied;
    rows &= rows >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    rows &= rows >> 2 & 0x0303_0303_0303_0303;
    rows &= rows >> 1 & COLUMN_A;
    let mut columns = occupied;
    columns &= columns.rotate_right(8);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(32);
    [rows * 0xff, columns, lines(&DOWN_RIGHT), lines(&DOWN_LEFT)]
}

/// Returns discs of `own` that can never be flipped, though not all of them.
///
/// These are stable on an edge (by a table), on full lines in all four directions, or protected by stable neighbors.
///
/// ```
/// use reversi::engine::stable_discs;
/// // A corner, and the disc next to it on the edge.
/// assert_eq!(stable_discs(0b11, 0), 0b11);
/// assert_eq!(stable_discs(0b110, 0), 0);
/// ```
pub fn stable_discs(own: u64, other: u64) -> u64 {
    let [rows, columns, down_right, down_left] = full_lines(own | other);
    // Along a line that leaves the board at once, nothing can be outflanked.
    let rows = rows | EDGE_COLUMNS;
    let columns = columns | EDGE_ROWS;
    let down_right = down_right | EDGE_ROWS | EDGE_COLUMNS;
    let down_left = down_left | EDGE_ROWS | EDGE_COLUMNS;
    let mut stable = stable_edge_discs(own, other) | own & rows & columns & down_right & down_left;
    loop {
        // A stable disc of the same side protects its neighbors along their common line.
        let beside = |shift: u32| stable << shift | stable >> shift;
        let protected = (rows | beside(1))
            & (columns | beside(8))
            & (down_right | beside(9))
            & (down_left | beside(7));
        let next = stable | own & protected;
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

/// An upper bound of at most `alpha` for the score, by stable opposing discs; `None` if too few or not worth it.
#[inline]
pub fn cut_by_stability(position: Position, alpha: i32, empties: u32) -> Option<i32> {
    /// The minimum `alpha` at which counting pays off: with fewer than `MANY_EMPTIES`, and with more. Tuned on time.
    const LEAST_ALPHA: [i32; 2] = [0, 8];
    const MANY_EMPTIES: u32 = 12;
    /// The number of discs that the opponent must own beyond those that must be stable: with fewer, it is too
    /// unlikely that enough of them are stable. Tuned on time.
    const SPARE_DISCS: i32 = 5;
    let bound = |stable: u64| MAX_SCORE - 2 * count(stable);
    // Without a corner, hardly any disc is stable.
    if alpha < LEAST_ALPHA[usize::from(empties >= MANY_EMPTIES)]
        || bound(position.opponent) + 2 * SPARE_DISCS > alpha
        || position.opponent & CORNERS == 0
    {
        return None;
    }
    let bound = bound(stable_discs(position.opponent, position.player));
    (bound <= alpha).then_some(bound)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::engine::legal_moves;

    type Rng = rand_pcg::Pcg64Mcg;

    /// The player's discs that some continuation flips, by exhaustive search.
    fn flippable(position: Position, own_to_move: bool) -> u64 {
        let (own, _) = discs(position, own_to_move);
        let mut kept = own;
        let mut moves = position.legal_moves();
        if moves == 0 {
            let passed = position.passed();
            if passed.legal_moves() == 0 {
                return 0;
            }
            return flippable(passed, !own_to_move);
        }
        let mut flipped = 0;
        while moves != 0 {
            let next = position.after(moves.trailing_zeros());
            moves &= moves - 1;
            let (next_own, _) = discs(next, !own_to_move);
            kept &= next_own;
            flipped |= flippable(next, !own_to_move) & own;
        }
        flipped | own & !kept
    }

    fn discs(position: Position, own_to_move: bool) -> (u64, u64) {
        if own_to_move {
            (position.player, position.opponent)
        } else {
            (position.opponent, position.player)
        }
    }

    #[test]
    fn no_play_flips_a_stable_disc() {
        let mut rng = Rng::seed_from_u64(8);
        let mut found = 0;
        for _ in 0..300 {
            // Any board with few empty squares, including unreachable ones.
            let mut position = Position {
                player: rng.random(),
                opponent: 0,
            };
            position.opponent = !position.player;
            for _ in 0..7 {
                let square = rng.random_range(0..64_u32);
                position.player &= !(1 << square);
                position.opponent &= !(1 << square);
            }
            let stable = stable_discs(position.player, position.opponent);
            assert_eq!(stable & !position.player, 0);
            let flipped = flippable(position, true) | flippable(position.passed(), false);
            assert_eq!(stable & flipped, 0, "{position:x?}");
            found += stable.count_ones();
        }
        assert!(found > 2000, "only {found}");
    }

    #[test]
    fn full_edges_and_discs_connected_to_a_corner_are_stable() {
        assert_eq!(stable_edge_discs(0b0101_1010, 0b1010_0101), 0b0101_1010);
        assert_eq!(stable_edge_discs(0b0000_1101, 0b0000_0010), 0b0000_0001);
        assert_eq!(stable_edge_discs(0b0111_1110, 0), 0);
        let column = 0x0101_0101 | 1 << 32;
        assert_eq!(stable_edge_discs(column, 0), column);
        assert_eq!(legal_moves(0, 0), 0);
    }
}
