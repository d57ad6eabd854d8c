//! The solvers of the games, with the parsers of their positions.

use std::cmp::Reverse;
use std::fmt;
use std::hash::Hash;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use super::SolveOptions;
use super::solved::{CanonicalKey, Solved, sort};
use crate::engine::{Engine, Found, Limits, Position, squares};
use crate::games::{Move, Square, parse_square};
use crate::players::connect_four::{ConnectFourPosition, ConnectFourSolver};
use crate::players::reversed::ReversedSearch;
use crate::players::to_move;
use crate::records::{Obf, without_comment};
use crate::tools::jobs::{available, estimated_work, less_memory};

pub trait SolverOfGame {
    type Position;

    /// A canonical position.
    type Key: Copy + Eq + Hash;

    const DEPTH: &'static str;

    const LINE: &'static str;

    /// Parses a line; `None` if it is empty, an error if it is not a position.
    fn read(line: &str) -> Result<Option<Unsolved<Self::Position>>, String>;

    /// Solves a position, and reports progress; `None` when stopped.
    fn solve(
        &mut self,
        position: &Unsolved<Self::Position>,
        stop: &AtomicBool,
        report: &mut dyn FnMut(fmt::Arguments),
    ) -> Option<Solved>;

    fn forget(&mut self);

    /// Estimates the work to solve a position, in units that only this solver has.
    fn work(position: &Unsolved<Self::Position>) -> u128;

    /// Returns the key that a position shares with its images.
    fn key(position: &Self::Position) -> CanonicalKey<Self::Key>;

    /// Returns the text of a best line.
    fn line(position: &Unsolved<Self::Position>, squares: &[Square]) -> String;

    /// Parses a best line; `None` if it is not a line of the position.
    fn squares(position: &Unsolved<Self::Position>, line: &str) -> Option<Vec<Square>>;
}

pub struct Unsolved<Position> {
    /// The text of the line.
    pub name: String,
    pub position: Position,
    pub empties: u32,
    pub expected: Option<i32>,
}

/// A solver for Reversi. Lines are in the Othello board format, or have 64 squares and the side to move.
pub struct ReversiSolver<'a> {
    engine: Engine,
    hash_mb: usize,
    options: &'a SolveOptions,
}

impl<'a> ReversiSolver<'a> {
    pub fn new(options: &'a SolveOptions) -> Self {
        let hash_mb = options.engine.hash;
        Self {
            engine: Engine::new(hash_mb, available(options.engine.threads)),
            hash_mb,
            options,
        }
    }
}

