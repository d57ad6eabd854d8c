//! The solver: alpha-beta with null windows over bitboards, with a table of bounds.

use std::sync::atomic::{AtomicBool, Ordering};

use super::follow::{FollowBound, follow_bound};
use super::moves::{Moves, NO_CELL};
use super::position::{CELLS, COLUMNS, ConnectFourPosition};
use super::table::BoundsTable;
use crate::players::bounds::{BestMove, Bounds};

/// The score of a win with the first counter, if there were one.
const MAX_SCORE: i32 = 21;

/// Columns of the board, as a length.
const COLUMN_COUNT: usize = COLUMNS as usize;

/// Nodes between two looks at the stop flag, a power of two.
const STOP_INTERVAL: u64 = 1 << 12;

/// Up to this number of counters, a position shares its entry with its mirror image.
const SYMMETRIC_COUNTERS: u32 = 14;

/// With more counters than this looking into the table costs more than searching.
const TABLE_COUNTERS: u32 = 30;

/// Finds exact scores; what it learns about one position helps with the next.
#[derive(Debug)]
pub struct ConnectFourSolver {
    table: BoundsTable,
    nodes: u64,
    /// The node limit.
    limit: u64,
}

impl ConnectFourSolver {
    /// A solver that remembers positions in at most this many bytes (at least 64 KiB).
    pub fn new(table_bytes: usize) -> Self {
        Self { table: BoundsTable::new(table_bytes), nodes: 0, limit: u64::MAX }
    }

    /// The same solver with a node limit, which gives up as if it were stopped when it has searched
    /// this number of positions in all.
    #[must_use]
    pub fn limited(self, nodes: u64) -> Self {
        Self { limit: nodes, ..self }
    }

    /// The number of positions searched since the solver was created.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets all positions, as if the solver were new.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The exact score for the side to move: when it wins, 22 minus the number of counters it will
    /// have played; when it loses, the negative of that for the other side; 0 for a draw. `None`
    /// when stopped.
    pub fn score(&mut self, position: ConnectFourPosition, stop: &AtomicBool) -> Option<i32> {
        self.score_watched(position, stop, &mut |_, _| ())
    }

    /// The same, with a report of the bounds that are known of the score, the lower and the upper one,
    /// whenever they have narrowed.
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
        let (mut lower, mut upper) = (-win(counters + 1), win(counters + 2));
        report(lower, upper);
        while lower < upper {
            let middle = lower + (upper - lower) / 2;
            // Towards zero: proving that nobody wins soon is easier than what happens late.
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

    /// Who wins: 1 for the side to move, -1 for the other, 0 for nobody. `None` when stopped.
    pub fn outcome(&mut self, position: ConnectFourPosition, stop: &AtomicBool) -> Option<i32> {
        if let Some(score) = immediate(position) {
            return Some(score.signum());
        }
        if self.search_above(0, position, stop)? > 0 {
            return Some(1);
        }
        Some(self.search_above(-1, position, stop)?.signum())
    }

    /// Whether the side to move loses, whatever it plays. `None` when stopped.
    pub fn is_lost(&mut self, position: ConnectFourPosition, stop: &AtomicBool) -> Option<bool> {
        if let Some(score) = immediate(position) {
            return Some(score < 0);
        }
        Some(self.search_above(-1, position, stop)? < 0)
    }

    /// The exact score of a counter in each column, for the side to move; `None` for full columns,
    /// and for all when stopped.
    pub fn scores(
        &mut self,
        position: ConnectFourPosition,
        stop: &AtomicBool,
    ) -> [Option<i32>; COLUMN_COUNT] {
        let mut scores = [None; COLUMN_COUNT];
        for (score, column) in scores.iter_mut().zip(0..) {
            if !position.is_legal(column) {
                continue;
            }
            *score = if position.wins_with(column) {
                Some(win(position.counters()))
            } else {
                let Some(found) = self.score(position.play(column), stop) else {
                    return [None; COLUMN_COUNT];
                };
                Some(-found)
            };
        }
        scores
    }

    /// A null-window search at a value. A search that has been stopped before it begins looks at no
    /// position.
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

    /// The score if it is between `alpha` and `beta`, else a bound of it on the same side of them.
    /// The side to move must have no winning move.
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
        // The other side can't win with its next counter, nor this side with this one.
        let mut bounds = Bounds { lower: -win(counters + 3), upper: win(counters + 2) };
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
            return Some(self.best(position, counters, &moves, window.within(bounds), stop)?.value);
        }
        let position = if counters <= SYMMETRIC_COUNTERS { position.canonical() } else { position };
        let cells = if counters <= SYMMETRIC_COUNTERS { position.safe_cells() } else { cells };
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
        self.table.put(position.key(), bounds, best.square, self.nodes - before);
        Some(best.value)
    }

    /// The best of several moves, or the first one good enough for a cut.
    fn best(
        &mut self,
        position: ConnectFourPosition,
        counters: u32,
        moves: &Moves,
        mut window: Bounds,
        stop: &AtomicBool,
    ) -> Option<BestMove> {
        let mut best = BestMove { square: NO_CELL, value: i32::MIN };
        for cell in moves.iter() {
            let child = position.play_cell(cell);
            let value = -self.search(child, counters + 1, window.negated(), stop)?;
            if value > best.value {
                best = BestMove { square: cell.trailing_zeros(), value };
                window.lower = window.lower.max(value);
                if value >= window.upper {
                    break;
                }
            }
        }
        Some(best)
    }

    /// A lower bound of at least `beta` that the table has for some move.
    ///
    /// Asking for all moves before searching the first saves a quarter of the time: one in the
    /// table may do, and the lookups wait for memory together.
    fn known_refutation(
        &self,
        position: ConnectFourPosition,
        counters: u32,
        moves: &Moves,
        beta: i32,
    ) -> Option<i32> {
        moves.iter().find_map(|cell| {
            let child = position.play_cell(cell);
            let child = if counters < SYMMETRIC_COUNTERS { child.canonical() } else { child };
            let value = -self.table.get(child.key())?.0.upper;
            (value >= beta).then_some(value)
        })
    }
}

