//! The number of discs that the last move of a game flips.

/// The maximum number of squares on a line.
const LONGEST: usize = 8;

/// The start in [`FLIPPED`] of lines of `length` squares whose empty square is at `place`.
const fn start(length: usize, place: usize) -> usize {
    let mut before = 0;
    let mut shorter = 1;
    while shorter < length {
        before += shorter << shorter;
        shorter += 1;
    }
    before + (place << length)
}

/// The number of discs that a move flips on a line, by the length of the line, the place of the move and the mover's
/// discs (all others are the opponent's). The low byte is for a move by the mover, the high byte by the opponent.
static FLIPPED: [u16; start(LONGEST + 1, 0)] = {
    let mut table = [0; start(LONGEST + 1, 0)];
    let mut length = 1;
    while length <= LONGEST {
        let mut place = 0;
        while place < length {
            let mut own = 0;
            while own < 1 << length {
                let others = ((1 << length) - 1) & !own & !(1 << place);
                table[start(length, place) + own] =
                    flipped_on_line(place, own) | flipped_on_line(place, others) << 8;
                own += 1;
            }
            place += 1;
        }
        length += 1;
    }
    table
};

const fn flipped_on_line(place: usize, line: usize) -> u16 {
    let mut flipped = 0;
    let mut above = place + 1;
    while above < LONGEST {
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
    let [low, high, ..] = flipped.to_le_bytes();
    u16::from_le_bytes([low, high])
}

#[derive(Clone, Copy)]
struct BoardLine {
    squares: u64,
    /// The start of the line's part of [`FLIPPED`].
    start: u16,
}

/// The row, the column and the two diagonals (down right, down left) through each square. With `by_column`, the
/// squares of diagonals are counted from the left, otherwise in board order.
const fn lines(by_column: bool) -> [[BoardLine; 4]; 64] {
    let mut table = [[BoardLine {
        squares: 0,
        start: 0,
    }; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            table[square][direction] = line(square, direction, by_column);
            direction += 1;
        }
        square += 1;
    }
    table
}

const fn line(square: usize, direction: usize, by_column: bool) -> BoardLine {
    let row = square / 8;
    let column = square % 8;
    let mut squares = 0;
    let mut length = 0;
    let mut place = 0;
    let mut other = 0;
    while other < 64 {
        let other_row = other / 8;
        let other_column = other % 8;
        let is_on_line = match direction {
            0 => row == other_row,
            1 => column == other_column,
            2 => row + other_column == other_row + column,
            _ => row + column == other_row + other_column,
        };
        if is_on_line {
            squares |= 1 << other;
            length += 1;
            let is_diagonal = direction > 1;
            let is_before = if by_column && is_diagonal {
                other_column < column
            } else {
                other < square
            };
            place += is_before as usize;
        }
        other += 1;
    }
    let [low, high, ..] = start(length, place).to_le_bytes();
    BoardLine {
        squares,
        start: u16::from_le_bytes([low, high]),
    }
}

/// Returns the numbers of discs that each side would flip on the last empty square. The first is for `player`.
///
/// The discs on each of the four lines through `square` (0 to 63) are gathered into an index of a table of counts.
///
/// # Panics
/// Panics if `square` is 64 or more.
///
/// ```
/// use reversi::engine::flipped_by_last_move;
/// // h1, with a single disc on a1: b1 to g1 are flipped. The other side would flip nothing.
/// assert_eq!(flipped_by_last_move(7, 1), [6, 0]);
/// // d1, with discs on b1 and c1: the other side owns all other squares, and flips them.
/// assert_eq!(flipped_by_last_move(3, 0b110), [0, 2]);
/// ```
#[inline]
pub fn flipped_by_last_move(square: u32, player: u64) -> [u32; 2] {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    let places = bmi2::places(square, player);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    let places = portable::places(square, player);
    let sum: u32 = places.iter().map(|&place| u32::from(FLIPPED[place])).sum();
    [sum & 0xff, sum >> 8]
}

/// BMI2: one instruction gathers the bits of a line.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod bmi2 {
    use std::arch::x86_64::_pext_u64;

    use super::{BoardLine, lines};

    static LINES: [[BoardLine; 4]; 64] = lines(false);

    /// The indices in [`FLIPPED`](super::FLIPPED) of the lines through a square.
    #[inline]
    pub(super) fn places(square: u32, player: u64) -> [usize; 4] {
        LINES[square as usize].map(|line| {
            #[expect(unsafe_code, reason = "the build enables BMI2, the function does not")]
            // SAFETY: this module is only compiled for processors with BMI2.
            let [low, ..] = unsafe { _pext_u64(player, line.squares) }.to_le_bytes();
            usize::from(line.start) + usize::from(low)
        })
    }
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
mod portable {
    use super::{BoardLine, lines};
    use crate::engine::bits::{COLUMN_A, column_to_row};

    static LINES: [[BoardLine; 4]; 64] = lines(true);

    #[inline]
    pub(super) fn places(square: u32, player: u64) -> [usize; 4] {
        let lines = &LINES[square as usize];
        let row = square / 8;
        let column = square % 8;
        // The product gathers a diagonal, which has one square per column, in the top byte. The shift moves a
        // diagonal that begins in another column to column a.
        let diagonal = |squares: u64| (player & squares).wrapping_mul(COLUMN_A).to_le_bytes()[7];
        let bits = [
            (player >> (8 * row)).to_le_bytes()[0],
            column_to_row(player >> column),
            diagonal(lines[2].squares) >> column.saturating_sub(row),
            diagonal(lines[3].squares) >> (row + column).saturating_sub(7),
        ];
        let mut places = lines.map(|line| usize::from(line.start));
        for (place, line) in places.iter_mut().zip(bits) {
            *place += usize::from(line);
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::engine::flips;

    #[test]
    fn counts_agree_with_flips_on_a_million_full_boards() {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(7);
        for round in 0..1_000_000_u32 {
            let square = round % 64;
            let (a, b): (u64, u64) = (rng.random(), rng.random());
            let player = [a, a & b, a | b][round as usize % 3] & !(1 << square);
            let opponent = !player & !(1 << square);
            let expected = [(player, opponent), (opponent, player)]
                .map(|(player, opponent)| flips(square, player, opponent).count_ones());
            assert_eq!(flipped_by_last_move(square, player), expected);
            let sum: u16 = portable::places(square, player)
                .map(|place| FLIPPED[place])
                .iter()
                .sum();
            assert_eq!([u32::from(sum & 0xff), u32::from(sum >> 8)], expected);
        }
    }
}
