//! Positions of Reversi in the Othello board format, or as 64 squares and the side to move.

use std::sync::atomic::AtomicBool;

use super::{Solved, Solver};
use crate::engine::{Engine, Limits};
use crate::games::Square;
use crate::records::Obf;

pub(super) struct Reversi {
    engine: Engine,
}

impl Reversi {
    pub(super) fn new(hash_mb: usize) -> Self {
        Self {
            engine: Engine::new(
                hash_mb,
                std::env::var("THREADS").map_or(1, |t| t.parse().unwrap()),
            ),
        }
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
        let found = self.engine.search(obf.position, &Limits::default(), &never, &mut |found| {
            if std::env::var_os("TRACE").is_some() {
                eprintln!(
                    "{} {} {:+} {} {:?}",
                    found.depth,
                    found.selectivity,
                    found.score(),
                    found.nodes,
                    found.time
                )
            }
        });
        let name = |&square: &u32| {
            let square = u8::try_from(square).unwrap_or(0);
            Square { row: square / 8, column: square % 8 }.to_string()
        };
        let names: Vec<String> = found.lines[0].moves.iter().map(name).collect();
        Ok(Some(Solved {
            position: line.split(';').next().unwrap_or_default().trim().to_owned(),
            empties: (!(obf.position.player | obf.position.opponent)).count_ones(),
            score: found.score(),
            expected: obf.score(),
            line: names.join(" "),
            nodes: found.nodes,
        }))
    }
}
