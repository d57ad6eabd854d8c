//! Tunes the parameters of the search by playing games.

mod spsa;

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::games::{GameRow, best_move};
use super::options::{EvaluationOptions, MAX_COUNT, within};
use super::rows::StageRows;
use crate::base::files::Output;
use crate::engine::{Engine, Limits, Parameter, Parameters, Tuning};
use crate::tools::matches::{Opening, Pairs, balance, chosen};
use crate::tools::run::{RowsHeader, ToolError};
use spsa::Spsa;

const OPENING: u32 = 8;

const EVEN: u32 = 4;

/// The number of game pairs per round. They start from the same point, so they can be played in parallel.
const ROUND: usize = 32;

const HASH_MB: usize = 64;

/// The options of `reversi train tune`.
#[derive(Debug, Clone, Args)]
pub struct TuneOptions {
    /// Number of game pairs; 0 only checks the --start values
    #[arg(long, value_name = "N", value_parser = within(0..=MAX_COUNT))]
    pairs: usize,

    /// Node limit per move
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Parameters to tune, separated by commas [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = parameter)]
    only: Vec<usize>,

    /// Initial values, such as doubt=40,mobility=9 [default: current values]
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',', value_parser = setting)]
    start: Vec<(usize, i32)>,

    /// Number of balanced openings of eight plies to learn from, in turn
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u16).range(1..))]
    openings: u16,

    /// Random seed of the openings and the trials
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    // Not in the header: a run with more validation pairs continues the same file.
    /// Number of validation pairs against the current values, from other openings
    #[arg(long, value_name = "N", default_value_t = 200)]
    check: u16,

    /// Node limit per move in these pairs [default: that of --nodes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    check_nodes: Option<u64>,

    /// Output file for the results of the pairs, a new one
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Continue an interrupted run with the same options, from FILE
    #[arg(long)]
    resume: bool,

    /// Threads and evaluation
    #[command(flatten)]
    engine: EvaluationOptions,
}

#[derive(Debug, Serialize)]
struct TuneHeader {
    pairs: usize,
    nodes: u64,
    openings: usize,
    seed: u64,
    tuned: Vec<&'static str>,
    start: Parameters,
    check_nodes: u64,
}

/// Returns the names, defaults and ranges of all parameters, for the help.
pub fn tune_ranges() -> String {
    let mut text = "Parameters, defaults and ranges:".to_owned();
    for Parameter {
        name,
        default,
        min,
        max,
    } in Parameters::ALL
    {
        let _ = write!(text, "\n  {name:25} {default:3}  {min} to {max}");
    }
    text
}

fn parameter(name: &str) -> Result<usize, String> {
    let index = Parameters::ALL
        .iter()
        .position(|parameter| parameter.name == name);
    index.ok_or_else(|| {
        let names: Vec<&str> = Parameters::ALL
            .iter()
            .map(|parameter| parameter.name)
            .collect();
        format!("unknown parameter {name:?}: use {}", names.join(", "))
    })
}

fn setting(text: &str) -> Result<(usize, i32), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or("use NAME=VALUE, like doubt=40")?;
    let index = parameter(name)?;
    let Parameter { min, max, .. } = Parameters::ALL[index];
    let value = value
        .parse()
        .ok()
        .filter(|value| (min..=max).contains(value));
    let value = value.ok_or_else(|| format!("{name} takes a number from {min} to {max}"))?;
    Ok((index, value))
}

/// Tunes parameters by game pairs between variants, then plays the result against the defaults. Returns a table of
/// the parameters and the result.
pub fn tune(options: &TuneOptions) -> Result<String, ToolError> {
    let (tuned, check) = tuned(options)?;
    let mut table = format!("{:25} {:>5} {:>5}\n", "parameter", "usual", "tuned");
    for (parameter, value) in Parameters::ALL.iter().zip(tuned.values()) {
        let _ = writeln!(
            table,
            "{:25} {:>5} {value:>5}",
            parameter.name, parameter.default
        );
    }
    if let Some((score, margin)) = check.score().zip(check.margin()) {
        let games = 2 * check.total();
        let score = 100.0 * score;
        let margin = 100.0 * margin;
        let _ = writeln!(
            table,
            "tuned vs current: {score:.1} +- {margin:.1}% of points in {games} games"
        );
    }
    Ok(table)
}

