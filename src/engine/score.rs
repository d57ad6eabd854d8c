//! Scores and windows. A score is the disc difference at the end of the game, for the side to move, from -64 to 64;
//! empty squares count for the winner. A window holds the bounds between which a score matters.

use super::Position;
use super::bits::count;

pub(super) const MAX_SCORE: i32 = HIGHEST as i32;

pub(super) const MIN_SCORE: i32 = LOWEST as i32;

/// The score bounds as bytes, as stored in tables; also the bounds of an unknown position.
pub(super) const HIGHEST: i8 = 64;
pub(super) const LOWEST: i8 = -HIGHEST;

/// Above every score; `-INFINITY` is below every score and means "no move yet".
pub(super) const INFINITY: i32 = MAX_SCORE + 1;

/// The bounds of a search. Scores up to `alpha` fail low, scores of at least `beta` fail high, and others are exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScoreWindow {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl ScoreWindow {
    /// Contains every score except the two extremes, which are bounds themselves.
    pub(super) const FULL: Self = Self {
        alpha: MIN_SCORE,
        beta: MAX_SCORE,
    };

    /// The window that only tests whether the score exceeds `alpha`.
    #[inline]
    pub(super) const fn null(alpha: i32) -> Self {
        Self {
            alpha,
            beta: alpha + 1,
        }
    }

    #[inline]
    pub(super) const fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// Whether both bounds can be reached by scores.
    #[inline]
    pub(super) const fn is_closed(self) -> bool {
        self.alpha > -INFINITY && self.beta < INFINITY
    }

    #[inline]
    pub(super) const fn negated(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// The window above a score that has been reached.
    #[inline]
    pub(super) fn above(self, score: i32) -> Self {
        Self {
            alpha: self.alpha.max(score),
            beta: self.beta,
        }
    }

    /// Whether a score lies strictly between the bounds.
    #[inline]
    pub(super) const fn contains(self, score: i32) -> bool {
        self.alpha < score && score < self.beta
    }
}

pub(super) fn final_score(position: Position) -> i32 {
    let [own, other] = [position.player, position.opponent].map(count);
    match own - other {
        0 => 0,
        lead if lead > 0 => MAX_SCORE - 2 * other,
        _ => MIN_SCORE + 2 * own,
    }
}
