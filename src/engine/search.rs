//! The search: fail-soft principal-variation search with a transposition table.
//!
//! It searches to a depth, where the evaluation takes over, or to the end of the game. Inside the window the result
//! is the score; outside, it is a bound of the score on the same side.

mod sharing;
mod thread;

use super::bits::{count, squares};
use super::clock::Interrupted;
use super::endgame::NEAR_END;
use super::eval::Features;
use super::leaves;
use super::move_list::{MoveList, SearchMove};
use super::node::{NodeType, SearchNode};
use super::ordering::MoveOrder;
use super::parallel::SplitTask;
use super::probcut;
use super::score::{INFINITY, MAX_SCORE, MIN_SCORE, ScoreWindow, final_score};
use super::stability::cut_by_stability;
use super::{Position, Selectivity};
pub(super) use thread::ThreadSearch;

/// Below this depth, a depth-limited search uses no table and no move ordering.
const LEAST_TABLE_DEPTH: u32 = 3;

/// The maximum number of empty squares of searches near the end, by selectivity: they are exact, and so make up for
/// visiting more nodes only where `ProbCut` would skip few. Tuned on time.
const NEAR_END_BY_SELECTIVITY: [u32; Selectivity::ALL.len()] = [10, 11, 11, 11, 11, NEAR_END];

/// The minimum of empty squares for a selective pre-search (step 8 of a node). Tuned on nodes and time.
const PRE_SEARCH_EMPTIES: u32 = 18;

/// The selectivity of the pre-search: 87%.
const PRE_SEARCH_SELECTIVITY: Selectivity = Selectivity::ALL[1];

/// The minimum depth at which a depth-limited search shares moves with idle threads. An endgame search does so at all
/// nodes, because nodes near the end are searched elsewhere.
const LEAST_SPLIT_DEPTH: u32 = 7;

/// In an endgame search, moves are ordered by searches of one ply for every three empty squares beyond 15.
const ORDER_EMPTIES: u32 = 15;
const EMPTIES_PER_ORDER_PLY: u32 = 3;

/// In an exact search, moves that are less than this worse than the best are ordered again with the network, which
/// would take too long for all moves. In ordering units; tuned on nodes and time.
const CLOSE: i32 = 20;

