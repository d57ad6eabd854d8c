//! Positions of Connect Four: the columns played from the start, and an optional score.

use std::fmt;
use std::sync::atomic::AtomicBool;

use super::{Answer, Solver, Task};
use crate::players::connect_four::{ConnectFourPosition, ConnectFourSolver};

/// Cells of the board.
const CELLS: u32 = 42;

pub(super) struct ConnectFour(ConnectFourSolver);

impl ConnectFour {
    pub(super) fn new(hash_mb: usize) -> Self {
        Self(ConnectFourSolver::new(hash_mb << 20))
    }
}

/// A position, and its columns.
pub(super) struct Played {
    position: ConnectFourPosition,
    columns: String,
}

impl Solver for ConnectFour {
    type Position = Played;
    const DEPTH: &'static str = "empty";
    const LINE: &'static str = "columns";

    fn read(line: &str) -> Result<Option<Task<Played>>, String> {
        let text = line.split('#').next().unwrap_or_default();
        let mut words = text.split_whitespace();
        let Some(columns) = words.next() else { return Ok(None) };
        // The empty board has no columns, so a dash stands for it.
        let position = ConnectFourPosition::from_columns(if columns == "-" { "" } else { columns });
        let expected = words.next().map(str::parse).transpose();
        let (Some(position), Ok(expected), None) = (position, expected, words.next()) else {
            return Err(
                "expected the columns played (1 to 7, or -) before any win, and optionally a score"
                    .to_owned(),
            );
        };
        Ok(Some(Task {
            name: columns.to_owned(),
            empties: CELLS - position.counters(),
            position: Played { position, columns: columns.to_owned() },
            expected,
        }))
    }

    fn solve(
        &mut self,
        played: &Played,
        stop: &AtomicBool,
        report: &mut dyn FnMut(fmt::Arguments),
    ) -> Option<Answer> {
        let before = self.0.nodes();
        let score = self.0.score_watched(played.position, stop, &mut |lower, upper| {
            report(format_args!("score {lower:+} to {upper:+}"));
        })?;
        let nodes = self.0.nodes() - before;
        Some(Answer { score, line: played.columns.clone(), moves: None, nodes })
    }

    fn forget(&mut self) {
        self.0.clear();
    }
}
