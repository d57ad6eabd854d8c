//! How many discs the last move of a game flips.

/// The squares of column a.
const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// For each place on a line and each set of the mover's discs on it, the other squares of it being
/// the opponent's: how many discs the mover flips by playing there.
static ON_LINE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut line = 0;
        while line < 256 {
            table[place][line] = flipped_on_line(place, line);
            line += 1;
        }
        place += 1;
    }
    table
};

const fn flipped_on_line(place: usize, line: usize) -> u8 {
    let mut flipped = 0;
    let mut above = place + 1;
    while above < 8 {
        if line >> above & 1 != 0 {
            flipped += above - place - 1;
            break;
        }
        above += 1;
    }
    let mut below = place;
    while below > 0 {
        below -= 1;
        if line >> below & 1 != 0 {
            flipped += place - below - 1;
            break;
        }
    }
    flipped.to_le_bytes()[0]
}

/// The diagonals through each square: down right, and down left.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (row, column) = (square / 8, square % 8);
            let (other_row, other_column) = (other / 8, other % 8);
            if row + other_column == other_row + column {
                table[square][0] |= 1 << other;
            }
            if row + column == other_row + other_column {
                table[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// How many discs `player` would flip by a move on the only empty square (0 to 63) of a board.
///
/// Only the mover's discs are needed, because all others are the opponent's. Each of the four lines
/// through the square is gathered into a byte, and a table has the answer for it.
///
/// # Panics
/// When `square` is 64 or more.
///
/// ```
/// use reversi::engine::flipped_by_last_move;
/// // h1, with a disc on a1 alone: b1 to g1 are flipped.
/// assert_eq!(flipped_by_last_move(7, 1), 6);
/// ```
#[inline]
pub fn flipped_by_last_move(square: u32, player: u64) -> u32 {
    let [down_right, down_left] = DIAGONALS[square as usize];
    let (row, column) = (square / 8, square % 8);
    // The products gather a column, or a diagonal with one square in each column, in the top byte.
    let bits = [
        (player >> (8 * row)) & 0xff,
        (player >> column & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56,
        (player & down_right).wrapping_mul(COLUMN_A) >> 56,
        (player & down_left).wrapping_mul(COLUMN_A) >> 56,
    ];
    let [across, down, first, second] = bits.map(|line| usize::from(line.to_le_bytes()[0]));
    let (by_column, by_row) = (&ON_LINE[column as usize], &ON_LINE[row as usize]);
    u32::from(by_column[across] + by_row[down] + by_column[first] + by_column[second])
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::engine::flips;

    #[test]
    fn a_million_full_boards_are_as_the_flips_have_them() {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(7);
        for round in 0..1_000_000_u32 {
            let square = round % 64;
            let (a, b): (u64, u64) = (rng.random(), rng.random());
            let player = [a, a & b, a | b][round as usize % 3] & !(1 << square);
            let opponent = !player & !(1 << square);
            let expected = flips(square, player, opponent).count_ones();
            assert_eq!(flipped_by_last_move(square, player), expected);
        }
    }
}