impl ThreadSearch<'_> {
    pub(super) fn search(
        &mut self,
        node: SearchNode,
        window: ScoreWindow,
    ) -> Result<i32, Interrupted> {
        if node.reaches_end() {
            if node.empties <= self.near_end() {
                return Ok(self.search_near_end(&node, window));
            }
        } else if node.depth < LEAST_TABLE_DEPTH {
            let SearchNode {
                position,
                features,
                depth,
                ..
            } = &node;
            let deviations = self.selectivity.deviations_of_leaves(&self.parameters);
            return Ok(self.search_leaves(*position, features, window, *depth, deviations));
        }
        self.search_node(node, window)
    }

    /// The maximum number of empty squares of searches near the end.
    #[inline]
    fn near_end(&self) -> u32 {
        NEAR_END_BY_SELECTIVITY[usize::from(self.selectivity.number())]
    }

    fn search_leaves(
        &mut self,
        position: Position,
        features: &Features,
        window: ScoreWindow,
        depth: u32,
        deviations: Option<f32>,
    ) -> i32 {
        let nodes = &mut self.nodes;
        leaves::search(
            self.evaluation,
            position,
            features,
            window,
            depth,
            deviations,
            nodes,
        )
    }

    /// Searches with null windows only. In an open window, which is rare near the end, the bound rises to the score.
    fn search_near_end(&mut self, node: &SearchNode, mut window: ScoreWindow) -> i32 {
        let &SearchNode {
            position,
            empties,
            kind,
            ..
        } = node;
        loop {
            let nodes = &mut self.nodes;
            let score = self
                .near_end
                .search(position, window.alpha, empties, nodes, kind);
            if !window.contains(score) {
                return score;
            }
            window.alpha = score;
        }
    }

    fn search_node(
        &mut self,
        node: SearchNode,
        mut window: ScoreWindow,
    ) -> Result<i32, Interrupted> {
        let SearchNode {
            position,
            depth,
            empties,
            kind,
            ..
        } = node;

        // 1. Count the node and check the clock: a stopped search ends here.
        self.nodes += 1;
        self.check_clock()?;

        // 2. Find the legal moves.
        let legal = position.legal_moves();
        if legal == 0 {
            if position.passed().legal_moves() == 0 {
                return Ok(final_score(position));
            }
            let passed = node.passed(node.type_of_first_child(window));
            return Ok(-self.search_node(passed, window.negated())?);
        }

        // 3. Stability cutoff: the opponent's stable discs bound the score. They are only counted if it may help.
        if let Some(bound) = cut_by_stability(position, window.alpha, empties) {
            return Ok(bound);
        }

        // 4. Transposition table: bounds from at least this depth and selectivity end this search, or narrow it.
        let mut known = self.table.get(position);
        let mut lower = MIN_SCORE;
        let mut upper = MAX_SCORE;
        if let Some(entry) = known
            && u32::from(entry.depth) >= depth
            && entry.selectivity >= self.selectivity.number()
        {
            lower = entry.lower.into();
            upper = entry.upper.into();
            if lower >= window.beta || lower == upper {
                return Ok(lower);
            }
            if upper <= window.alpha {
                return Ok(upper);
            }
            window = ScoreWindow {
                alpha: window.alpha.max(lower),
                beta: window.beta.min(upper),
            };
        }

        // 5. ProbCut (Buro 1995) may predict that the score is outside a null window. An open one should contain it.
        if window.is_null()
            && let Some(bound) = self.probcut(&node, legal, window.alpha)?
        {
            return Ok(bound);
        }

        // 6. Generate the moves, and prefetch their table entries. A wipeout ends the game with the highest score.
        let children_in_table = !node.reaches_end() || empties > self.near_end() + 1;
        let mut moves = MoveList::new();
        for square in squares(legal) {
            let next = position.after(square);
            if next.player == 0 {
                self.store(&node, [MAX_SCORE, MAX_SCORE], known, square);
                return Ok(MAX_SCORE);
            }
            if children_in_table {
                self.table.prefetch(next);
            }
            moves.add(square, next);
        }

        // 7. Enhanced transposition cutoff (Plaat 1996): look up all moves for one that fails high. At low depths, a
        // search is faster than that.
        if children_in_table
            && depth >= self.parameters.look_ahead_depth.cast_unsigned()
            && let Some((score, square)) = self.known_cut(moves.as_slice(), window.beta, depth)
        {
            self.store(&node, [score, upper], known, square);
            return Ok(score);
        }

        // 8. Selective pre-search at a cut node of an exact search (internal iterative deepening): finds a good first
        // move if no endgame search has found one. It saves 18% of the nodes of FFO 53, and 4% of FFO 45 to 52.
        if kind == NodeType::Cut
            && self.selectivity == Selectivity::FULL
            && node.reaches_end()
            && empties >= PRE_SEARCH_EMPTIES
            && known.is_none_or(|entry| u32::from(entry.depth) < depth)
        {
            self.selectivity = PRE_SEARCH_SELECTIVITY;
            let score = self.search_node(node, window);
            self.selectivity = Selectivity::FULL;
            score?;
            known = self.table.get(position);
        }

        // 9. Order the moves: previous best moves first, which usually suffice. The others wait until these fail.
        if let Some(entry) = known {
            moves.put_first(entry.best.map(u32::from));
        }

        // 10. Search the moves (principal-variation search, Marsland and Campbell 1982).
        let (best, square) = self.search_moves(&node, &mut moves, window)?;

        // 11. Store the result: a score, or a bound if it is outside the window.
        if best > window.alpha {
            lower = lower.max(best);
        }
        if best < window.beta {
            upper = upper.min(best);
        }
        self.store(&node, [lower, upper], known, square);
        Ok(best)
    }

    /// The bound that `ProbCut` finds for the null window at `alpha`; `None` if it finds no bound.
    fn probcut(
        &mut self,
        node: &SearchNode,
        moves: u64,
        alpha: i32,
    ) -> Result<Option<i32>, Interrupted> {
        if self.trials >= self.parameters.nested_trials.cast_unsigned() {
            return Ok(None);
        }
        let evaluation = self.evaluation;
        let selectivity = self.selectivity;
        let trials = probcut::trials(
            evaluation,
            &self.parameters,
            selectivity,
            node,
            moves,
            alpha,
        );
        for trial in trials.into_iter().flatten() {
            self.trials += 1;
            let score = self.search(trial.node, trial.window);
            self.trials -= 1;
            if let Some(bound) = trial.bound(score?) {
                return Ok(Some(bound));
            }
        }
        Ok(None)
    }

    fn known_cut(&self, moves: &[SearchMove], beta: i32, depth: u32) -> Option<(i32, u32)> {
        moves.iter().find_map(|mv| {
            let entry = self.table.get(mv.next)?;
            let score = -i32::from(entry.upper);
            let is_cut = u32::from(entry.depth) >= depth - 1
                && entry.selectivity >= self.selectivity.number()
                && score >= beta;
            is_cut.then_some((score, mv.square))
        })
    }

    /// The best score of a node, and its move. The first move is searched with the whole window, others as siblings.
    fn search_moves(
        &mut self,
        node: &SearchNode,
        moves: &mut MoveList,
        window: ScoreWindow,
    ) -> Result<(i32, u32), Interrupted> {
        let mut best = (-INFINITY, 0);
        let count = moves.as_slice().len();
        for index in 0..count {
            let open = window.above(best.0);
            // The first move is searched alone, and the last one is not worth sharing.
            let helpers = self.pool.filter(|pool| {
                let is_large = node.reaches_end() || node.depth >= LEAST_SPLIT_DEPTH;
                (1..count - 1).contains(&index) && is_large && pool.has_idle()
            });
            if index == moves.ordered() || helpers.is_some() && moves.ordered() < count {
                self.order(node, moves, open.alpha);
            }
            let moves = &moves.as_slice()[index..];
            if let Some(pool) = helpers {
                let selectivity = self.selectivity;
                let trials = self.trials;
                let task = SplitTask {
                    node: *node,
                    window,
                    selectivity,
                    trials,
                    best,
                };
                return self.share(pool, task, moves);
            }
            let next = moves[0].next;
            let score = if index == 0 {
                let child = node.child(next, node.type_of_first_child(window));
                -self.search(child, open.negated())?
            } else {
                self.search_sibling(node, next, open)?
            };
            if score > best.0 {
                best = (score, moves[0].square);
                if score >= window.beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// The score of a move after the first: from a null window, and from the open window if the score is inside it.
    pub(super) fn search_sibling(
        &mut self,
        node: &SearchNode,
        next: Position,
        window: ScoreWindow,
    ) -> Result<i32, Interrupted> {
        let child = node.child(next, NodeType::Cut);
        let score = -self.search(child, ScoreWindow::null(window.alpha).negated())?;
        if window.contains(score) {
            return Ok(-self.search(child, window.above(score).negated())?);
        }
        Ok(score)
    }

    /// Orders the remaining moves by mobility, and at cut nodes, where order saves more, also by a shallow search. In
    /// an exact search, those close to the best are ordered again with the network.
    fn order(&mut self, node: &SearchNode, moves: &mut MoveList, alpha: i32) {
        let parameters = self.parameters;
        let is_exact = self.selectivity == Selectivity::FULL && node.reaches_end();
        let weights = if is_exact {
            MoveOrder::EXACT
        } else {
            MoveOrder::selective(&parameters)
        };
        if node.kind == NodeType::All {
            return moves.order_by(|mv| -weights.weighted_mobility(mv.next));
        }
        let first = moves.ordered();
        let beta = parameters.order_margin - alpha;
        let by_tables = ScoreWindow {
            alpha: -INFINITY,
            beta,
        };
        moves.order_by(|mv| self.rate(node, mv.next, &weights, by_tables));
        if is_exact {
            let by_network = ScoreWindow {
                alpha: MIN_SCORE,
                beta,
            };
            moves.reorder_by(first, CLOSE, |mv| {
                self.rate(node, mv.next, &weights, by_network)
            });
        }
    }

    /// The worth of a move to `next`, by a shallow search in `window` and by mobility.
    fn rate(
        &mut self,
        node: &SearchNode,
        next: Position,
        weights: &MoveOrder,
        window: ScoreWindow,
    ) -> i32 {
        let parameters = self.parameters;
        let depth = if node.reaches_end() {
            node.empties.saturating_sub(ORDER_EMPTIES) / EMPTIES_PER_ORDER_PLY
        } else {
            node.depth
                .saturating_sub(parameters.order_depth.cast_unsigned())
                / parameters.depth_per_order_ply.cast_unsigned()
        };
        let depth = depth.min(LEAST_TABLE_DEPTH - 1);
        let features = node.features_after(next);
        let score = -self.search_leaves(next, &features, window, depth, None);
        let mobility = if node.empties <= parameters.weighted_mobility_empties.cast_unsigned() {
            weights.weighted_mobility(next)
        } else {
            count(next.legal_moves())
        };
        weights.units_per_disc * score - mobility
    }
}
