//! `reversi bench --accuracy`: how well the engine judges positions whose exact scores are known.

use std::fs::File;
use std::path::Path;
use std::time::Instant;

use serde::Serialize;

use super::BenchOptions;
use crate::base::text::{LineReader, Shard, printable_path};
use crate::engine::{Engine, Limits};
use crate::games::Square;
use crate::players::{move_budget, within};
use crate::records::{Obf, ObfError};
use crate::tools::jobs::{Findings, available, estimated_work, json_line, print};
use crate::tools::run::ToolError;

const MAX_LINE_BYTES: usize = 4096;

/// Memory for the transposition table, in MiB.
const HASH_MB: usize = 64;

/// The errors in discs up to which positions are counted.
const WITHIN: [i32; 3] = [3, 6, 9];

#[derive(Serialize)]
struct JudgedRow {
    /// The line number in the file.
    line: usize,
    empties: u32,
    score: i32,
    exact_score: i32,
    #[serde(rename = "move")]
    best: String,
    right: bool,
    nodes: u64,
    time_s: f64,
}

/// The means over all positions.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Accuracy {
    positions: u32,
    /// The mean distance of the score from the exact one, in discs.
    error: f64,
    /// The shares of positions with an error of at most 3, 6 and 9 discs, from 0 to 1.
    within: [f64; 3],
    /// The share of positions in which the best move was found.
    right_moves: f64,
    /// The mean loss of the chosen move, in discs, where its exact score is known.
    lost: f64,
    /// The number of nodes of all positions.
    nodes: u64,
    time_s: f64,
}

impl Accuracy {
    fn add(&mut self, row: &JudgedRow, lost: i32) {
        let error = (row.score - row.exact_score).abs();
        self.positions += 1;
        self.error += f64::from(error);
        for (count, limit) in self.within.iter_mut().zip(WITHIN) {
            *count += f64::from(u8::from(error <= limit));
        }
        self.right_moves += f64::from(u8::from(row.right));
        self.lost += f64::from(lost);
        self.nodes += row.nodes;
        self.time_s += row.time_s;
    }

    /// Divides the sums by the number of positions.
    fn mean(self) -> Self {
        let count = f64::from(self.positions.max(1));
        Self {
            error: self.error / count,
            within: self.within.map(|sum| sum / count),
            right_moves: self.right_moves / count,
            lost: self.lost / count,
            ..self
        }
    }
}

/// The limits of a search in UGI with the same limit.
fn limits(options: &BenchOptions) -> Limits {
    let BenchOptions {
        depth, nodes, time, ..
    } = *options;
    match (nodes, time) {
        (Some(_), _) => Limits {
            nodes,
            ..Limits::default()
        },
        (None, Some(time)) => within(Limits::default(), move_budget(time)),
        (None, None) => Limits {
            depth,
            exact_from: depth,
            ..Limits::default()
        },
    }
}

/// The lines of an OBF file with scored moves, and invalid ones.
struct ScoredPositions<'a> {
    path: &'a Path,
    lines: LineReader<File>,
}

impl<'a> ScoredPositions<'a> {
    fn open(path: &'a Path) -> Result<Self, ToolError> {
        let file = File::open(path).map_err(ToolError::unreadable(path))?;
        let lines = LineReader::new(file, MAX_LINE_BYTES);
        Ok(Self { path, lines })
    }

    fn next(&mut self) -> Result<Option<Result<Obf, ObfError>>, ToolError> {
        while let Some(line) = self
            .lines
            .next_unmarked()
            .map_err(ToolError::unreadable(self.path))?
        {
            match Obf::parse(&String::from_utf8_lossy(line.bytes)).transpose() {
                Some(Ok(position)) if position.score().is_none() => {}
                Some(position) => return Ok(Some(position)),
                None => {}
            }
        }
        Ok(None)
    }

    /// Returns the estimated work of all lines, which is 0 for invalid ones.
    fn work(mut self, options: &BenchOptions) -> Result<Vec<u128>, ToolError> {
        let is_by_depth = options.nodes.is_none() && options.time.is_none();
        let mut work = Vec::new();
        while let Some(line) = self.next()? {
            work.push(match line {
                Ok(_) if !is_by_depth => 1,
                Ok(Obf { board, .. }) => {
                    let plies = board.score().empties.min(options.depth);
                    estimated_work(board.position(), plies)
                }
                Err(_) => 0,
            });
        }
        Ok(work)
    }
}

