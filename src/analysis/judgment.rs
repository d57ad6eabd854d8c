//! The judgment of one move, the classes of moves by the discs that they lose, and the judgments of a game with its
//! totals.

use std::cmp::Reverse;

use serde::Serialize;

use super::Fact;
use crate::base::language::marked;
use crate::games::{Player, Square};

/// The judgment of a move. Scores are for the side that moved, from -64 to 64; empty squares count for the winner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Judgment {
    /// The ply of the move, from 1; passes count.
    pub ply: usize,
    /// The side that moved.
    pub player: Player,
    /// The square of the move.
    #[serde(rename = "move")]
    pub square: Square,
    /// The score of the move.
    pub score: i32,
    /// The best move, or the move played if none is better.
    pub best: Square,
    /// The score of the best move, which is the score of the position.
    pub best_score: i32,
    /// The number of discs lost compared with the best move.
    pub lost: u32,
    /// The class of the loss.
    pub class: Class,
    /// The number of legal moves.
    pub choices: u32,
    /// Whether the scores are exact; otherwise they are estimates.
    pub exact: bool,
    /// The search depth, in plies.
    pub depth: u32,
    /// The principal variation, beginning with the best move, without passes.
    pub line: Vec<Square>,
    /// The principal variation, beginning with the move played, without passes.
    pub played_line: Vec<Square>,
    /// The side that had to pass afterwards, if any.
    pub passed: Option<Player>,
    /// The countable facts about the move and its line.
    pub facts: Vec<Fact>,
    /// The countable facts about the best move and its line.
    pub best_facts: Vec<Fact>,
}

impl Judgment {
    /// Returns the score of the move for Black.
    pub(crate) fn score_for_black(&self) -> i32 {
        for_black(self.player, self.score)
    }

    /// Returns the mover's results before and after, if the move worsened an exact result.
    pub(crate) fn turned(&self) -> Option<[&'static str; 2]> {
        let word = |score: i32| match score {
            1.. => marked!("win"),
            0 => marked!("draw"),
            _ => marked!("loss"),
        };
        let has_turned = self.exact && self.best_score.signum() != self.score.signum();
        has_turned.then(|| [word(self.best_score), word(self.score)])
    }
}

pub fn for_black(player: Player, score: i32) -> i32 {
    match player {
        Player::Black => score,
        Player::White => -score,
    }
}

/// The best move other than the one played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Alternative {
    /// The score of the move.
    pub score: i32,
    /// The principal variation, beginning with the move, without passes.
    pub line: Vec<Square>,
    /// The countable facts about the move and its line.
    pub facts: Vec<Fact>,
}

/// The class of a move, by the number of discs that it lost, from best to worst.
///
/// ```
/// use reversi::analysis::Class;
/// let classes = [0, 2, 3, 5, 6, 11, 12].map(Class::of_loss);
/// use Class::*;
/// assert_eq!(classes, [Best, Good, Inaccuracy, Inaccuracy, Mistake, Mistake, Blunder]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// The only legal move.
    Forced,
    /// No move was better.
    Best,
    /// A loss of at most 2 discs, which is within the error of an estimate.
    Good,
    /// A loss of at most 5 discs.
    Inaccuracy,
    /// A loss of at most 11 discs.
    Mistake,
    /// A greater loss.
    Blunder,
}

/// The maximum loss of a good move, in discs.
pub const GOOD: u32 = 2;

/// The maximum loss of an inaccuracy, in discs.
pub const INACCURACY: u32 = 5;

/// The maximum loss of a mistake, in discs; a blunder loses more.
pub const MISTAKE: u32 = 11;

impl Class {
    /// The classes of moves with a choice, from best to worst.
    pub(crate) const ALL: [Self; 5] = [
        Self::Best,
        Self::Good,
        Self::Inaccuracy,
        Self::Mistake,
        Self::Blunder,
    ];

    /// Returns the class of one of `choices` moves, by its loss in discs.
    pub(crate) fn of(discs: u32, choices: u32) -> Self {
        if choices == 1 {
            Self::Forced
        } else {
            Self::of_loss(discs)
        }
    }

    /// Returns the class of a loss of `discs` discs, in a position with a choice.
    pub fn of_loss(discs: u32) -> Self {
        match discs {
            0 => Self::Best,
            _ if discs <= GOOD => Self::Good,
            _ if discs <= INACCURACY => Self::Inaccuracy,
            _ if discs <= MISTAKE => Self::Mistake,
            _ => Self::Blunder,
        }
    }

    /// Returns the name of the class, in lowercase.
    pub fn name(self) -> &'static str {
        ["forced", "best", "good", "inaccuracy", "mistake", "blunder"][self as usize]
    }

    /// Whether the class is a mistake or a blunder.
    pub(crate) fn is_bad(self) -> bool {
        self >= Self::Mistake
    }
}

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
        Self {
            complete: moves.len() == of,
            moves,
            black,
            white,
        }
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
        let mut worst: Vec<&Judgment> = self
            .moves
            .iter()
            .filter(|judged| judged.class > Class::Good)
            .collect();
        worst.sort_by_key(|judged| Reverse(judged.lost));
        worst
    }

    /// Returns each ply with the score for Black after it. It starts before the first judged move.
    pub(crate) fn course(&self) -> Vec<(usize, i32)> {
        let before = self.moves.first().map(|first| {
            (
                first.ply.saturating_sub(1),
                for_black(first.player, first.best_score),
            )
        });
        let after = self
            .moves
            .iter()
            .map(|judged| (judged.ply, judged.score_for_black()));
        before.into_iter().chain(after).collect()
    }

    /// Returns the first ply from which all scores are exact; `None` if the last one isn't.
    pub(crate) fn exact_from_ply(&self) -> Option<usize> {
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
    fn of(player: Player, moves: &[Judgment]) -> Self {
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

    /// Returns the number of moves of a class.
    pub(crate) fn count(&self, class: Class) -> usize {
        match class {
            Class::Forced => self.moves - self.choices,
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