impl SolverOfGame for ReversiSolver<'_> {
    type Position = Position;
    type Key = Position;
    const DEPTH: &'static str = "depth";
    const LINE: &'static str = "best line";

    fn read(line: &str) -> Result<Option<Unsolved<Position>>, String> {
        let Some(obf) = Obf::parse(line).map_err(|error| error.to_string())? else {
            return Ok(None);
        };
        Ok(Some(Unsolved {
            name: without_comment(line)
                .split(';')
                .next()
                .unwrap_or_default()
                .trim()
                .to_owned(),
            position: obf.board.position(),
            empties: obf.board.score().empties,
            expected: obf.score(),
        }))
    }

    fn solve(
        &mut self,
        &Unsolved { position, .. }: &Unsolved<Position>,
        stop: &AtomicBool,
        report: &mut dyn FnMut(fmt::Arguments),
    ) -> Option<Solved> {
        let SolveOptions { all_moves, wld, .. } = *self.options;
        let lines = if all_moves { usize::MAX } else { 1 };
        let limits = Limits {
            lines,
            only_outcome: wld,
            ..Limits::default()
        };
        let found = self
            .engine
            .search_with(position, &limits, stop, &mut |found| {
                report(format_args!("depth {}", found.depth));
            });
        if let Some(message) = less_memory(&mut self.hash_mb, self.engine.hash_mb()) {
            let _ = writeln!(io::stderr(), "{message}");
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let line = found
            .lines
            .first()
            .map(|line| line.moves.as_slice())
            .unwrap_or_default();
        Some(Solved {
            score: found.score(),
            line: line.iter().map(|&mv| at(mv)).collect(),
            moves: all_moves.then(|| scored_moves(&found, position.legal_moves() == 0)),
            nodes: found.nodes,
        })
    }

    fn forget(&mut self) {
        self.engine.clear();
    }

    fn work(unsolved: &Unsolved<Position>) -> u128 {
        estimated_work(unsolved.position, unsolved.empties)
    }

    fn key(position: &Position) -> CanonicalKey<Position> {
        let canonical = position.canonical();
        let leads_there = |&symmetry: &u32| position.turned(symmetry) == canonical;
        CanonicalKey {
            canonical,
            symmetry: (0..8).find(leads_there).unwrap_or_default(),
        }
    }

    fn line(_: &Unsolved<Position>, squares: &[Square]) -> String {
        let names: Vec<String> = squares.iter().map(Square::to_string).collect();
        names.join(" ")
    }

    fn squares(unsolved: &Unsolved<Position>, line: &str) -> Option<Vec<Square>> {
        let mut position = unsolved.position;
        let play = |name: &str| {
            let square = parse_square(name, 8, 8).ok()?;
            position = after(position, square)?;
            Some(square)
        };
        line.split_whitespace().map(play).collect()
    }
}

/// A solver for Reversed Reversi, which reads the lines of [`ReversiSolver`].
pub struct ReversedSolver<'a> {
    search: ReversedSearch,
    options: &'a SolveOptions,
}

impl<'a> ReversedSolver<'a> {
    pub fn new(options: &'a SolveOptions) -> Self {
        Self {
            search: ReversedSearch::solver(options.engine.hash << 20),
            options,
        }
    }

    /// Returns every move with its score, best first; equal moves in board order. `None` is a pass.
    fn moves(
        &mut self,
        position: Position,
        stop: &AtomicBool,
    ) -> Option<Vec<(Option<Square>, i32)>> {
        let wld = self.options.wld;
        let mut scored = Vec::new();
        for square in squares(position.legal_moves()) {
            let score = -self.search.score(position.after(square), wld, stop)?;
            scored.push((Some(at(to_move(square))), score));
        }
        let passed = position.passed();
        if scored.is_empty() && passed.legal_moves() != 0 {
            scored.push((None, -self.search.score(passed, wld, stop)?));
        }
        scored.sort_by_key(|&(_, score)| Reverse(score));
        Some(scored)
    }
}

impl SolverOfGame for ReversedSolver<'_> {
    type Position = Position;
    type Key = Position;
    const DEPTH: &'static str = ReversiSolver::DEPTH;
    const LINE: &'static str = ReversiSolver::LINE;

    fn read(line: &str) -> Result<Option<Unsolved<Position>>, String> {
        ReversiSolver::read(line)
    }

    fn solve(
        &mut self,
        &Unsolved { position, .. }: &Unsolved<Position>,
        stop: &AtomicBool,
        _: &mut dyn FnMut(fmt::Arguments),
    ) -> Option<Solved> {
        let SolveOptions { all_moves, wld, .. } = *self.options;
        let before = self.search.nodes;
        let score = self.search.score(position, wld, stop)?;
        let line = self.search.best_line(position, wld, stop)?;
        let line = line.into_iter().map(|square| at(to_move(square)));
        let line = line.collect();
        let moves = if all_moves {
            Some(self.moves(position, stop)?)
        } else {
            None
        };
        Some(Solved {
            score,
            line,
            moves,
            nodes: self.search.nodes - before,
        })
    }

    fn forget(&mut self) {
        self.search.clear();
    }

    fn work(unsolved: &Unsolved<Position>) -> u128 {
        ReversiSolver::work(unsolved)
    }

    fn key(position: &Position) -> CanonicalKey<Position> {
        ReversiSolver::key(position)
    }

    fn line(unsolved: &Unsolved<Position>, squares: &[Square]) -> String {
        ReversiSolver::line(unsolved, squares)
    }

    fn squares(unsolved: &Unsolved<Position>, line: &str) -> Option<Vec<Square>> {
        ReversiSolver::squares(unsolved, line)
    }
}

