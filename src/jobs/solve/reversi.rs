//! Positions of Reversi in the Othello board format, or as 64 squares and the side to move.

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

use super::{Answer, Rows, Solve, Solver, Task};
use crate::engine::{Endgame, Position, Table, squares};
use crate::games::Square;
use crate::records::Obf;

pub(super) struct Reversi {
    table: Table,
    rows: Rows,
    #[expect(dead_code, reason = "the engine searches on one thread so far")]
    threads: usize,
}

impl Reversi {
    pub(super) fn new(how: &Solve) -> Self {
        Self { table: Table::new(how.hash_mb << 20), rows: how.rows, threads: how.threads }
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
        let Position { player, opponent } = obf.position;
        Ok(Some(Task {
            name: line.split(['%', '#', ';']).next().unwrap_or_default().trim().to_owned(),
            position: obf.position,
            empties: (!(player | opponent)).count_ones(),
            expected: obf.score(),
        }))
    }

    fn solve(&mut self, position: &Position) -> Answer {
        self.table.grow_older();
        let never = AtomicBool::new(false);
        let mut search = Search {
            endgame: Endgame::new(&self.table, &never),
            table: &self.table,
            wld: self.rows.wld,
        };
        let answer = search.answer(*position, self.rows.all_moves);
        answer.expect("nobody stops it")
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}

struct Search<'a> {
    endgame: Endgame<'a>,
    table: &'a Table,
    wld: bool,
}

impl Search<'_> {
    fn answer(&mut self, position: Position, all_moves: bool) -> Option<Answer> {
        let (score, line) = if self.wld {
            self.outcome(position)?
        } else {
            let solution = self.endgame.solve(position)?;
            (solution.score, solution.line)
        };
        let first = line.first().copied();
        let moves = if all_moves { Some(self.moves(position, score, first)?) } else { None };
        let names: Vec<String> = line.iter().map(|&square| at(square).to_string()).collect();
        Some(Answer { score, line: names.join(" "), moves, nodes: self.endgame.nodes() })
    }

    /// Who wins, and a move that keeps it so, if there is a move.
    fn outcome(&mut self, position: Position) -> Option<(i32, Vec<u32>)> {
        let score = self.endgame.value(position, -1, 1)?.signum();
        let known = self.table.get(position).map(|entry| u32::from(entry.best));
        let mut candidates: Vec<u32> = squares(position.legal_moves()).collect();
        candidates.sort_by_key(|&square| known != Some(square));
        for square in candidates {
            let next = position.after(square);
            // A lost position is lost after any move.
            if score < 0 || -self.endgame.value(next, -score, 1 - score)? >= score {
                return Some((score, vec![square]));
            }
        }
        Some((score, Vec::new()))
    }

    /// Every move with its score, best first. Among moves as good as each other the one that the
    /// best line begins with is the first, the others are in board order.
    fn moves(
        &mut self,
        position: Position,
        score: i32,
        first: Option<u32>,
    ) -> Option<Vec<(Option<Square>, i32)>> {
        let moves = position.legal_moves();
        if moves == 0 {
            let is_pass = position.passed().legal_moves() != 0;
            return Some(is_pass.then_some((None, score)).into_iter().collect());
        }
        // No move is better than the best, so the window can end just above.
        let (alpha, beta) = if self.wld { (-1, 1) } else { ((-score - 1).max(-64), 64) };
        let mut scored = Vec::new();
        for square in squares(moves) {
            let score = -self.endgame.value(position.after(square), alpha, beta)?;
            scored.push((square, if self.wld { score.signum() } else { score }));
        }
        scored.sort_by_key(|&(square, score)| (Reverse(score), first != Some(square)));
        Some(scored.into_iter().map(|(square, score)| (Some(at(square)), score)).collect())
    }
}

fn at(square: u32) -> Square {
    let square = u8::try_from(square).unwrap_or(0);
    Square { row: square / 8, column: square % 8 }
}
