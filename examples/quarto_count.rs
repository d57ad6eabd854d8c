//! Counts the drawn full boards of Quarto: the ways, out of 16!, to place the 16 pieces so that no four in a row,
//! column or diagonal share a trait; then those where no 2×2 square does, either. `cargo run --release --example
//! quarto_count`
//!
//! Pieces are the numbers 0 to 15, with one bit per trait. Two symmetries preserve draws and divide the work:
//!
//! - Inverting traits of all pieces (exclusive or with a constant): exactly one of these 16 symmetries maps the
//!   first cell's piece to piece 0. Only boards with piece 0 there are counted, times 16.
//! - Permuting the four traits: 24 symmetries. The ones that fix the pieces placed so far divide the possible next
//!   pieces into orbits. All pieces of an orbit lead to equally many boards, so one piece per orbit is tried, times
//!   the size of the orbit.
//!
//! The cells are filled in board order. Three pieces of a line or square that share traits exclude each fourth
//! piece with one of these traits. So the pieces allowed on a cell are a set, found without trying them.

use std::time::Instant;

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
    /// For each cell, the other three cells of each quartet that it completes.
    completed: [Vec<[usize; 3]>; 16],
    /// The pieces that share a trait with three others, by the bits set in all three and the bits set in none.
    sharing: [[u16; 16]; 16],
}

/// The permutations of the four traits, as permutations of the pieces.
fn trait_orders() -> Vec<[usize; 16]> {
    let mut orders = Vec::new();
    for code in 0..256 {
        let places = [0, 2, 4, 6].map(|shift| code >> shift & 3);
        if (0..4).all(|place| places.contains(&place)) {
            let image = |piece: usize| {
                (0..4)
                    .map(|bit| (piece >> bit & 1) << places[bit])
                    .sum::<usize>()
            };
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
                *pieces = (0..16)
                    .filter(shares)
                    .fold(0, |pieces, piece| pieces | 1 << piece);
            }
        }
        Self { completed, sharing }
    }

    /// The pieces in `left` that complete no quartet on a cell.
    fn allowed(&self, cell: usize, board: &[u8; 16], left: u16) -> u16 {
        self.completed[cell].iter().fold(left, |allowed, three| {
            let [a, b, c] = three.map(|other| board[other]);
            let (all, none) = (a & b & c, !(a | b | c) & 15);
            allowed & !self.sharing[usize::from(all)][usize::from(none)]
        })
    }

    /// The number of ways to fill the cells from `cell`.
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

    /// Like `count`, while `orders`, the trait permutations that fix the placed pieces, has more than the identity.
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
            let orbit = orders
                .iter()
                .fold(0_u16, |orbit, order| orbit | 1 << order[piece]);
            rest &= !orbit;
            let fixing: Vec<[usize; 16]> = orders
                .iter()
                .filter(|order| order[piece] == piece)
                .copied()
                .collect();
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
        // Piece 0 on the first cell represents all 16.
        let mut board = [0; 16];
        let counter = Counter::new(with_squares);
        let drawn = 16 * counter.count_orbits(1, &mut board, !1, &trait_orders());
        let seconds = start.elapsed().as_secs_f64();
        println!("{drawn} full boards have no {what} with a shared trait ({seconds:.1} s)");
    }
}
