//! Measures the differences between shallow and deep searches, and fits the `ProbCut` model to them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use rand::{RngExt, SeedableRng};
use serde::Serialize;

use super::games::best_move;
use super::options::{MAX_COUNT, WorkOptions, differ, read_weights, within};
use super::rows::{self, StageRows};
use crate::base::files;
use crate::engine::eval::Evaluation;
use crate::engine::{Engine, Limits, Position, Selectivity, squares};
use crate::players::{Rng, mix_seed};
use crate::tools::run::{RowsHeader, ToolError};

/// The numbers of empty squares of the positions: `CLASSES` numbers from `FIRST`, `STEP` apart.
const FIRST: u32 = 8;
const STEP: u32 = 4;
const CLASSES: usize = 13;

/// The maximum number of empty squares for exact scores.
const MAX_EXACT_EMPTIES: u32 = 20;

/// The smallest meaningful deviation, in discs.
const MIN_DEVIATION: f64 = 0.1;

/// Counts and sums of squared errors by empty squares, deep and shallow depth.
type SumsOfSquares = BTreeMap<[u32; 3], (f64, f64)>;

/// Empty squares, deep and shallow depth, and deviation in discs. The deep scores of the end are exact.
type Deviations = Vec<([u32; 3], f64)>;

/// The options of `reversi train probcut`.
#[derive(Debug, Clone, Args, Serialize)]
pub struct ProbcutOptions {
    /// Number of positions for each of 8, 12, 16 ... 56 empty squares, in all shards together
    #[arg(long, value_name = "N", value_parser = within(1..=MAX_COUNT))]
    positions: usize,

    /// Random seed; each one gives different positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Maximum search depth, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,

    /// Shard, output and engine
    #[command(flatten)]
    #[serde(skip)]
    work: WorkOptions,
}

/// The options of `reversi train fit-probcut`.
#[derive(Debug, Clone, Args)]
pub struct FitProbcutOptions {
    /// Files of searches
    #[arg(value_name = "SEARCHES", required = true)]
    searches: Vec<PathBuf>,

    /// Weights file to add the model to
    #[arg(long, value_name = "FILE")]
    weights: PathBuf,

    /// Output file for the weights, possibly the input; an existing one is replaced atomically
    #[arg(long, value_name = "WEIGHTS")]
    out: PathBuf,
}

/// Searches positions to all depths without selectivity, and writes one row per position. A row contains the number
/// of empty squares, the scores at 0, 1, 2 ... plies, and `=` with the exact score if at most 20 squares are empty.
pub fn measure(options: &ProbcutOptions) -> Result<(), ToolError> {
    let (shard, ref output, threads) = options.work.start("train probcut")?;
    let header = RowsHeader {
        shard: Some(shard),
        ..RowsHeader::new("searches", options)
    };
    let name = "probcut";
    let unit = "positions";
    let all = tasks(options.positions);
    StageRows {
        name,
        unit,
        header,
        all,
        threads,
        output,
    }
    .write(
        || Engine::new(16, 1),
        |engine, number| row(engine, options, number),
    )
}

/// Returns the total number of positions, for `positions` per number of empty squares.
pub fn tasks(positions: usize) -> usize {
    positions.saturating_mul(CLASSES)
}

fn row(engine: &mut Engine, options: &ProbcutOptions, number: usize) -> String {
    let mut rng = Rng::seed_from_u64(mix_seed(options.seed) ^ number as u64);
    let empties = empties(number);
    engine.clear();
    let position = random_position(engine, &mut rng, empties);
    // Results depend on the contents of the table.
    engine.clear();
    let mut score = |depth: u32, exact_from: u32| {
        let selectivity = Selectivity::FULL;
        let limits = Limits {
            depth,
            exact_from,
            selectivity,
            ..Limits::default()
        };
        engine.search(position, &limits).score()
    };
    let still = Evaluation::global().evaluate(position, position.legal_moves());
    let mut words = vec![empties.to_string(), format!("{still:+}")];
    for depth in 1..=options.depth.min(empties - 1) {
        words.push(format!("{:+}", score(depth, 0)));
    }
    if empties <= MAX_EXACT_EMPTIES {
        words.push(format!("={:+}", score(empties, empties)));
    }
    words.join(" ")
}

/// A position from a game between players who make occasional mistakes.
fn random_position(engine: &mut Engine, rng: &mut Rng, empties: u32) -> Position {
    let limits = Limits {
        depth: 3,
        exact_from: 0,
        ..Limits::default()
    };
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
            let square = if rng.random_bool(0.2) {
                moves[rng.random_range(0..moves.len())]
            } else {
                best_move(engine, position, &limits).square
            };
            position = position.after(square);
        }
        if position.legal_moves() != 0 {
            return position;
        }
    }
}

