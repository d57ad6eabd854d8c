//! Discs that can never be flipped again.

use std::sync::LazyLock;

use super::Position;
use super::ordering::CORNERS;

/// The squares of column a.
const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// For each set of discs of one side and of the other on an edge of eight squares: which discs of
/// the first are stable, whatever is played on the edge. By `own + 256 * other`.
static EDGES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut table = vec![0; 1 << 16];
    // Edges with more discs first, because those with fewer are made of them.
    let is_edge = |edge: &u16| edge.to_le_bytes()[0] & edge.to_le_bytes()[1] == 0;
    let mut edges: Vec<u16> = (0..=u16::MAX).filter(is_edge).collect();
    edges.sort_by_key(|edge| std::cmp::Reverse(edge.count_ones()));
    for edge in edges {
        let [own, other] = edge.to_le_bytes();
        table[usize::from(edge)] = edge_stable(own, other, &table);
    }
    table
});

/// The stable discs of `own` on an edge, from the table of the edges with one disc more. A disc is
/// stable if it stays whatever either side plays next and is stable then; a move need not flip
/// anything along the edge, because it may flip elsewhere.
fn edge_stable(own: u8, other: u8, table: &[u8]) -> u8 {
    let mut stable = own;
    for square in 0..8 {
        let bit = 1 << square;
        if (own | other) & bit != 0 {
            continue;
        }
        for own_moves in [true, false] {
            let (mover, waiting) = if own_moves { (own, other) } else { (other, own) };
            let flipped = edge_flips(square, mover, waiting);
            let (mover, waiting) = (mover | bit | flipped, waiting & !flipped);
            let (next_own, next_other) =
                if own_moves { (mover, waiting) } else { (waiting, mover) };
            let index = usize::from(next_own) + 256 * usize::from(next_other);
            stable &= table[index];
        }
    }
    stable
}

/// What a move on a square of an edge flips along it.
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

/// A column a as a row.
fn column_to_row(board: u64) -> u8 {
    // The product moves bit 8 i to bit 56 + i; nothing else reaches the upper byte.
    ((board & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56).to_le_bytes()[0]
}

/// A row as a column a.
fn row_to_column(row: u8) -> u64 {
    // The product moves bit i to bit 8 i, among others; the last one would collide with the first.
    let [lower, last] = [row & 0x7f, row >> 7].map(u64::from);
    lower.wrapping_mul(0x0002_0408_1020_4081) & COLUMN_A | last << 56
}

/// The discs of `own` on the four edges that are stable there.
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

/// Lines of more than two squares in the direction of a diagonal: down right, or down left.
const fn diagonals(down_right: bool) -> [u64; 15] {
    let mut lines = [0; 15];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        let line = if down_right { row + 7 - column } else { row + column };
        lines[line] |= 1 << square;
        square += 1;
    }
    lines
}

static DOWN_RIGHT: [u64; 15] = diagonals(true);
static DOWN_LEFT: [u64; 15] = diagonals(false);

/// The squares of lines without an empty square, for rows, columns and both diagonals.
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

/// Discs of `own` that no play can ever flip: on edges by a table of all edges, on lines that are
/// full in all directions, and from there on to neighbours. Not all of the stable discs are found.
///
/// ```
/// use reversi::engine::stable_discs;
/// // A corner, and the disc beside it on the edge.
/// assert_eq!(stable_discs(0b11, 0), 0b11);
/// assert_eq!(stable_discs(0b110, 0), 0);
/// ```
pub fn stable_discs(own: u64, other: u64) -> u64 {
    const EDGE_ROWS: u64 = 0xff00_0000_0000_00ff;
    const EDGE_COLUMNS: u64 = 0x8181_8181_8181_8181;
    let [rows, columns, down_right, down_left] = full_lines(own | other);
    // Along a line that leaves the board at once nothing can be outflanked.
    let rows = rows | EDGE_COLUMNS;
    let columns = columns | EDGE_ROWS;
    let down_right = down_right | EDGE_ROWS | EDGE_COLUMNS;
    let down_left = down_left | EDGE_ROWS | EDGE_COLUMNS;
    let mut stable = stable_edge_discs(own, other) | own & rows & columns & down_right & down_left;
    loop {
        // A neighbour that is stable and one's own protects along the line to it.
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

/// The score that the side to move can't go beyond, because of the discs that it can never flip, if
/// that is not more than `alpha`.
#[inline]
pub(super) fn cut_by_stability(position: Position, alpha: i32, empties: u32) -> Option<i32> {
    /// Below these bounds stable discs are not worth counting; tuned on time.
    const LEAST: [i32; 2] = [0, 8];
    /// With fewer discs than this beyond those that must be stable, it is too unlikely that they are; tuned
    /// on time.
    const SPARE: i32 = 5;
    let most = |discs: u64| 64 - 2 * discs.count_ones().cast_signed();
    // Hardly any disc is stable without a corner, and no more are than there are.
    if alpha < LEAST[usize::from(empties >= 12)]
        || most(position.opponent) + 2 * SPARE > alpha
        || position.opponent & CORNERS == 0
    {
        return None;
    }
    let most = most(stable_discs(position.opponent, position.player));
    (most <= alpha).then_some(most)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::engine::legal_moves;

    type Rng = rand_pcg::Pcg64Mcg;

    /// The discs of the player that some play from here on flips, by trying everything.
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
            // Any board with few empty squares, also ones that no game comes to.
            let mut position = Position { player: rng.random(), opponent: 0 };
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
    fn edges_are_as_a_scan_of_all_play_on_them_says() {
        // A full edge is stable, whatever is on it; so is what hangs together with a corner.
        assert_eq!(stable_edge_discs(0b0101_1010, 0b1010_0101), 0b0101_1010);
        assert_eq!(stable_edge_discs(0b0000_1101, 0b0000_0010), 0b0000_0001);
        assert_eq!(stable_edge_discs(0b0111_1110, 0), 0);
        let column = 0x0101_0101 | 1 << 32;
        assert_eq!(stable_edge_discs(column, 0), column);
        assert_eq!(legal_moves(0, 0), 0);
    }

    #[test]
    fn rows_and_columns_change_into_each_other() {
        for row in 0..=u8::MAX {
            assert_eq!(column_to_row(row_to_column(row)), row);
        }
    }
}
