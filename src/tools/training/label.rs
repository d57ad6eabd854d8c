//! Labels the positions of games with target scores, and reads labeled positions.

use std::cell::Cell;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

use super::games::GameRow;
use super::options::{WorkOptions, within};
use super::rows::{self, StageRows};
use crate::engine::eval::Evaluation;
use crate::engine::{Engine, Limits, Position, Selectivity, squares};
use crate::players::{Rng, mix_seed};
use crate::tools::run::{RowsHeader, ToolError, is_of};

/// One game in this many is held out.
const HELD_OUT: usize = 20;

/// The number of plies from a position to a leaf of its search.
const LEAF_PLIES: RangeInclusive<u32> = 3..=8;

/// The difference in discs between a score and the evaluation of a leaf that may matter for it.
const NEAR: f32 = 5.0;

/// The number of attempts to find a leaf.
const TRIES: usize = 8;

/// The largest number of leaves of a position. More are hardly worth their time, as they repeat each other.
const MAX_LEAVES: usize = 100;

/// The options of `reversi train label`.
#[derive(Debug, Clone, Args, Serialize)]
pub struct LabelOptions {
    /// Files of games
    #[arg(value_name = "GAMES", required = true)]
    #[serde(skip)]
    pub(super) games: Vec<PathBuf>,

    /// Solve positions with at most this many empty squares, unless already solved
    #[arg(long, value_name = "EMPTIES", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(super) exact_from: u32,

    /// Search depth for other positions (half of their label); 0 disables it
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(super) depth: u32,

    /// Weight of the search score in a label, 0 to 1; the rest is the game result
    #[arg(long, value_name = "PART", default_value_t = 0.1, value_parser = within(0.0..=1.0_f32))]
    pub(super) search_part: f32,

    /// Instead of each position, label this many like leaves of its search (by a search of --depth plies alone)
    #[arg(long, value_name = "N", value_parser = within(1..=MAX_LEAVES))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) leaves: Option<usize>,

    /// Shard, output and engine
    #[command(flatten)]
    #[serde(skip)]
    pub(super) work: WorkOptions,
}

/// The required fields of the first line of a game file.
#[derive(Deserialize)]
struct SelfPlayHeader {
    exact_from: u32,
}

/// An occurrence of a position in a game, with its target score.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Occurrence {
    position: Position,
    score: f32,
    count: u32,
    /// The number of scores in the sum. Exact scores replace inexact ones.
    scores: u32,
    is_exact: bool,
    held_out: bool,
}

/// Writes the positions of games with target scores, each once up to symmetry. Every 20th game is held out: its
/// positions are marked for tests, unless they also occur in other games.
pub fn label(options: &LabelOptions) -> Result<(), ToolError> {
    let (shard, ref output, threads) = options.work.start("train label")?;
    let occurrences = merged(occurrences(options)?);
    let leaves = options.leaves.unwrap_or(1);
    let all = occurrences.len() * leaves;
    // The header contains the number of positions, which depends on the games.
    let header = RowsHeader::new("positions", options);
    let header = RowsHeader {
        shard: Some(shard),
        all: Some(all),
        ..header
    };
    StageRows {
        name: "label",
        unit: "positions",
        header,
        all,
        threads,
        output,
    }
    .write(
        || Engine::new(16, 1),
        |engine, number| {
            let seen = occurrences[number / leaves];
            labeled(engine, options, seen, number % leaves)
        },
    )
}

fn occurrences(options: &LabelOptions) -> Result<Vec<Occurrence>, ToolError> {
    let mut seen = Vec::new();
    for file in &options.games {
        let exact_from = Cell::new(0);
        let first = |line: &str| {
            is_of("games")(line)?;
            let games: SelfPlayHeader =
                serde_json::from_str(line).map_err(|error| error.to_string())?;
            exact_from.set(games.exact_from);
            Ok(())
        };
        rows::read(file, first, |row| {
            add(&mut seen, options, exact_from.get(), &row.parse()?)
        })?;
    }
    Ok(seen)
}

