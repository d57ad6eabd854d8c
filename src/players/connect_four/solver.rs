//! The solver: alpha-beta with null windows on bitboards, with a table of bounds.

use std::sync::atomic::{AtomicBool, Ordering};

use super::super::bounds::{BestMove, Bounds};
use super::follow::{FollowBound, follow_bound};
use super::position::{CELLS, ConnectFourPosition, column_cells};
use super::table::BoundsTable;

/// The score of a win with the first counter, if that were possible.
const MAX_SCORE: i32 = 21;

/// The number of nodes between two checks of the stop flag, a power of two.
const STOP_INTERVAL: u64 = 1 << 12;

/// The maximum number of counters at which mirror images share a table entry.
const SYMMETRIC_COUNTERS: u32 = 14;

/// The number of counters above which a table lookup costs more than it saves.
const TABLE_COUNTERS: u32 = 30;

/// Computes exact scores. Results for one position speed up later searches.
#[derive(Debug)]
pub struct ConnectFourSolver {
    table: BoundsTable,
    nodes: u64,
    limit: u64,
}

impl ConnectFourSolver {
    /// Creates a solver with a table of up to `table_bytes` bytes (at least 64 KiB).
    pub fn new(table_bytes: usize) -> Self {
        Self {
            table: BoundsTable::new(table_bytes),
            nodes: 0,
            limit: u64::MAX,
        }
    }

    /// Sets a node limit for all searches together; when it is reached, they end as if stopped.
    #[must_use]
    pub fn limited(self, nodes: u64) -> Self {
        Self {
            limit: nodes,
            ..self
        }
    }

    /// Returns the number of positions searched since the solver was created.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Returns the exact score for the side to move; `None` if stopped.
    ///
    /// A win scores 22 minus the number of counters that the winner will have played, a loss the negative of that,
    /// a draw 0.
    pub fn score(&mut self, position: ConnectFourPosition, stop: &AtomicBool) -> Option<i32> {
        self.score_watched(position, stop, &mut |_, _| ())
    }

    /// Like [`score`](Self::score), but reports the lower and upper bound of the score whenever they narrow.
    pub fn score_watched(
        &mut self,
        position: ConnectFourPosition,
        stop: &AtomicBool,
        report: &mut dyn FnMut(i32, i32),
    ) -> Option<i32> {
        if let Some(score) = immediate(position) {
            return Some(score);
        }
        let counters = position.counters();
        let mut lower = -win(counters + 1);
        let mut upper = win(counters + 2);
        report(lower, upper);
        while lower < upper {
            let middle = lower + (upper - lower) / 2;
            // Toward zero: it is easier to prove that there is no early win than to resolve late ones.
            let middle = if middle <= 0 && lower / 2 < middle {
                lower / 2
            } else if middle >= 0 && upper / 2 > middle {
                upper / 2
            } else {
                middle
            };
            let found = self.search_above(middle, position, stop)?;
            if found <= middle {
                upper = found;
            } else {
                lower = found;
            }
            report(lower, upper);
        }
        Some(lower)
    }

    /// Returns the outcome: 1 if the side to move wins, -1 if it loses, 0 for a draw; `None` if stopped.
    pub fn outcome(&mut self, position: ConnectFourPosition, stop: &AtomicBool) -> Option<i32> {
        if let Some(score) = immediate(position) {
            return Some(score.signum());
        }
        if self.search_above(0, position, stop)? > 0 {
            return Some(1);
        }
        Some(self.search_above(-1, position, stop)?.signum())
    }

    /// Whether the side to move loses; `None` if stopped.
    pub fn is_lost(&mut self, position: ConnectFourPosition, stop: &AtomicBool) -> Option<bool> {
        if let Some(score) = immediate(position) {
            return Some(score < 0);
        }
        Some(self.search_above(-1, position, stop)? < 0)
    }

    /// A null-window search. It searches nothing if it is stopped before it starts.
    fn search_above(
        &mut self,
        alpha: i32,
        position: ConnectFourPosition,
        stop: &AtomicBool,
    ) -> Option<i32> {
        if stop.load(Ordering::Relaxed) || self.nodes >= self.limit {
            return None;
        }
        self.search(position, position.counters(), Bounds::above(alpha), stop)
    }

    /// The score, fail-soft. The side to move must have no winning move.
    fn search(
        &mut self,
        position: ConnectFourPosition,
        counters: u32,
        window: Bounds,
        stop: &AtomicBool,
    ) -> Option<i32> {
        self.nodes += 1;
        let is_time = self.nodes.is_multiple_of(STOP_INTERVAL);
        if is_time && (stop.load(Ordering::Relaxed) || self.nodes >= self.limit) {
            return None;
        }
        let cells = position.safe_cells();
        if cells == 0 {
            return Some(-win(counters + 1));
        }
        if counters >= CELLS - 2 {
            return Some(0);
        }
        // Neither side can win with its next counter.
        let mut bounds = Bounds {
            lower: -win(counters + 3),
            upper: win(counters + 2),
        };
        match follow_bound(position) {
            FollowBound::Unknown => {}
            FollowBound::AtMostDraw => bounds.upper = 0,
            FollowBound::Loss => bounds.upper = -1,
        }
        if let Some(value) = bounds.settle(window) {
            return Some(value);
        }
        if counters > TABLE_COUNTERS {
            let Some(moves) = Moves::order(position, cells, NO_CELL) else {
                return Some(win(counters + 2));
            };
            return Some(
                self.best(position, counters, &moves, window.within(bounds), stop)?
                    .value,
            );
        }
        let position = if counters <= SYMMETRIC_COUNTERS {
            position.canonical()
        } else {
            position
        };
        let cells = if counters <= SYMMETRIC_COUNTERS {
            position.safe_cells()
        } else {
            cells
        };
        let mut first = NO_CELL;
        if let Some((known, cell)) = self.table.get(position.key()) {
            bounds = bounds.within(known);
            first = cell;
            if let Some(value) = bounds.settle(window) {
                return Some(value);
            }
        }
        let window = window.within(bounds);
        let Some(moves) = Moves::order(position, cells, first) else {
            return Some(win(counters + 2));
        };
        if counters < TABLE_COUNTERS
            && let Some(value) = self.known_refutation(position, counters, &moves, window.upper)
        {
            return Some(value);
        }
        let before = self.nodes;
        let best = self.best(position, counters, &moves, window, stop)?;
        bounds.learn(best.value, window);
        self.table
            .put(position.key(), bounds, best.square, self.nodes - before);
        Some(best.value)
    }

