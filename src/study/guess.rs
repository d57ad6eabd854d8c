//! Guesses of the moves of a game, with what they are worth.

use serde::Serialize;

use crate::analysis::{Class, Judgment};

/// The points of a best move.
pub const MOST_POINTS: u32 = 3;

/// The number of guesses to explain at the end.
const EXPLAINED: usize = 3;

/// A guess of a move, with the judgments of the guess and of the move of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Guess {
    /// The number of the move, from 1, passes not counted.
    pub number: usize,
    pub answer: Judgment,
    pub played: Judgment,
    pub points: u32,
}

/// The numbers of guesses, and what they lost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct GuessTotals {
    pub moves: u32,
    /// Guesses that are the move of the game.
    pub same: u32,
    /// Guesses that lose fewer discs than the move of the game.
    pub better: u32,
    pub points: u32,
    /// The discs that the guesses lost.
    pub lost: u32,
    /// The discs that the moves of the games lost.
    pub played_lost: u32,
}

/// The result of the guesses in a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GuessSummary {
    #[serde(flatten)]
    pub totals: GuessTotals,
    /// The guesses that are better than the moves of the game.
    pub better_guesses: Vec<Guess>,
    /// The guesses that lost most, at most three.
    pub worst: Vec<Guess>,
}

impl Guess {
    /// Rates a guess. The losses are compared with the best score that either search found.
    pub fn new(number: usize, mut answer: Judgment, mut played: Judgment) -> Self {
        let best = if answer.best_score >= played.best_score {
            answer.clone()
        } else {
            played.clone()
        };
        for judged in [&mut answer, &mut played] {
            judged.best_score = best.best_score;
            judged.lost = u32::try_from(best.best_score - judged.score).unwrap_or(0);
            judged.class = Class::of(judged.lost, judged.choices);
            if judged.lost > 0 {
                judged.best = best.best;
                judged.best_facts.clone_from(&best.best_facts);
                judged.line.clone_from(&best.line);
            }
        }
        let points = match answer.class {
            Class::Forced | Class::Best => MOST_POINTS,
            Class::Good => 2,
            Class::Inaccuracy => 1,
            Class::Mistake | Class::Blunder => 0,
        };
        Self {
            number,
            answer,
            played,
            points,
        }
    }

    /// Whether the guess is the move of the game.
    pub fn is_same(&self) -> bool {
        self.answer.square == self.played.square
    }

    /// Whether the guess loses fewer discs than the move of the game.
    pub fn is_better(&self) -> bool {
        self.answer.lost < self.played.lost
    }
}

impl GuessTotals {
    pub fn of(guesses: &[Guess]) -> Self {
        let mut totals = Self::default();
        for guess in guesses {
            totals.moves += 1;
            totals.same += u32::from(guess.is_same());
            totals.better += u32::from(guess.is_better());
            totals.points += guess.points;
            totals.lost += guess.answer.lost;
            totals.played_lost += guess.played.lost;
        }
        totals
    }
}

impl GuessSummary {
    /// Sums up guesses, if any.
    pub fn of(guesses: &[Guess]) -> Option<Self> {
        if guesses.is_empty() {
            return None;
        }
        let better = guesses.iter().filter(|guess| guess.is_better());
        let is_bad = |guess: &&Guess| guess.answer.class > Class::Good;
        let mut worst: Vec<Guess> = guesses.iter().filter(is_bad).cloned().collect();
        worst.sort_by_key(|guess| std::cmp::Reverse(guess.answer.lost));
        worst.truncate(EXPLAINED);
        Some(Self {
            totals: GuessTotals::of(guesses),
            better_guesses: better.cloned().collect(),
            worst,
        })
    }
}
