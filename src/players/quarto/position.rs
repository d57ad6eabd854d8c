//! A Quarto position as sets of cells.

use std::sync::LazyLock;

use crate::games::Quarto;

/// Four pairs of opposite traits. The first of a pair is the cleared bit.
const TRAITS: usize = 8;

/// All rows, columns and diagonals, then all 2×2 squares, as sets of cells.
const QUARTETS: [u16; 19] = quartets();

/// The number of rows, columns and diagonals among them.
const LINES: usize = 10;

const fn quartets() -> [u16; 19] {
    let mut sets = [0; 19];
    let mut line = 0;
    while line < 4 {
        sets[line] = 0x000f << (4 * line);
        sets[4 + line] = 0x1111 << line;
        line += 1;
    }
    sets[8] = 0x8421;
    sets[9] = 0x1248;
    let mut square = 0;
    while square < 9 {
        sets[LINES + square] = 0x0033 << (4 * (square / 3) + square % 3);
        square += 1;
    }
    sets
}

/// The turns and reflections of the board, as target cells. They keep lines and 2×2 squares; the other symmetries
/// of the lines split squares.
static BOARD_SYMMETRIES: LazyLock<[[u8; 16]; 8]> = LazyLock::new(|| {
    std::array::from_fn(|symmetry| {
        std::array::from_fn(|cell| {
            let mut row = cell / 4;
            let mut column = cell % 4;
            if symmetry & 1 != 0 {
                (row, column) = (column, row);
            }
            if symmetry & 2 != 0 {
                row = 3 - row;
            }
            if symmetry & 4 != 0 {
                column = 3 - column;
            }
            u8::try_from(4 * row + column).unwrap_or(0)
        })
    })
});

/// The permutations of the four traits, as target pieces.
static TRAIT_SYMMETRIES: LazyLock<Vec<[u8; 16]>> = LazyLock::new(|| {
    let mut symmetries = Vec::new();
    for order in 0..256_usize {
        let places: [usize; 4] = std::array::from_fn(|bit| order >> (2 * bit) & 3);
        if (0..4).all(|place| places.contains(&place)) {
            let changed = |piece: u8| {
                (0..4_u8)
                    .map(|bit| (piece >> bit & 1) << places[usize::from(bit)])
                    .sum()
            };
            let mut pieces = 0..;
            symmetries.push([0; 16].map(|_: u8| pieces.next().map_or(0, changed)));
        }
    }
    symmetries
});

/// A board and the remaining pieces. The piece to be placed is passed separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuartoPosition {
    /// Four bits per cell: the piece on it, or 0 if it is empty.
    cells: u64,
    occupied: u16,
    /// The pieces that are neither on the board nor to be placed.
    left: u16,
    /// By trait: the cells with a piece that has it.
    with_trait: [u16; TRAITS],
    /// The number of [`QUARTETS`] that win.
    quartets: usize,
}

fn traits(piece: u8) -> [usize; 4] {
    std::array::from_fn(|bit| 2 * bit + usize::from(piece >> bit & 1))
}

impl QuartoPosition {
    pub fn empty(&self) -> u16 {
        !self.occupied
    }

    pub fn left(&self) -> u16 {
        self.left
    }

    /// The cells that would complete a quartet with one more piece with a trait.
    fn threats(&self, index: usize) -> u16 {
        let cells = self.with_trait[index];
        QUARTETS[..self.quartets]
            .iter()
            .fold(0, |threats, &quartet| {
                let missing = quartet & !cells;
                let is_threat = missing & (missing - u16::from(missing != 0)) == 0
                    && missing & self.occupied == 0;
                if is_threat {
                    threats | missing
                } else {
                    threats
                }
            })
    }

    pub fn winning_cells(&self, piece: u8) -> u16 {
        traits(piece)
            .into_iter()
            .fold(0, |cells, index| cells | self.threats(index))
    }

    /// The remaining pieces with which the other side can't win at once.
    pub fn safe_pieces(&self) -> impl Iterator<Item = u8> + use<> {
        const HAVING: [u16; TRAITS] = [
            0x5555, 0xaaaa, 0x3333, 0xcccc, 0x0f0f, 0xf0f0, 0x00ff, 0xff00,
        ];
        let unsafe_pieces = (0..TRAITS)
            .filter(|&index| self.threats(index) != 0)
            .fold(0, |pieces, index| pieces | HAVING[index]);
        let safe = self.left & !unsafe_pieces;
        (0..16).filter(move |piece| safe >> piece & 1 == 1)
    }

