//! Selectivity: the confidence at which a search prunes.

use std::fmt;

use super::parameters::Parameters;

/// The confidence at which a search prunes: the probability that pruning changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "records", derive(serde::Serialize), serde(into = "u8"))]
pub struct Selectivity(u8);

impl Selectivity {
    /// The most selective level, with a confidence of 73%.
    pub const LEAST_SURE: Self = Self(0);

    /// No selective pruning: exact results.
    pub const FULL: Self = Self(5);

    /// All levels, from the most selective one.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// Returns the confidence, in percent.
    ///
    /// ```
    /// use reversi::engine::Selectivity;
    /// assert_eq!(Selectivity::ALL.map(Selectivity::percent), [73, 87, 95, 98, 99, 100]);
    /// ```
    pub fn percent(self) -> u8 {
        [73, 87, 95, 98, 99, 100][usize::from(self.0)]
    }

    /// The number of standard deviations that a prediction must lie beyond a bound to be trusted, about the two-sided
    /// quantile of the normal distribution; `None` to trust no prediction. At 73% they are tuned, and fewer in searches
    /// to the end of the game: an error costs less there than the time to avoid it.
    pub(super) fn deviations(self, parameters: &Parameters, to_the_end: bool) -> Option<f32> {
        let least = if to_the_end {
            parameters.end_deviations_73
        } else {
            parameters.deviations_73
        };
        #[expect(clippy::cast_precision_loss, reason = "a parameter has few digits")]
        let least = least as f32 / 100.0;
        [
            Some(least),
            Some(1.5),
            Some(2.0),
            Some(2.35),
            Some(2.6),
            None,
        ][usize::from(self.0)]
    }

    /// Like `deviations`, but for a prediction by the evaluation alone, one or two plies before the horizon.
    pub(super) fn deviations_of_leaves(self, parameters: &Parameters) -> Option<f32> {
        #[expect(clippy::cast_precision_loss, reason = "a parameter has few digits")]
        let part = parameters.leaf_margin as f32 / 100.0;
        Some(part * self.deviations(parameters, false)?)
    }

    pub(super) fn number(self) -> u8 {
        self.0
    }
}

impl From<Selectivity> for u8 {
    fn from(selectivity: Selectivity) -> Self {
        selectivity.percent()
    }
}

/// Writes the confidence, as in `73%`; empty for [`FULL`](Selectivity::FULL).
impl fmt::Display for Selectivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::FULL {
            Ok(())
        } else {
            write!(f, "{}%", self.percent())
        }
    }
}
