//! How sure a search wants to be before it leaves something out.

use std::fmt;

use serde::Serialize;

/// How selective a search is: how sure it is that what it leaves out changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "u8")]
pub struct Selectivity(u8);

impl Selectivity {
    /// The most selective one: what it leaves out changes nothing in 73 of 100 cases.
    pub const LEAST_SURE: Self = Self(0);

    /// Nothing is left out.
    pub const FULL: Self = Self(5);

    /// All of them, the most selective one first.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// How sure it is, in percent.
    ///
    /// ```
    /// use reversi::engine::Selectivity;
    /// assert_eq!(Selectivity::ALL.map(Selectivity::percent), [73, 87, 95, 98, 99, 100]);
    /// ```
    pub fn percent(self) -> u8 {
        [73, 87, 95, 98, 99, 100][usize::from(self.0)]
    }

    /// The one with this percentage; `None` if there is none.
    pub fn of_percent(percent: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|selectivity| selectivity.percent() == percent)
    }

    /// How many standard deviations a guess must be beyond a bound to be believed: the two-sided
    /// quantile of the normal distribution; `None` where no guess is believed.
    pub(super) fn deviations(self) -> Option<f32> {
        [Some(1.1), Some(1.5), Some(2.0), Some(2.35), Some(2.6), None][usize::from(self.0)]
    }

    /// Its number in [`ALL`](Self::ALL).
    pub(super) fn number(self) -> u8 {
        self.0
    }
}

impl From<Selectivity> for u8 {
    fn from(selectivity: Selectivity) -> Self {
        selectivity.percent()
    }
}

/// As `73%`; nothing where nothing is left out.
impl fmt::Display for Selectivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::FULL { Ok(()) } else { write!(f, "{}%", self.percent()) }
    }
}
