//! The sequential probability ratio test: ends a match once the results decide between two Elo differences.

use serde::Serialize;

use super::Pairs;
use super::statistics::score_of;

/// The probability of each kind of error, alpha and beta.
const ERROR: f64 = 0.05;

/// Added to each count, so that unseen results keep a nonzero probability.
const UNSEEN: f64 = 1e-3;

/// A test between two Elo differences, with an error of 5% both ways.
///
/// This is the generalized test of Li, Liu and Ying ("Generalized Sequential Probability Ratio Test for Separate
/// Families of Hypotheses", Sequential Analysis 33, 2014): the ratio of the maximum likelihoods of the results under
/// the two hypotheses. Van den Bergh describes the likelihood for pairs of games, with five outcomes ("A Practical
/// Introduction to the GSPRT" and "Comments on Maximum Likelihood for multinomial distributions", documents of
/// Fishtest): the probability of an outcome of value `a` is the observed one divided by `1 + t (a - s)`, with the `t`
/// for which the expected value is `s`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Sprt {
    /// The Elo difference under hypothesis H0.
    pub elo0: f64,
    /// The Elo difference under hypothesis H1; greater than `elo0`.
    pub elo1: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtVerdict {
    /// H0 is accepted: the first player is not better by `elo1`.
    H0,
    /// H1 is accepted: the first player is better than `elo0`.
    H1,
}

impl Sprt {
    /// Creates a test; `None` unless both differences are from -4000 to 4000 and `elo0 < elo1`.
    pub fn new(elo0: f64, elo1: f64) -> Option<Self> {
        let is_known = |elo: f64| elo.abs() <= 4000.0;
        (is_known(elo0) && is_known(elo1) && elo0 < elo1).then_some(Self { elo0, elo1 })
    }

    /// Returns the log-likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds() -> [f64; 2] {
        [(ERROR / (1.0 - ERROR)).ln(), ((1.0 - ERROR) / ERROR).ln()]
    }

    /// Returns the log-likelihood ratio of H1 to H0; 0 without pairs.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.total() == 0 {
            return 0.0;
        }
        let outcomes: Vec<(f64, f64)> = pairs
            .weighted()
            .map(|(value, count)| (value, count + UNSEEN))
            .collect();
        let [first, second] = [self.elo0, self.elo1].map(score_of).map(|mean| {
            let tilt = tilt(&outcomes, mean);
            move |value: f64| (1.0 + tilt * (value - mean)).ln()
        });
        outcomes
            .iter()
            .map(|&(value, count)| count * (first(value) - second(value)))
            .sum()
    }

    /// Returns the accepted hypothesis; `None` while the test is undecided.
    pub fn verdict(&self, pairs: &Pairs) -> Option<SprtVerdict> {
        let ratio = self.ratio(pairs);
        let [lower, upper] = Self::bounds();
        if ratio <= lower {
            Some(SprtVerdict::H0)
        } else if ratio >= upper {
            Some(SprtVerdict::H1)
        } else {
            None
        }
    }
}

/// Returns the `t` for which the sum of `count (a - s) / (1 + t (a - s))` is 0. The sum falls from plus to minus
/// infinity between the two poles next to 0, so bisection finds the zero.
fn tilt(outcomes: &[(f64, f64)], mean: f64) -> f64 {
    let slope = |t: f64| -> f64 {
        outcomes
            .iter()
            .map(|(value, count)| count * (value - mean) / (1.0 + t * (value - mean)))
            .sum()
    };
    let mut lower = -1.0 / (1.0 - mean);
    let mut upper = 1.0 / mean;
    for _ in 0..200 {
        let middle = f64::midpoint(lower, upper);
        if slope(middle) > 0.0 {
            lower = middle;
        } else {
            upper = middle;
        }
    }
    f64::midpoint(lower, upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(counts: [u32; 5], elo0: f64, elo1: f64) -> f64 {
        Sprt::new(elo0, elo1).unwrap().ratio(&Pairs(counts))
    }

    /// Compares with the results of other programs.
    #[test]
    fn ratios_are_the_known_ones() {
        for (counts, elo0, elo1, known, digits) in [
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07, 0.01),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, -4.98, 0.01),
            ([13, 37, 50, 25, 3], 0.0, 2.716, -0.53772, 0.0005),
        ] {
            let found = ratio(counts, elo0, elo1);
            assert!(
                (found - known).abs() < digits,
                "{counts:?}: {found}, not {known}"
            );
        }
    }

    /// For small differences, a normal distribution with the observed variance gives nearly the same ratio.
    #[test]
    fn ratios_are_near_those_of_a_normal_distribution() {
        for counts in [
            [100, 400, 1000, 450, 120],
            [500, 10, 700, 10, 480],
            [300, 900, 2000, 900, 310],
        ] {
            let pairs = Pairs(counts);
            let (total, mean) = (f64::from(pairs.total()), pairs.score().unwrap());
            let squares: f64 = pairs.weighted().map(|(a, n)| n * (a - mean).powi(2)).sum();
            let [s0, s1] = [0.0, 1.0].map(score_of);
            let expected = total * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * squares / total);
            let found = ratio(counts, 0.0, 1.0);
            assert!(
                (found - expected).abs() < 0.02 * expected.abs().max(1.0),
                "{counts:?} {found}"
            );
        }
    }

    #[test]
    fn a_test_ends_when_it_is_sure_and_not_before() {
        let sprt = Sprt::new(0.0, 50.0).unwrap();
        let verdict = |counts| sprt.verdict(&Pairs(counts));
        assert_eq!(verdict([0, 0, 0, 0, 0]), None);
        assert_eq!(verdict([1, 2, 3, 2, 1]), None);
        assert_eq!(verdict([0, 0, 10, 40, 50]), Some(SprtVerdict::H1));
        assert_eq!(verdict([50, 40, 10, 0, 0]), Some(SprtVerdict::H0));
        assert_eq!(verdict([0, 0, 0, 0, 200]), Some(SprtVerdict::H1));
        assert_eq!(verdict([200, 0, 0, 0, 0]), Some(SprtVerdict::H0));
        assert_eq!(
            verdict([0, 0, 2000, 0, 0]),
            Some(SprtVerdict::H0),
            "equal, and not better by 50"
        );
        let [lower, upper] = Sprt::bounds();
        assert!((upper - 2.944_439).abs() < 1e-6 && (lower + upper).abs() < 1e-9);
    }

    #[test]
    fn hypotheses_that_make_no_test_are_refused() {
        for (elo0, elo1) in [
            (0.0, 0.0),
            (5.0, 0.0),
            (f64::NAN, 1.0),
            (0.0, f64::INFINITY),
        ] {
            assert_eq!(Sprt::new(elo0, elo1), None);
        }
    }
}
