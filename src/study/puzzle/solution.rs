//! The answer to a puzzle, with countable facts.

use serde::Serialize;

use super::Puzzle;
use crate::analysis::{Fact, facts};
use crate::games::Square;

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
        let facts_of = |square: Square| facts(self.position(), square.index(8).into());
        Solution {
            answer: self.answer,
            score: self.score,
            second: self.second,
            exact: self.is_exact(),
            estimated: self.estimated.is_some(),
            percent: self.percent,
            line: self.line.clone(),
            facts: facts_of(self.answer),
            played: self.played,
            lost: self.lost,
            played_facts: facts_of(self.played),
            from: self.from.clone(),
        }
    }
}
