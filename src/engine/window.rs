//! The window of a search: the bounds between which the score matters.

use super::score::{MAX_SCORE, MIN_SCORE};

/// Scores up to `alpha` fail low, scores from `beta` on fail high; between them they are exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScoreWindow {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl ScoreWindow {
    /// Contains every score except the two extreme ones, which are bounds themselves.
    pub(super) const FULL: Self = Self { alpha: MIN_SCORE, beta: MAX_SCORE };

    /// The window that asks only whether the score exceeds `alpha`.
    #[inline]
    pub(super) const fn null(alpha: i32) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// Whether no score lies strictly between the bounds.
    #[inline]
    pub(super) const fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// The same window seen from the other side.
    #[inline]
    pub(super) const fn negated(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window above a score that is reached already.
    #[inline]
    pub(super) fn above(self, score: i32) -> Self {
        Self { alpha: self.alpha.max(score), beta: self.beta }
    }

    /// Whether a score lies strictly between the bounds.
    #[inline]
    pub(super) const fn contains(self, score: i32) -> bool {
        self.alpha < score && score < self.beta
    }
}
