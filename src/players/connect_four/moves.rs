//! The moves of a position in the order in which the solver tries them.

use super::position::{ConnectFourPosition, column_cells};

/// A bit index that no cell has.
pub(super) const NO_CELL: u32 = 63;

/// Columns from the centre outwards.
const CENTRE_FIRST: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

/// Cells, given as bits, the most promising first.
#[derive(Debug)]
pub(super) struct Moves {
    /// Each with what it is worth.
    cells: [(u64, u32); CENTRE_FIRST.len()],
    count: usize,
}

impl Moves {
    /// Puts playable cells in order: the one with the bit index `first`, then by the number of
    /// threats that a counter makes, then by nearness to the centre. `None` if one of them wins
    /// with the next counter, whatever is answered; none of them may let the other side win first.
    pub(super) fn order(position: ConnectFourPosition, cells: u64, first: u32) -> Option<Self> {
        let mut moves = Self { cells: [(0, 0); CENTRE_FIRST.len()], count: 0 };
        for column in CENTRE_FIRST {
            let cell = cells & column_cells(column);
            if cell != 0 {
                let best = cell.trailing_zeros() == first;
                let threats = position.threats_after(cell);
                if position.play_cell(cell).cannot_stop(threats) {
                    return None;
                }
                moves.insert(cell, if best { u32::MAX } else { threats.count_ones() });
            }
        }
        Some(moves)
    }

    /// Puts a cell behind those that are worth as much.
    fn insert(&mut self, cell: u64, worth: u32) {
        let mut place = self.count;
        while place > 0 && self.cells[place - 1].1 < worth {
            self.cells[place] = self.cells[place - 1];
            place -= 1;
        }
        self.cells[place] = (cell, worth);
        self.count += 1;
    }

    /// The cells in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u64> {
        self.cells[..self.count].iter().map(|&(cell, _)| cell)
    }
}
