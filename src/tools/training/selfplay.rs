//! Self-play: plays the games that the evaluation learns from.

use std::ops::RangeInclusive;

use clap::Args;
use rand::{RngExt, SeedableRng};
use serde::Serialize;

use super::games::{GameRow, SearchedMove, best_move};
use super::options::{MAX_COUNT, WorkOptions, within};
use super::rows::StageRows;
use crate::engine::{Engine, Limits, Position, Selectivity, openings, squares};
use crate::players::{Rng, mix_seed};
use crate::tools::run::{RowsHeader, ToolError};

const OPENING: u32 = 6;

/// The maximum number of noisy plies after the opening.
const MAX_NOISY_PLIES: u32 = 44;

/// The search depth during the noise, in plies.
const NOISY_DEPTH: u32 = 2;

/// The number of random plies before balanced games, and the largest score of a search of some plies after them.
const RANDOM_PLIES: usize = 10;
const LARGEST_SCORE: i32 = 2;
const BALANCE_DEPTH: u32 = 6;

/// The range of the initial probability of a random move, in percent.
const NOISE: RangeInclusive<u32> = 1..=20;

/// The options of `reversi train selfplay`.
#[derive(Debug, Clone, Default, Args, Serialize)]
pub struct SelfPlayOptions {
    /// Number of games, over all shards
    #[arg(long, value_name = "N", value_parser = within(1..=MAX_COUNT))]
    pub(super) games: usize,

    /// Random seed; each one gives different games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,

    /// Search depth of the players, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(super) depth: u32,

    /// Play exactly from this many empty squares
    #[arg(long, value_name = "EMPTIES", default_value_t = 14, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(super) exact_from: u32,

    /// Search to the end at 95% selectivity from this many empty squares
    #[arg(long, value_name = "EMPTIES", default_value_t = 18, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(super) end_from: u32,

    /// Start from even positions after ten random plies, and play no more random moves
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) balanced: bool,

    /// Shard, output and engine
    #[command(flatten)]
    #[serde(skip)]
    pub(super) work: WorkOptions,
}

/// Plays games, and writes one row per game.
///
/// A game starts with one of the six-ply [`openings`], in turn. Then moves are random with a probability that falls
/// linearly from 1 to 20% to zero within 0 to 44 plies. Both numbers are random, so every phase of the game is
/// reached by sensible and by wild play. Other moves come from two-ply searches during the noise, and from
/// `depth`-ply searches afterward. Only the latter have scores. Balanced games have another opening and no noise.
pub fn selfplay(options: &SelfPlayOptions) -> Result<(), ToolError> {
    let (shard, ref output, threads) = options.work.start("train selfplay")?;
    let openings = openings(OPENING);
    let header = RowsHeader {
        shard: Some(shard),
        ..RowsHeader::new("games", options)
    };
    let name = "selfplay";
    let unit = "games";
    let all = options.games;
    StageRows {
        name,
        unit,
        header,
        all,
        threads,
        output,
    }
    .write(
        || Engine::new(2, 1),
        |engine, number| play(engine, options, number, &openings[number % openings.len()]),
    )
}

fn play(engine: &mut Engine, options: &SelfPlayOptions, number: usize, opening: &[u32]) -> GameRow {
    // Use one generator per game, so that games don't depend on the thread.
    let mut rng = Rng::seed_from_u64(mix_seed(options.seed) ^ number as u64);
    let (opening, noisy_plies) = if options.balanced {
        (&*balanced_opening(engine, &mut rng), 0)
    } else {
        (opening, rng.random_range(0..=MAX_NOISY_PLIES))
    };
    let while_noisy = SelfPlayOptions {
        depth: NOISY_DEPTH,
        exact_from: 0,
        end_from: 0,
        ..options.clone()
    };
    let noise = f64::from(rng.random_range(NOISE)) / 100.0;
    // Results depend on the contents of the table.
    engine.clear();
    GameRow::play(number, opening, |position, _, plies| {
        let after_opening = u32::try_from(plies - opening.len()).unwrap_or(u32::MAX);
        if after_opening >= noisy_plies {
            return best_move(engine, position, &limits(options, position));
        }
        let left = 1.0 - f64::from(after_opening) / f64::from(noisy_plies);
        let square = if rng.random_bool(noise * left) {
            random_move(position, &mut rng)
        } else {
            best_move(engine, position, &limits(&while_noisy, position)).square
        };
        SearchedMove {
            square,
            score: None,
        }
    })
}

