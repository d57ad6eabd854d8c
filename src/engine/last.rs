//! How many discs the last move of a game flips.

/// How many squares the longest lines have.
const LONGEST: usize = 8;

/// Where the part of [`FLIPPED`] begins that is of lines with `length` squares and an empty one at
/// `place`.
const fn start(length: usize, place: usize) -> usize {
    let mut before = 0;
    let mut shorter = 1;
    while shorter < length {
        before += shorter << shorter;
        shorter += 1;
    }
    before + (place << length)
}

/// For lines of each length, each place on them and each set of the mover's discs, the other squares
/// being the opponent's: how many discs the mover flips by playing there in the low byte, how many the
/// opponent would in the high one.
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

/// A line through a square.
#[derive(Clone, Copy)]
struct Line {
    squares: u64,
    /// Where its part of [`FLIPPED`] begins.
    start: u16,
}

/// The row, the column and the two diagonals through each square, down right and down left; with
/// `by_column` the squares of diagonals are counted from the left, else in board order.
const fn lines(by_column: bool) -> [[Line; 4]; 64] {
    let mut table = [[Line { squares: 0, start: 0 }; 4]; 64];
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

const fn line(square: usize, direction: usize, by_column: bool) -> Line {
    let (row, column) = (square / 8, square % 8);
    let (mut squares, mut length, mut place) = (0, 0, 0);
    let mut other = 0;
    while other < 64 {
        let (other_row, other_column) = (other / 8, other % 8);
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
            let is_before =
                if by_column && is_diagonal { other_column < column } else { other < square };
            place += is_before as usize;
        }
        other += 1;
    }
    let [low, high, ..] = start(length, place).to_le_bytes();
    Line { squares, start: u16::from_le_bytes([low, high]) }
}

/// How many discs each side would flip by a move on the only empty square (0 to 63) of a board: the
/// side whose discs are given, and the other one.
///
/// Each of the four lines through the square is gathered into a number, and a table has the answers
/// for it.
///
/// # Panics
/// When `square` is 64 or more.
///
/// ```
/// use reversi::engine::flipped_by_last_move;
/// // h1, with a disc on a1 alone: b1 to g1 are flipped. The other side would flip nothing.
/// assert_eq!(flipped_by_last_move(7, 1), [6, 0]);
/// // d1, with discs on b1 and c1: the other side, on a1 and everywhere else, flips them.
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

/// With the instruction that gathers bits.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod bmi2 {
    use std::arch::x86_64::_pext_u64;

    use super::{Line, lines};

    static LINES: [[Line; 4]; 64] = lines(false);

    /// Where [`FLIPPED`](super::FLIPPED) has the lines through a square.
    #[inline]
    pub(super) fn places(square: u32, player: u64) -> [usize; 4] {
        LINES[square as usize].map(|line| {
            #[expect(unsafe_code, reason = "the build's attributes are not those of a function")]
            // SAFETY: the program is compiled for processors that have this instruction.
            let [low, ..] = unsafe { _pext_u64(player, line.squares) }.to_le_bytes();
            usize::from(line.start) + usize::from(low)
        })
    }
}

/// For any processor.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
mod portable {
    use super::{Line, lines};

    const COLUMN_A: u64 = 0x0101_0101_0101_0101;

    static LINES: [[Line; 4]; 64] = lines(true);

    /// Where [`FLIPPED`](super::FLIPPED) has the lines through a square.
    #[inline]
    pub(super) fn places(square: u32, player: u64) -> [usize; 4] {
        let lines = &LINES[square as usize];
        let (row, column) = (square / 8, square % 8);
        // The products gather a column, or a diagonal with one square in each column, in the top byte;
        // a diagonal that doesn't begin in column a is moved there.
        let diagonal = |squares: u64| (player & squares).wrapping_mul(COLUMN_A) >> 56;
        let bits = [
            (player >> (8 * row)) & 0xff,
            (player >> column & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56,
            diagonal(lines[2].squares) >> column.saturating_sub(row),
            diagonal(lines[3].squares) >> (row + column).saturating_sub(7),
        ];
        let mut places = lines.map(|line| usize::from(line.start));
        for (place, line) in places.iter_mut().zip(bits) {
            *place += usize::from(line.to_le_bytes()[0]);
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
    fn a_million_full_boards_are_as_the_flips_have_them() {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(7);
        for round in 0..1_000_000_u32 {
            let square = round % 64;
            let (a, b): (u64, u64) = (rng.random(), rng.random());
            let player = [a, a & b, a | b][round as usize % 3] & !(1 << square);
            let opponent = !player & !(1 << square);
            let expected = [(player, opponent), (opponent, player)]
                .map(|(player, opponent)| flips(square, player, opponent).count_ones());
            assert_eq!(flipped_by_last_move(square, player), expected);
            let sum: u16 =
                portable::places(square, player).map(|place| FLIPPED[place]).iter().sum();
            assert_eq!([u32::from(sum & 0xff), u32::from(sum >> 8)], expected);
        }
    }
}
