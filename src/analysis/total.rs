//! The totals of one side's moves.

use serde::Serialize;

use super::{Class, Judgment};
use crate::games::Player;

/// The totals of a side's moves.
///
/// An only legal move can't lose anything, so averages are over the moves with a choice.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Total {
    /// The number of judged moves.
    pub moves: usize,
    /// The number of moves with a choice.
    pub choices: usize,
    /// The number of discs lost.
    pub lost: u32,
    /// Discs lost per move with a choice; `None` if there was none.
    pub average_loss: Option<f64>,
    /// The percentage of best and good moves among those with a choice; `None` if there was none.
    pub accuracy: Option<f64>,
    /// The number of moves with a choice that were best.
    pub best: usize,
    /// The number that were good.
    pub good: usize,
    /// The number of inaccuracies.
    pub inaccuracies: usize,
    /// The number of mistakes.
    pub mistakes: usize,
    /// The number of blunders.
    pub blunders: usize,
}

impl Total {
    /// The totals of a side's moves.
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

    /// The number of moves with a choice that are of a class.
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

/// Rounds to a fraction of one, so that the value is the same in every output.
fn round(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}
