//! Scores and windows. A score is the disc difference at the end of the game, for the side to move, from -64 to 64;
//! empty squares count for the winner. A window holds the bounds between which a score matters.

use super::Position;
use super::bits::count;

pub const MAX_SCORE: i32 = HIGHEST as i32;

pub const MIN_SCORE: i32 = LOWEST as i32;

/// The score bounds as bytes, as stored in tables; also the bounds of an unknown position.
pub const HIGHEST: i8 = 64;
pub const LOWEST: i8 = -HIGHEST;

/// Above every score; `-INFINITY` is below every score and means "no move yet".
pub const INFINITY: i32 = MAX_SCORE + 1;

/// The bounds of a search. Scores up to `alpha` fail low, scores of at least `beta` fail high, and others are exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoreWindow {
    pub alpha: i32,
    pub beta: i32,
}

impl ScoreWindow {
    /// Contains every score except the two extremes, which are bounds themselves.
    pub const FULL: Self = Self {
        alpha: MIN_SCORE,
        beta: MAX_SCORE,
    };

    /// The window that only tests whether the score exceeds `alpha`.
    #[inline]
    pub const fn null(alpha: i32) -> Self {
        Self {
            alpha,
            beta: alpha + 1,
        }
    }

    #[inline]
    pub const fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// Whether both bounds can be reached by scores.
    #[inline]
    pub const fn is_closed(self) -> bool {
        self.alpha > -INFINITY && self.beta < INFINITY
    }

    #[inline]
    pub const fn negated(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// The window above a score that has been reached.
    #[inline]
    pub fn above(self, score: i32) -> Self {
        Self {
            alpha: self.alpha.max(score),
            beta: self.beta,
        }
    }

    /// Whether a score lies strictly between the bounds.
    #[inline]
    pub const fn contains(self, score: i32) -> bool {
        self.alpha < score && score < self.beta
    }
}

pub fn final_score(position: Position) -> i32 {
    let [own, other] = [position.player, position.opponent].map(count);
    match own - other {
        0 => 0,
        lead if lead > 0 => MAX_SCORE - 2 * other,
        _ => MIN_SCORE + 2 * own,
    }
}
