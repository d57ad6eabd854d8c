//! The games that the evaluation learns from: the engine against itself.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use rand::{RngExt, SeedableRng};
use serde::Serialize;

use super::games::{Ply, Record};
use super::ordered::in_order;
use super::progress::Progress;
use super::rows::Rows;
use super::{Output, Shard, TrainingError};
use crate::engine::eval::Evaluation;
use crate::engine::{Engine, Limits, Position, Selectivity, openings, squares};
use crate::players::Rng;

/// How many plies openings have.
const OPENING: u32 = 6;

/// At most so many plies are noisy after the opening.
const NOISIEST: u32 = 44;

/// How far the players look while there is noise, in plies.
const NOISY_DEPTH: u32 = 2;

/// How many of 100 moves are chance when noise starts.
const NOISE: RangeInclusive<u32> = 1..=20;

/// How games are played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SelfPlay {
    /// How many, in all shares.
    pub games: usize,
    /// From which chance starts.
    pub seed: u64,
    /// How far the players look, in plies.
    pub depth: u32,
    /// From so many empty squares on they play perfectly.
    pub exact_from: u32,
    /// From so many empty squares on, if that is earlier, they look to the end of the game, but
    /// selectively: at 95 %.
    pub end_from: u32,
    /// Which share of the games to play.
    pub shard: Shard,
}

/// What the first line of a file of games says.
#[derive(Serialize)]
struct FirstLine<'a> {
    reversi: &'static str,
    version: u32,
    weights: String,
    #[serde(flatten)]
    how: &'a SelfPlay,
}

/// Plays games and writes them to a file, a row each.
///
/// A game begins with one of the [`openings`] of six plies, in turn. Then comes noise: each move is
/// chance, with a probability that falls in a straight line from a start of 1 to 20 % to nothing
/// after 0 to 44 plies; both numbers are chance, so that every stage of a game is reached both by
/// sensible and by wild play. Other moves are those that a search of two plies prefers while there
/// is noise, and those of a search as deep as asked for afterwards. Scores are written down only there.
///
/// # Errors
/// When the file can't be written, or is of another make.
pub fn selfplay(how: &SelfPlay, threads: usize, output: &Output) -> Result<(), TrainingError> {
    let weights = Evaluation::usual().header().name();
    let first_line = FirstLine { reversi: "games", version: 1, weights, how };
    let first_line = serde_json::to_string(&first_line).unwrap_or_default();
    let mut rows = Rows::open(output, &first_line)?;
    let openings = openings(OPENING);
    let total = how.shard.size_of(how.games);
    rows.expects(total)?;
    let mut progress = Progress::new("selfplay", "games", rows.earlier, total);
    in_order(
        threads,
        rows.earlier..total,
        || Engine::new(2, 1),
        |engine, task| {
            let number = how.shard.task(task);
            play(engine, how, number, &openings[number % openings.len()])
        },
        |task, record| {
            progress.is_at(task);
            rows.write(&record.to_string())
        },
    )?;
    progress.finish();
    rows.finish()
}

fn play(engine: &mut Engine, how: &SelfPlay, number: usize, opening: &[u32]) -> Record {
    let never = AtomicBool::new(false);
    // Every game has chance of its own, so that it doesn't depend on who plays the others.
    let mut rng = Rng::seed_from_u64(how.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number as u64);
    let noisy_plies = rng.random_range(0..=NOISIEST);
    let while_noisy = SelfPlay { depth: NOISY_DEPTH, exact_from: 0, end_from: 0, ..how.clone() };
    let noise = f64::from(rng.random_range(NOISE)) / 100.0;
    // What is found depends on what the table holds.
    engine.clear();
    let (mut position, mut sign) = (Position::START, 1);
    let mut plies = Vec::new();
    loop {
        let mut moves = position.legal_moves();
        if moves == 0 {
            (position, sign) = (position.passed(), -sign);
            moves = position.legal_moves();
            if moves == 0 {
                break;
            }
        }
        let after_opening = plies.len().saturating_sub(opening.len());
        let after_opening = u32::try_from(after_opening).unwrap_or(u32::MAX);
        let ply = if let Some(&square) = opening.get(plies.len()) {
            Ply { square, score: None }
        } else if after_opening < noisy_plies {
            let left = 1.0 - f64::from(after_opening) / f64::from(noisy_plies);
            if rng.random_bool(noise * left) {
                let choice: Vec<u32> = squares(moves).collect();
                Ply { square: choice[rng.random_range(0..choice.len())], score: None }
            } else {
                let (square, _) = best(engine, &while_noisy, position, &never);
                Ply { square, score: None }
            }
        } else {
            let (square, score) = best(engine, how, position, &never);
            Ply { square, score: Some(score) }
        };
        plies.push(ply);
        (position, sign) = (position.after(ply.square), -sign);
    }
    let end = engine.search(position, &Limits::default(), &never, &mut |_| ());
    Record { number, plies, score: sign * end.score() }
}

fn best(engine: &mut Engine, how: &SelfPlay, position: Position, never: &AtomicBool) -> (u32, i32) {
    let sure = position.empties() <= how.exact_from;
    let limits = Limits {
        depth: how.depth,
        exact_from: how.exact_from.max(how.end_from),
        selectivity: Selectivity::LEAST_SURE,
        end_selectivity: if sure { Selectivity::FULL } else { Selectivity::ALL[2] },
        ..Limits::default()
    };
    let found = engine.search(position, &limits, never, &mut |_| ());
    let any = position.legal_moves().trailing_zeros();
    (found.best().unwrap_or(any), found.score())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn games(threads: usize, shard: Shard) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let how = SelfPlay { games: 12, seed: 5, depth: 1, exact_from: 6, end_from: 8, shard };
        selfplay(&how, threads, &Output { path: path.clone(), resume: false }).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        // Going on after a kill leads to the same file.
        let torn = &text[..text.len() * 2 / 3];
        fs::write(&path, torn).unwrap();
        selfplay(&how, threads, &Output { path: path.clone(), resume: true }).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        text.lines().skip(1).map(str::to_owned).collect()
    }

    #[test]
    fn games_are_legal_and_depend_neither_on_threads_nor_on_shares() {
        let all = games(2, Shard::ALL);
        assert_eq!(all.len(), 12);
        for row in &all {
            let record: Record = row.parse().unwrap();
            assert!(record.positions().unwrap().len() > 40, "{row}");
        }
        assert_eq!(games(1, Shard { index: 2, count: 5 }), [&*all[1], &all[6], &all[11]]);
    }
}
