//! Positions of Reversi in the Othello board format, or as 64 squares and the side to move.

use std::sync::atomic::AtomicBool;

use super::{Solved, Solver};
use crate::engine::{Endgame, Table};
use crate::games::Square;
use crate::records::Obf;

pub(super) struct Reversi {
    table: Table,
}

impl Reversi {
    pub(super) fn new(hash_mb: usize) -> Self {
        Self { table: Table::new(hash_mb << 20) }
    }
}

impl Solver for Reversi {
    fn heading(&self) -> &'static str {
        " line  depth  score          time           nodes       nodes/s  best line"
    }

    fn solve(&mut self, line: &str) -> Result<Option<Solved>, String> {
        let Some(obf) = Obf::parse(line).map_err(|error| error.to_string())? else {
            return Ok(None);
        };
        let never = AtomicBool::new(false);
        self.table.grow_older();
        let mut search = Endgame::new(&self.table, &never);
        let solution = search.solve(obf.position).ok_or("stopped")?;
        let name = |&square: &u32| {
            let square = u8::try_from(square).unwrap_or(0);
            Square { row: square / 8, column: square % 8 }.to_string()
        };
        let names: Vec<String> = solution.line.iter().map(name).collect();
        Ok(Some(Solved {
            position: line.split(';').next().unwrap_or_default().trim().to_owned(),
            empties: (!(obf.position.player | obf.position.opponent)).count_ones(),
            score: solution.score,
            expected: obf.score(),
            line: names.join(" "),
            nodes: search.nodes(),
        }))
    }
}
