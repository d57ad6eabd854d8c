//! The judgments of a game, with the totals of both sides.

use serde::Serialize;

use super::judgment::for_black;
use super::{Judgment, Total};
use crate::games::Player;

/// The judged moves of a game and their totals.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Analysis {
    /// Whether all moves have been judged. A game is judged from its end, so after an interruption
    /// the first moves are missing.
    pub complete: bool,
    /// The judged moves, in the order of play.
    pub moves: Vec<Judgment>,
    /// The totals of Black's moves.
    pub black: Total,
    /// The totals of White's moves.
    pub white: Total,
}

impl Analysis {
    /// The analysis with these judgments, of a game with `of` moves.
    pub fn new(moves: Vec<Judgment>, of: usize) -> Self {
        let [black, white] = Player::BOTH.map(|player| Total::of(player, &moves));
        Self { complete: moves.len() == of, moves, black, white }
    }

    /// The totals of a side's moves.
    pub fn total(&self, player: Player) -> &Total {
        match player {
            Player::Black => &self.black,
            Player::White => &self.white,
        }
    }

    /// The scores of the game for Black: each ply and the score after it, beginning with the score
    /// before the first judged move.
    pub fn course(&self) -> Vec<(usize, i32)> {
        let before = self
            .moves
            .first()
            .map(|first| (first.ply.saturating_sub(1), for_black(first.player, first.best_score)));
        let after = self.moves.iter().map(|judged| (judged.ply, judged.score_for_black()));
        before.into_iter().chain(after).collect()
    }

    /// The first ply from which all scores are exact; `None` if the last one isn't.
    pub fn exact_from_ply(&self) -> Option<usize> {
        let exact = self.moves.iter().rev().take_while(|judged| judged.exact);
        exact.last().map(|judged| judged.ply)
    }
}
