//! Statistics of a match: the Elo difference and its margin of error.

use serde::Serialize;

/// The half width in standard deviations of the central 95 % of a normal distribution.
const NORMAL: f64 = 1.959_964;

/// Pairs of games from one opening with both colours, counted by what the first player made of them:
/// no point, half a point, one, one and a half, both.
///
/// The two games of a pair are not independent, because an opening that is good for one colour is so
/// in both. Pairs are: they give the right error, which is mostly smaller than that of single games.
/// This is the pentanomial model of [Fishtest](https://github.com/official-stockfish/fishtest/wiki/Fishtest-mathematics).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Pairs {
    counts: [u32; 5],
}

/// An estimate of an Elo difference: a player who is better by 400 makes ten points where the other
/// makes one. Infinite where one side has made all points.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Elo {
    /// The Elo difference of the first player.
    pub difference: f64,
    /// The lower end of the interval that has the true difference in 95 % of all matches.
    pub lower: f64,
    pub upper: f64,
}

impl From<[u32; 5]> for Pairs {
    fn from(counts: [u32; 5]) -> Self {
        Self { counts }
    }
}

impl Pairs {
    pub fn add(&mut self, half_points: usize) {
        if let Some(count) = self.counts.get_mut(half_points) {
            *count += 1;
        }
    }

    /// The number of pairs with 0 to 4 half points.
    pub fn counts(&self) -> [u32; 5] {
        self.counts
    }

    pub fn total(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// The part of the points that the first player has made; `None` without pairs.
    pub fn score(&self) -> Option<f64> {
        let weighted: f64 = self.weighted().map(|(value, count)| value * count).sum();
        (self.total() > 0).then(|| weighted / f64::from(self.total()))
    }

    /// The Elo difference; `None` without pairs.
    ///
    /// The interval is that of the mean of the pairs, from their variance, turned into Elo at both
    /// ends. All pairs alike leave no variance; then a pair more that is the opposite is taken into
    /// account, so that a short match doesn't pretend to be sure.
    pub fn elo(&self) -> Option<Elo> {
        let (score, half) = (self.score()?, self.margin()?);
        let [lower, upper] = [score - half, score + half].map(|end| elo_of(end.clamp(0.0, 1.0)));
        Some(Elo { difference: elo_of(score), lower, upper })
    }

    /// Half the width of the 95 % interval of the part of the points; `None` without pairs.
    pub fn margin(&self) -> Option<f64> {
        let score = self.score()?;
        let mut seen = *self;
        if self.counts.iter().filter(|&&count| count > 0).count() == 1 {
            let opposite = if score > 0.5 { 0 } else { 4 };
            seen.add(opposite);
        }
        let (pairs, mean) = (f64::from(seen.total()), seen.score()?);
        let variance: f64 =
            seen.weighted().map(|(value, count)| count * (value - mean).powi(2)).sum::<f64>()
                / pairs;
        Some(NORMAL * (variance / pairs).sqrt())
    }

    /// Each part of the points that a pair can bring, and how many have.
    pub(super) fn weighted(&self) -> impl Iterator<Item = (f64, f64)> {
        let values = [0.0, 0.25, 0.5, 0.75, 1.0];
        values.into_iter().zip(self.counts.map(f64::from))
    }
}

/// From this ratio of its halves on, an interval is printed with both bounds.
const LOPSIDED: f64 = 1.2;

impl Elo {
    pub fn error(&self) -> f64 {
        (self.upper - self.lower) / 2.0
    }
}

/// `+12.3 +- 4.5`, or `+280.1 (+134.3 to +699.0)` where one half of the interval is much longer than the
/// other; an end of it that is nowhere is given as such.
impl std::fmt::Display for Elo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let halves = [self.difference - self.lower, self.upper - self.difference];
        let [short, long] = [halves[0].min(halves[1]), halves[0].max(halves[1])];
        if long.is_finite() && long <= LOPSIDED * short {
            return write!(f, "{:+.1} +- {:.1}", self.difference, self.error());
        }
        write!(f, "{:+.1} ({:+.1} to {:+.1})", self.difference, self.lower, self.upper)
    }
}

/// The difference at which a player makes this part of the points.
fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected share of the points at an Elo difference.
pub(super) fn score_of(elo: f64) -> f64 {
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
        for (score, elo) in [(0.5, 0.0), (0.64, 99.95), (0.75, 190.85), (0.909_090_9, 400.0)] {
            near(elo_of(score), elo, 0.01);
            near(score_of(elo), score, 0.0001);
        }
        assert_eq!((elo_of(1.0), elo_of(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }

    /// Against what other programs that count in this way make of the same results.
    #[test]
    fn differences_and_errors_of_pairs_are_the_known_ones() {
        for (counts, elo, error) in [
            ([34, 54, 63, 64, 75], 55.58, 27.65),
            ([332, 433, 498, 333, 334], -8.64, 10.33),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95),
        ] {
            let found = Pairs::from(counts).elo().unwrap();
            near(found.difference, elo, 0.01);
            near(found.error(), error, 0.01);
            assert!(found.lower < elo && elo < found.upper);
        }
        let elo = Pairs::from([34, 54, 63, 64, 75]).elo().unwrap();
        assert_eq!(elo.to_string(), "+55.6 +- 27.7");
        near(Pairs::from([13, 37, 50, 25, 3]).elo().unwrap().difference, -43.6578, 0.0001);
    }

    #[test]
    fn few_games_or_points_on_one_side_only_are_never_sure() {
        assert_eq!(Pairs::default().elo(), None);
        assert_eq!(Pairs::default().score(), None);
        let all = Pairs::from([0, 0, 0, 0, 10]).elo().unwrap();
        assert_eq!((all.difference, all.upper), (f64::INFINITY, f64::INFINITY));
        assert!(all.lower > 0.0 && all.lower.is_finite(), "{all:?}");
        let none = Pairs::from([3, 0, 0, 0, 0]).elo().unwrap();
        assert_eq!((none.difference, none.lower), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        assert!(none.upper.is_finite());
        let even = Pairs::from([0, 0, 1, 0, 0]).elo().unwrap();
        near(even.difference, 0.0, 1e-9);
        assert!(even.error() > 100.0, "{even:?}");
        assert!(even.to_string().starts_with("+0.0 +- "), "{even}");
        let clear = Elo { difference: 279.6, lower: 134.3, upper: 699.0 };
        assert_eq!(clear.to_string(), "+279.6 (+134.3 to +699.0)");
        assert_eq!(all.to_string(), format!("+inf ({:+.1} to +inf)", all.lower));
    }

    #[test]
    fn pairs_are_counted_by_their_half_points() {
        let mut pairs = Pairs::default();
        for half_points in [0, 2, 2, 4, 9] {
            pairs.add(half_points);
        }
        assert_eq!((pairs.counts(), pairs.total()), ([1, 0, 2, 0, 1], 4));
        assert_eq!(pairs.score(), Some(0.5));
    }
}
