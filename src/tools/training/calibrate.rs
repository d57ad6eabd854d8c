//! Calibrates the scores of all phases to one scale.
//!
//! Labels far from the end are biased toward zero, because they are partly an uncertain expectation. At odd numbers
//! of empty squares, they are also biased against the side to move: players who err lose most with the last move.
//! Therefore the weights of each phase, from the end of the game to the start, are scaled to the results of searches
//! that end in calibrated phases, and a constant is added for odd and for even numbers of empty squares.
//! [`HorizonBias`] corrects the bias of these searches. It alone is measured again for weights with a network.

mod leaves;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use super::label::{self, Labeled};
use super::options::{EvaluationOptions, differ};
use crate::base::files::{self, NoThread, results};
use crate::engine::eval::{COUNTS, Evaluation, PHASES, parity_weights, phase};
use crate::engine::{Engine, Limits, Position, Selectivity};
use crate::tools::run::ToolError;
use leaves::HorizonBias;

/// The number of searched positions per phase.
const POSITIONS: usize = 1000;

/// The number of phases calibrated by the same searches, whose `DEPTH` reaches beyond them.
const BLOCK: usize = 4;
const DEPTH: u32 = 10;

/// The number of empty squares from which searches reach the end of the game.
const EXACT_FROM: u32 = 20;

const FACTORS: [f64; 2] = [0.7, 1.6];

/// The regularization of the constants: the number of additional positions with constant 0.
const DOUBT: f64 = 30.0;

/// The number of rounds in which factors and constants are fitted alternately.
const ROUNDS: usize = 5;

/// The number of empty squares from which all scores are exact.
const SURE_FROM: u32 = 14;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Calibration {
    factor: f32,
    /// The constants added after scaling, in discs, for even and odd numbers of empty squares.
    constants: [f32; 2],
}

impl Calibration {
    const NONE: Self = Self {
        factor: 1.0,
        constants: [0.0; 2],
    };