pub fn accuracy(options: &BenchOptions, path: &Path) -> Result<Findings, ToolError> {
    let shard = options.shard.get("bench")?;
    let is_own = match shard {
        Shard::ALL => Vec::new(),
        _ => shard.balanced(&ScoredPositions::open(path)?.work(options)?),
    };
    let mut positions = ScoredPositions::open(path)?;
    let limits = limits(options);
    let mut engine = Engine::new(HASH_MB, available(options.threads));
    let mut accuracy = Accuracy::default();
    let mut findings = Findings::default();
    let mut is_own = is_own.into_iter();
    while let Some(line) = positions.next()? {
        if !is_own.next().unwrap_or(true) {
            continue;
        }
        let number = positions.lines.number();
        let known = match line {
            Ok(known) => known,
            Err(why) => {
                eprintln!("reversi: {}:{number}: {why}", printable_path(path));
                findings.unreadable += 1;
                continue;
            }
        };
        let exact_score = known.score().unwrap_or_default();
        engine.clear();
        let start = Instant::now();
        let found = engine.search(known.board.position(), &limits);
        let time_s = start.elapsed().as_secs_f64();
        let best = found.best().map(|mv| Square::from_index(u32::from(mv), 8));
        let of_best = known
            .moves
            .iter()
            .find(|mv| mv.square == best)
            .map(|mv| mv.score);
        let row = JudgedRow {
            line: number,
            empties: known.board.score().empties,
            score: found.score(),
            exact_score,
            best: best.map_or_else(|| "pass".to_owned(), |square| square.to_string()),
            right: of_best == Some(exact_score),
            nodes: found.nodes,
            time_s,
        };
        accuracy.add(&row, of_best.map_or(0, |score| exact_score - score));
        if options.json {
            print(&json_line(&row))?;
        }
    }
    if accuracy.positions == 0 && shard == Shard::ALL {
        eprintln!(
            "reversi: {} has no positions with scored moves",
            printable_path(path)
        );
        findings.unreadable += 1;
        return Ok(findings);
    }
    let accuracy = accuracy.mean();
    print(&if options.json {
        json_line(&accuracy)
    } else {
        report(&accuracy)
    })?;
    Ok(findings)
}

fn report(accuracy: &Accuracy) -> String {
    let Accuracy {
        positions,
        error,
        within,
        right_moves,
        lost,
        nodes,
        time_s,
    } = accuracy;
    let [three, six, nine] = within.map(|share| 100.0 * share);
    #[expect(clippy::cast_precision_loss, reason = "a decimal is enough")]
    let nodes = *nodes as f64 / 1e6;
    format!(
        "{positions} positions: mean error {error:.2} discs; within 3 discs {three:.1}%, 6 {six:.1}%, \
         9 {nine:.1}%\nright move {:.1}%, discs lost per move {lost:.3}\n{nodes:.1} million \
         nodes, {time_s:.2} s\n",
        100.0 * right_moves
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(score: i32, right: bool) -> JudgedRow {
        let best = "d3".to_owned();
        JudgedRow {
            line: 1,
            empties: 9,
            score,
            exact_score: 2,
            best,
            right,
            nodes: 10,
            time_s: 0.5,
        }
    }

    #[test]
    fn errors_and_moves_are_averaged() {
        let mut accuracy = Accuracy::default();
        accuracy.add(&row(2, true), 0);
        accuracy.add(&row(-2, false), 3);
        let mean = accuracy.mean();
        let within = [0.5, 1.0, 1.0];
        let expected = Accuracy {
            positions: 2,
            error: 2.0,
            within,
            right_moves: 0.5,
            lost: 1.5,
            nodes: 20,
            time_s: 1.0,
        };
        assert_eq!(mean, expected);
        assert!(
            report(&mean).starts_with("2 positions: mean error 2.00 discs; within 3 discs 50.0%")
        );
    }
}
