//! Counts the drawn full boards of Quarto: of the 16! ways to put the 16 pieces on the 16 cells,
//! those in which no four pieces in a row, column or diagonal share a trait, and those in which
//! none in a 2×2 square do either. `cargo run --release --example quarto_count`
//!
//! Pieces are the numbers 0 to 15, a bit for each of the four traits. Two symmetries keep a board
//! drawn and so divide the work:
//!
//! - Turning traits into their opposites on all pieces (exclusive or with a constant) is one of 16
//!   ways, and exactly one of them makes the first cell's piece piece 0. So only boards with piece 0
//!   there are counted, 16 times each.
//! - Letting the four traits change places is one of 24 ways. Those that leave the pieces placed so
//!   far as they are map the pieces that can come next onto each other, in orbits; the boards that
//!   go on with one of an orbit are as many as those that go on with another. So of each orbit only
//!   one is gone on with, as many times as the orbit is large.
//!
//! The cells are filled in board order. Three pieces of a line or a square that share traits forbid
//! every fourth piece that has one of these, so what may be placed on a cell is a set of pieces,
//! found without trying them.

use std::time::Instant;

/// The cells of lines, and then of 2×2 squares.
fn quartets(with_squares: bool) -> Vec<[usize; 4]> {
    let mut quartets = vec![[0, 5, 10, 15], [3, 6, 9, 12]];
    for line in 0..4 {
        quartets.push([0, 1, 2, 3].map(|step| 4 * line + step));
        quartets.push([0, 1, 2, 3].map(|step| 4 * step + line));
    }
    for corner in [0, 1, 2, 4, 5, 6, 8, 9, 10] {
        if with_squares {
            quartets.push([0, 1, 4, 5].map(|step| corner + step));
        }
    }
    quartets
}

struct Counter {
    /// For each cell the other three of each quartet that it completes.
    completed: [Vec<[usize; 3]>; 16],
    /// By the bits set in all of three pieces, and the bits set in none: the pieces that have one
    /// of these traits as well.
    sharing: [[u16; 16]; 16],
}

/// The ways in which the four traits can change places: what becomes of each piece.
fn trait_orders() -> Vec<[usize; 16]> {
    let mut orders = Vec::new();
    for code in 0..256 {
        let places = [0, 2, 4, 6].map(|shift| code >> shift & 3);
        if (0..4).all(|place| places.contains(&place)) {
            let image =
                |piece: usize| (0..4).map(|bit| (piece >> bit & 1) << places[bit]).sum::<usize>();
            let mut pieces = 0..16;
            orders.push([0; 16].map(|_| pieces.next().map_or(0, image)));
        }
    }
    orders
}

impl Counter {
    fn new(with_squares: bool) -> Self {
        let mut completed: [Vec<[usize; 3]>; 16] = Default::default();
        for mut cells in quartets(with_squares) {
            cells.sort_unstable();
            completed[cells[3]].push([cells[0], cells[1], cells[2]]);
        }
        let mut sharing = [[0; 16]; 16];
        for (all, row) in sharing.iter_mut().enumerate() {
            for (none, pieces) in row.iter_mut().enumerate() {
                let shares = |piece: &usize| piece & all != 0 || !piece & none != 0;
                *pieces = (0..16).filter(shares).fold(0, |pieces, piece| pieces | 1 << piece);
            }
        }
        Self { completed, sharing }
    }

    /// The pieces left that complete no quartet on a cell.
    fn allowed(&self, cell: usize, board: &[u8; 16], left: u16) -> u16 {
        self.completed[cell].iter().fold(left, |allowed, three| {
            let [a, b, c] = three.map(|other| board[other]);
            let (all, none) = (a & b & c, !(a | b | c) & 15);
            allowed & !self.sharing[usize::from(all)][usize::from(none)]
        })
    }

    /// How many ways there are to fill the cells from one on.
    fn count(&self, cell: usize, board: &mut [u8; 16], left: u16) -> u64 {
        let mut allowed = self.allowed(cell, board, left);
        if cell == 15 {
            return allowed.count_ones().into();
        }
        let mut boards = 0;
        while allowed != 0 {
            let piece = allowed.trailing_zeros();
            allowed &= allowed - 1;
            board[cell] = u8::try_from(piece).unwrap_or(0);
            boards += self.count(cell + 1, board, left & !(1 << piece));
        }
        boards
    }

    /// The same as long as some of the orders of traits leave all pieces placed as they are.
    fn count_orbits(
        &self,
        cell: usize,
        board: &mut [u8; 16],
        left: u16,
        orders: &[[usize; 16]],
    ) -> u64 {
        if orders.len() == 1 {
            return self.count(cell, board, left);
        }
        let mut boards = 0;
        let mut rest = self.allowed(cell, board, left);
        while rest != 0 {
            let piece = rest.trailing_zeros() as usize;
            let orbit = orders.iter().fold(0_u16, |orbit, order| orbit | 1 << order[piece]);
            rest &= !orbit;
            let fixing: Vec<[usize; 16]> =
                orders.iter().filter(|order| order[piece] == piece).copied().collect();
            board[cell] = u8::try_from(piece).unwrap_or(0);
            let each = self.count_orbits(cell + 1, board, left & !(1 << piece), &fixing);
            boards += u64::from(orbit.count_ones()) * each;
        }
        boards
    }
}

fn main() {
    for (what, with_squares) in [("line", false), ("line or 2x2 square", true)] {
        let start = Instant::now();
        // Piece 0 on the first cell stands for each of the 16.
        let mut board = [0; 16];
        let counter = Counter::new(with_squares);
        let drawn = 16 * counter.count_orbits(1, &mut board, !1, &trait_orders());
        let seconds = start.elapsed().as_secs_f64();
        println!("{drawn} full boards have no {what} with a shared trait ({seconds:.1} s)");
    }
}