/// The score of the side to move when it wins with the next counter, after this number of counters.
fn win(counters: u32) -> i32 {
    MAX_SCORE - (counters / 2).cast_signed()
}

/// The score of a position that ends with the next counter.
fn immediate(position: ConnectFourPosition) -> Option<i32> {
    if position.counters() == CELLS {
        return Some(0);
    }
    (position.immediate_wins() != 0).then(|| win(position.counters()))
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
                assert_eq!(solver.outcome(position, &GO), Some(score.signum()), "{position:?}");
                let best = solver.scores(position, &GO).into_iter().flatten().max();
                assert_eq!(best, (counters < CELLS).then_some(score), "{position:?}");
            }
        }
    }

    #[test]
    fn mirror_images_have_equal_scores() {
        for position in random_positions(24, 20) {
            let mut solver = ConnectFourSolver::new(1 << 20);
            let score = solver.score(position, &GO);
            solver.clear();
            assert_eq!(solver.score(position.mirrored(), &GO), score, "{position:?}");
            solver.clear();
            let outcome = solver.outcome(position.mirrored(), &GO);
            assert_eq!(outcome, score.map(i32::signum), "{position:?}");
        }
    }

    #[test]
    fn wins_are_counted_to_the_end() {
        let mut solver = ConnectFourSolver::new(1 << 20);
        // The fourth counter wins, now or after one answer.
        assert_eq!(solver.score(position("415263"), &GO), Some(18));
        assert_eq!(solver.score(position("41526"), &GO), Some(-18));
        let scores = solver.scores(position("415263"), &GO);
        assert_eq!(scores[6], Some(18));
    }

    #[test]
    fn a_stopped_search_tells_nothing() {
        let mut solver = ConnectFourSolver::new(1 << 20);
        let stop = AtomicBool::new(true);
        assert_eq!(solver.score(ConnectFourPosition::start(), &stop), None);
        assert_eq!(solver.outcome(ConnectFourPosition::start(), &stop), None);
        assert_eq!(solver.scores(ConnectFourPosition::start(), &stop), [None; 7]);
        assert_eq!(solver.nodes(), 0);
        let mut solver = ConnectFourSolver::new(1 << 20).limited(10_000);
        assert_eq!(solver.outcome(ConnectFourPosition::start(), &GO), None);
    }
}
