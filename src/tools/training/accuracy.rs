//! Measures the accuracy of an evaluation on held-out positions.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::label::{self, Labeled};
use super::options::WorkOptions;
use super::rows::{self, StageRows};
use crate::engine::eval::Evaluation;
use crate::engine::{Engine, Limits, Position, Selectivity};
use crate::tools::run::{RowsHeader, ToolError, is_of};

/// The numbers of empty squares of the positions compared with exact scores, and with deep searches.
const EXACT: std::ops::RangeInclusive<u32> = 20..=24;

const MIDGAME: [u32; 8] = [56, 52, 48, 44, 40, 36, 32, 28];

/// The search depths, in plies: `TO_EXACT` is compared with exact scores, `SHALLOW` with `DEEP`.
const TO_EXACT: u32 = 8;
const SHALLOW: u32 = 12;
const DEEP: u32 = 20;

/// The options of `reversi train test`.
#[derive(Debug, Clone, Args, Serialize)]
pub struct TestOptions {
    /// Labeled position files (only held-out positions are used)
    #[arg(value_name = "POSITIONS", required = true)]
    #[serde(skip)]
    positions: Vec<PathBuf>,

    /// Number of positions to solve for each of 20 to 24 empty squares, in all shards together
    #[arg(long, value_name = "N", default_value_t = 100)]
    exact: usize,

    /// Number of positions to search 20 plies deep for each of 28, 32 ... 56 empty squares, in all
    /// shards together
    #[arg(long, value_name = "N", default_value_t = 100)]
    midgame: usize,

    /// Shard, output and engine
    #[command(flatten)]
    #[serde(skip)]
    work: WorkOptions,
}

/// Tests an evaluation on held-out positions, and writes one row per position. A row contains the number of empty
/// squares and named scores: `static`, `depth8` and `exact`, or `static`, `depth12` and `depth20`. Deep searches are
/// selective at 73%, exact ones are not. Returns a table of the mean errors.
pub fn test(options: &TestOptions) -> Result<String, ToolError> {
    let (shard, ref output, threads) = options.work.start("train test")?;
    let positions = chosen(options, &label::read(&options.positions)?);
    let all = positions.len();
    let header = RowsHeader::new("errors", options);
    let header = RowsHeader {
        shard: Some(shard),
        all: Some(all),
        ..header
    };
    StageRows {
        name: "test",
        unit: "positions",
        header,
        all,
        threads,
        output,
    }
    .write(
        || Engine::new(64, 1),
        |engine, number| row(engine, positions[number]),
    )?;
    mean_errors(&output.path).map(|means| table(&means))
}

fn chosen(options: &TestOptions, all: &[Labeled]) -> Vec<Position> {
    let classes = EXACT.map(|empties| (empties, options.exact));
    let classes = classes.chain(MIDGAME.map(|empties| (empties, options.midgame)));
    let mut chosen = Vec::new();
    for (empties, count) in classes {
        let of_class: Vec<Position> = all
            .iter()
            .filter(|labeled| labeled.held_out && labeled.position.empties() == empties)
            .map(|labeled| labeled.position)
            .collect();
        let step = (of_class.len() / count.max(1)).max(1);
        chosen.extend(of_class.into_iter().step_by(step).take(count));
    }
    chosen
}

fn row(engine: &mut Engine, position: Position) -> String {
    let empties = position.empties();
    // Results depend on the contents of the table.
    engine.clear();
    let mut score = |depth: u32, exact_from: u32| {
        let selectivity = Selectivity::LEAST_SURE;
        let limits = Limits {
            depth,
            exact_from,
            selectivity,
            ..Limits::default()
        };
        engine.search(position, &limits).score()
    };
    let still = Evaluation::global().evaluate(position, position.legal_moves());
    if EXACT.contains(&empties) {
        let shallow = score(TO_EXACT, 0);
        format!(
            "{empties} static:{still:+} depth8:{shallow:+} exact:{:+}",
            score(empties, empties)
        )
    } else {
        let shallow = score(SHALLOW, 0);
        format!(
            "{empties} static:{still:+} depth12:{shallow:+} depth20:{:+}",
            score(DEEP, 0)
        )
    }
}

/// The mean absolute errors on positions with one number of empty squares, in discs.
#[derive(Debug, Clone, Copy, PartialEq)]
struct MeanErrors {
    empties: u32,
    positions: usize,
    evaluation: f64,
    /// The error of a search: 8 plies against exact scores or, above 24 empty squares, 12 plies against 20.
    search: f64,
}

