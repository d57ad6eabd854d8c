//! Labels the positions of games with target scores.

use std::cell::Cell;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::TrainingError;
use super::games::{Record, search};
use super::positions::Labelled;
use super::rows::{self, Header, Stage};
use crate::base::files::{Output, Shard};
use crate::engine::eval::Evaluation;
use crate::engine::{Engine, Limits, Position, Selectivity};

/// One game of this many is held out.
const HELD_OUT: usize = 20;

/// The settings of labelling.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Label {
    /// The maximum number of empty squares of positions to solve, unless the game already has.
    pub exact_from: u32,
    /// The search depth of other positions in plies; 0 for none.
    pub depth: u32,
    /// The share of the player's expected score in a label, 0 to 1; the rest is the label of the
    /// next position: temporal differences (Sutton 1988).
    pub search_part: f32,
    /// The shard of the positions.
    pub shard: Shard,
}

/// The fields that are needed from the first line of a file of games.
#[derive(Deserialize)]
struct Games {
    exact_from: u32,
}

/// A position of a game.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Seen {
    position: Position,
    /// The result.
    score: f32,
    count: u32,
    /// The number of scores in the sum; inexact ones are dropped if there are exact ones.
    scores: u32,
    is_exact: bool,
    held_out: bool,
}

/// Writes the positions of files of games with scores, each once up to symmetry. Every 20th game is
/// held out: its positions are marked for tests, unless another game has them as well.
///
/// # Errors
/// If a file can't be read or is damaged, or the output can't be written or was written with
/// different options.
pub fn label(
    how: &Label,
    games: &[PathBuf],
    threads: usize,
    output: &Output,
) -> Result<(), TrainingError> {
    let seen = merged(read(how, games)?);
    let all = seen.len();
    let weights = Evaluation::global().header().name();
    // The number of positions depends on the games.
    let header = Header::new("positions", weights, how).with_all(all);
    let shard = how.shard;
    let stage = Stage { name: "label", unit: "positions", shard, all, threads, output };
    rows::write(
        &header,
        &stage,
        || Engine::new(16, 1),
        |engine, number| labelled(engine, how, seen[number]),
    )
}

fn read(how: &Label, files: &[PathBuf]) -> Result<Vec<Seen>, TrainingError> {
    let mut seen = Vec::new();
    for file in files {
        let exact_from = Cell::new(0);
        let first = |line: &str| {
            rows::is_of("games")(line)?;
            let games: Games = serde_json::from_str(line).map_err(|error| error.to_string())?;
            exact_from.set(games.exact_from);
            Ok(())
        };
        rows::read(file, first, |row| add(&mut seen, how, exact_from.get(), &row.parse()?))?;
    }
    Ok(seen)
}

/// Adds the positions searched by the players.
fn add(seen: &mut Vec<Seen>, how: &Label, exact_from: u32, record: &Record) -> Result<(), String> {
    let held_out = record.number % HELD_OUT == HELD_OUT - 1;
    // Backwards from the end: the result of a position, for Black.
    #[expect(clippy::cast_precision_loss, reason = "scores are small")]
    let mut expected = record.score as f32;
    for (position, ply, sign) in record.positions()?.into_iter().rev() {
        let Some(score) = ply.score else { break };
        #[expect(clippy::cast_precision_loss, reason = "scores are small")]
        let (searched, sign) = (score as f32, sign as f32);
        // A search to the end of the game is exact.
        let is_exact = position.empties() <= exact_from;
        let part = if is_exact { 1.0 } else { how.search_part };
        expected = part * sign * searched + (1.0 - part) * expected;
        let (position, score) = (position.canonical(), sign * expected);
        seen.push(Seen { position, score, count: 1, scores: 1, is_exact, held_out });
    }
    Ok(())
}

/// Each position once, in the order of its discs.
fn merged(mut seen: Vec<Seen>) -> Vec<Seen> {
    // A stable sort: sums of the same numbers in another order may differ in the last digit.
    seen.sort_by_key(|seen| (seen.position, seen.held_out));
    let mut merged: Vec<Seen> = Vec::new();
    for next in seen {
        match merged.last_mut() {
            Some(last) if last.position == next.position => {
                if last.held_out != next.held_out {
                    continue;
                }
                last.count += 1;
                match (last.is_exact, next.is_exact) {
                    (false, true) => {
                        (last.score, last.scores, last.is_exact) = (next.score, 1, true);
                    }
                    (true, false) => {}
                    _ => {
                        last.score += next.score;
                        last.scores += 1;
                    }
                }
            }
            _ => merged.push(next),
        }
    }
    for seen in &mut merged {
        #[expect(clippy::cast_precision_loss, reason = "counts are small")]
        let scores = seen.scores as f32;
        seen.score /= scores;
    }
    merged
}

fn labelled(engine: &mut Engine, how: &Label, seen: Seen) -> Labelled {
    let Seen { position, count, held_out, .. } = seen;
    let empties = position.empties();
    let mut searched = |depth: u32| {
        // Results depend on the contents of the table.
        engine.clear();
        let selectivity = Selectivity::LEAST_SURE;
        let limits = Limits { depth, exact_from: how.exact_from, selectivity, ..Limits::default() };
        #[expect(clippy::cast_precision_loss, reason = "scores are small")]
        let score = search(engine, position, &limits).score() as f32;
        score
    };
    let score = if seen.is_exact {
        seen.score
    } else if empties <= how.exact_from {
        searched(empties)
    } else if how.depth > 0 {
        // Half of the label is the search score, half the result.
        f32::midpoint(searched(how.depth), seen.score)
    } else {
        seen.score
    };
    Labelled { position, score, count, held_out }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position with a score.
    fn seen(score: f32, is_exact: bool) -> Seen {
        let position = Position::START.canonical();
        Seen { position, score, count: 1, scores: 1, is_exact, held_out: false }
    }

    #[test]
    fn exact_scores_count_alone_in_whatever_order() {
        let of = |all: [Seen; 4]| {
            let merged = merged(all.to_vec());
            assert_eq!(merged.len(), 1);
            (merged[0].score.to_bits(), merged[0].count, merged[0].is_exact)
        };
        let [rough, other, exact] = [seen(1.0, false), seen(3.0, false), seen(8.0, true)];
        for all in [[rough, other, exact, exact], [exact, rough, exact, other]] {
            assert_eq!(of(all), (8.0_f32.to_bits(), 4, true));
        }
        assert_eq!(of([rough, other, other, rough]), (2.0_f32.to_bits(), 4, false));
    }
}
