//! Move ordering of the solver.

use super::position::{ConnectFourPosition, column_cells};

pub(super) const NO_CELL: u32 = 63;

/// Columns from the center outward.
const CENTRE_FIRST: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

/// Cells as bits, the most promising first.
#[derive(Debug)]
pub(super) struct Moves {
    /// Each cell with its priority.
    cells: [(u64, u32); CENTRE_FIRST.len()],
    count: usize,
}

impl Moves {
    /// Orders playable cells: the one with the bit index `first`, then by the number of threats made, then by the
    /// distance from the center. `None` if one of them wins by force with the next counter. None of them may let
    /// the other side win first.
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

    /// Inserts a cell after the cells of equal priority.
    fn insert(&mut self, cell: u64, worth: u32) {
        let mut place = self.count;
        while place > 0 && self.cells[place - 1].1 < worth {
            self.cells[place] = self.cells[place - 1];
            place -= 1;
        }
        self.cells[place] = (cell, worth);
        self.count += 1;
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u64> {
        self.cells[..self.count].iter().map(|&(cell, _)| cell)
    }
}