/// A legal move of the position, which has one.
fn random_move(position: Position, rng: &mut Rng) -> u32 {
    let choice: Vec<u32> = squares(position.legal_moves()).collect();
    choice[rng.random_range(0..choice.len())]
}

/// Random moves from the start to a position that is even by a search.
fn balanced_opening(engine: &mut Engine, rng: &mut Rng) -> Vec<u32> {
    loop {
        let mut position = Position::START;
        let mut opening = Vec::with_capacity(RANDOM_PLIES);
        while opening.len() < RANDOM_PLIES && position.legal_moves() != 0 {
            let square = random_move(position, rng);
            position = position.after(square);
            opening.push(square);
        }
        if opening.len() < RANDOM_PLIES || position.legal_moves() == 0 {
            continue;
        }
        if is_even(engine, position) {
            return opening;
        }
    }
}

fn is_even(engine: &mut Engine, position: Position) -> bool {
    // Results depend on the contents of the table.
    engine.clear();
    let limits = Limits {
        depth: BALANCE_DEPTH,
        exact_from: 0,
        ..Limits::default()
    };
    engine.search(position, &limits).score().abs() <= LARGEST_SCORE
}

fn limits(options: &SelfPlayOptions, position: Position) -> Limits {
    let sure = position.empties() <= options.exact_from;
    Limits {
        depth: options.depth,
        exact_from: options.exact_from.max(options.end_from),
        selectivity: Selectivity::LEAST_SURE,
        end_selectivity: if sure {
            Selectivity::FULL
        } else {
            Selectivity::ALL[2]
        },
        ..Limits::default()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::base::text::Shard;
    use crate::tools::run::ShardOption;
    use crate::tools::training::options::EvaluationOptions;

    fn games(threads: u16, shard: Shard, balanced: bool) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let engine = EvaluationOptions {
            threads: Some(threads),
            ..Default::default()
        };
        let work = WorkOptions {
            shard: ShardOption { shard: Some(shard) },
            out: path.clone(),
            resume: false,
            engine,
        };
        let mut options = SelfPlayOptions {
            games: 12,
            seed: 5,
            depth: 1,
            exact_from: 6,
            end_from: 8,
            balanced,
            work,
        };
        selfplay(&options).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        // Resuming an interrupted run gives the same file.
        let torn = &text[..text.len() * 2 / 3];
        fs::write(&path, torn).unwrap();
        options.work.resume = true;
        selfplay(&options).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        text.lines().skip(1).map(str::to_owned).collect()
    }

    #[test]
    fn games_are_legal_and_depend_neither_on_threads_nor_on_shares() {
        let all = games(2, Shard::ALL, false);
        assert_eq!(all.len(), 12);
        for row in &all {
            let record: GameRow = row.parse().unwrap();
            assert!(record.positions().unwrap().len() > 40, "{row}");
        }
        assert_eq!(
            games(1, Shard { index: 2, count: 5 }, false),
            [&*all[1], &all[6], &all[11]]
        );
    }

    #[test]
    fn balanced_games_start_evenly_and_differ() {
        let rows = games(1, Shard::ALL, true);
        let mut starts = Vec::new();
        let mut engine = Engine::new(2, 1);
        for row in &rows {
            let record: GameRow = row.parse().unwrap();
            let is_opening = |(index, ply): (usize, &SearchedMove)| {
                (index < RANDOM_PLIES) == ply.score.is_none()
            };
            assert!(record.plies.iter().enumerate().all(is_opening), "{row}");
            let (start, ..) = record.positions().unwrap()[RANDOM_PLIES];
            assert!(is_even(&mut engine, start), "{row}");
            starts.push(start.canonical());
        }
        starts.sort();
        starts.dedup();
        assert_eq!(starts.len(), rows.len());
        assert_eq!(
            games(1, Shard { index: 2, count: 5 }, true),
            [&*rows[1], &rows[6], &rows[11]]
        );
    }
}
