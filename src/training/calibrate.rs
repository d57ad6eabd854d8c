//! Brings the scores of all phases to one scale.
//!
//! Scores that games give to positions far from the end lean to zero: part of them is what an
//! evaluation expected that was not sure itself. So, from the end of the game to its start, the
//! weights of a phase are stretched to what searches find that end in phases which are right already.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::ordered::results;
use super::positions::{self, Labelled};
use super::{TrainingError, rows};
use crate::engine::eval::{Evaluation, PHASES, phase};
use crate::engine::{Engine, Limits, Selectivity};

/// How many positions of a phase are searched.
const POSITIONS: usize = 300;

/// How many phases are stretched by the same searches; these look further ahead than that.
const BLOCK: usize = 4;
const DEPTH: u32 = 10;

/// With so many empty squares or fewer they go to the end of the game.
const EXACT_FROM: u32 = 20;

/// No phase is stretched more, or less.
const FACTORS: [f32; 2] = [0.7, 1.6];

/// From so many empty squares on all scores are exact, whatever has labelled them.
const SURE_FROM: u32 = 14;

/// Stretches the weights of each phase to what searches of positions in labelled files find, and
/// writes them; returns the factor of each phase.
///
/// # Errors
/// When a file can't be read or is damaged, or the weights can't be written.
pub fn calibrate(
    files: &[PathBuf],
    evaluation: &Evaluation,
    threads: usize,
    out: &Path,
) -> Result<Vec<f32>, TrainingError> {
    let all = positions::read(files)?;
    let mut by_phase: Vec<Vec<&Labelled>> = vec![Vec::new(); PHASES];
    for labelled in all.iter().filter(|labelled| !labelled.held_out) {
        by_phase[phase(labelled.position.empties())].push(labelled);
    }
    let header = evaluation.header();
    let mut weights: Vec<Vec<f32>> = (0..PHASES).map(|phase| evaluation.weights(phase)).collect();
    let mut stretched = vec![1.0; PHASES];
    let mut end = phase(SURE_FROM);
    while end > 0 {
        let block = end.saturating_sub(BLOCK)..end;
        let evaluation = Arc::new(Evaluation::with_weights(header, &weights));
        for (phase, factor) in block.clone().zip(factors(&evaluation, &by_phase, &block, threads)) {
            stretched[phase] = factor;
            for weight in &mut weights[phase] {
                *weight *= factor;
            }
        }
        eprintln!("calibrate: phases {} to {} of {PHASES} are done", block.start, block.end - 1);
        end = block.start;
    }
    rows::replace(out, &Evaluation::with_weights(header, &weights).to_bytes())?;
    Ok(stretched)
}

fn factors(
    evaluation: &Arc<Evaluation>,
    by_phase: &[Vec<&Labelled>],
    block: &Range<usize>,
    threads: usize,
) -> Vec<f32> {
    let chosen: Vec<(usize, &Labelled)> = block
        .clone()
        .flat_map(|phase| {
            let step = (by_phase[phase].len() / POSITIONS).max(1);
            let spread = by_phase[phase].iter().step_by(step).take(POSITIONS);
            spread.map(move |labelled| (phase, *labelled))
        })
        .collect();
    let scores = results(
        threads,
        chosen.len(),
        || Engine::new(16, 1).with_evaluation(Arc::clone(evaluation)),
        |engine, task| {
            let position = chosen[task].1.position;
            let limits = Limits {
                depth: DEPTH,
                exact_from: EXACT_FROM,
                end_selectivity: Selectivity::ALL[3],
                ..Limits::default()
            };
            // What is found depends on what the table holds.
            engine.clear();
            let found = engine.search(position, &limits, &AtomicBool::new(false), &mut |_| ());
            (evaluation.evaluate(position, position.legal_moves()), found.score())
        },
    );
    // For each phase the products of what seems and what is found, and the squares of what seems.
    let mut sums = vec![(0.0, 0.0); block.len()];
    for ((phase, _), (seems, found)) in chosen.iter().zip(scores) {
        let sum = &mut sums[phase - block.start];
        sum.0 += f64::from(seems * found);
        sum.1 += f64::from(seems * seems);
    }
    let [least, most] = FACTORS;
    sums.into_iter()
        .map(|(products, squares)| {
            #[expect(clippy::cast_possible_truncation, reason = "a factor needs few digits")]
            let factor = (products / squares) as f32;
            // Where there are no positions there is nothing to stretch.
            if squares > 0.0 { factor.clamp(least, most) } else { 1.0 }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::fs;

    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::engine::{Position, squares};
    use crate::players::Rng;

    /// Positions with 15 and 16 empty squares of games by chance.
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
                    let row = Labelled { position, score: 0.0, count: 1, held_out: false };
                    let _ = writeln!(rows, "{row}");
                }
            }
        }
        rows
    }

    #[test]
    fn weights_that_are_too_small_are_stretched_to_what_searches_find() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("positions"), positions()).unwrap();
        let usual = Evaluation::usual();
        let halves: Vec<Vec<f32>> = (0..PHASES)
            .map(|phase| usual.weights(phase).iter().map(|weight| weight / 2.0).collect())
            .collect();
        let small = Evaluation::with_weights(usual.header(), &halves);
        let files = [path("positions")];
        let factors = |evaluation, threads, name| {
            let factors = calibrate(&files, evaluation, threads, &path(name)).unwrap();
            (factors, fs::read(path(name)).unwrap())
        };
        let (of_small, written) = factors(&small, 1, "small");
        let (of_usual, _) = factors(&usual, 1, "usual");
        let there = phase(15);
        assert!(of_usual[there] < 1.3 && of_small[there] > 1.3, "{of_usual:?} {of_small:?}");
        // Phases without positions, and those whose scores are exact, stay as they are.
        assert!(
            (0..PHASES).all(|phase| phase == there || (of_small[phase] - 1.0).abs() < 1e-6),
            "{of_small:?}"
        );
        let written_weights = Evaluation::from_bytes(&written).unwrap().weights(there);
        let size = |weights: &[f32]| weights.iter().map(|weight| weight.abs()).sum::<f32>();
        assert!(size(&written_weights) > 1.2 * size(&halves[there]));
        assert_eq!(factors(&small, 2, "again"), (of_small, written));
    }
}
