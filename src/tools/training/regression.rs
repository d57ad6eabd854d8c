//! Solves sparse least-squares problems with very many unknowns.
//!
//! Uses conjugate gradients (Hestenes and Stiefel 1952) on the normal equations, scaled by their diagonal. Each step
//! goes through the equations twice, always in the same order, so the result depends only on the input.

use crate::engine::eval::FEATURES;

/// The maximum number of steps without progress on the tests.
const PATIENCE: usize = 12;

/// An equation of the form: the sum of some unknowns is a score.
#[derive(Debug)]
pub struct Equation {
    pub features: [u32; FEATURES],
    pub score: f32,
    pub weight: f32,
}

impl Equation {
    fn sum(&self, unknowns: &[f32]) -> f32 {
        self.features
            .iter()
            .map(|&feature| unknowns[feature as usize])
            .sum()
    }
}

/// The equations to fit (`rows`), and the held-out equations (`tests`).
#[derive(Debug, Default)]
pub struct Equations {
    pub rows: Vec<Equation>,
    pub tests: Vec<Equation>,
}

impl Equations {
    /// Numbers the unknowns that occur in an equation from 0, in their order. Returns their former numbers, which
    /// are below `unknowns`.
    fn renumber(&mut self, unknowns: usize) -> Vec<usize> {
        let mut occurs = vec![false; unknowns];
        for equation in self.rows.iter().chain(&self.tests) {
            for &feature in &equation.features {
                occurs[feature as usize] = true;
            }
        }
        let occurring: Vec<usize> = (0..unknowns).filter(|&unknown| occurs[unknown]).collect();
        let mut numbers = vec![0; unknowns];
        for (number, &unknown) in (0..).zip(&occurring) {
            numbers[unknown] = number;
        }
        for equation in self.rows.iter_mut().chain(&mut self.tests) {
            for feature in &mut equation.features {
                *feature = numbers[*feature as usize];
            }
        }
        occurring
    }
}

#[derive(Debug)]
pub struct FittedWeights {
    pub weights: Vec<f32>,
    pub steps: usize,
    /// The root mean square errors on the fitted equations and on the tests.
    pub error: f64,
    pub test_error: f64,
}

/// Minimizes the weighted squared residuals plus `tie` times the squared distance from `start`.
pub fn solve(mut problem: Equations, start: &[f32], tie: f32, most_steps: usize) -> FittedWeights {
    // Unknowns in no equation keep their value.
    let occurring = problem.renumber(start.len());
    let start_of_occurring: Vec<f32> = occurring.iter().map(|&unknown| start[unknown]).collect();
    let solution = solve_dense(&problem, &start_of_occurring, tie, most_steps);
    let mut weights = start.to_vec();
    for (unknown, weight) in occurring.into_iter().zip(solution.weights) {
        weights[unknown] = weight;
    }
    FittedWeights {
        weights,
        ..solution
    }
}

