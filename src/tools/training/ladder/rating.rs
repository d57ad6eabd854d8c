//! Ratings of many players by the results of their games.

use std::collections::BTreeMap;

/// Half the width of the central 95 % of a normal distribution, in standard deviations.
const NORMAL: f64 = 1.959_964;

/// The number of drawn games added to each encounter. It keeps ratings finite where one side has made
/// all points, and hardly changes others.
const DRAWS: f64 = 0.1;

/// Elo points for a factor of e in the odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Encounter {
    games: f64,
    /// Those of the first player, a draw being half a point.
    points: f64,
}

impl Encounter {
    /// Adds games by their half points for the first player.
    pub(super) fn add(&mut self, half_points: [usize; 2]) {
        for half in half_points {
            self.games += 1.0;
            self.points += match half {
                0 => 0.0,
                1 => 0.5,
                _ => 1.0,
            };
        }
    }
}

/// The rating of each player and its margin of error (95 %), both in Elo and relative to the anchor.
///
/// They are the ratings of greatest likelihood in the model of Bradley and Terry ("Rank Analysis of
/// Incomplete Block Designs", Biometrika 39, 1952), a draw being half a win and half a loss, found by
/// Newton's method. The errors are those of the inverse of the information matrix, which takes every game
/// for a win or a loss and thus is a little too large where many are drawn.
pub(super) fn fitted(
    players: usize,
    anchor: usize,
    encounters: &BTreeMap<[usize; 2], Encounter>,
) -> Vec<(f64, f64)> {
    const STEPS: usize = 100;
    let mut strengths = vec![0.0; players];
    let mut inverse = Vec::new();
    for _ in 0..STEPS {
        let (mut slope, mut information) = (vec![0.0; players], vec![vec![0.0; players]; players]);
        for (&[first, second], encounter) in encounters {
            let games = encounter.games + DRAWS;
            let points = encounter.points + DRAWS / 2.0;
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
        // The anchor stays where it is.
        information[anchor].fill(0.0);
        for row in &mut information {
            row[anchor] = 0.0;
        }
        (information[anchor][anchor], slope[anchor]) = (1.0, 0.0);
        inverse = inverted(information);
        let step = |row: &Vec<f64>| -> f64 {
            let step: f64 = row.iter().zip(&slope).map(|(factor, slope)| factor * slope).sum();
            // Far from the solution a whole step can lead further away.
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
    let error = |player: usize| {
        if player == anchor { 0.0 } else { NORMAL * SCALE * inverse[player][player].sqrt() }
    };
    let rating = |(player, strength): (usize, &f64)| (SCALE * strength, error(player));
    strengths.iter().enumerate().map(rating).collect()
}

/// The inverse of a positive definite matrix, by Gauss and Jordan. A player without games has a row of
/// zeros; it stays out.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..size)
        .map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect())
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
        let (pivot_row, pivot_inverse) = (matrix[pivot].clone(), inverse[pivot].clone());
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

    fn encounter(points: f64, games: f64) -> Encounter {
        Encounter { games, points }
    }

    #[test]
    fn two_players_differ_as_their_score_says() {
        let encounters = BTreeMap::from([([0, 1], encounter(3600.0, 10_000.0))]);
        let ratings = fitted(2, 0, &encounters);
        // 64 % are 99.95 Elo.
        assert_eq!(ratings[0], (0.0, 0.0));
        assert!((ratings[1].0 - 99.95).abs() < 0.05, "{ratings:?}");
        // The standard deviation of the score is 0.48 %, that of the rating as much times 694 / 0.2304 %.
        let expected = 1.96 * SCALE * 0.0048 / 0.2304;
        assert!((ratings[1].1 - expected).abs() < 0.1, "{ratings:?} {expected}");
    }

    #[test]
    fn a_chain_adds_up_and_its_errors_grow() {
        let of = |difference: f64| {
            let score = 1.0 / (1.0 + 10_f64.powf(difference / 400.0));
            encounter(1000.0 * score, 1000.0)
        };
        let encounters = BTreeMap::from([
            ([0, 1], of(100.0)),
            ([1, 2], of(150.0)),
            ([2, 3], of(-50.0)),
            ([1, 3], of(100.0)),
        ]);
        let ratings = fitted(4, 1, &encounters);
        for ((rating, _), expected) in ratings.iter().zip([-100.0, 0.0, 150.0, 100.0]) {
            assert!((rating - expected).abs() < 0.1, "{ratings:?}");
        }
        assert!(ratings[2].1 > 0.0 && ratings[2].1 < ratings[0].1, "two ways: {ratings:?}");
    }

    #[test]
    fn who_loses_all_games_or_plays_none_has_a_finite_rating() {
        let encounters = BTreeMap::from([([0, 1], encounter(0.0, 20.0))]);
        let ratings = fitted(3, 0, &encounters);
        assert!(ratings[1].0 > 600.0 && ratings[1].0.is_finite(), "{ratings:?}");
        assert_eq!(ratings[2], (0.0, 0.0));
    }
}
