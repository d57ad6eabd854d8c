//! Exact null-window searches of six or more empty squares, with a small table and move ordering. The table belongs
//! to the thread and fits into the second-level cache: waiting for the large table would take longer than searching.

use std::hint::select_unpredictable;

use super::small_table::{SmallTable, TableKey};
use super::untried::{Untried, UntriedMove, priority};
use super::{NEAR_END, last_squares};
use crate::engine::Position;
use crate::engine::bits::{odd_quadrants, squares};
use crate::engine::node::NodeType;
use crate::engine::ordering::NearEndOrder;
use crate::engine::score::{HIGHEST, INFINITY, LOWEST, final_score};
use crate::engine::simd_position::SimdPosition;
use crate::engine::stability::cut_by_stability;

/// The minimum number of empty squares at which a table and move ordering save more than they cost.
const FEWEST_EMPTIES: u32 = 6;

/// The maximum number of empty squares at which moves at an all node are not ordered. Tuned on time.
const UNORDERED: u32 = 7;

/// One thread's results for positions near the end. They are exact, so they hold for every search.
#[derive(Debug, Default)]
pub struct NearEnd {
    state: Option<Box<NearEndState>>,
    /// Whether a search has used it since it was cleared. Most midgame searches don't.
    is_used: bool,
}

impl NearEnd {
    pub fn clear(&mut self) {
        if let Some(state) = &mut self.state
            && self.is_used
        {
            state.table.clear();
            self.is_used = false;
        }
    }

    pub fn best(&self, position: Position) -> Option<u32> {
        let key = TableKey::of(position);
        let slot = self.state.as_ref()?.table.slot(key);
        slot.is_of(key).then_some(slot.best.into())
    }

    /// Null-window search at `alpha` (fail-soft) of up to [`NEAR_END`] empty squares. Adds visited nodes to `nodes`.
    pub fn search(
        &mut self,
        position: Position,
        alpha: i32,
        empties: u32,
        nodes: &mut u64,
        kind: NodeType,
    ) -> i32 {
        let state = self.state.get_or_insert_with(NearEndState::new);
        self.is_used = true;
        state.nodes = *nodes;
        let score = state.search(position, position.legal_moves(), alpha, empties, kind);
        *nodes = state.nodes;
        score
    }
}

#[derive(Debug)]
struct NearEndState {
    /// Visited positions, kept here because each value passed from node to node takes time.
    nodes: u64,
    table: SmallTable,
    /// The moves of the current path, by number of empty squares. Kept here to save making room at each node.
    untried: [Untried; NEAR_END as usize + 1],
}

impl NearEndState {
    fn new() -> Box<Self> {
        let untried = [Untried::EMPTY; NEAR_END as usize + 1];
        Box::new(Self {
            nodes: 0,
            table: SmallTable::new(),
            untried,
        })
    }

    fn search(
        &mut self,
        position: Position,
        moves: u64,
        alpha: i32,
        empties: u32,
        kind: NodeType,
    ) -> i32 {
        if empties < FEWEST_EMPTIES {
            return last_squares::search(position, moves, alpha, &mut self.nodes, kind);
        }
        self.nodes += 1;
        if moves == 0 {
            let passed = position.passed();
            let moves = passed.legal_moves();
            if moves == 0 {
                return final_score(position);
            }
            return -self.search(passed, moves, -alpha - 1, empties, kind.of_first_child());
        }
        // Stable discs bound the score from above, which rarely helps where a move fails high.
        if kind == NodeType::All
            && let Some(bound) = cut_by_stability(position, alpha, empties)
        {
            return bound;
        }
        let key = TableKey::of(position);
        let mut lower = LOWEST;
        let mut upper = HIGHEST;
        let slot = self.table.slot(key);
        if slot.is_of(key) {
            (lower, upper) = (slot.lower, slot.upper);
            if i32::from(lower) > alpha {
                return lower.into();
            }
            if i32::from(upper) <= alpha {
                return upper.into();
            }
        }
        let (best, square) = if kind == NodeType::Cut || empties > UNORDERED {
            self.search_in_order(position, moves, alpha, empties, kind)
        } else {
            self.search_unordered(position, moves, alpha, empties)
        };
        let bound = best.to_le_bytes()[0].cast_signed();
        if best > alpha {
            lower = lower.max(bound);
        } else {
            upper = upper.min(bound);
        }
        self.table.put(key, [lower, upper], square.to_le_bytes()[0]);
        bound.into()
    }