/// Returns all moves with scores, best first. Equal moves are in board order, after the first move of the best line.
fn scored_moves(found: &Found, has_to_pass: bool) -> Vec<(Option<Square>, i32)> {
    let best = found.best();
    if has_to_pass {
        return best.map(|_| (None, found.score())).into_iter().collect();
    }
    let first = |line: &crate::engine::Line| Some((Some(at(*line.moves.first()?)), line.score));
    let mut scored: Vec<_> = found.lines.iter().filter_map(first).collect();
    sort(&mut scored, best.map(at));
    scored
}

/// Returns the position after a move, with a pass before it if necessary; `None` if the move is illegal.
fn after(position: Position, square: Square) -> Option<Position> {
    let index = u32::from(square.index(8));
    let sides = [position, position.passed()];
    let mover = sides.into_iter().find(|side| side.legal_moves() != 0)?;
    let is_legal = mover.legal_moves() >> index & 1 == 1;
    is_legal.then(|| mover.after(index))
}

fn at(mv: Move) -> Square {
    Square::from_index(mv, 8)
}

/// Lines contain the columns played from the start, and optionally a score.
impl SolverOfGame for ConnectFourSolver {
    type Position = ConnectFourPosition;
    type Key = ConnectFourPosition;
    const DEPTH: &'static str = "empty";
    const LINE: &'static str = "columns";

    fn read(line: &str) -> Result<Option<Unsolved<Self::Position>>, String> {
        const CELLS: u32 = 42;
        let text = line.split('#').next().unwrap_or_default();
        let mut words = text.split_whitespace();
        let Some(columns) = words.next() else {
            return Ok(None);
        };
        // A dash stands for the empty board, which has no columns.
        let position = if columns == "-" { "" } else { columns };
        let position = ConnectFourPosition::from_columns(position);
        let expected = words.next().map(str::parse).transpose();
        let (Some(position), Ok(expected), None) = (position, expected, words.next()) else {
            return Err(
                "expected the columns played (1 to 7, or -) before any win, and optionally a score"
                    .to_owned(),
            );
        };
        let empties = CELLS - position.counters();
        Ok(Some(Unsolved {
            name: columns.to_owned(),
            position,
            empties,
            expected,
        }))
    }

    fn solve(
        &mut self,
        Unsolved { position, .. }: &Unsolved<Self::Position>,
        stop: &AtomicBool,
        report: &mut dyn FnMut(fmt::Arguments),
    ) -> Option<Solved> {
        let before = self.nodes();
        let score = self.score_watched(*position, stop, &mut |lower, upper| {
            report(format_args!("score {lower:+} to {upper:+}"));
        })?;
        let nodes = self.nodes() - before;
        Some(Solved {
            score,
            line: Vec::new(),
            moves: None,
            nodes,
        })
    }

    fn forget(&mut self) {
        self.clear();
    }

    fn work(unsolved: &Unsolved<Self::Position>) -> u128 {
        1 << unsolved.empties
    }

    fn key(position: &Self::Position) -> CanonicalKey<Self::Position> {
        CanonicalKey {
            canonical: position.canonical(),
            symmetry: 0,
        }
    }

    /// The columns of the position.
    fn line(unsolved: &Unsolved<Self::Position>, _: &[Square]) -> String {
        unsolved.name.clone()
    }

    fn squares(unsolved: &Unsolved<Self::Position>, line: &str) -> Option<Vec<Square>> {
        (line == unsolved.name).then(Vec::new)
    }
}