/// Like [`solve`], where nearly every unknown is in an equation.
fn solve_dense(problem: &Equations, start: &[f32], tie: f32, most_steps: usize) -> FittedWeights {
    let Equations { rows, tests } = problem;
    let mut residuals = residuals(rows, start);
    let mut error = mean_square(rows, &residuals);
    let test_error = |unknowns: &[f32]| mean_square(tests, &self::residuals(tests, unknowns));
    let mut best = FittedWeights {
        weights: start.to_vec(),
        steps: 0,
        error,
        test_error: test_error(start),
    };
    let mut scale = vec![tie; start.len()];
    for Equation {
        features, weight, ..
    } in rows
    {
        for &feature in features {
            scale[feature as usize] += weight;
        }
    }
    let mut unknowns = start.to_vec();
    let mut gradient = backwards(rows, &residuals, start.len());
    let mut scaled = divided(&gradient, &scale);
    let mut direction = scaled.clone();
    let mut slope = product(&gradient, &scaled);
    for step in 1..=most_steps {
        if slope <= 0.0 {
            break;
        }
        let along: Vec<f32> = rows.iter().map(|row| row.sum(&direction)).collect();
        let mut back = backwards(rows, &along, start.len());
        for (back, direction) in back.iter_mut().zip(&direction) {
            *back += tie * direction;
        }
        #[expect(clippy::cast_possible_truncation, reason = "as exact as the unknowns")]
        let length = (slope / product(&direction, &back)) as f32;
        for (unknown, direction) in unknowns.iter_mut().zip(&direction) {
            *unknown += length * direction;
        }
        for (gradient, back) in gradient.iter_mut().zip(&back) {
            *gradient -= length * back;
        }
        for (residual, along) in residuals.iter_mut().zip(&along) {
            *residual -= length * along;
        }
        let test_error = test_error(&unknowns);
        if tests.is_empty() || test_error < best.test_error {
            error = mean_square(rows, &residuals);
            best = FittedWeights {
                weights: unknowns.clone(),
                steps: step,
                error,
                test_error,
            };
        } else if step >= best.steps + PATIENCE {
            break;
        }
        scaled = divided(&gradient, &scale);
        let next = product(&gradient, &scaled);
        #[expect(clippy::cast_possible_truncation, reason = "as exact as the unknowns")]
        let kept = (next / slope) as f32;
        slope = next;
        for (direction, scaled) in direction.iter_mut().zip(&scaled) {
            *direction = scaled + kept * *direction;
        }
    }
    best
}

fn residuals(rows: &[Equation], unknowns: &[f32]) -> Vec<f32> {
    rows.iter()
        .map(|row| row.score - row.sum(unknowns))
        .collect()
}

/// Returns for each unknown the weighted sum of the values of its equations.
fn backwards(rows: &[Equation], values: &[f32], unknowns: usize) -> Vec<f32> {
    let mut sums = vec![0.0; unknowns];
    for (
        Equation {
            features, weight, ..
        },
        value,
    ) in rows.iter().zip(values)
    {
        let value = weight * value;
        for &feature in features {
            sums[feature as usize] += value;
        }
    }
    sums
}

/// Returns the root mean square of the residuals.
fn mean_square(rows: &[Equation], residuals: &[f32]) -> f64 {
    let mut squares = 0.0;
    let mut weights = 0.0;
    for (Equation { weight, .. }, residual) in rows.iter().zip(residuals) {
        squares += f64::from(weight * residual * residual);
        weights += f64::from(*weight);
    }
    (squares / f64::max(weights, 1.0)).sqrt()
}

fn divided(values: &[f32], by: &[f32]) -> Vec<f32> {
    values
        .iter()
        .zip(by)
        .map(|(value, by)| value / by.max(f32::MIN_POSITIVE))
        .collect()
}

fn product(one: &[f32], other: &[f32]) -> f64 {
    one.iter()
        .zip(other)
        .map(|(one, other)| f64::from(*one) * f64::from(*other))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::eval::WEIGHTS;

    /// Equations with the solution `feature / 100 - 0.5`.
    fn problem(numbers: usize) -> Equations {
        let row = |number: usize| {
            let features: [u32; FEATURES] = std::array::from_fn(|feature| {
                u32::try_from((number * (feature + 3) + feature * feature) % 97).unwrap()
            });
            #[expect(clippy::cast_precision_loss, reason = "small")]
            let score = features
                .iter()
                .map(|&feature| feature as f32 / 100.0 - 0.5)
                .sum();
            Equation {
                features,
                score,
                weight: 1.0,
            }
        };
        Equations {
            rows: (0..numbers).map(row).collect(),
            tests: Vec::new(),
        }
    }

    #[test]
    fn what_has_a_solution_is_solved() {
        let solution = solve(problem(2000), &vec![0.0; WEIGHTS], 1e-3, 300);
        assert!(solution.error < 0.01, "{}", solution.error);
        // Unknowns in no equation keep their value.
        assert!(solution.weights[97..].iter().all(|&weight| weight == 0.0));
    }

    #[test]
    fn a_strong_tie_holds_the_start() {
        let solution = solve(problem(200), &vec![0.25; WEIGHTS], 1e9, 10);
        assert!(
            solution
                .weights
                .iter()
                .all(|weight| (weight - 0.25).abs() < 1e-3)
        );
    }
}
