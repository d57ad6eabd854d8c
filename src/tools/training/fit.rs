//! Fits weights to labeled positions by least squares.

use std::path::PathBuf;

use clap::Args;

use super::errors::Errors;
use super::label::{self, Labeled};
use super::options::{EvaluationOptions, MAX_COUNT, differ, within};
use super::regression::{Equation, Equations, FittedWeights, solve};
use crate::base::files::{self, NoThread, results};
use crate::engine::Position;
use crate::engine::eval::{Evaluation, PHASES, WEIGHTS, features, phase};
use crate::tools::run::ToolError;

/// The number of phases in a joint fit, which is the starting point for each of them.
const GROUP: usize = 5;

/// The weight of a position of a neighboring phase.
const NEIGHBOR_WEIGHT: f32 = 0.5;

/// The expected lead in discs at which a position counts half.
const EVEN: f32 = 20.0;

/// The options of `reversi train fit`.
#[derive(Debug, Clone, Args)]
pub struct FitOptions {
    /// Files of labeled positions
    #[arg(value_name = "POSITIONS", required = true)]
    positions: Vec<PathBuf>,

    /// Output weights file (replaced atomically if it exists)
    #[arg(long, value_name = "WEIGHTS")]
    out: PathBuf,

    /// Draw the errors by number of empty squares to FILE, as SVG
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,

    /// Ridge (L2) strength of the joint fit of all phases: a weight with this many occurrences is halved
    #[arg(long, value_name = "TIMES", default_value_t = 16.0, value_parser = within(0.0..=1e30_f32))]
    ridge: f32,

    /// Ridge (L2) strength that ties each phase to the joint fit, or with --warm-start to the initial weights
    #[arg(long, value_name = "TIMES", default_value_t = 64.0, value_parser = within(0.0..=1e30_f32))]
    anchor: f32,

    /// Start from existing weights (--weights, or the built-in ones) instead of zero
    #[arg(long, conflicts_with_all = ["ridge", "zero_weights"])]
    warm_start: bool,

    /// Maximum steps per fit (stops early when held-out error stops falling)
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = within(1..=MAX_COUNT))]
    steps: usize,

    /// The previous weights, whose search statistics are kept
    #[command(flatten)]
    engine: EvaluationOptions,
}

/// Fits weights to labeled positions, and writes them with the search statistics of the previous weights. Phases are
/// fitted in groups, then one by one, tied to the fit of their group or (with `warm_start`) to the previous weights.
/// A fit stops when the error on held-out positions grows. Returns a table of these errors.
pub fn fit(options: &FitOptions) -> Result<String, ToolError> {
    let threads = options.engine.start()?;
    let former = &*Evaluation::global();
    let FitOptions {
        out,
        chart,
        positions: files,
        ..
    } = options;
    differ(out, files.iter().chain(chart))?;
    if let Some(chart) = chart {
        differ(chart, files)?;
    }
    let all = label::read(files)?;
    if all.iter().all(|labeled| labeled.held_out) {
        return Err(ToolError::NoPositions);
    }
    let mut by_phase: Vec<Vec<&Labeled>> = vec![Vec::new(); PHASES];
    for labeled in &all {
        by_phase[phase(labeled.position.empties())].push(labeled);
    }
    let shared = crate::engine::eval::shared();
    let starts = if options.warm_start {
        (0..PHASES).map(|phase| former.weights(phase)).collect()
    } else {
        common(options, &by_phase, &shared, former, threads)?
    };
    let fit_phase = |phase: usize| {
        let parts = with_neighbors(&by_phase, phase);
        let problem = problem(&parts, &shared, former);
        let count = problem.rows.len();
        let solution = solve(problem, &starts[phase], options.anchor, options.steps);
        say(&format!("phase {phase}"), count, &solution);
        solution.weights
    };
    let weights = results(threads, PHASES, || (), |(), phase| fit_phase(phase))?;
    let evaluation = Evaluation::with_weights(former.header(), &weights);
    let held_out: Vec<&Labeled> = all.iter().filter(|labeled| labeled.held_out).collect();
    let errors = errors_of(&evaluation, &held_out);
    let counts = [all.len() - held_out.len(), held_out.len()].map(|count| count as u64);
    let error = errors.within(0, 60).map_or(0.0, |(_, error, _)| error);
    let error = (error * 1000.0).round() / 1000.0;
    let mut header = former.header().clone();
    (header.positions, header.error) = (counts, error);
    files::replace(out, &evaluation.with_header(&header).to_bytes())
        .map_err(ToolError::unwritable(out))?;
    if let Some(path) = chart {
        files::replace(path, errors.chart().as_bytes()).map_err(ToolError::unwritable(path))?;
    }
    Ok(errors.table())
}

