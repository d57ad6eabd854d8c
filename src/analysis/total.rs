//! The sums of one side's moves.

use serde::Serialize;

use super::{Class, Judgment};
use crate::games::Player;

/// What a side's moves come to. Where there is only one legal move nothing can be lost, so averages are
/// over the moves with a choice.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Total {
    /// How many moves were judged.
    pub moves: usize,
    /// At how many of them there was a choice.
    pub choices: usize,
    /// How many discs they lost together.
    pub lost: u32,
    /// Discs lost a move with a choice; `None` if there was none.
    pub average_loss: Option<f64>,
    /// How many of the moves with a choice were best or good, in percent; `None` if there was none.
    pub accuracy: Option<f64>,
    /// How many moves with a choice were the best.
    pub best: usize,
    /// How many were good.
    pub good: usize,
    /// How many were inaccuracies.
    pub inaccuracies: usize,
    /// How many were mistakes.
    pub mistakes: usize,
    /// How many were blunders.
    pub blunders: usize,
}

impl Total {
    /// The sums of a side's moves.
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

    /// How many moves with a choice were of a class.
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

/// Rounded to a part of one, so that it is the same wherever it is written.
fn round(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}
