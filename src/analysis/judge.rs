//! Judges moves: compares each with the best one by searches of equal depth.

use std::sync::atomic::{AtomicBool, Ordering};

use super::facts::at;
use super::{Alternative, Analysis, Class, Judgment, facts};
use crate::engine::{Engine, Found, Limits, Line, Position};
use crate::games::{Game, IllegalMove, Move, Player, Reversi};

/// The progress of an analysis.
#[derive(Debug, Clone, Copy)]
pub struct AnalysisProgress<'a> {
    /// The judgments so far, from the last move backward.
    pub judged: &'a [Judgment],
    /// The total number of moves.
    pub of: usize,
}

/// An analyzer of games, with an engine that keeps its transposition table.
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

/// The score of a position or a move for one of the sides, and how it was found.
#[derive(Debug, Clone)]
struct Outlook {
    score: i32,
    exact: bool,
    depth: u32,
    line: Vec<u32>,
}

impl Outlook {
    fn new(found: &Found) -> Self {
        let moves = found.lines.first().into_iter().flat_map(|line| &line.moves);
        let line = moves.map(|&mv| mv.into()).collect();
        Self {
            score: found.score(),
            exact: found.is_exact(),
            depth: found.depth,
            line,
        }
    }

    /// The outlook of the move that leads to the position searched.
    fn after(found: &Found) -> Self {
        let outlook = Self::new(found);
        Self {
            score: -outlook.score,
            ..outlook
        }
    }

    /// Puts the move that leads to the position in front of the line.
    fn with_move(mut self, square: u32) -> Self {
        self.line.insert(0, square);
        self
    }
}

/// The outlooks of the best move and the move played. Their lines begin with the moves.
struct MoveComparison {
    best: Outlook,
    played: Outlook,
}

impl MoveComparison {
    /// No move is better than the one played.
    fn best(outlook: Outlook) -> Self {
        Self {
            best: outlook.clone(),
            played: outlook,
        }
    }
}

struct JudgmentSearch<'a> {
    analyzer: &'a mut Analyzer,
    stop: &'a AtomicBool,
    observer: &'a mut dyn FnMut(&Found),
}

impl Analyzer {
    /// Creates an analyzer with search limits. Their `lines` and `only_outcome` are ignored.
    pub fn new(engine: Engine, limits: Limits) -> Self {
        Self {
            engine,
            limits: Limits {
                lines: 1,
                only_outcome: false,
                ..limits
            },
        }
    }

    /// Returns the engine, with its transposition table.
    pub fn into_engine(self) -> Engine {
        self.engine
    }

    /// Returns the size of the transposition table, in MiB. It is lower than requested if memory was short.
    pub(crate) fn hash_mb(&self) -> usize {
        self.engine.hash_mb()
    }

    /// Judges the moves of a game from last to first. Searches of later moves help with earlier ones. When `stop`
    /// becomes true, it soon returns the moves judged so far.
    pub fn analyze(
        &mut self,
        steps: &[GameStep],
        stop: &AtomicBool,
        observer: &mut dyn FnMut(AnalysisProgress<'_>),
    ) -> Analysis {
        let mut judged: Vec<Judgment> = Vec::with_capacity(steps.len());
        let mut next = None;
        for step in steps.iter().rev() {
            let mut tell = |_: &Found| {
                observer(AnalysisProgress {
                    judged: &judged,
                    of: steps.len(),
                });
            };
            let mut search = JudgmentSearch {
                analyzer: self,
                stop,
                observer: &mut tell,
            };
            // The score of the next position, for the side that makes this move.
            let after = next.map(|(player, known): (Player, Outlook)| {
                let score = if player == step.player {
                    known.score
                } else {
                    -known.score
                };
                Outlook { score, ..known }
            });
            let Some(judgment) = search.judge(step, after) else {
                break;
            };
            let Judgment {
                best_score: score,
                exact,
                depth,
                ref line,
                ..
            } = judgment;
            let line = line.iter().map(|square| square.index(8).into()).collect();
            next = Some((
                step.player,
                Outlook {
                    score,
                    exact,
                    depth,
                    line,
                },
            ));
            judged.push(judgment);
        }
        judged.reverse();
        Analysis::new(judged, steps.len())
    }
}

impl Analyzer {
    /// Judges a move and, if it is the best of several, finds the next best one. `None` if stopped.
    pub(crate) fn explain(
        &mut self,
        played: &GameStep,
        stop: &AtomicBool,
    ) -> Option<(Judgment, Option<Alternative>)> {
        let steps = std::slice::from_ref(played);
        let judgment = self.analyze(steps, stop, &mut |_| ()).moves.pop()?;
        if judgment.lost > 0 || judgment.choices == 1 {
            return Some((judgment, None));
        }
        let limits = Limits {
            lines: 2,
            ..self.limits
        };
        let found = self
            .engine
            .search_with(played.position, &limits, stop, &mut |_| ());
        let is_other = |line: &&Line| {
            let first = line.moves.first();
            first.is_some_and(|&mv| u32::from(mv) != played.square)
        };
        let other = found.lines.iter().find(is_other).map(|line| {
            let squares = line
                .moves
                .iter()
                .map(|&mv| at(mv.into()))
                .collect::<Vec<_>>();
            Alternative {
                score: line.score,
                facts: facts(played.position, &squares),
                line: squares,
            }
        });
        (!stop.load(Ordering::Relaxed)).then_some((judgment, other))
    }
}

impl JudgmentSearch<'_> {
    /// Judges a move; `None` if stopped. `after` is the outlook of the position after it, for the side that moved.
    fn judge(&mut self, step: &GameStep, after: Option<Outlook>) -> Option<Judgment> {
        let choices = step.position.legal_moves().count_ones();
        let MoveComparison { best, played } = if choices == 1 {
            self.only_move(step, after)?
        } else {
            self.choice(step, after)?
        };
        let lost = u32::try_from(best.score - played.score).unwrap_or(0);
        let [line, played_line] =
            [best.line, played.line].map(|line| line.into_iter().map(at).collect::<Vec<_>>());
        Some(Judgment {
            ply: step.ply,
            player: step.player,
            square: at(step.square),
            score: played.score,
            best: line.first().copied().unwrap_or(at(step.square)),
            best_score: best.score,
            lost,
            class: Class::of(lost, choices),
            choices,
            exact: best.exact,
            depth: best.depth,
            facts: facts(step.position, &played_line),
            best_facts: facts(step.position, &line),
            line,
            played_line,
            passed: step.passed,
        })
    }