/// The positions of a phase, and with less weight the positions of its neighbors.
fn with_neighbors<'a>(
    by_phase: &'a [Vec<&'a Labeled>],
    phase: usize,
) -> Vec<(&'a [&'a Labeled], f32)> {
    let mut parts = vec![(&*by_phase[phase], 1.0)];
    let before = phase.checked_sub(1);
    let after = Some(phase + 1).filter(|&next| next < PHASES);
    for neighbor in before.into_iter().chain(after) {
        parts.push((&*by_phase[neighbor], NEIGHBOR_WEIGHT));
    }
    parts
}

/// The errors of the weights as written: a byte may clip them.
fn errors_of(evaluation: &Evaluation, held_out: &[&Labeled]) -> Errors {
    let weights: Vec<Vec<f32>> = (0..PHASES).map(|phase| evaluation.weights(phase)).collect();
    let mut errors = Errors::new();
    for labeled in held_out {
        let empties = labeled.position.empties();
        let table = &weights[phase(empties)];
        let features = features(labeled.position);
        let values = features.iter().map(|&weight| table[weight as usize]);
        let sum: f32 = values.sum();
        errors.add(empties, f64::from(sum - labeled.score));
    }
    errors
}

/// Fits the phases in groups. Returns the joint weights for each phase.
fn common(
    options: &FitOptions,
    by_phase: &[Vec<&Labeled>],
    shared: &[u32],
    former: &Evaluation,
    threads: usize,
) -> Result<Vec<Vec<f32>>, NoThread> {
    let common = results(
        threads,
        PHASES / GROUP,
        || (),
        |(), group| {
            let range = group * GROUP..(group + 1) * GROUP;
            let parts: Vec<_> = range
                .clone()
                .map(|phase| (&*by_phase[phase], 1.0))
                .collect();
            let problem = problem(&parts, shared, former);
            let count = problem.rows.len();
            let solution = solve(problem, &vec![0.0; WEIGHTS], options.ridge, options.steps);
            let of = format!("phases {} to {} together", range.start, range.end - 1);
            say(&of, count, &solution);
            solution.weights
        },
    )?;
    Ok((0..PHASES)
        .map(|phase| common[phase / GROUP].clone())
        .collect())
}

/// Converts lists of positions, each with a weight factor, to equations.
fn problem(parts: &[(&[&Labeled], f32)], shared: &[u32], former: &Evaluation) -> Equations {
    let mut problem = Equations::default();
    for (index, &(positions, factor)) in parts.iter().enumerate() {
        for labeled in positions {
            // Use neighboring phases for learning only.
            if labeled.held_out && index > 0 && factor < 1.0 {
                continue;
            }
            let features = features(labeled.position).map(|weight| shared[weight as usize]);
            let score = labeled.score;
            let relevance = relevance(former, labeled.position);
            if labeled.held_out {
                problem.tests.push(Equation {
                    features,
                    score,
                    weight: relevance,
                });
            } else {
                // Repeated scores of one position count less than scores of different positions.
                #[expect(clippy::cast_precision_loss, reason = "counts are small")]
                let weight = factor * (labeled.count as f32).sqrt() * relevance;
                problem.rows.push(Equation {
                    features,
                    score,
                    weight,
                });
            }
        }
    }
    problem
}

/// Returns the weight of a position; balanced positions, which decide games, count more. Uses the previous weights,
/// because a weight that depends on the label would favor small labels and bias the evaluation toward zero.
fn relevance(former: &Evaluation, position: Position) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "scores are small")]
    let score = former.evaluate(position, position.legal_moves()) as f32;
    1.0 / (1.0 + (score / EVEN).powi(2))
}

fn say(what: &str, positions: usize, solution: &FittedWeights) {
    let steps = solution.steps;
    let fitted = solution.error;
    let tests = solution.test_error;
    eprintln!(
        "fit: {what}: {positions} positions, {steps} steps, error {fitted:.2}, held out {tests:.2} discs"
    );
}