/// Adds the positions searched by the players.
fn add(
    seen: &mut Vec<Occurrence>,
    options: &LabelOptions,
    exact_from: u32,
    record: &GameRow,
) -> Result<(), String> {
    let held_out = record.number % HELD_OUT == HELD_OUT - 1;
    // The expected result for Black, updated backward from the end.
    #[expect(clippy::cast_precision_loss, reason = "scores are small")]
    let mut expected = record.score as f32;
    for (position, ply, sign) in record.positions()?.into_iter().rev() {
        let Some(score) = ply.score else { break };
        #[expect(clippy::cast_precision_loss, reason = "scores are small")]
        let searched = score as f32;
        #[expect(clippy::cast_precision_loss, reason = "it is 1 or -1")]
        let sign = sign as f32;
        let is_exact = position.empties() <= exact_from;
        // Leaves are compared with the score of the search alone.
        let part = if is_exact || options.leaves.is_some() {
            1.0
        } else {
            options.search_part
        };
        expected = part * sign * searched + (1.0 - part) * expected;
        if options.leaves.is_some() && position.empties() <= options.exact_from {
            // A search would solve it, so it has no leaves.
            continue;
        }
        let position = position.canonical();
        let score = sign * expected;
        seen.push(Occurrence {
            position,
            score,
            count: 1,
            scores: 1,
            is_exact,
            held_out,
        });
    }
    Ok(())
}

/// Merges equal positions. Returns them in the order of their discs.
fn merged(mut seen: Vec<Occurrence>) -> Vec<Occurrence> {
    // Sort stably: the order of additions can change the last digit of a sum.
    seen.sort_by_key(|seen| (seen.position, seen.held_out));
    let mut merged: Vec<Occurrence> = Vec::new();
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

/// Labels a position or, if leaves are wanted, its leaf of this number.
fn labeled(
    engine: &mut Engine,
    options: &LabelOptions,
    seen: Occurrence,
    number: usize,
) -> Labeled {
    let Occurrence {
        position,
        count,
        held_out,
        ..
    } = seen;
    let mut searched = |position: Position, depth: u32| {
        // Results depend on the contents of the table.
        engine.clear();
        let exact_from = options.exact_from;
        let limits = Limits {
            depth,
            exact_from,
            selectivity: Selectivity::LEAST_SURE,
            ..Limits::default()
        };
        #[expect(clippy::cast_precision_loss, reason = "scores are small")]
        let score = engine.search(position, &limits).score() as f32;
        score
    };
    if options.leaves.is_some() {
        let leaf = leaf(position, seen.score, number);
        // An even number of empty squares at the horizon, as a change of parity changes the scores.
        let score = searched(leaf, options.depth + leaf.empties() % 2);
        return Labeled {
            position: leaf.canonical(),
            score,
            count,
            held_out,
        };
    }
    let empties = position.empties();
    let score = if seen.is_exact {
        seen.score
    } else if empties <= options.exact_from {
        searched(position, empties)
    } else if options.depth > 0 {
        f32::midpoint(searched(position, options.depth), seen.score)
    } else {
        seen.score
    };
    Labeled {
        position,
        score,
        count,
        held_out,
    }
}

/// A position like a leaf of the search of `position`, which has this score: some plies later, where one side has
/// played the best moves by evaluation and the other side any that leave the evaluation close to the score. If several
/// tries find none, the position itself. Always the same for a position and a number.
fn leaf(position: Position, score: f32, number: usize) -> Position {
    let seed = mix_seed(mix_seed(position.player()) ^ position.opponent());
    let mut rng = Rng::seed_from_u64(seed ^ number as u64);
    (0..TRIES)
        .find_map(|_| line_to_leaf(position, score, &mut rng))
        .unwrap_or(position)
}

/// Plays some plies from a position to a leaf; `None` if the game ends or the evaluation leaves the score.
fn line_to_leaf(position: Position, score: f32, rng: &mut Rng) -> Option<Position> {
    let evaluation = Evaluation::global();
    let evaluate = |position: Position| evaluation.evaluate(position, position.legal_moves());
    let is_near = |value: i32| {
        #[expect(clippy::cast_precision_loss, reason = "scores are small")]
        let value = value as f32;
        (value - score).abs() <= NEAR
    };
    let mut leaf = position;
    // 1 on the turns of the side to move in `position`, -1 on the others.
    let mut sign = 1;
    let careful = if rng.random() { 1 } else { -1 };
    for _ in 0..rng.random_range(LEAF_PLIES) {
        if leaf.legal_moves() == 0 {
            leaf = leaf.passed();
            sign = -sign;
        }
        let after = squares(leaf.legal_moves()).map(|square| leaf.after(square));
        let next = if sign == careful {
            after.min_by_key(|&next| evaluate(next))?
        } else {
            let near: Vec<Position> = after
                .filter(|&next| is_near(-sign * evaluate(next)))
                .collect();
            *near.get(rng.random_range(0..near.len().max(1)))?
        };
        leaf = next;
        sign = -sign;
    }
    let is_leaf = leaf.legal_moves() != 0 && is_near(sign * evaluate(leaf));
    is_leaf.then_some(leaf)
}

/// A labeled position. Its row has the discs of the side to move and of the opponent (hexadecimal), the score, the
/// number of occurrences, and `test` for held-out games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Labeled {
    pub position: Position,
    /// The score for the side to move, in discs.
    pub score: f32,
    pub count: u32,
    pub held_out: bool,
}

