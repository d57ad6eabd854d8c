//! Fits the weights of the evaluation: plays games with the engine as it is, and finds the weights
//! whose sums come nearest to the scores that the games ended with.
//!
//! `cargo run --release --example fit_evaluation -- 20000 1 > weights.rs` plays that many games with
//! this seed, and writes a new src/engine/eval/weights.rs. How far the fitted evaluation is off, in
//! games that were not fitted, goes to standard error. Doing it again with the new weights plays
//! better games; it converges after two or three times.

use std::sync::atomic::AtomicBool;

use rand::{RngExt, SeedableRng};
use reversi::engine::eval::{FEATURES, KNOT_DISTANCE, KNOTS, SCALE, evaluate, features};
use reversi::engine::{Engine, Limits, Position, squares};
use reversi::players::Rng;

/// How many numbers are fitted.
const UNKNOWNS: usize = FEATURES * KNOTS;

/// Plies that the engine looks ahead in a game, and from where it plays perfectly.
const PLAY: Limits = Limits {
    depth: 5,
    exact_from: 14,
    selectivity: reversi::engine::Selectivity::LEAST_SURE,
    end_selectivity: reversi::engine::Selectivity::FULL,
    time: None,
    nodes: None,
    lines: 1,
    only_outcome: false,
};

/// A position with the score that play led to.
struct Sample {
    position: Position,
    score: i32,
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let mut next = |usual| arguments.next().map_or(Ok(usual), |number| number);
    let (Ok(games), Ok(seed)) = (next(20_000), next(1)) else {
        eprintln!("give the number of games and the seed");
        std::process::exit(2);
    };
    let mut rng = Rng::seed_from_u64(seed);
    let mut engine = Engine::new(16, 1);
    let mut equations = vec![[0.0; UNKNOWNS + 1]; UNKNOWNS];
    let mut held_out = Vec::new();
    for game in 0..games {
        let samples = play(&mut engine, &mut rng);
        if game % 10 == 9 {
            held_out.extend(samples);
        } else {
            for sample in &samples {
                add(&mut equations, sample);
            }
        }
        if game % 1000 == 999 {
            eprintln!("{} of {games} games", game + 1);
        }
    }
    let solution = solve(equations);
    report(&held_out, &solution);
    write(&solution);
}

/// A game whose first moves are chance, and then the engine's; the positions from the last chance
/// move on, with the score at the end.
fn play(engine: &mut Engine, rng: &mut Rng) -> Vec<Sample> {
    let never = AtomicBool::new(false);
    let by_chance = rng.random_range(1..=54);
    let chance_of_chance = f64::from(rng.random_range(2..=10)) / 10.0;
    let mut position = Position::START;
    let mut sign = 1;
    let mut seen = Vec::new();
    for ply in 0.. {
        let mut moves = position.legal_moves();
        if moves == 0 {
            (position, sign) = (position.passed(), -sign);
            moves = position.legal_moves();
            if moves == 0 {
                break;
            }
        }
        if ply >= by_chance {
            seen.push((position, sign));
        }
        let square = if ply < by_chance && rng.random_bool(chance_of_chance) {
            let choice: Vec<u32> = squares(moves).collect();
            choice[rng.random_range(0..choice.len())]
        } else {
            let limits =
                if ply < by_chance { Limits { depth: 1, exact_from: 0, ..PLAY } } else { PLAY };
            let Some(best) = engine.search(position, &limits, &never, &mut |_| ()).best() else {
                break;
            };
            best
        };
        position = position.after(square);
        sign = -sign;
    }
    let end = engine.search(position, &Limits::default(), &never, &mut |_| ()).score();
    let score = |of: i32| sign * of * end;
    seen.into_iter().map(|(position, of)| Sample { position, score: score(of) }).collect()
}

/// The row of the equations for a position: each feature shared between the two knots around it.
fn row(position: Position) -> [f64; UNKNOWNS] {
    let empties = position.empties();
    let distance = u32::try_from(KNOT_DISTANCE).unwrap_or(u32::MAX);
    let knot = ((empties / distance) as usize).min(KNOTS - 2);
    let between = empties - distance * u32::try_from(knot).unwrap_or(0);
    let upper = f64::from(between) / f64::from(distance);
    let mut row = [0.0; UNKNOWNS];
    for (index, feature) in features(position, position.legal_moves()).into_iter().enumerate() {
        row[knot * FEATURES + index] = (1.0 - upper) * f64::from(feature);
        row[(knot + 1) * FEATURES + index] = upper * f64::from(feature);
    }
    row
}

/// Adds a position to the normal equations.
fn add(equations: &mut [[f64; UNKNOWNS + 1]], sample: &Sample) {
    let row = row(sample.position);
    let used: Vec<usize> = (0..UNKNOWNS).filter(|&index| row[index] != 0.0).collect();
    for &one in &used {
        for &other in &used {
            equations[one][other] += row[one] * row[other];
        }
        equations[one][UNKNOWNS] += row[one] * f64::from(sample.score);
    }
}

/// Solves the normal equations by elimination. A little ridge keeps what never occurs at zero.
fn solve(mut equations: Vec<[f64; UNKNOWNS + 1]>) -> Vec<f64> {
    for (index, equation) in equations.iter_mut().enumerate() {
        equation[index] += 30.0;
    }
    for pivot in 0..UNKNOWNS {
        let best = (pivot..UNKNOWNS)
            .max_by(|&a, &b| equations[a][pivot].abs().total_cmp(&equations[b][pivot].abs()))
            .unwrap_or(pivot);
        equations.swap(pivot, best);
        let by = equations[pivot];
        for (index, equation) in equations.iter_mut().enumerate() {
            if index != pivot {
                let factor = equation[pivot] / by[pivot];
                for (value, of) in equation.iter_mut().zip(by) {
                    *value -= factor * of;
                }
            }
        }
    }
    (0..UNKNOWNS).map(|index| equations[index][UNKNOWNS] / equations[index][index]).collect()
}

/// How far the evaluations, the former and the fitted one, are off on average in held-out games.
fn report(samples: &[Sample], solution: &[f64]) {
    eprintln!("empties  positions  error before  error now  (discs, mean absolute)");
    for from in (0..60).step_by(6) {
        let (mut count, mut before, mut now) = (0_u32, 0.0, 0.0);
        for Sample { position, score } in samples {
            let empties = position.empties();
            if !(from..from + 6).contains(&empties) {
                continue;
            }
            let fitted: f64 = row(*position).iter().zip(solution).map(|(a, b)| a * b).sum();
            count += 1;
            before += f64::from((evaluate(*position, position.legal_moves()) - score).abs());
            now += (fitted - f64::from(*score)).abs();
        }
        let mean = |sum: f64| sum / f64::from(count.max(1));
        eprintln!("{from:2} - {:2}  {count:9}  {:12.2}  {:9.2}", from + 5, mean(before), mean(now));
    }
}

fn write(solution: &[f64]) {
    println!("//! The weights of the evaluation, made by `examples/fit_evaluation.rs`.\n");
    println!("use super::{{FEATURES, KNOTS}};\n");
    println!("/// For each knot the weight of each feature, in 256ths of a disc.");
    println!("pub(super) const WEIGHTS: [[i32; FEATURES]; KNOTS] = [");
    for knot in solution.chunks(FEATURES) {
        let weights: Vec<String> =
            knot.iter().map(|weight| format!("{:.0}", weight * f64::from(SCALE))).collect();
        println!("    [{}],", weights.join(", "));
    }
    println!("];");
}