    fn best(
        &mut self,
        position: ConnectFourPosition,
        counters: u32,
        moves: &Moves,
        mut window: Bounds,
        stop: &AtomicBool,
    ) -> Option<BestMove> {
        let mut best = BestMove {
            square: NO_CELL,
            value: i32::MIN,
        };
        for cell in moves.iter() {
            let child = position.play_cell(cell);
            let value = -self.search(child, counters + 1, window.negated(), stop)?;
            if value > best.value {
                best = BestMove {
                    square: cell.trailing_zeros(),
                    value,
                };
                window.lower = window.lower.max(value);
                if value >= window.upper {
                    break;
                }
            }
        }
        Some(best)
    }

    /// A lower bound of at least `beta`, found in the table for any move. Checking all moves before searching the
    /// first saves a quarter of the time, also because the lookups wait for memory together.
    fn known_refutation(
        &self,
        position: ConnectFourPosition,
        counters: u32,
        moves: &Moves,
        beta: i32,
    ) -> Option<i32> {
        moves.iter().find_map(|cell| {
            let child = position.play_cell(cell);
            let child = if counters < SYMMETRIC_COUNTERS {
                child.canonical()
            } else {
                child
            };
            let value = -self.table.get(child.key())?.0.upper;
            (value >= beta).then_some(value)
        })
    }
}

/// The score of a win with the next counter, after `counters` counters.
fn win(counters: u32) -> i32 {
    MAX_SCORE - (counters / 2).cast_signed()
}

fn immediate(position: ConnectFourPosition) -> Option<i32> {
    if position.counters() == CELLS {
        return Some(0);
    }
    (position.immediate_wins() != 0).then(|| win(position.counters()))
}

pub const NO_CELL: u32 = 63;

/// Columns from the center outward.
const CENTRE_FIRST: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

/// Cells as bits, the most promising first.
#[derive(Debug)]
pub struct Moves {
    /// Each cell with its priority.
    cells: [(u64, u32); CENTRE_FIRST.len()],
    count: usize,
}

impl Moves {
    /// Orders playable cells: the one with the bit index `first`, then by the number of threats made, then by the
    /// distance from the center. `None` if one of them wins by force with the next counter. None of them may let
    /// the other side win first.
    pub fn order(position: ConnectFourPosition, cells: u64, first: u32) -> Option<Self> {
        let mut moves = Self {
            cells: [(0, 0); CENTRE_FIRST.len()],
            count: 0,
        };
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

    pub fn iter(&self) -> impl Iterator<Item = u64> {
        self.cells[..self.count].iter().map(|&(cell, _)| cell)
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{plain_score, random_positions};
    use super::*;

    static GO: AtomicBool = AtomicBool::new(false);

    fn position(columns: &str) -> ConnectFourPosition {
        ConnectFourPosition::from_columns(columns).unwrap()
    }

    #[test]
    fn late_scores_agree_with_plain_negamax() {
        let mut solver = ConnectFourSolver::new(1 << 20);
        for counters in [31, 32, 33, 34, 37, 40, 41, 42] {
            for position in random_positions(counters, 60) {
                let score = plain_score(position);
                assert_eq!(solver.score(position, &GO), Some(score), "{position:?}");
                assert_eq!(
                    solver.outcome(position, &GO),
                    Some(score.signum()),
                    "{position:?}"
                );
            }
        }
    }

    #[test]
    fn mirror_images_have_equal_scores() {
        for position in random_positions(24, 20) {
            let mut solver = ConnectFourSolver::new(1 << 20);
            let score = solver.score(position, &GO);
            solver.clear();
            assert_eq!(
                solver.score(position.mirrored(), &GO),
                score,
                "{position:?}"
            );
            solver.clear();
            let outcome = solver.outcome(position.mirrored(), &GO);
            assert_eq!(outcome, score.map(i32::signum), "{position:?}");
        }
    }

    #[test]
    fn wins_are_counted_to_the_end() {
        let mut solver = ConnectFourSolver::new(1 << 20);
        // The fourth counter wins, now or after one reply.
        assert_eq!(solver.score(position("415263"), &GO), Some(18));
        assert_eq!(solver.score(position("41526"), &GO), Some(-18));
    }

    #[test]
    fn a_stopped_search_tells_nothing() {
        let mut solver = ConnectFourSolver::new(1 << 20);
        let stop = AtomicBool::new(true);
        assert_eq!(solver.score(ConnectFourPosition::start(), &stop), None);
        assert_eq!(solver.outcome(ConnectFourPosition::start(), &stop), None);
        assert_eq!(solver.nodes(), 0);
        let mut solver = ConnectFourSolver::new(1 << 20).limited(10_000);
        assert_eq!(solver.outcome(ConnectFourPosition::start(), &GO), None);
    }
}
