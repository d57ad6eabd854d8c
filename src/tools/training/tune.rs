//! Tunes the parameters of the search by games.

mod spsa;

use serde::Serialize;

use super::TrainingError;
use super::games::{Record, best_ply};
use super::rows::{self, Header, Stage};
use crate::base::files::{Output, Shard, in_order};
use crate::engine::eval::Evaluation;
use crate::engine::{Engine, Limits, Parameter, Parameters};
use crate::tools::matches::{Balance, Opening, Pairs, chosen};
use spsa::Spsa;

/// The length of openings in plies.
const OPENING: u32 = 8;

/// The maximum imbalance of an opening, in discs.
const EVEN: u32 = 4;

/// The pairs of games that are played from the same point, and can be played at the same time.
const ROUND: usize = 32;

/// The maximum size of a player's transposition table, in MiB.
const HASH_MB: usize = 64;

/// The settings of a tuning run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tune {
    /// The number of pairs of games to learn from.
    pub pairs: usize,
    /// The node limit per move in these games.
    pub nodes: u64,
    /// The number of openings that they use in turn.
    pub openings: usize,
    /// The random seed of the openings and the trials.
    pub seed: u64,
    /// The indices in [`Parameters::ALL`] of the parameters to tune.
    #[serde(serialize_with = "names")]
    pub tuned: Vec<usize>,
    /// The values to start from.
    pub start: Parameters,
    /// The number of pairs from other openings that the result plays against the usual values
    /// afterwards. A file of few pairs is the beginning of one of many.
    #[serde(skip)]
    pub check: usize,
    /// The node limit per move in these games.
    pub check_nodes: u64,
}

fn names<S: serde::Serializer>(tuned: &[usize], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(tuned.iter().map(|&index| Parameters::ALL[index].name))
}

/// The result of a tuning run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tuned {
    /// The tuned values.
    pub parameters: Parameters,
    /// The pairs that they have played against the usual values.
    pub check: Pairs,
}

/// Tunes parameters by pairs of games between searches that differ in them, then plays the result
/// against the usual values. One row per pair is written to a file.
///
/// # Errors
/// If the file can't be written, was written with different options, or is damaged.
pub fn tune(how: &Tune, threads: usize, output: &Output) -> Result<Tuned, TrainingError> {
    let mut balance = Balance::new(EVEN);
    let needed = how.openings + how.check;
    let openings =
        chosen(&Opening::all(OPENING), needed, Some(how.seed), |opening| balance.is_even(opening));
    let mut tuning = Tuning::new(how, openings);
    let all = how.pairs + how.check;
    let stage = Stage { name: "tune", unit: "pairs", shard: Shard::ALL, all, threads, output };
    let header = Header::new("tuning", Evaluation::global().header().name(), how);
    let (mut file, mut done, mut progress) = rows::begin(&header, &stage, |number, row| {
        let (first, half_points) = row.split_once(' ')?;
        let half_points = half_points.parse().ok().filter(|&points| points <= 4)?;
        (first.parse() == Ok(number)).then(|| tuning.learn(number, half_points))
    })?;
    while done < all {
        let end = tuning.end_of_round(done).min(all);
        let mut results = Vec::new();
        in_order(
            threads,
            done..end,
            || (),
            |(), number| tuning.play(number),
            |number, half_points| {
                progress.is_at(number);
                results.push(half_points);
                file.write(&format!("{number} {half_points}\n")).map_err(TrainingError::from)
            },
        )?;
        for half_points in results {
            tuning.learn(done, half_points);
            done += 1;
        }
    }
    file.write("")?;
    progress.finish();
    Ok(Tuned { parameters: tuning.result(), check: tuning.check })
}

/// A run after some of its pairs.
struct Tuning<'a> {
    how: &'a Tune,
    openings: Vec<Opening>,
    spsa: Spsa,
    /// The point that the trials of this round start from.
    from: Vec<f64>,
    check: Pairs,
}

impl<'a> Tuning<'a> {
    fn new(how: &'a Tune, openings: Vec<Opening>) -> Self {
        let axes: Vec<&Parameter> =
            how.tuned.iter().map(|&index| &Parameters::ALL[index]).collect();
        let values = how.start.values();
        let point: Vec<f64> = how.tuned.iter().map(|&index| values[index].into()).collect();
        let spsa = Spsa::new(&axes, point.clone(), how.pairs, how.seed);
        Self { how, openings, spsa, from: point, check: Pairs::default() }
    }

    /// The number of the first pair that depends on the results of this one.
    fn end_of_round(&self, number: usize) -> usize {
        let next = (number / ROUND + 1) * ROUND;
        if number < self.how.pairs { next.min(self.how.pairs) } else { usize::MAX }
    }