    /// The best score and its move. In 98% of the nodes where a move fails high, the first one does.
    #[inline]
    fn search_in_order(
        &mut self,
        position: Position,
        moves: u64,
        alpha: i32,
        empties: u32,
        kind: NodeType,
    ) -> (i32, u32) {
        let Untried {
            moves: untried,
            priorities,
        } = &mut self.untried[empties as usize];
        priorities.fill(Untried::NONE);
        for (mv, square) in untried.iter_mut().zip(squares(moves)) {
            mv.square = square;
            mv.next = position.after(square);
            if empties > FEWEST_EMPTIES {
                mv.key = TableKey::of(mv.next);
                self.table.prefetch(mv.key);
            }
        }
        let order = NearEndOrder::of(position);
        let mut greatest = Untried::NONE;
        let count = moves.count_ones() as usize;
        let priorities = (0..).zip(priorities);
        for (mv, (index, priority_of_move)) in untried[..count].iter_mut().zip(priorities) {
            // Enhanced transposition cutoff (Plaat 1996): the table shows that the move fails high.
            if empties > FEWEST_EMPTIES {
                let slot = self.table.slot(mv.key);
                // A select, because a branch on whether the slot matches would often be mispredicted.
                let upper = select_unpredictable(slot.is_of(mv.key), slot.upper, HIGHEST);
                let score = -i32::from(upper);
                if score > alpha {
                    return (score, mv.square);
                }
            }
            mv.replies = mv.next.legal_moves();
            *priority_of_move = priority(order.worth(mv.square, mv.next, mv.replies), index);
            greatest = greatest.max(*priority_of_move);
        }
        let mut best = (-INFINITY, 0);
        let mut child_kind = kind.of_first_child();
        while greatest > Untried::NONE {
            let UntriedMove {
                square,
                next,
                replies,
                ..
            } = self.untried[empties as usize].take(greatest);
            let score = -self.search(next, replies, -alpha - 1, empties - 1, child_kind);
            if score > best.0 {
                best = (score, square);
                if score > alpha {
                    break;
                }
            }
            child_kind = NodeType::Cut;
            greatest = self.untried[empties as usize].greatest();
        }
        best
    }

    /// The best score and its move at an all node, where every move is searched. Moves in odd quadrants come first.
    #[inline]
    fn search_unordered(
        &mut self,
        position: Position,
        moves: u64,
        alpha: i32,
        empties: u32,
    ) -> (i32, u32) {
        let simd = SimdPosition::of(position);
        let odd = odd_quadrants(position.empty());
        let ordered = squares(moves & odd).chain(squares(moves & !odd));
        // Make all moves before searching the first, because the processor overlaps the work.
        for (mv, square) in self.untried[empties as usize].moves.iter_mut().zip(ordered) {
            mv.square = square;
            (mv.next, mv.replies) = simd.after_with_replies(square);
        }
        let mut best = (-INFINITY, 0);
        for index in 0..moves.count_ones() as usize {
            let UntriedMove {
                square,
                next,
                replies,
                ..
            } = self.untried[empties as usize].moves[index];
            let score = -self.search(next, replies, -alpha - 1, empties - 1, NodeType::Cut);
            if score > best.0 {
                best = (score, square);
                if score > alpha {
                    break;
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::engine::score::{MAX_SCORE, MIN_SCORE};

    /// Plain alpha-beta without other pruning.
    fn plain(position: Position, mut alpha: i32, beta: i32) -> i32 {
        let moves = position.legal_moves();
        if moves == 0 {
            let passed = position.passed();
            let is_over = passed.legal_moves() == 0;
            return if is_over {
                final_score(position)
            } else {
                -plain(passed, -beta, -alpha)
            };
        }
        let mut best = MIN_SCORE;
        for square in squares(moves) {
            best = best.max(-plain(position.after(square), -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    #[test]
    fn bounds_are_on_the_side_of_the_score() {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(9);
        let mut near_end = NearEnd::default();
        let mut nodes = [0, 0];
        for round in 0..300 {
            let empties = 1 + round % 9;
            let position = Position::by_chance(empties, |count| rng.random_range(0..count));
            let score = plain(position, MIN_SCORE, MAX_SCORE);
            for alpha in
                (-65..=64_i32).filter(|alpha| empties < 5 || alpha % 8 == 0 || alpha.abs() < 3)
            {
                // The expected node type must not matter.
                let is_cut = (alpha + round.cast_signed()) % 3 == 0;
                let kind = if is_cut { NodeType::Cut } else { NodeType::All };
                let found = near_end.search(position, alpha, empties, &mut nodes[0], kind);
                let moves = position.legal_moves();
                let other = last_squares::search(position, moves, alpha, &mut nodes[1], kind);
                for bound in [found, other] {
                    assert_eq!(bound > alpha, score > alpha, "{position:?} {alpha}");
                    let is_bound = if bound > alpha {
                        bound <= score
                    } else {
                        bound >= score
                    };
                    assert!(is_bound, "{position:?} {alpha}: {bound} for {score}");
                }
            }
        }
        assert!(
            nodes[0] < nodes[1],
            "the table and the order save work: {nodes:?}"
        );
        near_end.clear();
        assert!(near_end.state.unwrap().table.is_empty());
    }
}
