//! The ladder: matches between neighboring levels, and one list of ratings.

mod rating;

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::options::{EvaluationOptions, MAX_COUNT, within};
use super::rows::{self, RowsHeader, StageRows};
use crate::base::files::{self, Output};
use crate::games::reversi;
use crate::players::ladder::{Rated, Rung, rungs};
use crate::players::{Method, Stop};
use crate::tools::matches::{Balance, Clocks, Contestant, Kind, Match, Opening, Rules, chosen};
use crate::tools::run::ToolError;

use rating::{Encounter, fitted};

const OPENING: u32 = 8;

const EVEN: u32 = 4;

/// The number of openings, used in turn.
const OPENINGS: usize = 500;

/// The distance between the first openings of one pair and of the next.
const STRIDE: usize = 7;

/// The distances in the list of those who play each other.
const DISTANCES: [usize; 3] = [1, 2, 3];

/// The options of `trainer ladder`.
#[derive(Debug, Clone, Args, Serialize)]
pub struct LadderOptions {
    // A file of few openings is the beginning of one of many.
    /// Openings per pair of levels; slow levels play a half or a quarter of them
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = within(1..=MAX_COUNT))]
    #[serde(skip)]
    openings: usize,

    /// Random seed of the openings and the bots
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Output file for the games, a new one
    #[arg(long, value_name = "GAMES")]
    #[serde(skip)]
    out: PathBuf,

    /// Output rating list, as embedded in the program (replaced atomically)
    #[arg(long, value_name = "LIST")]
    #[serde(skip)]
    list: Option<PathBuf>,

    /// Continue an interrupted run with the same options, from GAMES
    #[arg(long)]
    #[serde(skip)]
    resume: bool,

    /// Threads, and the evaluation of the levels
    #[command(flatten)]
    #[serde(skip)]
    engine: EvaluationOptions,
}

/// The header of the file of games: the options, and who plays.
#[derive(Debug, Serialize)]
struct LadderHeader<'a> {
    #[serde(flatten)]
    options: &'a LadderOptions,
    /// The names of the bots, the weakest first by the last measurement.
    bots: String,
}

/// Two bots that meet, by their places in the list, with the number of the opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Meeting {
    places: [usize; 2],
    opening: usize,
}

/// Plays the bots of the ladder against their neighbors in the list, two games from each opening,
/// and returns their new ratings, the weakest first. One row per opening is written to a file.
pub fn ladder(options: &LadderOptions) -> Result<Vec<Rung>, ToolError> {
    let threads = options.engine.start()?;
    let bots: Vec<Rated> = rungs().iter().map(|rung| rung.bot).collect();
    let list = measured(options, &bots, threads)?;
    if let Some(path) = &options.list {
        write_list(&list, path)?;
    }
    Ok(list)
}

/// The ratings of bots that are about in the order of their strength.
fn measured(
    options: &LadderOptions,
    bots: &[Rated],
    threads: usize,
) -> Result<Vec<Rung>, ToolError> {
    let seed = options.seed;
    let meetings = meetings(bots, options.openings);
    let needed = meetings.iter().map(|meeting| meeting.opening + 1).max().unwrap_or(0);
    let mut balance = Balance::new(EVEN);
    let openings =
        chosen(&Opening::all(OPENING), needed, Some(seed), |opening| balance.is_even(opening));
    let names: Vec<String> = bots.iter().map(Rated::to_string).collect();
    let described = LadderHeader { options, bots: names.join(" ") };
    let header = RowsHeader::new("ladder", &described);
    let output = &Output { path: options.out.clone(), resume: options.resume };
    let all = meetings.len();
    StageRows { name: "ladder", unit: "openings", header, all, threads, output }.write(
        || (),
        |(), number| {
            let Meeting { places, opening } = meetings[number];
            let opening = openings[opening].clone();
            play(places.map(|place| bots[place]), opening, seed.wrapping_add(number as u64))
        },
    )?;
    ratings(&output.path, bots)
}

fn ratings(path: &Path, bots: &[Rated]) -> Result<Vec<Rung>, ToolError> {
    let mut encounters: BTreeMap<[usize; 2], Encounter> = BTreeMap::new();
    let place = |name: &str| bots.iter().position(|bot| bot.to_string() == name);
    rows::read(path, rows::is_of("ladder"), |line| {
        let PairRow { names, half_points } = line.parse()?;
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

fn play(bots: [Rated; 2], opening: Opening, seed: u64) -> PairRow {
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
    PairRow { names, half_points }
}

/// Two games between two bots: `4h 5h 2 0`, the half points of the first bot with Black and with White.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PairRow {
    names: [String; 2],
    /// 2 for a win, 1 for a draw, 0 for a loss.
    half_points: [usize; 2],
}

impl fmt::Display for PairRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([first, second], [black, white]) = (&self.names, self.half_points);
        write!(f, "{first} {second} {black} {white}")
    }
}

impl FromStr for PairRow {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let error = || format!("expected two bots and two results of 0 to 2, found {line:?}");
        let words: Vec<&str> = line.split(' ').collect();
        let &[first, second, black, white] = &words[..] else { return Err(error()) };
        let half_points =
            |word: &str| word.parse().ok().filter(|&points| points <= 2).ok_or_else(error);
        let half_points = [half_points(black)?, half_points(white)?];
        Ok(Self { names: [first, second].map(str::to_owned), half_points })
    }
}

const HEADING: &str = "# Generated by `trainer ladder`: bot, Elo rating, margin of error (95%).\n";

/// Writes the list as the program embeds it; an existing file is replaced atomically.
fn write_list(list: &[Rung], out: &Path) -> Result<(), ToolError> {
    let mut text = HEADING.to_owned();
    for rung in list {
        let _ = writeln!(text, "{rung}");
    }
    files::replace(out, text.as_bytes()).map_err(ToolError::unwritable(out))
}

#[cfg(test)]
mod tests;
