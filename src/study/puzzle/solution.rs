//! The answer to a puzzle, and what can be counted of it.

use serde::Serialize;

use super::Puzzle;
use crate::analysis::{Fact, facts};
use crate::games::Square;

/// The answer to a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Solution {
    #[serde(rename = "move")]
    pub answer: Square,
    pub score: i32,
    pub second: i32,
    /// Whether the scores are exact; otherwise they are estimates, or have a selectivity of `percent`.
    pub exact: bool,
    /// Whether the scores are estimates, because no search to the end was within reach.
    pub estimated: bool,
    /// The confidence of the search in percent.
    pub percent: u8,
    /// The principal variation, beginning with the answer, without passes.
    pub line: Vec<Square>,
    pub facts: Vec<Fact>,
    pub played: Square,
    pub lost: u32,
    pub played_facts: Vec<Fact>,
    pub from: String,
}

impl Puzzle {
    /// The answer, and what can be counted of it.
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
