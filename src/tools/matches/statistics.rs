//! Statistics of a match: the Elo difference, logistic and normalized, with margins of error.

use serde::Serialize;

/// Half the width of the central 95% of a normal distribution, in standard deviations.
pub const NORMAL: f64 = 1.959_964;

/// Counts of game pairs by the first player's half points, 0 to 4. A pair plays one opening with both colors.
///
/// The two games of a pair are not independent, because the opening favors the same color in both. Pairs are
/// independent, so they give the right margin of error, which is usually smaller than for single games. This is the
/// pentanomial model of [Fishtest](https://github.com/official-stockfish/fishtest/wiki/Fishtest-mathematics).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pairs(pub [u32; 5]);

/// An estimate of the Elo difference of the first player. A player who is better by 400 scores ten points to one.
/// Infinite if one side has scored all points.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Elo {
    pub difference: f64,
    /// The bounds of the 95% confidence interval.
    pub lower: f64,
    pub upper: f64,
}

/// The score of the first player in standard deviations of one game, on a scale like that of Elo.
///
/// The number of games that a test needs depends only on the normalized difference, not on the share of draws or on the
/// imbalance of the openings. Source: [Fishtest](https://github.com/official-stockfish/fishtest/wiki/Fishtest-mathematics)
/// and Van den Bergh, "Normalized Elo" (2020).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct NormalizedElo {
    pub difference: f64,
    /// The margin of error (95%).
    pub error: f64,
}

impl std::fmt::Display for NormalizedElo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:+.1} +- {:.1}", self.difference, self.error)
    }
}

/// Normalized Elo for one standard deviation of a game: near 0 with no draws, it equals logistic Elo.
const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

impl Pairs {
    pub fn add(&mut self, half_points: usize) {
        if let Some(count) = self.0.get_mut(half_points) {
            *count += 1;
        }
    }

    pub fn total(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Returns the first player's score, 0 to 1; `None` without pairs.
    pub fn score(&self) -> Option<f64> {
        let weighted: f64 = self.weighted().map(|(value, count)| value * count).sum();
        (self.total() > 0).then(|| weighted / f64::from(self.total()))
    }

    /// Returns the Elo difference, with the ends of the score's interval converted to Elo; `None` without pairs.
    pub fn elo(&self) -> Option<Elo> {
        let score = self.score()?;
        let half = self.margin()?;
        let [lower, upper] = [score - half, score + half].map(|end| elo_of(end.clamp(0.0, 1.0)));
        Some(Elo {
            difference: elo_of(score),
            lower,
            upper,
        })
    }

    /// Returns the margin of error (95%) of the score, from the variance of the pairs; `None` without pairs. If all
    /// pairs are alike, adds an opposite pair, so that a short match doesn't seem certain.
    pub fn margin(&self) -> Option<f64> {
        let score = self.score()?;
        let mut seen = *self;
        if self.0.iter().filter(|&&count| count > 0).count() == 1 {
            let opposite = if score > 0.5 { 0 } else { 4 };
            seen.add(opposite);
        }
        Some(NORMAL * (seen.variance()? / f64::from(seen.total())).sqrt())
    }

    /// Returns the normalized Elo difference; `None` if all pairs are alike, because it needs their variance.
    ///
    /// The value is `(score - 1/2) / sigma * 800 / ln 10`. Here `sigma` is the standard deviation of one game: `sqrt(2)`
    /// times the standard deviation of the points per game in a pair.
    pub fn normalized_elo(&self) -> Option<NormalizedElo> {
        let score = self.score()?;
        let variance = self.variance()?;
        let sigma = (2.0 * variance).sqrt();
        let games = 2.0 * f64::from(self.total());
        (sigma > 0.0).then(|| NormalizedElo {
            difference: NORMALIZED * (score - 0.5) / sigma,
            error: NORMALIZED * NORMAL / games.sqrt(),
        })
    }

    /// Returns the variance of the score of a pair; `None` without pairs.
    fn variance(&self) -> Option<f64> {
        let mean = self.score()?;
        let squares: f64 = self
            .weighted()
            .map(|(value, count)| count * (value - mean).powi(2))
            .sum();
        Some(squares / f64::from(self.total()))
    }

    /// Returns each possible score of a pair, 0 to 1, with the number of such pairs.
    pub(super) fn weighted(&self) -> impl Iterator<Item = (f64, f64)> {
        let values = [0.0, 0.25, 0.5, 0.75, 1.0];
        values.into_iter().zip(self.0.map(f64::from))
    }
}

/// The ratio of the halves of an interval above which both bounds are printed.
const LOPSIDED: f64 = 1.2;

impl Elo {
    pub fn error(&self) -> f64 {
        (self.upper - self.lower) / 2.0
    }
}

/// `+12.3 +- 4.5`, or `+280.1 (+134.3 to +699.0)` if the interval is infinite or one half is much longer.
impl std::fmt::Display for Elo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let halves = [self.difference - self.lower, self.upper - self.difference];
        let [short, long] = [halves[0].min(halves[1]), halves[0].max(halves[1])];
        if long.is_finite() && long <= LOPSIDED * short {
            return write!(f, "{:+.1} +- {:.1}", self.difference, self.error());
        }
        write!(
            f,
            "{:+.1} ({:+.1} to {:+.1})",
            self.difference, self.lower, self.upper
        )
    }
}

fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Returns the expected score at an Elo difference.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64, by: f64) {
        assert!((value - expected).abs() < by, "{value} is not {expected}");
    }

    #[test]
    fn elo_is_what_tables_have() {
        for (score, elo) in [
            (0.5, 0.0),
            (0.64, 99.95),
            (0.75, 190.85),
            (0.909_090_9, 400.0),
        ] {
            near(elo_of(score), elo, 0.01);
            near(score_of(elo), score, 0.0001);
        }
        assert_eq!(
            (elo_of(1.0), elo_of(0.0)),
            (f64::INFINITY, f64::NEG_INFINITY)
        );
    }

    /// Compares with the results of other programs that use the pentanomial model.
    #[test]
    fn differences_and_errors_of_pairs_are_the_known_ones() {
        for (counts, elo, error) in [
            ([34, 54, 63, 64, 75], 55.58, 27.65),
            ([332, 433, 498, 333, 334], -8.64, 10.33),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95),
        ] {
            let found = Pairs(counts).elo().unwrap();
            near(found.difference, elo, 0.01);
            near(found.error(), error, 0.01);
            assert!(found.lower < elo && elo < found.upper);
        }
        let elo = Pairs([34, 54, 63, 64, 75]).elo().unwrap();
        assert_eq!(elo.to_string(), "+55.6 +- 27.7");
        near(
            Pairs([13, 37, 50, 25, 3]).elo().unwrap().difference,
            -43.6578,
            0.0001,
        );
    }

    /// Compares with values that a Python script computed from the formula of Fishtest.
    #[test]
    fn normalized_differences_are_the_known_ones() {
        for (counts, difference, error) in [
            ([34, 54, 63, 64, 75], 57.9356, 28.2754),
            ([332, 433, 498, 333, 334], -9.1729, 10.9605),
            ([7895, 8757, 5685, 568, 9999], -19.0128, 2.6545),
            ([13, 37, 50, 25, 3], -63.9681, 42.5601),
        ] {
            let normalized = Pairs(counts).normalized_elo().unwrap();
            near(normalized.difference, difference, 1e-4);
            near(normalized.error, error, 1e-4);
        }
        for alike in [[0; 5], [0, 0, 0, 0, 10], [0, 0, 3, 0, 0]] {
            assert_eq!(Pairs(alike).normalized_elo(), None);
        }
        let text = Pairs([34, 54, 63, 64, 75]).normalized_elo().unwrap();
        assert_eq!(text.to_string(), "+57.9 +- 28.3");
    }

    #[test]
    fn few_games_or_points_on_one_side_only_are_never_sure() {
        assert_eq!(Pairs::default().elo(), None);
        assert_eq!(Pairs::default().score(), None);
        let all = Pairs([0, 0, 0, 0, 10]).elo().unwrap();
        assert_eq!((all.difference, all.upper), (f64::INFINITY, f64::INFINITY));
        assert!(all.lower > 0.0 && all.lower.is_finite(), "{all:?}");
        let none = Pairs([3, 0, 0, 0, 0]).elo().unwrap();
        assert_eq!(
            (none.difference, none.lower),
            (f64::NEG_INFINITY, f64::NEG_INFINITY)
        );
        assert!(none.upper.is_finite());
        let even = Pairs([0, 0, 1, 0, 0]).elo().unwrap();
        near(even.difference, 0.0, 1e-9);
        assert!(even.error() > 100.0, "{even:?}");
        assert!(even.to_string().starts_with("+0.0 +- "), "{even}");
        let clear = Elo {
            difference: 279.6,
            lower: 134.3,
            upper: 699.0,
        };
        assert_eq!(clear.to_string(), "+279.6 (+134.3 to +699.0)");
        assert_eq!(all.to_string(), format!("+inf ({:+.1} to +inf)", all.lower));
    }

    #[test]
    fn pairs_are_counted_by_their_half_points() {
        let mut pairs = Pairs::default();
        for half_points in [0, 2, 2, 4, 9] {
            pairs.add(half_points);
        }
        assert_eq!((pairs.0, pairs.total()), ([1, 0, 2, 0, 1], 4));
        assert_eq!(pairs.score(), Some(0.5));
    }
}