impl fmt::Display for Labeled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = self.position.player();
        let opponent = self.position.opponent();
        write!(
            f,
            "{player:016x} {opponent:016x} {:+.2} {}",
            self.score, self.count
        )?;
        f.write_str(if self.held_out { " test" } else { "" })
    }
}

impl FromStr for Labeled {
    type Err = String;

    fn from_str(row: &str) -> Result<Self, String> {
        let mut words = row.split(' ');
        let mut discs = || u64::from_str_radix(words.next()?, 16).ok();
        let position = discs().zip(discs());
        let position = position.and_then(|(player, opponent)| Position::new(player, opponent));
        let position = position.ok_or("expected two disjoint hexadecimal numbers")?;
        let score = words.next().and_then(|word| word.parse().ok());
        let score = score.filter(|score: &f32| score.abs() <= 64.0);
        let score = score.ok_or("expected a score from -64 to +64 as third field")?;
        let count = words.next().and_then(|word| word.parse().ok());
        let count = count.ok_or("expected a count as fourth field")?;
        let held_out = match (words.next(), words.next()) {
            (None, _) => false,
            (Some("test"), None) => true,
            _ => return Err("expected only \"test\" after the fourth field".to_owned()),
        };
        Ok(Self {
            position,
            score,
            count,
            held_out,
        })
    }
}

pub fn read(files: &[PathBuf]) -> Result<Vec<Labeled>, ToolError> {
    let mut all = Vec::new();
    rows::read_all(files, "positions", |row| {
        all.push(row.parse()?);
        Ok(())
    })?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_a_position_its_score_and_a_number() {
        for row in [
            "",
            "1 2 +1.00",
            "1 3 +1.00 1",
            "1 2 +65 1",
            "1 2 +1 1 tst",
            "1 2 +1 1 test x",
        ] {
            assert!(row.parse::<Labeled>().is_err(), "{row:?}");
        }
        let row = "0000000810000000 0000001008000000 +1.25 7";
        let labeled: Labeled = row.parse().unwrap();
        assert_eq!(labeled.position, crate::engine::Position::START);
        assert!(!labeled.held_out);
        assert_eq!(labeled.to_string(), row);
    }

    fn seen(score: f32, is_exact: bool) -> Occurrence {
        let position = Position::START.canonical();
        Occurrence {
            position,
            score,
            count: 1,
            scores: 1,
            is_exact,
            held_out: false,
        }
    }

    #[test]
    fn exact_scores_count_alone_in_whatever_order() {
        let of = |all: [Occurrence; 4]| {
            let merged = merged(all.to_vec());
            assert_eq!(merged.len(), 1);
            (
                merged[0].score.to_bits(),
                merged[0].count,
                merged[0].is_exact,
            )
        };
        let [rough, other, exact] = [seen(1.0, false), seen(3.0, false), seen(8.0, true)];
        for all in [[rough, other, exact, exact], [exact, rough, exact, other]] {
            assert_eq!(of(all), (8.0_f32.to_bits(), 4, true));
        }
        assert_eq!(
            of([rough, other, other, rough]),
            (2.0_f32.to_bits(), 4, false)
        );
    }
}
