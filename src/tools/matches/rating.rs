//! Computes the ratings of many players from the results of their games.

use std::collections::BTreeMap;

use super::statistics::NORMAL;

/// The number of draws added to each encounter. It keeps ratings finite if one side has scored all points.
const DRAWS: f64 = 0.1;

/// Elo points for a factor of e in the odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The number of games of two players, and the points of the first; a draw is half a point.
pub type Encounter = (f64, f64);

/// The Elo ratings of players, relative to an anchor.
///
/// These are the maximum likelihood ratings in the model of Bradley and Terry ("Rank Analysis of Incomplete Block
/// Designs", Biometrika 39, 1952), found by Newton's method. A draw counts as half a win and half a loss. The margins
/// of error come from the inverse of the information matrix, which treats every game as a win or a loss, so they are
/// slightly too large with many draws.
#[derive(Debug)]
pub struct Fitted {
    pub ratings: Vec<f64>,
    /// The covariances of the strengths.
    covariances: Vec<Vec<f64>>,
}

impl Fitted {
    /// Returns the margin of error (95%) of the difference of two ratings.
    pub fn margin(&self, one: usize, other: usize) -> f64 {
        let covariance = |one: usize, other: usize| self.covariances[one][other];
        let variance =
            covariance(one, one) + covariance(other, other) - 2.0 * covariance(one, other);
        NORMAL * SCALE * variance.max(0.0).sqrt()
    }

    /// Returns the margin of error (95%) of the difference of a rating and the mean of all ratings.
    pub fn margin_to_mean(&self, player: usize) -> f64 {
        let count = f64::from(u32::try_from(self.ratings.len()).unwrap_or(u32::MAX));
        let shared: f64 = self.covariances[player].iter().sum::<f64>() / count;
        let of_mean: f64 = self.covariances.iter().flatten().sum::<f64>() / (count * count);
        let variance = self.covariances[player][player] - 2.0 * shared + of_mean;
        NORMAL * SCALE * variance.max(0.0).sqrt()
    }

    /// Fits the ratings of `players` players to their encounters. The rating of `anchor` is 0.
    pub fn new(
        players: usize,
        anchor: usize,
        encounters: &BTreeMap<[usize; 2], Encounter>,
    ) -> Self {
        const STEPS: usize = 100;
        let mut strengths = vec![0.0; players];
        let mut inverse = Vec::new();
        for _ in 0..STEPS {
            let mut slope = vec![0.0; players];
            let mut information = vec![vec![0.0; players]; players];
            for (&[first, second], (games, points)) in encounters {
                let games = games + DRAWS;
                let points = points + DRAWS / 2.0;
                let difference: f64 = strengths[first] - strengths[second];
                let expected = 1.0 / (1.0 + (-difference).exp());
                slope[first] += points - games * expected;
                slope[second] -= points - games * expected;
                let variance = games * expected * (1.0 - expected);
                for (one, other) in [(first, second), (second, first)] {
                    information[one][one] += variance;
                    information[one][other] -= variance;
                }
            }
            // Keep the anchor fixed.
            information[anchor].fill(0.0);
            for row in &mut information {
                row[anchor] = 0.0;
            }
            (information[anchor][anchor], slope[anchor]) = (1.0, 0.0);
            inverse = inverted(information);
            let step = |row: &Vec<f64>| -> f64 {
                let step: f64 = row
                    .iter()
                    .zip(&slope)
                    .map(|(factor, slope)| factor * slope)
                    .sum();
                // Far from the solution, a full step can overshoot.
                step.clamp(-1.0, 1.0)
            };
            let steps: Vec<f64> = inverse.iter().map(step).collect();
            for (strength, step) in strengths.iter_mut().zip(&steps) {
                *strength += step;
            }
            if steps.iter().all(|step| step.abs() < 1e-9) {
                break;
            }
        }
        // The anchor has no variance.
        if let Some(row) = inverse.get_mut(anchor) {
            row[anchor] = 0.0;
        }
        let ratings = strengths.iter().map(|strength| SCALE * strength).collect();
        Self {
            ratings,
            covariances: inverse,
        }
    }
}

/// Inverts a positive definite matrix by Gauss-Jordan elimination. Skips zero rows, of players without games.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..size)
        .map(|row| {
            (0..size)
                .map(|column| f64::from(u8::from(row == column)))
                .collect()
        })
        .collect();
    for pivot in 0..size {
        let divisor = matrix[pivot][pivot];
        if divisor.abs() < 1e-12 {
            inverse[pivot].fill(0.0);
            continue;
        }
        for column in 0..size {
            matrix[pivot][column] /= divisor;
            inverse[pivot][column] /= divisor;
        }
        let pivot_row = matrix[pivot].clone();
        let pivot_inverse = inverse[pivot].clone();
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..size {
                matrix[row][column] -= factor * pivot_row[column];
                inverse[row][column] -= factor * pivot_inverse[column];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_differ_as_their_score_says() {
        let encounters = BTreeMap::from([([0, 1], (10_000.0, 3600.0))]);
        let fitted = Fitted::new(2, 0, &encounters);
        // A score of 64% is 99.95 Elo.
        assert_eq!((fitted.ratings[0], fitted.margin(0, 0)), (0.0, 0.0));
        assert!((fitted.ratings[1] - 99.95).abs() < 0.05, "{fitted:?}");
        // The standard deviation of the score is 0.48%. Divided by 0.64 * 0.36 = 0.2304, it is in units of `SCALE`.
        let expected = 1.96 * SCALE * 0.0048 / 0.2304;
        assert!(
            (fitted.margin(0, 1) - expected).abs() < 0.1,
            "{fitted:?} {expected}"
        );
    }

    #[test]
    fn a_chain_adds_up_and_its_errors_grow() {
        let of = |difference: f64| {
            let score = 1.0 / (1.0 + 10_f64.powf(difference / 400.0));
            (1000.0, 1000.0 * score)
        };
        let encounters = BTreeMap::from([
            ([0, 1], of(100.0)),
            ([1, 2], of(150.0)),
            ([2, 3], of(-50.0)),
            ([1, 3], of(100.0)),
        ]);
        let fitted = Fitted::new(4, 1, &encounters);
        for (rating, expected) in fitted.ratings.iter().zip([-100.0, 0.0, 150.0, 100.0]) {
            assert!((rating - expected).abs() < 0.1, "{fitted:?}");
        }
        let margins = [[2, 1], [0, 1], [0, 2]].map(|[one, other]| fitted.margin(one, other));
        assert!(
            margins[0] > 0.0 && margins.is_sorted(),
            "two ways, one, and both: {margins:?}"
        );
        assert!((margins[2].powi(2) - margins[0].powi(2) - margins[1].powi(2)).abs() < 1.0);
    }

    #[test]
    fn who_loses_all_games_or_plays_none_has_a_finite_rating() {
        let encounters = BTreeMap::from([([0, 1], (20.0, 0.0))]);
        let ratings = Fitted::new(3, 0, &encounters).ratings;
        assert!(ratings[1] > 600.0 && ratings[1].is_finite(), "{ratings:?}");
        assert!(ratings[2].abs() < 1e-9, "{ratings:?}");
    }
}
