//! Positions of Connect Four: the columns played from the start, and perhaps the score.

use std::sync::atomic::AtomicBool;

use super::{Solved, Solver};
use crate::players::connect_four::{self, Position};

/// Cells of the board.
const CELLS: u32 = 42;

pub(super) struct ConnectFour(connect_four::Solver);

impl ConnectFour {
    pub(super) fn new(hash_mb: usize) -> Self {
        Self(connect_four::Solver::new(hash_mb << 20))
    }
}

impl Solver for ConnectFour {
    fn heading(&self) -> &'static str {
        " line  empty  score          time           nodes       nodes/s  columns"
    }

    fn solve(&mut self, line: &str) -> Result<Option<Solved>, String> {
        let text = line.split('#').next().unwrap_or_default();
        let mut words = text.split_whitespace();
        let Some(columns) = words.next() else { return Ok(None) };
        // The empty board has no columns, so a dash stands for it.
        let position = Position::from_columns(if columns == "-" { "" } else { columns });
        let expected = words.next().map(str::parse).transpose();
        let (Some(position), Ok(expected), None) = (position, expected, words.next()) else {
            return Err(
                "it takes the columns played from the start, 1 to 7 (- for none), none full \
                        and none winning, and a score if it is to be checked"
                    .to_owned(),
            );
        };
        let before = self.0.nodes();
        let never = AtomicBool::new(false);
        let score = self.0.score(position, &never).ok_or("stopped")?;
        Ok(Some(Solved {
            position: columns.to_owned(),
            empties: CELLS - position.counters(),
            score,
            expected,
            line: columns.to_owned(),
            nodes: self.0.nodes() - before,
        }))
    }
}
