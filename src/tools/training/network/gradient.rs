//! A step against the gradient of the loss.

use std::sync::{Mutex, PoisonError};

use super::adam::{Means, StepSize};
use super::model::{FloatNetwork, INSTANCES, LARGEST_SUM, PRODUCTS, Sample, Samples};
use crate::base::files::{NoThread, results};
use crate::engine::eval::{HIDDEN, INPUTS, LAYER, SUMS, WEIGHTS};

/// The error, in discs, beyond which the loss grows linearly.
const LARGE: f32 = 4.0;

/// The part of a row that the longest step takes away, in units of its length: rare rows stay small.
const DECAY: f32 = 0.2;

/// Added to the root of the mean square of a gradient. It is large for rows, so that rare ones move little.
const LEAST_OF_ROWS: f32 = 6e-4;
const LEAST: f32 = 1e-7;

/// The number of parts of a batch. Sums must not depend on the number of threads, so this doesn't, either.
const PARTS: usize = 16;

/// Descends along the gradients of batches.
pub struct Descent {
    threads: usize,
    rows: Vec<[Means; SUMS]>,
    numbers: Vec<Means>,
    steps: i32,
}

/// What a part of a batch adds to the gradient.
struct Part {
    samples: Vec<SampleGradient>,
    numbers: Vec<f32>,
    loss: f64,
}

/// The gradient of a sample's sums, which is that of each of its rows.
struct SampleGradient {
    rows: [u32; INSTANCES],
    of_sums: [f32; SUMS],
}

/// Some rows of the network, with their means.
struct RowRange<'a> {
    start: usize,
    rows: &'a mut [[f32; SUMS]],
    means: &'a mut [[Means; SUMS]],
}

impl Descent {
    pub fn new(threads: usize, model: &FloatNetwork) -> Self {
        Self {
            threads,
            rows: vec![[Means::default(); SUMS]; WEIGHTS],
            numbers: vec![Means::default(); model.numbers.len()],
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
        let chunks: Vec<&[&Sample]> = batch.chunks(batch.len().div_ceil(PARTS)).collect();
        let parts = results(
            self.threads,
            chunks.len(),
            || (),
            |(), index| part(model, samples, chunks[index]),
        )?;
        self.steps += 1;
        let size = StepSize::new(self.steps, length, batch.len());
        for (index, (number, means)) in model.numbers.iter_mut().zip(&mut self.numbers).enumerate()
        {
            let gradient: f32 = parts.iter().map(|part| part.numbers[index]).sum();
            *number += size.step(means, gradient, LEAST);
        }
        self.step_rows(&parts, &size, &mut model.rows)?;
        Ok(parts.iter().map(|part| part.loss).sum())
    }

    /// Makes a step of the rows, an equal share of them on each thread.
    fn step_rows(
        &mut self,
        parts: &[Part],
        size: &StepSize,
        rows: &mut [[f32; SUMS]],
    ) -> Result<(), NoThread> {
        let share = rows.len().div_ceil(self.threads);
        let chunks = rows.chunks_mut(share).zip(self.rows.chunks_mut(share));
        let ranges: Vec<_> = chunks
            .enumerate()
            .map(|(index, (rows, means))| {
                let start = index * share;
                Mutex::new(RowRange { start, rows, means })
            })
            .collect();
        let step = |(): &mut (), index: usize| {
            let range = ranges[index].lock();
            range
                .unwrap_or_else(PoisonError::into_inner)
                .step(parts, size);
        };
        results(self.threads, ranges.len(), || (), step)?;
        Ok(())
    }
}

impl RowRange<'_> {
    /// Moves the rows against their gradients, after taking a part of them away.
    fn step(&mut self, parts: &[Part], size: &StepSize) {
        let gradients = self.gradients(parts);
        let rows = self.rows.iter_mut().zip(&mut *self.means).zip(&gradients);
        for ((row, means), gradients) in rows {
            for ((number, means), gradient) in row.iter_mut().zip(means).zip(gradients) {
                *number *= 1.0 - size.length * DECAY;
                *number += size.step(means, *gradient, LEAST_OF_ROWS);
            }
        }
    }

    /// The gradient of each row.
    fn gradients(&self, parts: &[Part]) -> Vec<[f32; SUMS]> {
        let mut gradients = vec![[0.0; SUMS]; self.rows.len()];
        for sample in parts.iter().flat_map(|part| &part.samples) {
            for &row in &sample.rows {
                let place = (row as usize).wrapping_sub(self.start);
                let Some(sums) = gradients.get_mut(place) else {
                    continue;
                };
                for (sum, number) in sums.iter_mut().zip(&sample.of_sums) {
                    *sum += number;
                }
            }
        }
        gradients
    }
}

/// The gradient of the loss of some samples.
fn part(model: &FloatNetwork, samples: &Samples, of: &[&Sample]) -> Part {
    let mut part = Part {
        samples: Vec::with_capacity(of.len()),
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
        part.samples.push(SampleGradient {
            rows: inputs.rows,
            of_sums,
        });
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a step makes of rows of ones, of which some are seen with a gradient of 1.
    fn after_a_step(start: usize, seen: [u32; INSTANCES]) -> Vec<f32> {
        let part = Part {
            samples: vec![SampleGradient {
                rows: seen,
                of_sums: [1.0; SUMS],
            }],
            numbers: Vec::new(),
            loss: 0.0,
        };
        let mut rows = vec![[1.0; SUMS]; 4];
        let mut means = vec![[Means::default(); SUMS]; 4];
        let mut range = RowRange {
            start,
            rows: &mut rows,
            means: &mut means,
        };
        range.step(&[part], &StepSize::new(1, 1.0, 1));
        rows.iter().map(|row| row[SUMS - 1]).collect()
    }

    #[test]
    fn a_step_moves_the_rows_of_its_range_that_were_seen_and_decays_all() {
        let decayed = after_a_step(10, [9; INSTANCES]);
        assert!(decayed[0] < 1.0);
        assert_eq!(decayed[1..], decayed[..3]);
        // The rows before and after the range are not its own.
        let mut seen = [14; INSTANCES];
        seen[0] = 10;
        seen[1] = 13;
        seen[2] = 13;
        let moved = after_a_step(10, seen);
        assert!(moved[0] < decayed[0] && moved[3] < decayed[3]);
        assert_eq!(moved[1..3], decayed[1..3]);
        // A row that was seen twice has twice the gradient, so that the constant in the divisor counts less.
        assert!(moved[3] < moved[0]);
    }
}