/// Fits the `ProbCut` model to search files, and writes weights with the model. Returns a table of the deviations.
pub fn fit_probcut(options: &FitProbcutOptions) -> Result<String, ToolError> {
    let FitProbcutOptions {
        searches,
        weights,
        out,
    } = options;
    let weights = read_weights(weights)?;
    let mut sums = [SumsOfSquares::new(), SumsOfSquares::new()];
    rows::read_all(searches, "searches", |row| add(&mut sums, row))?;
    let measured = sums.map(|sums| deviations(&sums));
    let [Some(midgame), Some(end)] = measured.each_ref().map(|cells| model(cells)) else {
        let name = searches.first().map_or(Path::new(""), PathBuf::as_path);
        return Err(ToolError::damaged(
            name,
            1,
            "there are too few searches for a model",
        ));
    };
    differ(out, searches)?;
    let mut header = weights.header().clone();
    (header.midgame, header.end) = (midgame, end);
    files::replace(out, &weights.with_header(&header).to_bytes())
        .map_err(ToolError::unwritable(out))?;
    Ok(table(&measured, [midgame, end]))
}

/// Formats the deviations of the midgame and the end beside their models.
fn table(measured: &[Deviations; 2], models: [[f32; 4]; 2]) -> String {
    let mut table = format!(
        "{:>7} {:>4} {:>7} {:>8} {:>5}\n",
        "empties", "deep", "shallow", "measured", "model"
    );
    for (cells, model) in measured.iter().zip(models) {
        for &(key @ [empties, deep, shallow], measured) in cells {
            let [first, factors @ ..] = model.map(f64::from);
            let powers = factors
                .iter()
                .zip(key)
                .map(|(factor, power)| factor.powf(power.into()));
            let modelled = first * powers.product::<f64>();
            let _ = writeln!(
                table,
                "{empties:>7} {deep:>4} {shallow:>7} {measured:>8.2} {modelled:>5.2}"
            );
        }
    }
    for (name, [first, empties, deep, shallow]) in ["midgame", "end"].into_iter().zip(models) {
        let _ = writeln!(
            table,
            "{name}: {first} * {empties}^empties * {deep}^deep * {shallow}^shallow"
        );
    }
    table
}

/// Checks that a row belongs to task `number`, counted over all shards.
pub fn check(row: &str, number: usize) -> Result<(), String> {
    add(&mut [SumsOfSquares::new(), SumsOfSquares::new()], row)?;
    let wanted = empties(number).to_string();
    match row.split(' ').next() {
        Some(found) if found == wanted => Ok(()),
        found => {
            let found = found.unwrap_or_default();
            Err(format!("found {found} empty squares, expected {wanted}"))
        }
    }
}

fn empties(number: usize) -> u32 {
    FIRST + STEP * u32::try_from(number % CLASSES).unwrap_or(0)
}

/// Adds the errors of a row to the sums of the midgame and of the end.
fn add([midgame, end]: &mut [SumsOfSquares; 2], row: &str) -> Result<(), String> {
    let add = |sums: &mut SumsOfSquares, key: [u32; 3], error: i32| {
        let (count, sum) = sums.entry(key).or_default();
        *count += 1.0;
        *sum += f64::from(error * error);
    };
    let number = |word: &str| {
        word.parse::<i32>()
            .map_err(|_| format!("{word:?} is not a score"))
    };
    let mut words: Vec<&str> = row.split(' ').collect();
    let exact = match words.last().and_then(|word| word.strip_prefix('=')) {
        Some(exact) => {
            words.pop();
            Some(number(exact)?)
        }
        None => None,
    };
    let numbers: Vec<i32> = words.into_iter().map(number).collect::<Result<_, _>>()?;
    let Some((&empties, scores)) = numbers.split_first() else {
        return Err("the row is empty".to_owned());
    };
    let empties = u32::try_from(empties).map_err(|_| "a row begins with the empty squares")?;
    for (deep, deep_score) in (0..).zip(scores) {
        for (shallow, shallow_score) in (0..deep).zip(scores) {
            add(
                midgame,
                [empties, deep, shallow],
                deep_score - shallow_score,
            );
        }
    }
    for (shallow, score) in (0..).zip(scores) {
        if let Some(exact) = exact {
            add(end, [empties, empties, shallow], exact - score);
        }
    }
    Ok(())
}

