//! Iterative deepening: repeats a search with increasing depth or confidence, and reports every iteration.

use std::cmp::Reverse;
use std::time::Instant;

use super::bits::squares;
use super::clock::Interrupted;
use super::eval::{Evaluation, Features};
use super::iterations::{Iteration, iterations};
use super::node::{NodeType, SearchNode};
use super::pace::Pace;
use super::score::{INFINITY, MAX_SCORE, MIN_SCORE, ScoreWindow, final_score};
use super::search::ThreadSearch;
use super::variation::{exact_line, expected_line};
use super::{Limits, Position, SearchResult, Selectivity};

/// The minimum depth of an iteration with an aspiration window, in plies.
const ASPIRATION_DEPTH: u32 = 3;

pub fn iterate(
    search: &mut ThreadSearch,
    position: Position,
    limits: &Limits,
    start: Instant,
    report: &mut dyn FnMut(&SearchResult),
) -> SearchResult {
    let mut root = Root::new(search.evaluation, position, start);
    if root.moves.is_empty() {
        let lines = vec![(final_score(position), Vec::new())];
        let found = root.found(search, 0, Selectivity::FULL, lines);
        report(&found);
        return found;
    }
    let mut last = None;
    let mut pace = Pace::new(limits, root.choices());
    let iterations = iterations(limits, root.empties);
    let mut next = Some(0);
    while let Some(index) = next {
        let Iteration {
            depth, selectivity, ..
        } = iterations[index];
        let Ok(lines) = root.iteration(search, depth, selectivity, limits) else {
            last = last.map(|found| root.improved_in_part(found, limits));
            break;
        };
        let found = root.found(search, depth, selectivity, lines);
        report(&found);
        next = pace.next(&found, &iterations, index);
        last = Some(found);
    }
    let mut found = last.unwrap_or_else(|| root.without_search(search));
    found.nodes = search.all_nodes();
    found.time = start.elapsed();
    found
}

#[derive(Debug, Clone, Copy)]
struct RootMove {
    square: u32,
    next: Position,
    /// The score from the last iteration, or an upper bound of it.
    score: i32,
}

/// The position to search, seen from the side that can move.
struct Root {
    position: Position,
    /// -1 if the side to move must pass first.
    sign: i32,
    empties: u32,
    moves: Vec<RootMove>,
    /// Whether the current iteration has found a better move than the previous one.
    is_improved: bool,
    start: Instant,
}

impl Root {
    fn new(evaluation: &Evaluation, position: Position, start: Instant) -> Self {
        let has_to_pass = position.legal_moves() == 0;
        let position = if has_to_pass {
            position.passed()
        } else {
            position
        };
        let mut moves: Vec<RootMove> = squares(position.legal_moves())
            .map(|square| {
                let next = position.after(square);
                let score = -evaluation.evaluate(next, next.legal_moves());
                RootMove {
                    square,
                    next,
                    score,
                }
            })
            .collect();
        moves.sort_by_key(|mv| Reverse(mv.score));
        let sign = if has_to_pass { -1 } else { 1 };
        Self {
            position,
            sign,
            empties: position.empties(),
            moves,
            is_improved: false,
            start,
        }
    }

    /// The number of moves to choose from. A forced pass is one; `moves` are the opponent's then.
    fn choices(&self) -> usize {
        if self.sign < 0 { 1 } else { self.moves.len() }
    }

    fn line_count(&self, limits: &Limits) -> usize {
        limits.lines.clamp(1, self.choices())
    }

    fn found(
        &self,
        search: &ThreadSearch,
        depth: u32,
        selectivity: Selectivity,
        lines: Vec<(i32, Vec<u32>)>,
    ) -> SearchResult {
        SearchResult {
            depth,
            selectivity: selectivity.number(),
            to_the_end: depth >= self.empties || self.moves.is_empty(),
            lines,
            nodes: search.all_nodes(),
            time: self.start.elapsed(),
        }
    }

    fn without_search(&self, search: &ThreadSearch) -> SearchResult {
        let line = |mv: &RootMove| (self.sign * mv.score, vec![mv.square]);
        let lines = self.moves.first().map(line).into_iter().collect();
        let found = self.found(search, 0, Selectivity::LEAST_SURE, lines);
        SearchResult {
            to_the_end: false,
            ..found
        }
    }

