//! Fits weights to labelled positions by least squares.

use std::path::PathBuf;

use super::errors::Errors;
use super::positions::{self, Labelled};
use super::regression::{Problem, Solution, solve};
use super::{TrainingError, chart, rows};
use crate::base::files;
use crate::base::files::{NoThread, results};
use crate::engine::Position;
use crate::engine::eval::{Evaluation, PHASES, WEIGHTS, features, phase};

/// The number of phases in a joint fit, which uses all of their positions and is the starting point
/// of each phase.
const GROUP: usize = 5;

/// The weight of a position of a neighbouring phase.
const NEIGHBOUR: f32 = 0.5;

/// The expected lead in discs at which a position counts half.
const EVEN: f32 = 20.0;

/// The settings of a fit.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// Ridge (L2) strength of the joint fit: a weight with this many occurrences is halved.
    pub ridge: f32,
    /// Ridge (L2) strength that ties the weights of a phase to their initial values.
    pub tie: f32,
    /// Whether a phase starts from its former weights instead of the joint fit. The games behind
    /// the former weights are then not needed.
    pub go_on: bool,
    /// The maximum number of steps.
    pub steps: usize,
    /// The output file.
    pub out: PathBuf,
    /// The file for a chart of the errors by empty squares, as SVG.
    pub chart: Option<PathBuf>,
}

/// Fits weights to files of labelled positions, and writes them with the search statistics of the
/// `former` weights. Reports progress on standard error.
///
/// Phases are first fitted in groups, then one by one, tied to the fit of their group or (with
/// `go_on`) to the former weights. Steps end when the error on held-out positions grows.
///
/// # Errors
/// If a file can't be read or is damaged, there are no positions, or a file can't be written or
/// would replace an input.
pub fn fit(
    how: &Fit,
    files: &[PathBuf],
    former: &Evaluation,
    threads: usize,
) -> Result<Errors, TrainingError> {
    let chart = how.chart.as_deref();
    rows::differ(&how.out, files.iter().map(PathBuf::as_path).chain(chart))?;
    if let Some(chart) = chart {
        rows::differ(chart, files.iter().map(PathBuf::as_path))?;
    }
    let all = positions::read(files)?;
    if all.iter().all(|labelled| labelled.held_out) {
        return Err(TrainingError::NoPositions);
    }
    let mut by_phase: Vec<Vec<&Labelled>> = vec![Vec::new(); PHASES];
    for labelled in &all {
        by_phase[phase(labelled.position.empties())].push(labelled);
    }
    let shared = crate::engine::eval::shared();
    let starts = if how.go_on {
        (0..PHASES).map(|phase| former.weights(phase)).collect()
    } else {
        common(how, &by_phase, &shared, former, threads)?
    };
    let weights = results(
        threads,
        PHASES,
        || (),
        |(), phase| {
            let mut parts = vec![(&*by_phase[phase], 1.0)];
            let others = [phase.checked_sub(1), Some(phase + 1).filter(|&next| next < PHASES)];
            for other in others.into_iter().flatten() {
                parts.push((&*by_phase[other], NEIGHBOUR));
            }
            let problem = problem(&parts, &shared, former);
            let solution = solve(&problem, &starts[phase], how.tie, how.steps);
            say(&format!("phase {phase}"), &problem, &solution);
            solution.weights
        },
    )?;
    let evaluation = Evaluation::with_weights(former.header(), &weights);
    // Of the weights as they are written: bytes can be too small for them.
    let weights: Vec<Vec<f32>> = (0..PHASES).map(|phase| evaluation.weights(phase)).collect();
    let held_out: Vec<&Labelled> = all.iter().filter(|labelled| labelled.held_out).collect();
    let mut errors = Errors::new();
    for labelled in &held_out {
        let empties = labelled.position.empties();
        let table = &weights[phase(empties)];
        let sum: f32 =
            features(labelled.position).iter().map(|&weight| table[weight as usize]).sum();
        errors.add(empties, f64::from(sum - labelled.score));
    }
    let counts = [all.len() - held_out.len(), held_out.len()].map(|count| count as u64);
    let error = errors.within(0, 60).map_or(0.0, |(_, error, _)| error);
    let error = (error * 1000.0).round() / 1000.0;
    let mut header = former.header().clone();
    (header.positions, header.error) = (counts, error);
    files::replace(&how.out, &evaluation.with_header(&header).to_bytes())
        .map_err(TrainingError::unwritable(&how.out))?;
    if let Some(path) = &how.chart {
        files::replace(path, chart::errors(&errors).as_bytes())
            .map_err(TrainingError::unwritable(path))?;
    }
    Ok(errors)
}

/// For each phase the weights that phases near it have in common.
fn common(
    how: &Fit,
    by_phase: &[Vec<&Labelled>],
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
            let parts: Vec<_> = range.clone().map(|phase| (&*by_phase[phase], 1.0)).collect();
            let problem = problem(&parts, shared, former);
            let solution = solve(&problem, &vec![0.0; WEIGHTS], how.ridge, how.steps);
            let of = format!("phases {} to {} together", range.start, range.end - 1);
            say(&of, &problem, &solution);
            solution.weights
        },
    )?;
    Ok((0..PHASES).map(|phase| common[phase / GROUP].clone()).collect())
}

/// Lists of positions with what each counts, as equations.
fn problem(parts: &[(&[&Labelled], f32)], shared: &[u32], former: &Evaluation) -> Problem {
    let mut problem = Problem::default();
    for (index, &(positions, factor)) in parts.iter().enumerate() {
        for labelled in positions {
            // Neighbours are for learning only.
            if labelled.held_out && index > 0 && factor < 1.0 {
                continue;
            }
            let row = features(labelled.position).map(|weight| shared[weight as usize]);
            let relevance = relevance(former, labelled.position);
            if labelled.held_out {
                problem.tests.add(&row, labelled.score, relevance);
            } else {
                // Many scores of one position are not as good as those of many.
                #[expect(clippy::cast_precision_loss, reason = "counts are small")]
                let weight = factor * (labelled.count as f32).sqrt() * relevance;
                problem.rows.add(&row, labelled.score, weight);
            }
        }
    }
    problem
}

/// The weight of a position: balanced ones decide games. It depends on the former weights, because
/// weights that depend on the labels would favour small ones and bias the evaluation towards zero.
fn relevance(former: &Evaluation, position: Position) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "scores are small")]
    let score = former.evaluate(position, position.legal_moves()) as f32;
    1.0 / (1.0 + (score / EVEN).powi(2))
}

fn say(what: &str, problem: &Problem, solution: &Solution) {
    let (count, steps) = (problem.rows.len(), solution.steps);
    let (fitted, tests) = (solution.error, solution.test_error);
    eprintln!(
        "fit: {what}: {count} positions, {steps} steps, error {fitted:.2}, held out {tests:.2} discs"
    );
}
