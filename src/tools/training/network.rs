//! Fits the network, which corrects the tables at search leaves, to labeled positions.

mod adam;
mod gradient;
mod model;

use std::f32::consts::PI;
use std::path::PathBuf;

use clap::Args;
use rand::{RngExt, SeedableRng};

use super::errors::Errors;
use super::label;
use super::options::{EvaluationOptions, MAX_COUNT, differ, within};
use crate::base::files;
use crate::engine::eval::Evaluation;
use crate::players::{Rng, mix_seed};
use crate::tools::run::ToolError;
use gradient::Descent;
use model::{FloatNetwork, Sample, Samples};

/// The number of positions per step.
const BATCH: usize = 16_384;

/// The part of the steps after which rows are rounded as in the weights file, so that the rest learns to live with it.
const ROUNDED_FROM: f32 = 0.6;

/// The part of the steps in which the length of the steps rises to its maximum.
const WARM_UP: f32 = 0.02;

/// Steps between two messages.
const PERIOD: usize = 250;

/// The options of `reversi train fit-network`.
#[derive(Debug, Clone, Args)]
pub struct FitNetworkOptions {
    /// Files of labeled positions, preferably from `label --leaves`
    #[arg(value_name = "POSITIONS", required = true)]
    positions: Vec<PathBuf>,

    /// Output weights file (replaced atomically if it exists)
    #[arg(long, value_name = "WEIGHTS")]
    out: PathBuf,

    /// Number of steps, of 16,384 positions each
    #[arg(long, value_name = "N", default_value_t = 2500, value_parser = within(1..=MAX_COUNT))]
    steps: usize,

    /// Start with a random network even if the weights have one
    #[arg(long)]
    afresh: bool,

    /// Random seed of the order of positions, and of a random network
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// The weights whose network to fit
    #[command(flatten)]
    engine: EvaluationOptions,
}

/// Fits the network of the weights of this process, or a random one, and writes the weights with it. The tables don't
/// change. Returns a table of the errors on held-out positions, as written.
///
/// Labels are taken relative to the mean error of the tables at each number of empty squares, because `calibrate`
/// corrects leaves for that. Gradient descent with Adam (Kingma and Ba 2015) on Huber's loss.
pub fn fit_network(options: &FitNetworkOptions) -> Result<String, ToolError> {
    let threads = options.engine.start()?;
    let former = &*Evaluation::global();
    differ(&options.out, &options.positions)?;
    let samples = Samples::new(former, &label::read(&options.positions)?);
    if samples.fitted.is_empty() {
        return Err(ToolError::NoPositions);
    }
    let mut rng = Rng::seed_from_u64(mix_seed(options.seed));
    let network = former.network().filter(|_| !options.afresh);
    let mut model = network.map_or_else(
        || FloatNetwork::random(&mut rng),
        |network| FloatNetwork::of(&network),
    );
    let mut descent = Descent::new(threads, &model);
    let mut loss = 0.0;
    for step in 0..options.steps {
        #[expect(clippy::cast_precision_loss, reason = "steps are few")]
        let part = step as f32 / options.steps as f32;
        model.is_rounded = part >= ROUNDED_FROM;
        let batch: Vec<&Sample> = (0..BATCH)
            .map(|_| &samples.fitted[rng.random_range(0..samples.fitted.len())])
            .collect();
        let length = (part / WARM_UP).min(f32::midpoint(1.0, (PI * part).cos()));
        loss += descent.step(&mut model, &samples, &batch, length)?;
        if (step + 1) % PERIOD == 0 {
            #[expect(clippy::cast_precision_loss, reason = "a mean needs few digits")]
            let mean = loss / (PERIOD * BATCH) as f64;
            eprintln!(
                "fit-network: step {} of {}, loss {mean:.3}",
                step + 1,
                options.steps
            );
            loss = 0.0;
        }
    }
    let evaluation = former.with_network(&model.network());
    let model = FloatNetwork {
        is_rounded: true,
        ..model
    };
    let mut errors = Errors::new();
    for sample in &samples.held_out {
        let error = model.correction(&samples, sample) - sample.target;
        errors.add(sample.position.empties(), f64::from(error));
    }
    files::replace(&options.out, &evaluation.to_bytes())
        .map_err(ToolError::unwritable(&options.out))?;
    Ok(errors.table())
}