    /// The starting values, with these of the tuned parameters.
    fn with(&self, tuned: &[i32]) -> Parameters {
        let mut values = self.how.start.values();
        for (&index, &value) in self.how.tuned.iter().zip(tuned) {
            values[index] = value;
        }
        Parameters::of_values(values)
    }

    fn result(&self) -> Parameters {
        self.with(&self.spsa.rounded())
    }

    /// Plays a pair; the half points of the first player.
    fn play(&self, number: usize) -> usize {
        let Tune { pairs, openings, nodes, check_nodes, .. } = *self.how;
        if number < pairs {
            let players = self.spsa.trial(number, &self.from).map(|values| self.with(&values));
            play(players, &self.openings[number % openings], nodes)
        } else {
            let opening = &self.openings[openings + number - pairs];
            play([self.result(), Parameters::DEFAULT], opening, check_nodes)
        }
    }

    /// Takes the result of a pair into account; pairs come in order.
    fn learn(&mut self, number: usize, half_points: usize) {
        if number >= self.how.pairs {
            return self.check.add(half_points);
        }
        self.spsa.learn(number, half_points);
        if number + 1 == self.end_of_round(number) {
            self.from.clone_from(&self.spsa.point);
        }
    }
}

/// Two games from an opening, with both colours; the half points of the first player.
fn play(players: [Parameters; 2], opening: &Opening, nodes: u64) -> usize {
    let opening: Vec<u32> = opening.squares().iter().map(|square| square.index(8).into()).collect();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let half_points = [1, -1].map(|first| {
        let mut engines =
            players.map(|parameters| Engine::new(HASH_MB, 1).with_parameters(parameters));
        let record = Record::play(0, &opening, |position, sign, _| {
            best_ply(&mut engines[usize::from(sign != first)], position, &limits)
        });
        match first * record.score {
            1.. => 2,
            0 => 1,
            _ => 0,
        }
    });
    half_points.iter().sum()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use std::fs;

    use super::*;
    use crate::engine::{Position, squares};
    use crate::players::Rng;

    #[test]
    fn a_run_depends_neither_on_threads_nor_on_interruptions() {
        let folder = tempfile::tempdir().unwrap();
        let run = |name: &str, threads, torn_at| {
            let start = Parameters { half_width: 5, ..Parameters::DEFAULT };
            let how = Tune {
                pairs: ROUND + 3,
                nodes: 50,
                openings: 3,
                seed: 5,
                tuned: vec![3, 0],
                start,
                check: 2,
                check_nodes: 100,
            };
            let output = Output { path: folder.path().join(name), resume: true };
            let tuned = tune(&how, threads, &output).unwrap();
            let text = fs::read_to_string(&output.path).unwrap();
            let torn: String = text.split_inclusive('\n').take(torn_at).collect();
            fs::write(&output.path, torn.trim_end()).unwrap();
            assert_eq!(tune(&how, threads, &output).unwrap(), tuned);
            assert_eq!(fs::read_to_string(&output.path).unwrap(), text);
            let Parameters { half_width, deviations_73, .. } = tuned.parameters;
            let untouched = Parameters { deviations_73, half_width, ..Parameters::DEFAULT };
            assert_eq!(tuned.parameters, untouched);
            assert_eq!((tuned.check.total(), text.lines().count()), (2, 1 + ROUND + 3 + 2));
            (text, tuned)
        };
        assert_eq!(run("one", 1, ROUND / 2), run("two", 2, ROUND + 2));
    }

    #[test]
    fn only_parameters_other_than_the_usual_change_a_search() {
        // A position of the middle of a game, from random moves.
        let mut rng = Rng::seed_from_u64(1);
        let mut position = Position::START;
        while position.empties() > 32 {
            let moves: Vec<u32> = squares(position.legal_moves()).collect();
            position = match moves.len() {
                0 => position.passed(),
                count => position.after(moves[rng.random_range(0..count)]),
            };
        }
        let search = |parameters: Option<Parameters>| {
            let mut engine = Engine::new(4, 1);
            if let Some(parameters) = parameters {
                engine = engine.with_parameters(parameters);
            }
            let limits = Limits { depth: 12, exact_from: 0, ..Limits::default() };
            engine.search(position, &limits).nodes
        };
        let usual = search(None);
        assert_eq!(search(Some(Parameters::DEFAULT)), usual);
        for index in 0..Parameters::COUNT {
            let mut values = Parameters::DEFAULT.values();
            let Parameter { name, min, max, .. } = Parameters::ALL[index];
            let is_used = [min, max].into_iter().any(|value| {
                values[index] = value;
                search(Some(Parameters::of_values(values))) != usual
            });
            assert!(is_used, "{name}");
        }
    }
}
