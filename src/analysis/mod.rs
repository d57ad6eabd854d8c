//! What a game of Reversi was worth, move by move: the best move beside the one that was played, what
//! it cost, and the sums for each side.
//!
//! [`Analyzer`] judges the moves by searches of the engine, [`Analysis`] is what it has found, and
//! [`text`] and [`svg`] show it to people. Nothing here reads files or prints.

mod class;
mod judge;
mod steps;
pub mod svg;
pub mod text;
mod total;

#[cfg(test)]
mod tests;

use serde::Serialize;

use crate::games::{Player, Square};

pub use class::{Class, GOOD, INACCURACY, MISTAKE};
pub use judge::{Analyzer, Progress, usual_limits};
pub use steps::{Step, steps};
pub use total::Total;

/// What has been found out about the moves of a game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Analysis {
    /// Whether all moves have been judged. A game is judged from its end, so when that was stopped
    /// the first moves are missing.
    pub complete: bool,
    /// The moves that have been judged, in the order in which they were played.
    pub moves: Vec<Judgment>,
    /// The sums of Black's moves.
    pub black: Total,
    /// The sums of White's moves.
    pub white: Total,
}

/// What is to say about a move that was played. Scores are those of the side that moved: the
/// difference of discs at the end, the empty squares given to the winner, from -64 to 64.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Judgment {
    /// Which ply of the game it was, from 1; a pass is one.
    pub ply: usize,
    /// Who moved.
    pub player: Player,
    /// Where.
    #[serde(rename = "move")]
    pub square: Square,
    /// The score of the move.
    pub score: i32,
    /// The best move; the one that was played if none is better.
    pub best: Square,
    /// The score of the best move, which is that of the position before.
    pub best_score: i32,
    /// How many discs the move has lost: how much better the best one is.
    pub lost: u32,
    /// How that is called.
    pub class: Class,
    /// How many legal moves there were.
    pub choices: u32,
    /// Whether the scores are what perfect play leads to; else they are estimates.
    pub exact: bool,
    /// How many plies ahead was looked.
    pub depth: u32,
    /// How both sides are expected to play from the best move on, without passes.
    pub line: Vec<Square>,
    /// Who had to pass afterwards.
    pub passed: Option<Player>,
}

impl Judgment {
    /// The score of the move as Black sees it.
    pub fn score_for_black(&self) -> i32 {
        for_black(self.player, self.score)
    }

    /// What the move made of the game, if the scores are exact and it has turned a win into less, or a
    /// draw into a loss: what it was, and what it became, for the side that moved.
    pub fn turned(&self) -> Option<[&'static str; 2]> {
        let word = |score: i32| match score {
            1.. => "win",
            0 => "draw",
            _ => "loss",
        };
        let has_turned = self.exact && self.best_score.signum() != self.score.signum();
        has_turned.then(|| [word(self.best_score), word(self.score)])
    }
}

impl Analysis {
    /// The analysis that these judgments make, of a game of so many moves.
    pub fn new(moves: Vec<Judgment>, of: usize) -> Self {
        let [black, white] = Player::BOTH.map(|player| Total::of(player, &moves));
        Self { complete: moves.len() == of, moves, black, white }
    }

    /// The sums of a side's moves.
    pub fn total(&self, player: Player) -> &Total {
        match player {
            Player::Black => &self.black,
            Player::White => &self.white,
        }
    }

    /// How the score went, as Black sees it: the ply and the score after it, beginning with that before
    /// the first move that was judged.
    pub fn course(&self) -> Vec<(usize, i32)> {
        let before = self
            .moves
            .first()
            .map(|first| (first.ply.saturating_sub(1), for_black(first.player, first.best_score)));
        let after = self.moves.iter().map(|judged| (judged.ply, judged.score_for_black()));
        before.into_iter().chain(after).collect()
    }

    /// From which ply on all scores are exact; `None` if not even the last one is.
    pub fn exact_from_ply(&self) -> Option<usize> {
        let exact = self.moves.iter().rev().take_while(|judged| judged.exact);
        exact.last().map(|judged| judged.ply)
    }
}

/// A score of a side as Black sees it.
fn for_black(player: Player, score: i32) -> i32 {
    match player {
        Player::Black => score,
        Player::White => -score,
    }
}