    /// The result of the last complete iteration, with the better move of the interrupted one, if any.
    fn improved_in_part(&self, found: SearchResult, limits: &Limits) -> SearchResult {
        if !self.is_improved || self.line_count(limits) > 1 || limits.only_outcome {
            return found;
        }
        let RootMove { square, score, .. } = self.moves[0];
        SearchResult {
            lines: vec![(self.sign * score, vec![square])],
            ..found
        }
    }

    fn iteration(
        &mut self,
        search: &mut ThreadSearch,
        depth: u32,
        selectivity: Selectivity,
        limits: &Limits,
    ) -> Result<Vec<(i32, Vec<u32>)>, Interrupted> {
        /// The window for win/draw/loss, which contains only the draw.
        const OUTCOME: ScoreWindow = ScoreWindow { alpha: -1, beta: 1 };
        search.selectivity = selectivity;
        self.is_improved = false;
        let mut lines = Vec::new();
        let only_outcome = limits.only_outcome && depth >= self.empties;
        for rank in 0..self.line_count(limits) {
            if only_outcome {
                self.search_moves(search, rank, depth, OUTCOME)?;
                self.moves[rank].score = self.moves[rank].score.signum();
            } else {
                self.search_aspiring(search, rank, depth)?;
            }
            let RootMove {
                square,
                next,
                score,
            } = self.moves[rank];
            let mut moves = vec![square];
            let is_exact = depth >= self.empties && selectivity == Selectivity::FULL;
            match (only_outcome, is_exact) {
                (true, _) => {}
                // The score is known already, so an interruption only shortens the line.
                (false, true) => _ = exact_line(search, next, -score, &mut moves),
                (false, false) => expected_line(search, next, depth, &mut moves),
            }
            lines.push((score, moves));
        }
        // Searches with other windows may contradict each other.
        lines.sort_by_key(|(score, _)| Reverse(*score));
        self.moves[..lines.len()].sort_by_key(|mv| Reverse(mv.score));
        Ok(lines
            .into_iter()
            .map(|(score, moves)| (self.sign * score, moves))
            .collect())
    }

    /// Puts the best of the moves from `rank` on at `rank` and sets its score, with a window that grows as needed.
    fn search_aspiring(
        &mut self,
        search: &mut ThreadSearch,
        rank: usize,
        depth: u32,
    ) -> Result<(), Interrupted> {
        let expected = self.moves[rank].score;
        let (mut window, mut width) = if depth >= ASPIRATION_DEPTH {
            let width = search.parameters.half_width;
            let alpha = (expected - width).max(MIN_SCORE);
            (
                ScoreWindow {
                    alpha,
                    beta: (expected + width).min(MAX_SCORE),
                },
                width,
            )
        } else {
            (ScoreWindow::FULL, MAX_SCORE)
        };
        loop {
            let score = self.search_moves(search, rank, depth, window)?;
            width *= 2;
            // The window only grows, because selective searches may contradict each other.
            if score <= window.alpha && window.alpha > MIN_SCORE {
                window.alpha = (score - width).max(MIN_SCORE);
            } else if score >= window.beta && window.beta < MAX_SCORE {
                window.beta = (score + width).min(MAX_SCORE);
            } else {
                return Ok(());
            }
        }
    }

    /// Puts the best of the moves from `rank` on at `rank`, and returns its score.
    fn search_moves(
        &mut self,
        search: &mut ThreadSearch,
        rank: usize,
        depth: u32,
        mut window: ScoreWindow,
    ) -> Result<i32, Interrupted> {
        let position = self.position;
        let empties = self.empties;
        let features = Features::of(position);
        let node = SearchNode {
            position,
            features,
            depth,
            empties,
            kind: NodeType::Cut,
        };
        let mut best = -INFINITY;
        for index in rank..self.moves.len() {
            // Nodes near the end don't check the clock.
            search.check_clock()?;
            let next = self.moves[index].next;
            let score = if index == rank {
                -search.search(node.child(next, NodeType::Cut), window.negated())?
            } else {
                search.search_sibling(&node, next, window)?
            };
            self.moves[index].score = score;
            if score > best {
                // A move that fails low is not known to be better than the one before.
                self.is_improved |= index > rank && score > window.alpha;
                best = score;
                // The other moves keep their order.
                self.moves[rank..=index].rotate_right(1);
                if score >= window.beta {
                    break;
                }
                window = window.above(score);
            }
        }
        Ok(best)
    }
}
