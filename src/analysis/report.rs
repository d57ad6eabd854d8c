//! The judgments of a game, with the totals of both sides.

use std::cmp::Reverse;

use serde::Serialize;

use super::judgment::for_black;
use super::{Class, Judgment};
use crate::games::Player;

/// The judged moves of a game and their totals.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Analysis {
    /// Whether all moves have been judged. Judging goes backward, so an interrupted analysis lacks the first moves.
    pub complete: bool,
    /// The judged moves, in the order of play.
    pub moves: Vec<Judgment>,
    /// The totals of Black's moves.
    pub black: Total,
    /// The totals of White's moves.
    pub white: Total,
}

impl Analysis {
    /// Creates the analysis of a game with `of` moves from its judgments.
    pub fn new(moves: Vec<Judgment>, of: usize) -> Self {
        let [black, white] = Player::BOTH.map(|player| Total::of(player, &moves));
        Self { complete: moves.len() == of, moves, black, white }
    }

    /// Returns the totals of a side's moves.
    pub fn total(&self, player: Player) -> &Total {
        match player {
            Player::Black => &self.black,
            Player::White => &self.white,
        }
    }

    /// Returns the inaccuracies, mistakes and blunders: the worst first, and those with equal losses in the order of
    /// play.
    pub fn worst(&self) -> Vec<&Judgment> {
        let mut worst: Vec<&Judgment> =
            self.moves.iter().filter(|judged| judged.class > Class::Good).collect();
        worst.sort_by_key(|judged| Reverse(judged.lost));
        worst
    }

    /// Returns each ply with the score for Black after it. It starts before the first judged move.
    pub fn course(&self) -> Vec<(usize, i32)> {
        let before = self
            .moves
            .first()
            .map(|first| (first.ply.saturating_sub(1), for_black(first.player, first.best_score)));
        let after = self.moves.iter().map(|judged| (judged.ply, judged.score_for_black()));
        before.into_iter().chain(after).collect()
    }

    /// Returns the first ply from which all scores are exact; `None` if the last one isn't.
    pub fn exact_from_ply(&self) -> Option<usize> {
        let exact = self.moves.iter().rev().take_while(|judged| judged.exact);
        exact.last().map(|judged| judged.ply)
    }
}

/// The totals of a side's moves. A forced move can't lose anything, so averages are over the moves with a choice.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Total {
    /// The number of judged moves.
    pub moves: usize,
    /// The number of moves with a choice.
    pub choices: usize,
    /// The number of discs lost.
    pub lost: u32,
    /// The average loss per move with a choice, in discs; `None` if there was none.
    pub average_loss: Option<f64>,
    /// The percentage of best and good moves among those with a choice; `None` if there was none.
    pub accuracy: Option<f64>,
    /// The number of best moves, among those with a choice.
    pub best: usize,
    /// The number of good moves, among those with a choice.
    pub good: usize,
    /// The number of inaccuracies.
    pub inaccuracies: usize,
    /// The number of mistakes.
    pub mistakes: usize,
    /// The number of blunders.
    pub blunders: usize,
}

impl Total {
    /// Creates the totals of a side's moves.
    pub fn of(player: Player, moves: &[Judgment]) -> Self {
        let own = || moves.iter().filter(move |judged| judged.player == player);
        let chosen = || own().filter(|judged| judged.choices > 1);
        let count = |class| chosen().filter(|judged| judged.class == class).count();
        let [best, good, inaccuracies, mistakes, blunders] = Class::ALL.map(count);
        let choices = chosen().count();
        let lost = own().map(|judged| judged.lost).sum();
        #[expect(clippy::cast_precision_loss, reason = "a game has few moves")]
        let average = |sum: usize| (choices > 0).then(|| sum as f64 / choices as f64);
        Self {
            moves: own().count(),
            choices,
            lost,
            average_loss: average(lost as usize).map(|average| round(average, 100.0)),
            accuracy: average(100 * (best + good)).map(|percent| round(percent, 10.0)),
            best,
            good,
            inaccuracies,
            mistakes,
            blunders,
        }
    }

    /// Returns the number of moves of a class, among those with a choice.
    pub fn count(&self, class: Class) -> usize {
        match class {
            Class::Best => self.best,
            Class::Good => self.good,
            Class::Inaccuracy => self.inaccuracies,
            Class::Mistake => self.mistakes,
            Class::Blunder => self.blunders,
        }
    }
}

/// Rounds to a multiple of `1 / parts`, so that the value is the same in every output.
fn round(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}