    /// The position after a piece is placed on a cell, ignoring whether that wins.
    pub fn placed(&self, piece: u8, cell: u32) -> Self {
        let mut next = *self;
        next.cells |= u64::from(piece) << (4 * cell);
        next.occupied |= 1 << cell;
        next.left &= !(1 << piece);
        for index in traits(piece) {
            next.with_trait[index] |= 1 << cell;
        }
        next
    }

    /// A number that identifies the position and the piece to be placed.
    pub fn key(&self, piece: u8) -> u128 {
        // The remaining pieces follow from the ones on the board.
        u128::from(self.cells) | u128::from(self.occupied) << 64 | u128::from(piece) << 80
    }

    /// The smallest key of all symmetric positions.
    ///
    /// Inverting a trait everywhere changes nothing, so the piece to be placed can be piece 0. That leaves the
    /// permutations of the traits and the symmetries of the board.
    pub fn canonical_key(&self, piece: u8) -> u128 {
        let mut smallest = u128::MAX;
        for board in BOARD_SYMMETRIES.iter() {
            let mut pieces = [(0, 0); 16];
            let mut count = 0;
            let mut occupied = 0_u16;
            let mut rest = self.occupied;
            while rest != 0 {
                let cell = rest.trailing_zeros();
                rest &= rest - 1;
                let target = board[cell as usize];
                occupied |= 1 << target;
                pieces[count] = (
                    target,
                    (self.cells >> (4 * cell) & 0xf) as usize ^ usize::from(piece),
                );
                count += 1;
            }
            let occupied = u128::from(occupied) << 64;
            // The occupied cells are the high bits, so most symmetries are rejected here.
            if occupied > smallest {
                continue;
            }
            for change in TRAIT_SYMMETRIES.iter() {
                let cells = pieces[..count].iter().fold(0, |cells, &(target, piece)| {
                    cells | u64::from(change[piece]) << (4 * target)
                });
                smallest = smallest.min(occupied | u128::from(cells));
            }
        }
        smallest
    }
}

impl From<&Quarto> for QuartoPosition {
    fn from(game: &Quarto) -> Self {
        let empty = Self {
            cells: 0,
            occupied: 0,
            left: u16::MAX,
            with_trait: [0; TRAITS],
            quartets: if game.lines_only() {
                LINES
            } else {
                QUARTETS.len()
            },
        };
        let on_board = (0..)
            .zip(game.board())
            .filter_map(|(cell, piece)| Some((cell, (*piece)?)));
        let mut position = on_board.fold(empty, |position, (cell, piece)| {
            position.placed(piece, cell)
        });
        position.left &= !game.hand().map_or(0, |piece| 1 << piece);
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, Player};

    fn after(lines_only: bool, moves: &str) -> QuartoPosition {
        let mut game = Quarto::new(Player::Black, lines_only);
        for name in moves.split(' ') {
            game.play(game.parse_move(name).unwrap()).unwrap();
        }
        QuartoPosition::from(&game)
    }

    #[test]
    fn threats_are_seen_in_lines_and_squares() {
        // Three large white pieces around b2.
        let square = after(false, "a a1 b a2 g b1");
        assert_eq!(square.winning_cells(2), 1 << 5);
        assert_eq!(square.winning_cells(15), 0);
        assert_eq!(after(true, "a a1 b a2 g b1").winning_cells(2), 0);
        let line = after(true, "a a1 b b1 c c1");
        assert_eq!(line.winning_cells(3), 1 << 3);
        assert_eq!(line.safe_pieces().collect::<Vec<_>>(), [12, 13, 14, 15]);
    }

    #[test]
    fn symmetric_positions_have_the_same_canonical_key() {
        let key = after(false, "a a1 b b1 c c3 p d4").canonical_key(5);
        // A quarter turn.
        assert_eq!(after(false, "a d1 b d2 c b3 p a4").canonical_key(5), key);
        // Solid and hollow swapped, and then large and small: pieces change by 1 and by 9.
        assert_eq!(after(false, "b a1 a b1 d c3 o d4").canonical_key(4), key);
        assert_eq!(after(false, "j a1 i b1 l c3 g d4").canonical_key(12), key);
        // Hollow and square swapped.
        assert_eq!(after(false, "a a1 c b1 b c3 p d4").canonical_key(6), key);
        assert_ne!(after(false, "a a1 b b1 c c3 p d3").canonical_key(5), key);
    }
}
