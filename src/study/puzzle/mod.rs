//! Puzzles: positions with one best answer, made from mistakes and repeated when they are due.

mod deck;
mod make;
mod written;

use jiff::civil::Date;
use serde::Serialize;

use super::schedule::Rating;
use crate::analysis::{Fact, facts};
use crate::engine::{Limits, Position};
use crate::games::Square;
use crate::records::BoardPosition;

pub use deck::{Counts, Deck, DrillCounts, LineAdditions};
pub(super) use deck::{DRILL, PUZZLE, Reviewed, key, line, reviews};
pub use make::{LeftOut, Maker, WORST};
pub(super) use written::{COLUMNS, puzzle};

/// A position in which one answer is better than all others.
#[derive(Debug, Clone, PartialEq)]
pub struct Puzzle {
    pub board: BoardPosition,
    pub answer: Square,
    pub score: i32,
    pub second: i32,
    /// The principal variation, beginning with the answer, without passes.
    pub line: Vec<Square>,
    pub played: Square,
    pub lost: u32,
    /// The confidence of the search in percent.
    pub percent: u8,
    /// The search depth in plies if the scores are estimates. `None` after an endgame search, whose scores
    /// are exact at 100 percent.
    pub estimated: Option<u32>,
    /// The number of other moves that look as good at first sight.
    pub tempting: u32,
    pub from: String,
    /// The answers so far, at most one per day, in order.
    pub reviews: Vec<(Date, Rating)>,
}

impl Puzzle {
    /// The position from the view of the side to move.
    pub fn position(&self) -> Position {
        self.board.position()
    }

    pub fn empties(&self) -> u32 {
        self.position().empties()
    }

    pub fn is_exact(&self) -> bool {
        self.percent == 100 && self.estimated.is_none()
    }

    /// The limits of a search after a move, for comparing it with the puzzle's scores.
    pub fn limits_after(&self) -> Limits {
        let limits = make::confirming(self.estimated);
        Limits {
            lines: 1,
            depth: limits.depth.saturating_sub(1).max(1),
            ..limits
        }
    }

    pub fn is_only_win(&self) -> bool {
        self.score > 0 && self.second <= 0
    }

    /// The difficulty, from 1 to 5. It grows with the number of empty squares, with the strength of the second-best
    /// move, and with the number of tempting moves.
    pub fn grade(&self) -> u32 {
        let far = match self.empties() {
            ..=8 => 0,
            9..=12 => 1,
            13..=18 => 2,
            _ => 3,
        };
        let close = match self.score - self.second {
            16.. => 0,
            8.. => 1,
            _ => 2,
        };
        1 + (far + close + self.tempting.min(3)) / 2
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Solution {
    #[serde(rename = "move")]
    pub answer: Square,
    pub score: i32,
    pub second: i32,
    /// Whether the scores are exact. Otherwise they are estimates, or have a selectivity of `percent`.
    pub exact: bool,
    /// Whether the scores are estimates, because no endgame search was possible.
    pub estimated: bool,
    pub percent: u8,
    pub line: Vec<Square>,
    pub facts: Vec<Fact>,
    pub played: Square,
    pub lost: u32,
    pub played_facts: Vec<Fact>,
    pub from: String,
}

impl Puzzle {
    pub fn solution(&self) -> Solution {
        Solution {
            answer: self.answer,
            score: self.score,
            second: self.second,
            exact: self.is_exact(),
            estimated: self.estimated.is_some(),
            percent: self.percent,
            line: self.line.clone(),
            facts: facts(self.position(), &self.line),
            played: self.played,
            lost: self.lost,
            played_facts: facts(self.position(), &[self.played]),
            from: self.from.clone(),
        }
    }
}

#[cfg(test)]
pub use make::CLEAR;
#[cfg(test)]
mod tests;
