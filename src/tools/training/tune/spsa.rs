//! SPSA: simultaneous perturbation stochastic approximation ([Spall 1992]).
//!
//! A trial moves all parameters at once, each up or down at random, and compares the point with its mirror image. Two
//! measurements estimate the direction, whatever the number of parameters. The gain sequences follow Spall's
//! guidelines of 1998.
//!
//! [Spall 1992]: https://doi.org/10.1109/9.119632

use rand::{RngExt, SeedableRng};

use crate::engine::Parameter;
use crate::players::{Rng, mix_seed};

/// The exponents by which steps and perturbations shrink.
const STEP_EXPONENT: f64 = 0.602;
const PERTURBATION_EXPONENT: f64 = 0.101;

/// The stability constant, as a fraction of all trials, which limits the first steps.
const STABILITY: f64 = 0.1;

/// The last step times the square root of the number of trials: noise moves a parameter a third of a perturbation.
const GAIN: f64 = 0.3;

/// The last perturbation, as a fraction of the range of a parameter, but at least 1.
const PERTURBATION: f64 = 0.125;

#[derive(Debug)]
pub struct Spsa {
    axes: Vec<Parameter>,
    pub point: Vec<f64>,
    trials: f64,
    seed: u64,
}

impl Spsa {
    pub fn new(axes: Vec<Parameter>, point: Vec<f64>, trials: usize, seed: u64) -> Self {
        Self {
            axes,
            point,
            trials: real(trials),
            seed,
        }
    }

    /// Returns the two sets of values to compare in a trial, on both sides of `from`. Both are rounded by the same
    /// random amount, so that fractions of a point count on average.
    pub fn trial(&self, number: usize, from: &[f64]) -> [Vec<i32>; 2] {
        let mut rng = self.rng(number);
        let signs = self.signs(&mut rng);
        let size = self.size(number);
        let rounding: Vec<f64> = self
            .axes
            .iter()
            .map(|_| rng.random_range(0.0..1.0))
            .collect();
        [1.0, -1.0].map(|side| {
            let value = |index: usize| {
                let axis = &self.axes[index];
                let value = from[index] + side * signs[index] * size * perturbation(axis);
                whole(value + rounding[index], axis)
            };
            (0..self.axes.len()).map(value).collect()
        })
    }

    /// Takes a step by the result of a trial: the first set's half points, 0 to 4.
    pub fn learn(&mut self, number: usize, half_points: usize) {
        let signs = self.signs(&mut self.rng(number));
        let held_back = STABILITY * self.trials;
        let left = (held_back + self.trials) / (held_back + real(number) + 1.0);
        let gain = GAIN / self.trials.sqrt() * left.powf(STEP_EXPONENT);
        let step = gain / self.size(number) * (real(half_points) - 2.0);
        for ((value, axis), sign) in self.point.iter_mut().zip(&self.axes).zip(signs) {
            let [min, max] = [axis.min, axis.max].map(f64::from);
            *value = (*value + step * sign * perturbation(axis)).clamp(min, max);
        }
    }

    pub fn rounded(&self) -> Vec<i32> {
        let round = |(&value, axis): (&f64, &Parameter)| whole(value + 0.5, axis);
        self.point.iter().zip(&self.axes).map(round).collect()
    }

    /// Returns the size of the perturbations of a trial, relative to the last trial.
    fn size(&self, number: usize) -> f64 {
        (self.trials / (real(number) + 1.0)).powf(PERTURBATION_EXPONENT)
    }

    fn signs(&self, rng: &mut Rng) -> Vec<f64> {
        self.axes
            .iter()
            .map(|_| if rng.random_bool(0.5) { 1.0 } else { -1.0 })
            .collect()
    }

    /// Creates the generator of one trial, so that trials are independent.
    fn rng(&self, number: usize) -> Rng {
        Rng::seed_from_u64(mix_seed(self.seed) ^ number as u64)
    }
}

/// Returns the last perturbation of a parameter.
fn perturbation(axis: &Parameter) -> f64 {
    (PERTURBATION * f64::from(axis.max - axis.min)).max(1.0)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "it is within the range of a parameter"
)]
fn whole(value: f64, axis: &Parameter) -> i32 {
    (value.floor() as i32).clamp(axis.min, axis.max)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a number of trials needs few digits"
)]
fn real(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates games whose results depend on the distance of each player from the optimum.
    #[test]
    fn the_optimum_of_a_noisy_quadratic_is_found() {
        let parameter = |min, max| Parameter {
            name: "",
            default: 0,
            min,
            max,
        };
        let parameters = [parameter(70, 150), parameter(1, 9), parameter(0, 40)];
        let best = [125.0, 3.0, 40.0];
        let trials = 4000;
        let mut spsa = Spsa::new(parameters.to_vec(), vec![90.0, 7.0, 20.0], trials, 3);
        let mut rng = Rng::seed_from_u64(7);
        for number in 0..trials {
            let loss = spsa.trial(number, &spsa.point).map(|values| -> f64 {
                let distances = values.iter().zip(&best).zip(&spsa.axes);
                let part = |((&value, best), axis): ((&i32, &f64), &Parameter)| {
                    ((f64::from(value) - best) / perturbation(axis)).powi(2)
                };
                distances.map(part).sum()
            });
            // One perturbation away from the optimum costs 2% of the points.
            let points = (0.5 + 0.02 * (loss[1] - loss[0])).clamp(0.0, 1.0);
            let half_points = (0..2)
                .map(|_| 2 * usize::from(rng.random_bool(points)))
                .sum();
            spsa.learn(number, half_points);
        }
        for ((value, best), axis) in spsa.point.iter().zip(&best).zip(&spsa.axes) {
            assert!(
                (value - best).abs() < perturbation(axis),
                "{:?}",
                spsa.point
            );
        }
        assert!(
            spsa.rounded()
                .iter()
                .zip(&parameters)
                .all(|(value, of)| *value <= of.max)
        );
    }
}