/// Returns the tuned parameters, and the pairs that they played against the default values.
fn tuned(options: &TuneOptions) -> Result<(Parameters, Pairs), ToolError> {
    let threads = options.engine.start()?;
    let check = usize::from(options.check);
    let seed = Some(options.seed);
    let needed = usize::from(options.openings) + check;
    let openings = chosen(&Opening::all(OPENING), needed, seed, balance(EVEN));
    let mut tuning = TuningRun::new(options, openings);
    let all = options.pairs + check;
    let described = tuning.header();
    let header = RowsHeader::new("tuning", &described);
    let output = &Output {
        path: options.out.clone(),
        resume: options.resume,
    };
    let stage = StageRows {
        name: "tune",
        unit: "pairs",
        header,
        all,
        threads,
        output,
    };
    let (mut file, mut done, mut progress) =
        stage.begin(|number, row| tuning.learn(number, row))?;
    while done < all {
        let end = tuning.end_of_round(done).min(all);
        let mut rows = Vec::new();
        file.write(
            threads,
            done..end,
            || (),
            |(), number| format!("{number} {}", tuning.play(number)),
            |number, row| {
                progress.is_at(number);
                rows.push(row);
            },
        )?;
        for row in rows {
            let _ = tuning.learn(done, &row);
            done += 1;
        }
    }
    file.end()?;
    progress.finish();
    Ok((tuning.result(), tuning.check))
}

struct TuningRun<'a> {
    options: &'a TuneOptions,
    /// The indices in [`Parameters::ALL`] of the parameters to tune.
    tuned: Vec<usize>,
    start: Parameters,
    openings: Vec<Opening>,
    spsa: Spsa,
    /// The starting point of the current round's trials.
    from: Vec<f64>,
    check: Pairs,
}

impl<'a> TuningRun<'a> {
    fn new(options: &'a TuneOptions, openings: Vec<Opening>) -> Self {
        let mut values = Parameters::DEFAULT.values();
        for &(index, value) in &options.start {
            values[index] = value;
        }
        let is_tuned = |index: &usize| options.only.is_empty() || options.only.contains(index);
        let tuned: Vec<usize> = (0..Parameters::COUNT).filter(is_tuned).collect();
        let axes = tuned.iter().map(|&index| Parameters::ALL[index]).collect();
        let from: Vec<f64> = tuned.iter().map(|&index| values[index].into()).collect();
        let spsa = Spsa::new(axes, from.clone(), options.pairs, options.seed);
        let start = Parameters::of_values(values);
        let check = Pairs::default();
        Self {
            options,
            tuned,
            start,
            openings,
            spsa,
            from,
            check,
        }
    }

    fn header(&self) -> TuneHeader {
        let TuneOptions {
            pairs,
            nodes,
            openings,
            seed,
            ..
        } = *self.options;
        let tuned = self
            .tuned
            .iter()
            .map(|&index| Parameters::ALL[index].name)
            .collect();
        let start = self.start;
        let check_nodes = self.check_nodes();
        TuneHeader {
            pairs,
            nodes,
            openings: openings.into(),
            seed,
            tuned,
            start,
            check_nodes,
        }
    }

    fn check_nodes(&self) -> u64 {
        self.options.check_nodes.unwrap_or(self.options.nodes)
    }

    /// Returns the number of the first pair that depends on the result of pair `number`.
    fn end_of_round(&self, number: usize) -> usize {
        let next = (number / ROUND + 1) * ROUND;
        if number < self.options.pairs {
            next.min(self.options.pairs)
        } else {
            usize::MAX
        }
    }

    /// Returns the initial values, with `tuned` for the tuned parameters.
    fn with(&self, tuned: &[i32]) -> Parameters {
        let mut values = self.start.values();
        for (&index, &value) in self.tuned.iter().zip(tuned) {
            values[index] = value;
        }
        Parameters::of_values(values)
    }

    fn result(&self) -> Parameters {
        self.with(&self.spsa.rounded())
    }

    fn play(&self, number: usize) -> usize {
        let TuneOptions {
            pairs,
            openings,
            nodes,
            ..
        } = *self.options;
        let openings = usize::from(openings);
        if number < pairs {
            let players = self
                .spsa
                .trial(number, &self.from)
                .map(|values| self.with(&values));
            play(players, &self.openings[number % openings], nodes)
        } else {
            let opening = &self.openings[openings + number - pairs];
            play(
                [self.result(), Parameters::DEFAULT],
                opening,
                self.check_nodes(),
            )
        }
    }

