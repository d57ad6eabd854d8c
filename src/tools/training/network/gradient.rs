//! A step against the gradient of the loss.

use std::sync::{Mutex, PoisonError};

use super::adam::{Means, StepSize};
use super::model::{FloatNetwork, LARGEST_SUM, PRODUCTS, Sample, Samples};
use super::pattern_rows::{PatternRows, SampleGradient};
use crate::base::files::{NoThread, results};
use crate::engine::eval::{HIDDEN, INPUTS, LAYER, SUMS, pattern_places};

/// The error, in discs, beyond which the loss grows linearly.
const LARGE: f32 = 4.0;

/// Added to the root of the mean square of a number's gradient.
const LEAST: f32 = 1e-7;

/// The number of parts of a batch. Sums must not depend on the number of threads, so this doesn't, either.
const PARTS: usize = 16;

/// Descends along the gradients of batches.
pub struct Descent {
    threads: usize,
    patterns: Vec<PatternRows>,
    numbers: Vec<Means>,
    steps: i32,
}

/// What a part of a batch adds to the gradient.
struct Part {
    samples: Vec<SampleGradient>,
    numbers: Vec<f32>,
    loss: f64,
}

impl Descent {
    /// Begins with a network. With parts, rows learn from others that agree in some of the squares.
    pub fn new(threads: usize, model: &FloatNetwork, has_parts: bool) -> Self {
        let patterns = pattern_places().map(|pattern| {
            let rows = PatternRows::new(&pattern, &model.rows);
            if has_parts {
                rows.with_parts(&pattern)
            } else {
                rows
            }
        });
        Self {
            threads,
            patterns: patterns.collect(),
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
        let gradients: Vec<&SampleGradient> = parts.iter().flat_map(|part| &part.samples).collect();
        self.step_rows(&gradients, &size, &mut model.rows)?;
        Ok(parts.iter().map(|part| part.loss).sum())
    }

    /// Makes a step of the rows, each pattern on one thread.
    fn step_rows(
        &mut self,
        samples: &[&SampleGradient],
        size: &StepSize,
        rows: &mut [[f32; SUMS]],
    ) -> Result<(), NoThread> {
        let mut left = rows;
        let mut work = Vec::new();
        for pattern in &mut self.patterns {
            let (rows, others) = left.split_at_mut(pattern.places.len());
            left = others;
            work.push(Mutex::new((pattern, rows)));
        }
        // The last ones are the largest, and begin first.
        work.reverse();
        let step = |(): &mut (), index: usize| {
            let mut work = work[index].lock().unwrap_or_else(PoisonError::into_inner);
            let (pattern, rows) = &mut *work;
            pattern.step(samples, size, rows);
        };
        results(self.threads, work.len(), || (), step)?;
        Ok(())
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
