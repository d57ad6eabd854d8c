//! Judging moves: each is compared with the best one by searches of equal depth.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Analysis, Class, Judgment, Step, facts};
use crate::engine::{Engine, Found, Limits, Position};
use crate::games::{Player, Square};

/// The progress of an analysis.
#[derive(Debug, Clone, Copy)]
pub struct Progress<'a> {
    /// The judgments so far, the last move's first.
    pub judged: &'a [Judgment],
    /// The number of all moves.
    pub of: usize,
    /// The current findings on the move that is being judged.
    pub found: &'a Found,
}

/// Judges the moves of games, with an engine that keeps its transposition table.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use reversi::analysis::{Analyzer, Class, steps};
/// use reversi::engine::{Engine, Limits};
/// use reversi::games::{Game, Player, Reversi};
///
/// let start = Reversi::new(Player::Black);
/// let moves = ["f5", "f4", "e3"].map(|name| start.parse_move(name).unwrap());
/// let (steps, _) = steps(start.clone(), 1, moves).unwrap();
/// let limits = Limits { depth: 6, exact_from: 10, ..Limits::default() };
/// let never = AtomicBool::new(false);
/// let analysis = Analyzer::new(Engine::new(1, 1), limits).analyze(&steps, &never, &mut |_| ());
/// // The first move has no worse alternatives.
/// assert_eq!(analysis.moves[0].class, Class::Best);
/// ```
#[derive(Debug)]
pub struct Analyzer {
    engine: Engine,
    limits: Limits,
}

/// The score of a position for one of the sides, and how it was found.
#[derive(Debug, Clone)]
struct Known {
    score: i32,
    exact: bool,
    depth: u32,
    /// The principal variation.
    line: Vec<u32>,
}

/// A judgment by the searches, with squares as indices from 0 to 63; see [`Judgment`].
struct Verdict {
    score: i32,
    best: u32,
    best_score: i32,
    exact: bool,
    depth: u32,
    line: Vec<u32>,
}

impl Verdict {
    fn on(self, step: &Step, choices: u32) -> Judgment {
        let Self { score, best, best_score, exact, depth, line } = self;
        let lost = u32::try_from(best_score - score).unwrap_or(0);
        Judgment {
            ply: step.ply,
            player: step.player,
            square: at(step.square),
            score,
            best: at(best),
            best_score,
            lost,
            class: Class::of_loss(lost),
            choices,
            exact,
            depth,
            line: line.into_iter().map(at).collect(),
            passed: step.passed,
            facts: facts(step.position, step.square),
            best_facts: facts(step.position, best),
        }
    }
}

/// The searches of one judgment, with their observer.
struct Search<'a> {
    analyzer: &'a mut Analyzer,
    stop: &'a AtomicBool,
    observer: &'a mut dyn FnMut(&Found),
}

impl Analyzer {
    /// An analyzer with these search limits; their number of lines is ignored.
    pub fn new(engine: Engine, limits: Limits) -> Self {
        Self { engine, limits: Limits { lines: 1, only_outcome: false, ..limits } }
    }

    /// Clears the transposition table, so that the same game always gets the same judgments.
    pub fn forget(&mut self) {
        self.engine.clear();
    }

    /// The size of the transposition table in MiB: smaller than requested if memory was short.
    pub fn hash_mb(&self) -> usize {
        self.engine.hash_mb()
    }