/// Returns the deviations for the pairs of depths that `ProbCut` uses: of the same parity.
fn deviations(sums: &SumsOfSquares) -> Deviations {
    let is_used = |[_, deep, shallow]: [u32; 3]| (deep - shallow) % 2 == 0 && deep >= 3;
    let cells = sums.iter().filter(|&(&key, _)| is_used(key));
    cells
        .map(|(&key, &(count, sum))| (key, (sum / count).sqrt()))
        .collect()
}

/// Fits `c * e^empties * d^deep * s^shallow` by least squares of logarithms. Returns the factors `c, e, d, s`, the
/// format of `Header::midgame` and `Header::end`.
fn model(cells: &[([u32; 3], f64)]) -> Option<[f32; 4]> {
    let mut equations = [[0.0; 5]; 4];
    for &([empties, deep, shallow], deviation) in cells {
        let [empties, deep, shallow] = [empties, deep, shallow].map(f64::from);
        let row = [
            1.0,
            empties,
            deep,
            shallow,
            deviation.max(MIN_DEVIATION).ln(),
        ];
        for one in 0..4 {
            for other in 0..5 {
                equations[one][other] += row[one] * row[other];
            }
        }
    }
    for pivot in 0..4 {
        // Regularize: if empty squares and depth are always equal, their factors share one exponent.
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
    #[expect(clippy::cast_possible_truncation, reason = "five digits are plenty")]
    let number = |index: usize| {
        let exponent: f64 = equations[index][4] / equations[index][index];
        ((exponent.exp() * 1e5).round() / 1e5) as f32
    };
    let model = std::array::from_fn(number);
    let is_sound = |factor: &f32| factor.is_finite() && *factor > 0.0 && *factor < 100.0;
    (cells.len() >= 10 && model.iter().all(is_sound)).then_some(model)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::base::text::Shard;
    use crate::tools::run::ShardOption;
    use crate::tools::training::options::EvaluationOptions;

    #[test]
    fn a_product_of_powers_is_found_again() {
        let mut cells = Vec::new();
        for empties in [10_i32, 20, 30] {
            for deep in 4..=8 {
                for shallow in 0..deep {
                    let deviation = 5.0 * 0.99_f64.powi(empties) * 1.1_f64.powi(deep);
                    let deviation = deviation * 0.8_f64.powi(shallow);
                    cells.push(([empties, deep, shallow].map(i32::cast_unsigned), deviation));
                }
            }
        }
        let model = model(&cells).unwrap();
        for (found, wanted) in model.iter().zip([5.0, 0.99, 1.1, 0.8]) {
            assert!((found - wanted).abs() < 0.001, "{model:?}");
        }
        assert_eq!(super::model(&cells[..3]), None);
    }

    #[test]
    fn searches_are_measured_alike_on_any_number_of_threads() {
        let folder = tempfile::tempdir().unwrap();
        let mut texts = Vec::new();
        for threads in [1, 2] {
            let path = folder.path().join(threads.to_string());
            let engine = EvaluationOptions {
                threads: Some(threads),
                ..Default::default()
            };
            let shard = Some(Shard { index: 1, count: 4 });
            let shard = ShardOption { shard };
            let work = WorkOptions {
                shard,
                out: path.clone(),
                resume: false,
                engine,
            };
            measure(&ProbcutOptions {
                positions: 1,
                seed: 1,
                depth: 3,
                work,
            })
            .unwrap();
            texts.push(fs::read_to_string(path).unwrap());
        }
        assert_eq!(texts[0], texts[1]);
        let rows: Vec<&str> = texts[0].lines().skip(1).collect();
        assert_eq!(rows.len(), 4);
        assert!(
            rows[0].starts_with("8 ") && rows[0].contains(" ="),
            "{}",
            rows[0]
        );
        assert_eq!(rows[3].split(' ').count(), 5, "{}", rows[3]);
    }

    #[test]
    fn models_are_told_beside_what_was_measured() {
        let measured = [vec![([2, 3, 1], 5.25)], Vec::new()];
        let table = table(&measured, [[10.0, 0.5, 2.0, 0.25], [1.0; 4]]);
        let lines: Vec<&str> = table.lines().collect();
        let row: Vec<&str> = lines[1].split_whitespace().collect();
        assert_eq!(row, ["2", "3", "1", "5.25", "5.00"]);
        assert_eq!(
            lines[2],
            "midgame: 10 * 0.5^empties * 2^deep * 0.25^shallow"
        );
    }
}
