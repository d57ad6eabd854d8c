//! Search windows and score bounds, shared by the searches of several games.

/// A search window, or the bounds of a score; inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bounds {
    pub lower: i32,
    pub upper: i32,
}

impl Bounds {
    /// All scores. Both bounds can be negated.
    pub const ALL: Self = Self {
        lower: -i32::MAX,
        upper: i32::MAX,
    };

    /// The null window that tests whether a score is above `score`.
    pub const fn above(score: i32) -> Self {
        Self {
            lower: score,
            upper: score + 1,
        }
    }

    pub const fn negated(self) -> Self {
        Self {
            lower: -self.upper,
            upper: -self.lower,
        }
    }

    pub fn within(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }

    /// The result of a search with `window`, if these bounds decide it.
    pub const fn settle(self, window: Self) -> Option<i32> {
        if self.lower >= window.upper || self.lower == self.upper {
            Some(self.lower)
        } else if self.upper <= window.lower {
            Some(self.upper)
        } else {
            None
        }
    }

    /// Narrows the bounds by the result of a search with `window`.
    pub fn learn(&mut self, found: i32, window: Self) {
        if found > window.lower {
            self.lower = self.lower.max(found);
        }
        if found < window.upper {
            self.upper = self.upper.min(found);
        }
    }
}

/// The best move so far, with its value for the side that plays it.
#[derive(Debug, Clone, Copy)]
pub struct BestMove {
    pub square: u32,
    pub value: i32,
}
