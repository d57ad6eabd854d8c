//! Positions of Reversi in the Othello board format, or as 64 squares and the side to move.

use std::cmp::Reverse;
use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::less_memory;
use super::{Answer, Rows, Solve, Solver, Task};
use crate::engine::{Engine, Found, Limits, Position};
use crate::games::{Move, Square};
use crate::records::Obf;

pub(super) struct Reversi {
    engine: Engine,
    hash_mb: usize,
    rows: Rows,
}

impl Reversi {
    pub(super) fn new(how: &Solve) -> Self {
        let engine = Engine::new(how.hash_mb, how.threads);
        Self { engine, hash_mb: how.hash_mb, rows: how.rows }
    }
}

impl Solver for Reversi {
    type Position = Position;
    const DEPTH: &'static str = "depth";
    const LINE: &'static str = "best line";

    fn read(line: &str) -> Result<Option<Task<Position>>, String> {
        let Some(obf) = Obf::parse(line).map_err(|error| error.to_string())? else {
            return Ok(None);
        };
        Ok(Some(Task {
            name: line.split(['%', '#', ';']).next().unwrap_or_default().trim().to_owned(),
            position: obf.position,
            empties: obf.position.empties(),
            expected: obf.score(),
        }))
    }

    fn solve(
        &mut self,
        position: &Position,
        stop: &AtomicBool,
        report: &mut dyn FnMut(fmt::Arguments),
    ) -> Option<Answer> {
        let limits = Limits {
            lines: if self.rows.all_moves { usize::MAX } else { 1 },
            only_outcome: self.rows.wld,
            ..Limits::default()
        };
        let found = self.engine.search_with(*position, &limits, stop, &mut |found| {
            report(format_args!("depth {}", found.depth));
        });
        if let Some(message) = less_memory(&mut self.hash_mb, self.engine.hash_mb()) {
            let _ = writeln!(io::stderr(), "{message}");
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let has_to_pass = position.legal_moves() == 0;
        let line = found.lines.first().map(|line| line.moves.as_slice()).unwrap_or_default();
        let names: Vec<String> = line.iter().map(|&mv| at(mv).to_string()).collect();
        Some(Answer {
            score: found.score(),
            line: names.join(" "),
            moves: self.rows.all_moves.then(|| moves(&found, has_to_pass)),
            nodes: found.nodes,
        })
    }

    fn forget(&mut self) {
        self.engine.clear();
    }
}

/// Every move with its score, best first. Among equal moves, the first move of the best line comes
/// first; the others are in board order.
fn moves(found: &Found, has_to_pass: bool) -> Vec<(Option<Square>, i32)> {
    if has_to_pass {
        return found.best().map(|_| (None, found.score())).into_iter().collect();
    }
    let best = found.best();
    let mut scored: Vec<(Move, i32)> = found
        .lines
        .iter()
        .filter_map(|line| Some((line.moves.first().copied()?, line.score)))
        .collect();
    scored.sort_by_key(|&(mv, score)| (Reverse(score), best != Some(mv), mv));
    scored.into_iter().map(|(mv, score)| (Some(at(mv)), score)).collect()
}

fn at(mv: Move) -> Square {
    Square::from_index(mv, 8)
}