    /// Judges the moves of a game, the last one first, because its searches help those before. When
    /// `stop` becomes true it ends soon, with the moves judged so far.
    pub fn analyze(
        &mut self,
        steps: &[Step],
        stop: &AtomicBool,
        observer: &mut dyn FnMut(Progress<'_>),
    ) -> Analysis {
        let mut judged: Vec<Judgment> = Vec::with_capacity(steps.len());
        let mut next = None;
        for step in steps.iter().rev() {
            let mut tell =
                |found: &Found| observer(Progress { judged: &judged, of: steps.len(), found });
            let mut search = Search { analyzer: self, stop, observer: &mut tell };
            // The score of the next position, for the side that makes this move.
            let after = next.map(|(player, known): (Player, Known)| {
                let score = if player == step.player { known.score } else { -known.score };
                Known { score, ..known }
            });
            let Some(judgment) = search.judge(step, after) else { break };
            let Judgment { best_score: score, exact, depth, ref line, .. } = judgment;
            let line = line.iter().map(|square| square.index(8).into()).collect();
            next = Some((step.player, Known { score, exact, depth, line }));
            judged.push(judgment);
        }
        judged.reverse();
        Analysis::new(judged, steps.len())
    }
}

impl Search<'_> {
    /// The judgment of a move; `None` if the search was stopped. `after` is the known score of the
    /// position after it, for the side that moved.
    fn judge(&mut self, step: &Step, after: Option<Known>) -> Option<Judgment> {
        let choices = step.position.legal_moves().count_ones();
        let verdict = if choices == 1 {
            self.verdict_on_only_move(step, after)
        } else {
            self.verdict(step, after)
        };
        verdict.map(|verdict| verdict.on(step, choices))
    }

    fn verdict(&mut self, step: &Step, after: Option<Known>) -> Option<Verdict> {
        let found = self.search(step.position, &self.analyzer.limits.clone())?;
        let mut verdict = Verdict {
            score: found.score(),
            best: found.best().unwrap_or(step.square),
            best_score: found.score(),
            exact: found.is_exact(),
            depth: found.depth,
            line: line_of(&found),
        };
        if verdict.best == step.square {
            return Some(verdict);
        }
        // A symmetric move is equally good.
        let [played, best] = [step.square, verdict.best].map(|square| step.position.after(square));
        if played.canonical() == best.canonical() {
            verdict.best = step.square;
            verdict.line = vec![step.square];
            return Some(verdict);
        }
        let line;
        if let Some(known) = after.filter(|after| verdict.exact && after.exact) {
            verdict.score = known.score;
            line = known.line;
        } else {
            let played = self.as_deep(step, &found)?;
            verdict.score = -played.score();
            verdict.exact &= played.is_exact();
            line = line_of(&played);
        }
        // Inexact searches may contradict each other, and find the move played better.
        if verdict.score >= verdict.best_score {
            verdict.best = step.square;
            verdict.best_score = verdict.score;
            verdict.line = std::iter::once(step.square).chain(line).collect();
        }
        Some(verdict)
    }

    /// The verdict on the only legal move: its score is that of the position after it.
    fn verdict_on_only_move(&mut self, step: &Step, after: Option<Known>) -> Option<Verdict> {
        let known = if let Some(known) = after {
            Known { depth: known.depth + 1, ..known }
        } else {
            let found = self.search(step.after(), &self.analyzer.limits.clone())?;
            let (exact, depth) = (found.is_exact(), found.depth + 1);
            Known { score: -found.score(), exact, depth, line: line_of(&found) }
        };
        let Known { score, exact, depth, line } = known;
        let line = std::iter::once(step.square).chain(line).collect();
        Some(Verdict { score, best: step.square, best_score: score, exact, depth, line })
    }

    /// The findings after the move played, by a search as deep as the one that found the best move.
    fn as_deep(&mut self, step: &Step, found: &Found) -> Option<Found> {
        let Limits { selectivity, time, target, nodes, .. } = self.analyzer.limits;
        let limits = Limits { selectivity, time, target, nodes, ..Limits::default() };
        let limits = if found.to_the_end {
            Limits { end_selectivity: found.selectivity, ..limits }
        } else {
            Limits { exact_from: 0, depth: found.depth.saturating_sub(1).max(1), ..limits }
        };
        self.search(step.after(), &limits)
    }

    fn search(&mut self, position: Position, limits: &Limits) -> Option<Found> {
        let found = self.analyzer.engine.search(position, limits, self.stop, self.observer);
        (!self.stop.load(Ordering::Relaxed)).then_some(found)
    }
}

/// The principal variation of a search.
fn line_of(found: &Found) -> Vec<u32> {
    found.lines.first().map(|line| line.moves.clone()).unwrap_or_default()
}

fn at(square: u32) -> Square {
    Square::from_index(square, 8)
}
