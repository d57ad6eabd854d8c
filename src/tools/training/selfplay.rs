//! Self-play: the games that the evaluation learns from.

use std::ops::RangeInclusive;

use rand::{RngExt, SeedableRng};
use serde::Serialize;

use super::TrainingError;
use super::games::{Ply, Record, best_ply};
use super::rows::{self, Header, Stage};
use crate::base::files::{Output, Shard};
use crate::engine::eval::Evaluation;
use crate::engine::{Engine, Limits, Position, Selectivity, openings, squares};
use crate::players::{Rng, mix_seed};

/// The length of openings in plies.
const OPENING: u32 = 6;

/// The maximum number of noisy plies after the opening.
const NOISIEST: u32 = 44;

/// The search depth during the noise, in plies.
const NOISY_DEPTH: u32 = 2;

/// The range of the initial probability of a random move, in percent.
const NOISE: RangeInclusive<u32> = 1..=20;

/// The settings of self-play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SelfPlay {
    /// The number of games, in all shards.
    pub games: usize,
    /// The random seed.
    pub seed: u64,
    /// The search depth of the players, in plies.
    pub depth: u32,
    /// The number of empty squares from which play is exact.
    pub exact_from: u32,
    /// The number of empty squares from which searches reach the end of the game at 95 %
    /// selectivity.
    pub end_from: u32,
    /// The shard of the games.
    pub shard: Shard,
}

/// Plays games and writes one row per game to a file.
///
/// A game starts with one of the [`openings`] of six plies, in turn. Then moves are random with a
/// probability that falls linearly from a start of 1 to 20 % to zero after 0 to 44 plies. Both
/// numbers are random, so every phase of the game is reached by sensible and by wild play. Other
/// moves come from searches of two plies during the noise, and of `depth` plies afterwards. Only
/// the latter have scores.
///
/// # Errors
/// If the file can't be written, or was written with different options.
pub fn selfplay(how: &SelfPlay, threads: usize, output: &Output) -> Result<(), TrainingError> {
    let weights = Evaluation::global().header().name();
    let openings = openings(OPENING);
    let (shard, all) = (how.shard, how.games);
    let stage = Stage { name: "selfplay", unit: "games", shard, all, threads, output };
    rows::write(
        &Header::new("games", weights, how),
        &stage,
        || Engine::new(2, 1),
        |engine, number| play(engine, how, number, &openings[number % openings.len()]),
    )
}

fn play(engine: &mut Engine, how: &SelfPlay, number: usize, opening: &[u32]) -> Record {
    // Each game has its own generator, so it doesn't depend on the thread that plays it.
    let mut rng = Rng::seed_from_u64(mix_seed(how.seed) ^ number as u64);
    let noisy_plies = rng.random_range(0..=NOISIEST);
    let while_noisy = SelfPlay { depth: NOISY_DEPTH, exact_from: 0, end_from: 0, ..how.clone() };
    let noise = f64::from(rng.random_range(NOISE)) / 100.0;
    // Results depend on the contents of the table.
    engine.clear();
    Record::play(number, opening, |position, _, plies| {
        let after_opening = u32::try_from(plies - opening.len()).unwrap_or(u32::MAX);
        if after_opening >= noisy_plies {
            return best_ply(engine, position, &limits(how, position));
        }
        let left = 1.0 - f64::from(after_opening) / f64::from(noisy_plies);
        let square = if rng.random_bool(noise * left) {
            let choice: Vec<u32> = squares(position.legal_moves()).collect();
            choice[rng.random_range(0..choice.len())]
        } else {
            best_ply(engine, position, &limits(&while_noisy, position)).square
        };
        Ply { square, score: None }
    })
}

/// The limits of a player's search in a position.
fn limits(how: &SelfPlay, position: Position) -> Limits {
    let sure = position.empties() <= how.exact_from;
    Limits {
        depth: how.depth,
        exact_from: how.exact_from.max(how.end_from),
        selectivity: Selectivity::LEAST_SURE,
        end_selectivity: if sure { Selectivity::FULL } else { Selectivity::ALL[2] },
        ..Limits::default()
    }
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
        // Resuming an interrupted run gives the same file.
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
