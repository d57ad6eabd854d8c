//! The ladder: matches between neighbouring levels, and one list of ratings.

mod list;
mod rating;
mod row;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use super::TrainingError;
use super::rows::{self, Header, Stage};
use crate::base::files::{Output, Shard};
use crate::engine::eval::Evaluation;
use crate::games::reversi;
use crate::players::ladder::{Rated, Rung, rungs};
use crate::players::{Method, Stop};
use crate::tools::matches::{Balance, Clocks, Contestant, Kind, Match, Opening, Rules, chosen};

pub use list::{ladder_table, write_list};
use rating::{Encounter, fitted};
use row::Row;

/// The length of openings in plies.
const OPENING: u32 = 8;

/// The maximum imbalance of an opening, in discs.
const EVEN: u32 = 4;

/// The number of openings, used in turn.
const OPENINGS: usize = 500;

/// The distance between the first openings of one pair and of the next.
const STRIDE: usize = 7;

/// The distances in the list of those who play each other.
const DISTANCES: [usize; 3] = [1, 2, 3];

/// The settings of a measurement of the ladder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ladder {
    /// The number of openings that a pair of fast levels plays, each with both colours. Slow levels
    /// play fewer. A file of few openings is the beginning of one of many.
    #[serde(skip)]
    pub openings: usize,
    /// The random seed of the openings and the bots.
    pub seed: u64,
}

/// The header of the file of games: the settings, and who plays.
#[derive(Debug, Serialize)]
struct Settings<'a> {
    #[serde(flatten)]
    how: &'a Ladder,
    /// The names of the bots, the weakest first by the last measurement.
    bots: String,
}

/// Two bots that meet, by their places in the list, with the number of the opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Meeting {
    places: [usize; 2],
    opening: usize,
}

/// Plays the bots of the ladder against their neighbours in the list, two games from each opening,
/// and returns their new ratings, the weakest first. One row per opening is written to a file.
///
/// # Errors
/// If the file can't be written, was written with different options, or is damaged.
pub fn ladder(how: &Ladder, threads: usize, output: &Output) -> Result<Vec<Rung>, TrainingError> {
    let bots: Vec<Rated> = rungs().iter().map(|rung| rung.bot).collect();
    measured(how, &bots, threads, output)
}

/// The ratings of bots that are about in the order of their strength.
fn measured(
    how: &Ladder,
    bots: &[Rated],
    threads: usize,
    output: &Output,
) -> Result<Vec<Rung>, TrainingError> {
    let names: Vec<String> = bots.iter().map(Rated::to_string).collect();
    let meetings = meetings(bots, how.openings);
    let needed = meetings.iter().map(|meeting| meeting.opening + 1).max().unwrap_or(0);
    let mut balance = Balance::new(EVEN);
    let openings =
        chosen(&Opening::all(OPENING), needed, Some(how.seed), |opening| balance.is_even(opening));
    let all = meetings.len();
    let stage = Stage { name: "ladder", unit: "openings", shard: Shard::ALL, all, threads, output };
    let weights = Evaluation::global().header().name();
    let settings = Settings { how, bots: names.join(" ") };
    let header = Header::new("ladder", weights, &settings);
    rows::write(
        &header,
        &stage,
        || (),
        |(), number| {
            let Meeting { places, opening } = meetings[number];
            let opening = openings[opening].clone();
            play(places.map(|place| bots[place]), opening, how.seed.wrapping_add(number as u64))
        },
    )?;
    ratings(&output.path, bots)
}

/// The ratings by the rows of a file.
fn ratings(path: &Path, bots: &[Rated]) -> Result<Vec<Rung>, TrainingError> {
    let mut encounters: BTreeMap<[usize; 2], Encounter> = BTreeMap::new();
    let place = |name: &str| bots.iter().position(|bot| bot.to_string() == name);
    rows::read(path, rows::is_of("ladder"), |line| {
        let Row { names, half_points } = line.parse()?;
        let [Some(first), Some(second)] = names.each_ref().map(|name| place(name)) else {
            return Err(format!("{} or {} is not on the ladder", names[0], names[1]));
        };
        encounters.entry([first, second]).or_default().add(half_points);
        Ok(())
    })?;
    let anchor = place("1").unwrap_or(0);
    let fitted = fitted(bots.len(), anchor, &encounters);
    let rung = |(&bot, (rating, error)): (&Rated, (f64, f64))| {
        #[expect(clippy::cast_possible_truncation, reason = "ratings have four digits")]
        let [rating, error] = [rating, error].map(|value| value.round() as i32);
        Rung { bot, rating, error }
    };
    let mut list: Vec<Rung> = bots.iter().zip(fitted).map(rung).collect();
    list.sort_by_key(|rung| rung.rating);
    Ok(list)
}

/// Who plays whom from which opening. All pairs play their first opening before the second, and more
/// openings only add to the end.
fn meetings(bots: &[Rated], openings: usize) -> Vec<Meeting> {
    let pairs: Vec<[usize; 2]> = DISTANCES
        .iter()
        .flat_map(|distance| {
            (0..bots.len().saturating_sub(*distance)).map(move |place| [place, place + distance])
        })
        .collect();
    let mut meetings = Vec::new();
    for round in 0..openings {
        for (number, &places) in pairs.iter().enumerate() {
            let slowest = places.into_iter().map(|place| share(bots[place])).min().unwrap_or(100);
            if round * slowest % 100 < slowest {
                // Pairs differ in their openings: a list of few openings would be about those.
                meetings.push(Meeting { places, opening: (round + STRIDE * number) % OPENINGS });
            }
        }
    }
    meetings
}

/// The share of the openings that a bot plays, in percent: less for those that take long.
fn share(bot: Rated) -> usize {
    let Rated::Level(level) = bot else { return 50 };
    let depth = match level.method(&reversi::INFO) {
        Method::Engine { depth, .. } => depth,
        // Scores of all moves take as long as three plies more.
        Method::HumanLike { depth, .. } => depth + 3,
        _ => 0,
    };
    match depth {
        0..=8 => 100,
        9..=12 => 50,
        13..=16 => 25,
        _ => 12,
    }
}

/// Two games from an opening, with both colours.
///
/// # Panics
/// Where no thread can be started.
fn play(bots: [Rated; 2], opening: Opening, seed: u64) -> Row {
    let players = bots.map(|bot| {
        let kind = match bot {
            Rated::Level(level) => Kind::Level(level),
            Rated::Competitive => Kind::Competitive,
        };
        Contestant { name: bot.to_string(), kind }
    });
    let names = players.each_ref().map(|player| player.name.clone());
    let (margin, timeout) = (Duration::ZERO, Duration::from_hours(1));
    let rules = Rules { clocks: Clocks::None, margin, timeout, seed };
    let the_match = Match {
        players,
        openings: vec![opening],
        rules,
        book: None,
        parallel: 1,
        cores: None,
        log: None,
    };
    let mut half_points = [0; 2];
    let played = the_match.play(&[1, 2], &Stop::new(), |game| {
        half_points[game.number - 1] = game.half_points();
        true
    });
    played.expect("bots start, unless there is no thread for them");
    Row { names, half_points }
}

#[cfg(test)]
mod tests;
