//! A step against the gradient of the loss.

use std::thread;

use super::model::{FloatNetwork, INSTANCES, LARGEST_SUM, PRODUCTS, Sample, Samples};
use crate::base::files::{NoThread, results};
use crate::engine::eval::{HIDDEN, INPUTS, LAYER, SUMS, WEIGHTS};

/// The error, in discs, beyond which the loss grows linearly.
const LARGE: f32 = 4.0;

/// The length of the longest step.
const LENGTH: f32 = 0.001;

/// The part of a row that the longest step takes away, in units of its length: rare rows stay small.
const DECAY: f32 = 0.2;

/// Added to the root of the mean square of a gradient. It is large for rows, so that rare ones move little.
const LEAST_OF_ROWS: f32 = 6e-4;
const LEAST: f32 = 1e-7;

/// What Adam keeps of its means in a step.
const KEPT: f32 = 0.9;
const KEPT_OF_SQUARES: f32 = 0.999;

/// The number of parts of a batch. Sums must not depend on the number of threads, so this doesn't, either.
const PARTS: usize = 16;

/// The running means of a gradient and of its square.
#[derive(Debug, Clone, Copy, Default)]
struct Means {
    gradient: f32,
    square: f32,
}

impl Means {
    /// Includes a gradient. Returns the step against it.
    #[inline]
    fn step(&mut self, gradient: f32, corrections: [f32; 2], least: f32) -> f32 {
        self.gradient += (1.0 - KEPT) * (gradient - self.gradient);
        self.square += (1.0 - KEPT_OF_SQUARES) * (gradient * gradient - self.square);
        -(self.gradient * corrections[0]) / ((self.square * corrections[1]).sqrt() + least)
    }
}

/// Descends along the gradients of batches.
pub struct Descent {
    threads: usize,
    rows: Vec<[Means; SUMS]>,
    numbers: Vec<Means>,
    steps: i32,
}

/// What a part of a batch adds to the gradient: for each sample, the gradient of its sums.
struct Part {
    rows: Vec<([u32; INSTANCES], [f32; SUMS])>,
    numbers: Vec<f32>,
    loss: f64,
}

impl Descent {
    pub fn new(threads: usize, model: &FloatNetwork) -> Self {
        let rows = vec![[Means::default(); SUMS]; WEIGHTS];
        let numbers = vec![Means::default(); model.numbers.len()];
        Self {
            threads,
            rows,
            numbers,
            steps: 0,
        }
    }

    /// Makes a step of `length`, from 0 to 1. Returns the sum of the loss before it.
    pub fn step(
        &mut self,
        model: &mut FloatNetwork,
        samples: &Samples,
        batch: &[&Sample],
        length: f32,
    ) -> Result<f64, NoThread> {
        let size = batch.len().div_ceil(PARTS);
        let chunks: Vec<&[&Sample]> = batch.chunks(size).collect();
        let parts = results(
            self.threads,
            chunks.len(),
            || (),
            |(), index| part(model, samples, chunks[index]),
        )?;
        self.steps += 1;
        let corrections = [KEPT, KEPT_OF_SQUARES].map(|kept| 1.0 / (1.0 - kept.powi(self.steps)));
        let length = length * LENGTH;
        #[expect(clippy::cast_precision_loss, reason = "batches are small")]
        let share = 1.0 / batch.len() as f32;
        for (index, (number, means)) in model.numbers.iter_mut().zip(&mut self.numbers).enumerate()
        {
            let gradient: f32 = parts.iter().map(|part| part.numbers[index]).sum();
            *number += length * means.step(gradient * share, corrections, LEAST);
        }
        let size = WEIGHTS.div_ceil(self.threads);
        thread::scope(|scope| {
            let all = model
                .rows
                .chunks_mut(size)
                .zip(self.rows.chunks_mut(size))
                .enumerate();
            for (index, (rows, means)) in all {
                let parts = &parts;
                let work = move || {
                    let mut gradients = vec![[0.0; SUMS]; rows.len()];
                    let samples = parts.iter().flat_map(|part| &part.rows);
                    for (indices, gradient) in samples {
                        for &row in indices {
                            let Some(sums) =
                                gradients.get_mut((row as usize).wrapping_sub(index * size))
                            else {
                                continue;
                            };
                            for (sum, number) in sums.iter_mut().zip(gradient) {
                                *sum += number;
                            }
                        }
                    }
                    for ((row, means), gradient) in rows.iter_mut().zip(means).zip(&gradients) {
                        for ((number, means), gradient) in row.iter_mut().zip(means).zip(gradient) {
                            *number *= 1.0 - length * DECAY;
                            *number +=
                                length * means.step(gradient * share, corrections, LEAST_OF_ROWS);
                        }
                    }
                };
                scope.spawn(work);
            }
        });
        Ok(parts.iter().map(|part| part.loss).sum())
    }
}

/// The gradient of the loss of some samples.
fn part(model: &FloatNetwork, samples: &Samples, of: &[&Sample]) -> Part {
    let mut part = Part {
        rows: Vec::with_capacity(of.len()),
        numbers: vec![0.0; model.numbers.len()],
        loss: 0.0,
    };
    for sample in of {
        let inputs = samples.inputs(sample.position);
        let values = model.values(&inputs);
        let error = values.correction - sample.target;
        let far = (error.abs() - LARGE).max(0.0);
        part.loss += f64::from((error * error - far * far) / 2.0);
        let slope = error.clamp(-LARGE, LARGE);

        let weights = model.layer(inputs.layer);
        let first = weights.as_chunks::<HIDDEN>().0;
        let second = &weights[INPUTS * HIDDEN + HIDDEN..];
        let numbers = &mut part.numbers[SUMS + inputs.layer * LAYER..][..LAYER];
        numbers[LAYER - 1] += slope;
        let mut of_units = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            numbers[INPUTS * HIDDEN + HIDDEN + unit] += slope * values.units[unit];
            if values.units[unit] > 0.0 {
                of_units[unit] = slope * second[unit];
            }
            numbers[INPUTS * HIDDEN + unit] += of_units[unit];
        }
        let mut of_inputs = [0.0; INPUTS];
        for (input, numbers) in numbers.as_chunks_mut::<HIDDEN>().0[..INPUTS]
            .iter_mut()
            .enumerate()
        {
            for unit in 0..HIDDEN {
                numbers[unit] += of_units[unit] * values.inputs[input];
                of_inputs[input] += of_units[unit] * first[input][unit];
            }
        }
        let within = |sum: usize| values.sums[sum].clamp(0.0, LARGEST_SUM);
        let mut of_sums = [0.0; SUMS];
        for sum in 0..SUMS {
            if (0.0..LARGEST_SUM).contains(&values.sums[sum]) {
                let other = (sum + PRODUCTS) % SUMS;
                of_sums[sum] = of_inputs[sum % PRODUCTS] * within(other);
            }
        }
        for (number, of_sum) in part.numbers.iter_mut().zip(of_sums) {
            *number += of_sum;
        }
        part.rows.push((inputs.rows, of_sums));
    }
    part
}