    /// Compares the move played with the best move of a search.
    fn choice(&mut self, step: &GameStep, after: Option<Outlook>) -> Option<MoveComparison> {
        let found = self.search(step.position, &self.analyzer.limits.clone())?;
        let mut best = Outlook::new(&found);
        let square = *best.line.first()?;
        if square == step.square {
            return Some(MoveComparison::best(best));
        }
        // A symmetric move is equally good.
        let [played, other] = [step.square, square].map(|square| step.position.after(square));
        if played.canonical() == other.canonical() {
            best.line = vec![step.square];
            return Some(MoveComparison::best(best));
        }
        let played = match after.filter(|after| best.exact && after.exact) {
            Some(known) => known,
            None => Outlook::after(&self.as_deep(step, &found)?),
        };
        let played = played.with_move(step.square);
        best.exact &= played.exact;
        // Inexact searches may contradict each other and rate the move played higher.
        if played.score >= best.score {
            return Some(MoveComparison::best(Outlook {
                score: played.score,
                line: played.line,
                ..best
            }));
        }
        Some(MoveComparison { best, played })
    }

    /// Like `choice`, but for the only legal move, which has the score of the position after it.
    fn only_move(&mut self, step: &GameStep, after: Option<Outlook>) -> Option<MoveComparison> {
        let known = match after {
            Some(known) => known,
            None => Outlook::after(&self.search(step.after(), &self.analyzer.limits.clone())?),
        };
        let depth = known.depth + 1;
        Some(MoveComparison::best(Outlook {
            depth,
            ..known.with_move(step.square)
        }))
    }

    /// Searches the position after the move played, as deep as the search that found the best move.
    fn as_deep(&mut self, step: &GameStep, found: &Found) -> Option<Found> {
        let Limits {
            selectivity,
            time,
            target,
            nodes,
            ..
        } = self.analyzer.limits;
        let limits = Limits {
            selectivity,
            time,
            target,
            nodes,
            ..Limits::default()
        };
        let limits = if found.to_the_end {
            Limits {
                end_selectivity: found.selectivity,
                ..limits
            }
        } else {
            Limits {
                exact_from: 0,
                depth: found.depth.saturating_sub(1).max(1),
                ..limits
            }
        };
        self.search(step.after(), &limits)
    }

    fn search(&mut self, position: Position, limits: &Limits) -> Option<Found> {
        let found = self
            .analyzer
            .engine
            .search_with(position, limits, self.stop, self.observer);
        (!self.stop.load(Ordering::Relaxed)).then_some(found)
    }
}

/// A move of a game, with its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameStep {
    /// The ply of the move, from 1; passes count.
    pub ply: usize,
    /// The side that moved.
    pub player: Player,
    /// The position before the move, seen from the side that moved.
    pub position: Position,
    /// The index of the square, from 0 to 63.
    pub square: u32,
    /// The side that had to pass afterwards, if any.
    pub passed: Option<Player>,
}

impl GameStep {
    /// Returns the position after the move, seen from the other side, which may have to pass.
    pub(crate) fn after(&self) -> Position {
        self.position.after(self.square)
    }
}

/// Returns the steps of a game, and the game after them. `ply` is the first move's: 1, or 2 after a pass.
///
/// # Errors
/// Returns the ply of the first illegal move, and the reason.
///
/// ```
/// use reversi::analysis::steps;
/// use reversi::games::{Game, Player, Reversi};
/// let start = Reversi::new(Player::Black);
/// let moves = ["f5", "d6"].map(|name| start.parse_move(name).unwrap());
/// let (steps, _) = steps(start.clone(), 1, moves).unwrap();
/// assert_eq!(steps[1].player, Player::White);
/// assert_eq!(steps[1].ply, 2);
/// ```
pub fn steps(
    start: Reversi,
    mut ply: usize,
    moves: impl IntoIterator<Item = Move>,
) -> Result<(Vec<GameStep>, Reversi), (usize, IllegalMove)> {
    let mut game = start;
    let mut steps = Vec::new();
    for mv in moves {
        let position = Position::from(&game);
        let change = game.play(mv).map_err(|error| (ply, error))?;
        let player = change.player;
        let square = mv.0.into();
        steps.push(GameStep {
            ply,
            player,
            position,
            square,
            passed: change.passed,
        });
        ply += change.plies();
    }
    Ok((steps, game))
}