    /// Adds the result of a pair: a row with its number and the half points of its first player. Pairs must be added
    /// in order. Returns `None` for another row.
    fn learn(&mut self, number: usize, row: &str) -> Option<()> {
        let half_points = row.strip_prefix(&format!("{number} "))?;
        let half_points = half_points.parse().ok().filter(|&points| points <= 4)?;
        if number >= self.options.pairs {
            self.check.add(half_points);
            return Some(());
        }
        self.spsa.learn(number, half_points);
        if number + 1 == self.end_of_round(number) {
            self.from.clone_from(&self.spsa.point);
        }
        Some(())
    }
}

/// Plays an opening with both colors. Returns the half points of the first player.
fn play(players: [Parameters; 2], opening: &Opening, nodes: u64) -> usize {
    let opening: Vec<u32> = opening
        .squares()
        .iter()
        .map(|square| square.index(8).into())
        .collect();
    let limits = players.map(|parameters| {
        let tuning = Tuning {
            parameters,
            ..Tuning::DEFAULT
        };
        Limits {
            nodes: Some(nodes),
            tuning,
            ..Limits::default()
        }
    });
    let half_points = [1, -1].map(|first| {
        let mut engines = limits.map(|_| Engine::new(HASH_MB, 1));
        let record = GameRow::play(0, &opening, |position, sign, _| {
            let player = usize::from(sign != first);
            best_move(&mut engines[player], position, &limits[player])
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
    use std::fs;

    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::engine::{Position, Selectivity};
    use crate::players::Rng;

    #[test]
    fn a_run_depends_neither_on_threads_nor_on_interruptions() {
        let folder = tempfile::tempdir().unwrap();
        let run = |name: &str, threads, torn_at| {
            let path = folder.path().join(name);
            let index = |name: &str| Parameters::ALL.iter().position(|one| one.name == name);
            let options = TuneOptions {
                pairs: ROUND + 3,
                nodes: 50,
                only: vec![index("nested_trials").unwrap(), 0],
                start: vec![(index("half_width").unwrap(), 5)],
                openings: 3,
                seed: 5,
                check: 2,
                check_nodes: Some(100),
                out: path.clone(),
                resume: true,
                engine: EvaluationOptions {
                    threads: Some(threads),
                    ..Default::default()
                },
            };
            let tuned = super::tuned(&options).unwrap();
            let text = fs::read_to_string(&path).unwrap();
            let torn: String = text.split_inclusive('\n').take(torn_at).collect();
            fs::write(&path, torn.trim_end()).unwrap();
            assert_eq!(super::tuned(&options).unwrap(), tuned);
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            let Parameters {
                half_width,
                deviations_73,
                ..
            } = tuned.0;
            let untouched = Parameters {
                deviations_73,
                half_width,
                ..Parameters::DEFAULT
            };
            assert_eq!(tuned.0, untouched);
            assert_eq!(
                (tuned.1.total(), text.lines().count()),
                (2, 1 + ROUND + 3 + 2)
            );
            (text, tuned)
        };
        assert_eq!(run("one", 1, ROUND / 2), run("two", 2, ROUND + 2));
    }

    #[test]
    fn only_parameters_other_than_the_usual_change_a_search() {
        let mut rng = Rng::seed_from_u64(1);
        let [midgame, end] = [32, 18]
            .map(|empties| Position::by_chance(empties, |count| rng.random_range(0..count)));
        let search = |parameters: Parameters| {
            let mut engine = Engine::new(4, 1);
            let tuning = Tuning {
                parameters,
                ..Tuning::DEFAULT
            };
            let limits = Limits {
                depth: 12,
                exact_from: 0,
                tuning,
                ..Limits::default()
            };
            let end_selectivity = Selectivity::LEAST_SURE;
            let to_the_end = Limits {
                end_selectivity,
                tuning,
                ..Limits::default()
            };
            [
                engine.search(midgame, &limits).nodes,
                engine.search(end, &to_the_end).nodes,
            ]
        };
        let usual = search(Parameters::DEFAULT);
        for index in 0..Parameters::COUNT {
            let mut values = Parameters::DEFAULT.values();
            let Parameter { name, min, max, .. } = Parameters::ALL[index];
            let is_used = [min, max].into_iter().any(|value| {
                values[index] = value;
                search(Parameters::of_values(values)) != usual
            });
            assert!(is_used, "{name}");
        }
    }
}