fn mean_errors(file: &Path) -> Result<Vec<MeanErrors>, ToolError> {
    let mut sums = vec![(0_usize, 0, 0); 61];
    rows::read(file, is_of("errors"), |row| {
        let (empties, [still, shallow, truth]) = parsed(row).ok_or("the row is damaged")?;
        let sum = sums
            .get_mut(empties as usize)
            .ok_or("there are at most 60 empty squares")?;
        sum.0 += 1;
        sum.1 += (truth - still).abs();
        sum.2 += (truth - shallow).abs();
        Ok(())
    })?;
    let means = (0..).zip(sums).filter(|(_, (count, ..))| *count > 0);
    Ok(means
        .map(|(empties, (positions, evaluation, search))| {
            #[expect(clippy::cast_precision_loss, reason = "a mean needs few digits")]
            let mean = |sum: i32| f64::from(sum) / positions as f64;
            let evaluation = mean(evaluation);
            let search = mean(search);
            MeanErrors {
                empties,
                positions,
                evaluation,
                search,
            }
        })
        .collect())
}

/// Formats mean errors by empty squares, with totals for exact and for deep comparisons.
fn table(means: &[MeanErrors]) -> String {
    let mut table = format!(
        "{:>7} {:>9} {:>10} {:>7}\n",
        "empties", "positions", "evaluation", "search"
    );
    let mut line = |name: &str, positions: usize, evaluation: f64, search: f64| {
        let _ = writeln!(
            table,
            "{name:>7} {positions:>9} {evaluation:>10.2} {search:>7.2}"
        );
    };
    for mean in means {
        line(
            &mean.empties.to_string(),
            mean.positions,
            mean.evaluation,
            mean.search,
        );
    }
    for (from, to) in [(20, 24), (28, 56)] {
        let within = means
            .iter()
            .filter(|mean| (from..=to).contains(&mean.empties));
        let positions = within.clone().map(|mean| mean.positions).sum();
        if positions > 0 {
            #[expect(clippy::cast_precision_loss, reason = "a mean needs few digits")]
            let mean = |of: fn(&MeanErrors) -> f64| {
                let sum: f64 = within
                    .clone()
                    .map(|mean| of(mean) * mean.positions as f64)
                    .sum();
                sum / positions as f64
            };
            let evaluation = mean(|mean| mean.evaluation);
            let search = mean(|mean| mean.search);
            line(&format!("{from}-{to}"), positions, evaluation, search);
        }
    }
    table
}

pub fn check(row: &str) -> Result<(), String> {
    parsed(row)
        .map(|_| ())
        .ok_or_else(|| "the row is damaged".to_owned())
}

fn parsed(row: &str) -> Option<(u32, [i32; 3])> {
    let mut words = row.split(' ');
    let empties = words.next()?.parse().ok()?;
    let mut number = || words.next()?.split_once(':')?.1.parse().ok();
    Some((empties, [number()?, number()?, number()?]))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn errors_are_means_of_rows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("errors");
        let first = "{\"reversi\":\"errors\",\"version\":1,\"weights\":\"0\"}\n";
        let rows = "20 static:+3 depth8:-1 exact:+0\n20 static:-2 depth8:+4 exact:+4\n";
        fs::write(&path, format!("{first}{rows}")).unwrap();
        let means = mean_errors(&path).unwrap();
        assert_eq!(
            means,
            [MeanErrors {
                empties: 20,
                positions: 2,
                evaluation: 4.5,
                search: 0.5
            }]
        );
        fs::write(&path, format!("{first}20 static:+3\n")).unwrap();
        assert!(
            mean_errors(&path)
                .unwrap_err()
                .to_string()
                .ends_with("line 2: the row is damaged")
        );
    }

    #[test]
    fn errors_are_totalled_by_what_they_are_compared_with() {
        let means = [(20, 1, 2.0, 1.0), (24, 3, 6.0, 3.0), (28, 2, 5.0, 1.5)].map(
            |(empties, positions, evaluation, search)| MeanErrors {
                empties,
                positions,
                evaluation,
                search,
            },
        );
        let table = table(&means);
        let rows: Vec<Vec<&str>> = table
            .lines()
            .skip(1)
            .map(|row| row.split_whitespace().collect())
            .collect();
        assert_eq!(rows[1], ["24", "3", "6.00", "3.00"]);
        assert_eq!(
            rows[3..],
            [
                ["20-24", "4", "5.00", "2.50"],
                ["28-56", "2", "5.00", "1.50"]
            ]
        );
    }
}