    fn apply(self, weights: &mut [f32]) {
        for weight in weights.iter_mut() {
            *weight *= self.factor;
        }
        for (constant, is_odd) in self.constants.into_iter().zip([false, true]) {
            parity_weights(is_odd).for_each(|index| weights[index] += constant);
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
struct Calibrated {
    phases: Vec<Calibration>,
    /// The correction at the search horizon, in discs, by number of empty squares.
    leaves: Vec<f32>,
}

/// The options of `reversi train calibrate`.
#[derive(Debug, Clone, Args)]
pub struct CalibrateOptions {
    /// Labeled position files (held-out positions are not used)
    #[arg(value_name = "POSITIONS", required = true)]
    positions: Vec<PathBuf>,

    /// Output file for the weights, possibly the input; an existing one is replaced atomically
    #[arg(long, value_name = "WEIGHTS")]
    out: PathBuf,

    /// The weights to calibrate
    #[command(flatten)]
    engine: EvaluationOptions,
}

/// Calibrates the weights of this process. Returns a table of the calibrations.
pub fn calibrate(options: &CalibrateOptions) -> Result<String, ToolError> {
    let threads = options.engine.start()?;
    let files = &options.positions;
    let out = &options.out;
    calibrated(files, &Evaluation::global(), threads, out).map(|calibrated| table(&calibrated))
}

fn table(calibrated: &Calibrated) -> String {
    let Calibrated { phases, leaves } = calibrated;
    let rows = phases
        .iter()
        .enumerate()
        .map(|(phase, Calibration { factor, constants })| {
            let [even, odd] = constants;
            let most = 60 - 2 * phase;
            let leaves = [0, 1].map(|less| leaves[most.saturating_sub(less)]);
            format!(
                "{phase:5} {factor:12.3} {even:+5.2} {odd:+5.2}   {:+4.1} {:+4.1}\n",
                leaves[0], leaves[1]
            )
        });
    "phase stretched by  even   odd   at leaves: even, odd\n".to_owned() + &rows.collect::<String>()
}

fn calibrated(
    files: &[PathBuf],
    evaluation: &Evaluation,
    threads: usize,
    out: &Path,
) -> Result<Calibrated, ToolError> {
    differ(out, files)?;
    let all = label::read(files)?;
    let mut by_phase: Vec<Vec<&Labeled>> = vec![Vec::new(); PHASES];
    let mut by_empties: Vec<Vec<&Labeled>> = vec![Vec::new(); COUNTS];
    for labeled in all.iter().filter(|labeled| !labeled.held_out) {
        let empties = labeled.position.empties();
        by_phase[phase(empties)].push(labeled);
        by_empties[empties as usize].push(labeled);
    }
    // A network is fitted to its tables, so these stay.
    let has_network = evaluation.has_network();
    let mut header = evaluation.header().clone();
    header.leaves = vec![0.0; COUNTS];
    let mut weights: Vec<Vec<f32>> = (0..PHASES).map(|phase| evaluation.weights(phase)).collect();
    let mut done = vec![Calibration::NONE; PHASES];
    let mut leaves = HorizonBias::new();
    let mut evaluation = Arc::new(evaluation.with_header(&header));
    let sure = phase(SURE_FROM);
    let mut end = PHASES;
    while end > 0 {
        let block = if end > sure {
            sure..end
        } else {
            end.saturating_sub(BLOCK)..end
        };
        if end <= sure && !has_network {
            let compared = compare(&evaluation, &by_phase, &block, threads)?;
            for (phase, calibration) in block.clone().zip(nearest(&compared, block.len())) {
                done[phase] = calibration;
                calibration.apply(&mut weights[phase]);
            }
            if done[block.clone()]
                .iter()
                .any(|&calibration| calibration != Calibration::NONE)
            {
                evaluation = Arc::new(Evaluation::with_weights(&header, &weights));
            }
        }
        for empties in (1..COUNTS).filter(|&empties| block.contains(&phase_of(empties))) {
            leaves.measure(&evaluation, &by_empties, empties, threads)?;
            header.leaves = leaves.smoothed();
            evaluation = Arc::new(evaluation.with_header(&header));
        }
        eprintln!(
            "calibrate: phases {} to {} of {PHASES} are done",
            block.start,
            block.end - 1
        );
        end = block.start;
    }
    files::replace(out, &evaluation.to_bytes()).map_err(ToolError::unwritable(out))?;
    Ok(Calibrated {
        phases: done,
        leaves: header.leaves,
    })
}

fn phase_of(empties: usize) -> usize {
    phase(u32::try_from(empties).unwrap_or(u32::MAX))
}

/// The evaluation of a position (`seems`), and its score by a search (`found`).
struct Comparison {
    /// The index of the phase in the block.
    phase: usize,
    is_odd: bool,
    seems: f64,
    found: f64,
}

fn compare(
    evaluation: &Arc<Evaluation>,
    by_phase: &[Vec<&Labeled>],
    block: &Range<usize>,
    threads: usize,
) -> Result<Vec<Comparison>, NoThread> {
    let chosen: Vec<(usize, &Labeled)> = block
        .clone()
        .flat_map(|phase| {
            let step = (by_phase[phase].len() / POSITIONS).max(1);
            let spread = by_phase[phase].iter().step_by(step).take(POSITIONS);
            spread.map(move |labeled| (phase, *labeled))
        })
        .collect();
    results(
        threads,
        chosen.len(),
        || engine(evaluation),
        |engine, task| {
            let (phase, labeled) = chosen[task];
            let position = labeled.position;
            Comparison {
                phase: phase - block.start,
                is_odd: position.empties() % 2 == 1,
                seems: evaluation.evaluate(position, position.legal_moves()).into(),
                found: found(engine, position),
            }
        },
    )
}

fn engine(evaluation: &Arc<Evaluation>) -> Engine {
    Engine::new(16, 1).with_evaluation(Arc::clone(evaluation))
}

/// Returns the search score of a position, almost exact near the end of the game.
fn found(engine: &mut Engine, position: Position) -> f64 {
    let limits = Limits {
        depth: DEPTH,
        exact_from: EXACT_FROM,
        end_selectivity: Selectivity::ALL[3],
        ..Limits::default()
    };
    let ([before, at_last], to_the_end) = search(engine, position, &limits);
    // The last mover picks the most favorable error. Averaging two depths, one for each side, cancels this bias.
    if to_the_end {
        at_last
    } else {
        f64::midpoint(before, at_last)
    }
}

/// Returns the score of a `plies`-ply search.
fn after(engine: &mut Engine, position: Position, plies: usize) -> f64 {
    let depth = u32::try_from(plies).unwrap_or(u32::MAX);
    let limits = Limits {
        depth,
        exact_from: 0,
        ..Limits::default()
    };
    let ([_, at_last], _) = search(engine, position, &limits);
    at_last
}

/// Returns the scores of the last two depths, and whether the last one reached the end of the game.
fn search(engine: &mut Engine, position: Position, limits: &Limits) -> ([f64; 2], bool) {
    // Results depend on the contents of the table.
    engine.clear();
    let mut scores = [0.0; 2];
    let last = engine.search_with(position, limits, &AtomicBool::new(false), &mut |found| {
        scores = [scores[1], found.score().into()];
    });
    (scores, last.to_the_end)
}

/// Fits the factors and constants of a block to the searches, by least squares. All its phases share the constants.
/// Phases without positions are unchanged.
fn nearest(compared: &[Comparison], phases: usize) -> Vec<Calibration> {
    let mut factors = vec![1.0; phases];
    let mut constants = [0.0; 2];
    for _ in 0..ROUNDS {
        for (phase, factor) in factors.iter_mut().enumerate() {
            let mut products = 0.0;
            let mut squares = 0.0;
            for one in compared.iter().filter(|one| one.phase == phase) {
                products += one.seems * (one.found - constants[usize::from(one.is_odd)]);
                squares += one.seems * one.seems;
            }
            let [least, most] = FACTORS;
            *factor = if squares > 0.0 {
                (products / squares).clamp(least, most)
            } else {
                1.0
            };
        }
        for (constant, is_odd) in constants.iter_mut().zip([false, true]) {
            let mut off = 0.0;
            let mut count = DOUBT;
            for one in compared.iter().filter(|one| one.is_odd == is_odd) {
                off += one.found - factors[one.phase] * one.seems;
                count += 1.0;
            }
            *constant = off / count;
        }
    }
    let has_any = |phase| compared.iter().any(|one| one.phase == phase);
    #[expect(clippy::cast_possible_truncation, reason = "weights need few digits")]
    let calibration = |(phase, factor)| Calibration {
        factor: factor as f32,
        constants: if has_any(phase) {
            constants.map(|constant| constant as f32)
        } else {
            [0.0; 2]
        },
    };
    factors.into_iter().enumerate().map(calibration).collect()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::fs;

    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::engine::eval::{FEATURES, WEIGHTS, features};
    use crate::engine::{Position, squares};
    use crate::players::Rng;

    fn positions() -> String {
        let mut rng = Rng::seed_from_u64(3);
        let mut rows = "{\"reversi\":\"positions\",\"version\":1,\"all\":24}\n".to_owned();
        while rows.lines().count() < 25 {
            let mut position = Position::START;
            while position.empties() > 15 {
                let moves: Vec<u32> = squares(position.legal_moves()).collect();
                let Some(&square) = moves.get(rng.random_range(0..moves.len().max(1))) else {
                    break;
                };
                position = position.after(square);
                if position.empties() <= 16 && position.legal_moves() != 0 {
                    let row = Labeled {
                        position,
                        score: 0.0,
                        count: 1,
                        held_out: false,
                    };
                    let _ = writeln!(rows, "{row}");
                }
            }
        }
        rows
    }

    #[test]
    fn factors_and_constants_are_found_and_put_into_the_weights() {
        let mut compared = Vec::new();
        for number in 0..4000_u16 {
            let (phase, is_odd) = (usize::from(number % 2), number / 2 % 2 == 1);
            let seems = f64::from(number % 41) - 20.0;
            let [factor, constant] = [[1.2, 0.9][phase], if is_odd { 2.0 } else { -0.5 }];
            compared.push(Comparison {
                phase,
                is_odd,
                seems,
                found: factor * seems + constant,
            });
        }
        let [first, second, none] = nearest(&compared, 3).try_into().unwrap();
        assert!((first.factor - 1.2).abs() < 0.01 && (second.factor - 0.9).abs() < 0.01);
        assert!((first.constants[0] + 0.5).abs() < 0.05 && (first.constants[1] - 2.0).abs() < 0.05);
        assert_eq!(
            (first.constants, none),
            (second.constants, Calibration::NONE)
        );

        let mut rng = Rng::seed_from_u64(5);
        for empties in 1..60 {
            let position = Position::by_chance(empties, |count| rng.random_range(0..count));
            let mut weights = vec![1.0; WEIGHTS];
            first.apply(&mut weights);
            let sum: f32 = features(position)
                .iter()
                .map(|&index| weights[index as usize])
                .sum();
            let constant = first.constants[usize::from(empties % 2 == 1)];
            #[expect(clippy::cast_precision_loss, reason = "there are few")]
            let expected = first.factor * FEATURES as f32 + constant;
            assert!((sum - expected).abs() < 0.01, "{empties}: {sum} {expected}");
        }
    }

    #[test]
    fn weights_that_are_too_small_are_stretched_to_what_searches_find() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("positions"), positions()).unwrap();
        let usual = Evaluation::global();
        let halves: Vec<Vec<f32>> = (0..PHASES)
            .map(|phase| {
                usual
                    .weights(phase)
                    .iter()
                    .map(|weight| weight / 2.0)
                    .collect()
            })
            .collect();
        let small = Evaluation::with_weights(usual.header(), &halves);
        let files = [path("positions")];
        let calibrated = |evaluation, threads, name| {
            let done = super::calibrated(&files, evaluation, threads, &path(name)).unwrap();
            (done, fs::read(path(name)).unwrap())
        };
        let (of_small, written) = calibrated(&small, 1, "small");
        let (of_usual, _) = calibrated(&usual, 1, "usual");
        let there = phase(15);
        let [factor_of_usual, factor_of_small] =
            [&of_usual, &of_small].map(|done| done.phases[there].factor);
        assert!(
            factor_of_usual < 1.3 && factor_of_small > 1.3,
            "{of_usual:?} {of_small:?}"
        );
        // Phases without positions and phases with exact scores are unchanged.
        assert!(
            (0..PHASES).all(|phase| phase == there || of_small.phases[phase] == Calibration::NONE),
            "{of_small:?}"
        );
        let written_evaluation = Evaluation::from_bytes(&written).unwrap();
        assert_eq!(written_evaluation.header().leaves, of_small.leaves);
        assert!(
            of_small.leaves[30..].iter().all(|&discs| discs == 0.0),
            "{of_small:?}"
        );
        let written_weights = written_evaluation.weights(there);
        let size = |weights: &[f32]| weights.iter().map(|weight| weight.abs()).sum::<f32>();
        assert!(size(&written_weights) > 1.2 * size(&halves[there]));
        assert_eq!(calibrated(&small, 2, "again"), (of_small, written));
    }
}
