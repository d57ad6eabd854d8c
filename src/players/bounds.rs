//! What the searches of several games have in common.

/// The scores that matter to a search, or those that are possible: between the ends and at them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Bounds {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl Bounds {
    /// All scores. Both ends can be negated.
    pub(super) const ALL: Self = Self { lower: -i32::MAX, upper: i32::MAX };

    /// The null window that asks whether a score is above this one.
    pub(super) const fn above(score: i32) -> Self {
        Self { lower: score, upper: score + 1 }
    }

    /// The same as the other side sees it.
    pub(super) const fn negated(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }

    /// The part that is also within other bounds.
    pub(super) fn within(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The result of a search with a window if these bounds of the score decide it.
    pub(super) const fn settle(self, window: Self) -> Option<i32> {
        if self.lower >= window.upper || self.lower == self.upper {
            Some(self.lower)
        } else if self.upper <= window.lower {
            Some(self.upper)
        } else {
            None
        }
    }

    /// Narrows the bounds of a score by the result of a search with a window.
    pub(super) fn learn(&mut self, found: i32, window: Self) {
        if found > window.lower {
            self.lower = self.lower.max(found);
        }
        if found < window.upper {
            self.upper = self.upper.min(found);
        }
    }
}

/// The best move so far, by the index of its square, and its value for the side that plays it.
#[derive(Debug, Clone, Copy)]
pub(super) struct BestMove {
    pub(super) square: u32,
    pub(super) value: i32,
}
