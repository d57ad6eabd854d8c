//! Measures how far the scores of shallow searches are from those of deep ones, for the model of
//! `ProbCut`: standard deviations by empty squares, deep and shallow depth.
//!
//! `cargo run --release --example fit_probcut -- 500 1` measures in so many positions of each number
//! of empty squares, from games of this seed. The first table is of searches in the midgame; in the
//! second the deep search goes to the end of the game. Below each is the product of powers nearest to
//! it, which `src/engine/probcut.rs` uses.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use rand::{RngExt, SeedableRng};
use reversi::engine::eval::evaluate;
use reversi::engine::{Engine, Limits, Position, Selectivity, squares};
use reversi::players::Rng;

/// The deepest search in the midgame, and the one with most empty squares to the end.
const DEEPEST: u32 = 10;
const FURTHEST: u32 = 20;

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let mut next = |usual| arguments.next().map_or(Ok(usual), |number| number);
    let (Ok(count), Ok(seed)) = (next(300), next(1)) else {
        eprintln!("give the number of positions and the seed");
        std::process::exit(2);
    };
    let mut rng = Rng::seed_from_u64(seed);
    let mut engine = Engine::new(64, 1);
    let (mut midgame, mut end) = (Errors::default(), Errors::default());
    for empties in (8..=56).step_by(4) {
        for _ in 0..count {
            let position = random_position(&mut engine, &mut rng, empties);
            let mut score = |depth: u32, exact_from: u32| {
                if depth == 0 {
                    return evaluate(position, position.legal_moves());
                }
                let limits = Limits {
                    depth,
                    exact_from,
                    selectivity: Selectivity::FULL,
                    ..Limits::default()
                };
                engine.search(position, &limits, &AtomicBool::new(false), &mut |_| ()).score()
            };
            let deepest = DEEPEST.min(empties - 1);
            let scores: Vec<i32> = (0..=deepest).map(|depth| score(depth, 0)).collect();
            for deep in 1..=deepest {
                for shallow in 0..deep {
                    let error = scores[deep as usize] - scores[shallow as usize];
                    midgame.add([empties, deep, shallow], error);
                }
            }
            if empties <= FURTHEST {
                let exact = score(empties, empties);
                for shallow in 0..=deepest {
                    end.add([empties, empties, shallow], exact - scores[shallow as usize]);
                }
            }
        }
        eprintln!("{empties} empty squares done");
    }
    println!("midgame");
    midgame.report();
    println!("to the end");
    end.report();
}

/// A position that the engine would come to after some moves of chance.
fn random_position(engine: &mut Engine, rng: &mut Rng, empties: u32) -> Position {
    let limits = Limits { depth: 3, exact_from: 0, ..Limits::default() };
    'game: loop {
        let mut position = Position::START;
        while position.empties() > empties {
            let moves: Vec<u32> = squares(position.legal_moves()).collect();
            if moves.is_empty() {
                position = position.passed();
                if position.legal_moves() == 0 {
                    continue 'game;
                }
                continue;
            }
            let square = if rng.random_bool(0.3) {
                moves[rng.random_range(0..moves.len())]
            } else {
                let found = engine.search(position, &limits, &AtomicBool::new(false), &mut |_| ());
                found.best().unwrap_or(moves[0])
            };
            position = position.after(square);
        }
        if position.legal_moves() != 0 {
            return position;
        }
    }
}

/// Sums of squares by empty squares, deep and shallow depth.
#[derive(Default)]
struct Errors(BTreeMap<[u32; 3], (f64, f64)>);

impl Errors {
    fn add(&mut self, key: [u32; 3], error: i32) {
        let (count, sum) = self.0.entry(key).or_default();
        *count += 1.0;
        *sum += f64::from(error * error);
    }

    fn report(&self) {
        let mut equations = [[0.0; 5]; 4];
        for (&[empties, deep, shallow], &(count, sum)) in &self.0 {
            let deviation = (sum / count).sqrt();
            // Guesses are made by searches of the same parity.
            if (deep - shallow) % 2 == 0 && deep >= 3 {
                println!("{empties:2} {deep:2} {shallow:2}  {deviation:5.2}");
                let row = [
                    1.0,
                    f64::from(empties),
                    f64::from(deep),
                    f64::from(shallow),
                    deviation.max(0.1).ln(),
                ];
                for one in 0..4 {
                    for other in 0..5 {
                        equations[one][other] += row[one] * row[other];
                    }
                }
            }
        }
        let [one, empties, deep, shallow] = solve(equations).map(f64::exp);
        println!("{one:.3} * {empties:.4}^empties * {deep:.4}^deep * {shallow:.4}^shallow");
    }
}

fn solve(mut equations: [[f64; 5]; 4]) -> [f64; 4] {
    for pivot in 0..4 {
        equations[pivot][pivot] += 1e-6;
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
    std::array::from_fn(|index| equations[index][4] / equations[index][index])
}
