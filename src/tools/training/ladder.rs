//! The ladder: rates the bots of a game by games between neighbors in the list.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use rand::{RngExt, SeedableRng};
use serde::Serialize;

use super::options::{EvaluationOptions, MAX_COUNT, within};
use super::rows::{self, StageRows};
use crate::base::files::{self, Output};
use crate::base::text::printable_path;
use crate::games::{self, Game, Info, Player, Setup, reversi};
use crate::players::ladder::{self, Band, Rated, Rung, RungError, rungs};
use crate::players::{Level, Rng, mix_seed};
use crate::tools::matches::{Encounter, Fitted, Opening, balance, chosen};
use crate::tools::run::{RowsHeader, ToolError, is_of};

/// The length of the balanced openings of Reversi, in plies.
const OPENING: u32 = 8;

/// The length of the random openings of the other games, in plies.
const RANDOM_OPENING: usize = 4;

/// The maximum imbalance of a Reversi opening, in discs.
const EVEN: u32 = 4;

/// The number of openings, used in turn.
const OPENINGS: usize = 500;

/// The distance between the first openings of consecutive pairs.
const STRIDE: usize = 7;

/// The distances in the list between bots that play each other.
const DISTANCES: [usize; 2] = [1, 2];

/// The options of `reversi train ladder`.
#[derive(Debug, Clone, Args, Serialize)]
pub struct LadderOptions {
    // Not in the header: a run with more openings continues the same file.
    /// Openings per pair of bots; each is played with both colors
    #[arg(long, value_name = "N", default_value_t = 160, value_parser = within(1..=MAX_COUNT))]
    #[serde(skip)]
    openings: usize,

    /// Game, by its code: rv, c4, co, gr, qu or rr
    #[arg(short, long, value_name = "GAME", default_value = "rv", value_parser = code)]
    game: &'static str,

    /// Random seed of the openings and the bots
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Output file for the games, a new one
    #[arg(long, value_name = "GAMES")]
    #[serde(skip)]
    out: PathBuf,

    /// Rating list, as embedded in the program: the lines of this game are replaced
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

fn code(word: &str) -> Result<&'static str, String> {
    let info = games::find(word).ok_or_else(|| format!("use {}", games::codes()))?;
    Ok(info.code)
}

#[derive(Debug, Serialize)]
struct LadderHeader<'a> {
    #[serde(flatten)]
    options: &'a LadderOptions,
    /// The names of the bots, weakest first by the last measurement.
    bots: String,
}

/// Two bots that meet, by their indices in the list, with the index of the opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Meeting {
    places: [usize; 2],
    opening: usize,
}

/// Plays the bots of a game against their neighbors in the list. Returns a table of their new ratings, weakest first.
pub fn ladder(options: &LadderOptions) -> Result<String, ToolError> {
    let threads = options.engine.start()?;
    let info = games::find(options.game).unwrap_or(&reversi::INFO);
    let bots: Vec<Rated> = rungs(info)
        .map(|rung| rung.bot)
        .filter(|&bot| Some(bot) != same_as_level_1())
        .collect();
    let mut list = measured(options, info, &bots, threads)?;
    if let Some(bot) = same_as_level_1().filter(|_| info == &reversi::INFO) {
        list.insert(
            0,
            Rung {
                game: info,
                bot,
                rating: 0,
                error: 0,
            },
        );
    }
    if let Some(path) = &options.list {
        write_list(&list, path)?;
    }
    Ok(table(&list))
}

/// Formats the list as a Markdown table. `step` is the distance to the row above.
fn table(list: &[Rung]) -> String {
    let mut table = "| level | rating | step | margin | name |\n|---|---|---|---|---|\n".to_owned();
    let mut before: Option<i32> = None;
    for &Rung {
        bot, rating, error, ..
    } in list
    {
        let step = before.map_or_else(String::new, |before| (rating - before).to_string());
        let band = Band::of(rating);
        let _ = writeln!(table, "| {bot} | {rating} | {step} | {error} | {band} |");
        before = Some(rating);
    }
    table
}

/// Returns the bot AUTO 1. It gets the rating of level 1 without a game, because both play any legal move.
fn same_as_level_1() -> Option<Rated> {
    Level::auto(1).map(Rated::Level)
}

/// Measures the ratings of bots that are roughly in order of strength.
fn measured(
    options: &LadderOptions,
    info: &'static Info,
    bots: &[Rated],
    threads: usize,
) -> Result<Vec<Rung>, ToolError> {
    let seed = options.seed;
    let meetings = meetings(bots.len(), options.openings);
    let needed = meetings
        .iter()
        .map(|meeting| meeting.opening + 1)
        .max()
        .unwrap_or(0);
    let openings = openings(info, needed, seed);
    let names: Vec<String> = bots.iter().map(Rated::to_string).collect();
    let described = LadderHeader {
        options,
        bots: names.join(" "),
    };
    let header = RowsHeader::new("ladder", &described);
    let output = &Output {
        path: options.out.clone(),
        resume: options.resume,
    };
    let all = meetings.len();
    StageRows {
        name: "ladder",
        unit: "openings",
        header,
        all,
        threads,
        output,
    }
    .write(
        || (),
        |(), number| {
            let Meeting { places, opening } = meetings[number];
            let players = places.map(|place| bots[place]);
            play(
                players,
                &*openings[opening],
                seed.wrapping_add(number as u64),
            )
        },
    )?;
    ratings(&output.path, info, bots)
}

/// Returns `needed` openings, as games after a few moves.
fn openings(info: &Info, needed: usize, seed: u64) -> Vec<Box<dyn Game>> {
    let start = || {
        (info.new)(Setup {
            first: info.first_player(),
            ..Setup::default()
        })
    };
    if info.is_reversi() {
        let even = chosen(&Opening::all(OPENING), needed, Some(seed), balance(EVEN));
        let played = |opening: Opening| {
            let mut game = start();
            for square in opening.squares() {
                let _ = game.parse_move(&square.to_string()).map(|mv| game.play(mv));
            }
            game
        };
        return even.into_iter().map(played).collect();
    }
    let mut rng = Rng::seed_from_u64(seed);
    let mut random = || {
        let mut game = start();
        for _ in 0..RANDOM_OPENING {
            let moves = game.moves();
            let _ = game.play(moves[rng.random_range(0..moves.len())]);
        }
        game
    };
    (0..needed).map(|_| random()).collect()
}

fn ratings(path: &Path, info: &'static Info, bots: &[Rated]) -> Result<Vec<Rung>, ToolError> {
    let mut encounters: BTreeMap<[usize; 2], Encounter> = BTreeMap::new();
    let place = |name: &str| bots.iter().position(|bot| bot.to_string() == name);
    rows::read(path, is_of("ladder"), |line| {
        let (names, half_points) = parsed(line)?;
        let [Some(first), Some(second)] = names.map(place) else {
            return Err(format!("{} or {} is not on the ladder", names[0], names[1]));
        };
        let (games, points) = encounters.entry([first, second]).or_default();
        for half_points in half_points {
            *games += 1.0;
            *points += f64::from(half_points) / 2.0;
        }
        Ok(())
    })?;
    let anchor = place("1").unwrap_or(0);
    let fitted = Fitted::new(bots.len(), anchor, &encounters);
    let rung = |(index, &bot): (usize, &Rated)| {
        let below = match bot {
            Rated::Level(Level::Number(level)) => place(&(level - 1).to_string()),
            _ => None,
        };
        let margin = fitted.margin(index, below.unwrap_or(anchor));
        #[expect(clippy::cast_possible_truncation, reason = "ratings have four digits")]
        let [rating, error] = [fitted.ratings[index], margin].map(|value| value.round() as i32);
        // No bot is really weaker than random moves: a negative rating is noise.
        Rung {
            game: info,
            bot,
            rating: rating.max(0),
            error,
        }
    };
    let mut list: Vec<Rung> = bots.iter().enumerate().map(rung).collect();
    raise_levels(&mut list);
    list.sort_by_key(|rung| rung.rating);
    Ok(list)
}

/// Gives each level at least the rating of the level below. Where they play equally well, noise can put it lower.
fn raise_levels(list: &mut [Rung]) {
    let is_level = |rung: &&mut Rung| matches!(rung.bot, Rated::Level(Level::Number(_)));
    let mut levels: Vec<&mut Rung> = list.iter_mut().filter(is_level).collect();
    levels.sort_by_key(|rung| rung.bot);
    let mut highest = 0;
    for rung in levels {
        highest = highest.max(rung.rating);
        rung.rating = highest;
    }
}

/// Returns the schedule. All pairs play their first opening before the second, so more openings only extend it.
fn meetings(bots: usize, openings: usize) -> Vec<Meeting> {
    let pairs: Vec<[usize; 2]> = DISTANCES
        .iter()
        .flat_map(|distance| {
            (0..bots.saturating_sub(*distance)).map(move |place| [place, place + distance])
        })
        .collect();
    // Give pairs different openings, so that the ratings don't depend on a few openings.
    let meeting = |round: usize, (number, &places): (usize, &[usize; 2])| Meeting {
        places,
        opening: (round + STRIDE * number) % OPENINGS,
    };
    (0..openings)
        .flat_map(|round| {
            pairs
                .iter()
                .enumerate()
                .map(move |pair| meeting(round, pair))
        })
        .collect()
}

/// Plays an opening with both colors. Returns the row of the two games, such as `4 5 2 0`.
fn play(bots: [Rated; 2], opening: &dyn Game, seed: u64) -> String {
    let [black, white] = Player::BOTH.map(|side| {
        let mut players = bots.map(|bot| bot.player(opening.info()));
        let mut rng = Rng::seed_from_u64(mix_seed(seed.wrapping_add(side.index() as u64)));
        let mut game = opening.clone_box();
        while let Some(turn) = game.turn() {
            let player = usize::from(turn != side);
            let Some(mv) = players[player].pick(&*game, &mut rng) else {
                break;
            };
            let _ = game.play(mv);
        }
        match game.outcome().and_then(|outcome| outcome.winner) {
            Some(winner) => 2 * u8::from(winner == side),
            None => 1,
        }
    });
    let [first, second] = bots;
    format!("{first} {second} {black} {white}")
}

/// Parses a row: two bots, and the half points of the first as Black and as White.
fn parsed(row: &str) -> Result<([&str; 2], [u8; 2]), String> {
    let error = || format!("expected two bots and two results of 0 to 2, found {row:?}");
    let words: Vec<&str> = row.split(' ').collect();
    let &[first, second, black, white] = &words[..] else {
        return Err(error());
    };
    let half_points = |word: &str| {
        word.parse()
            .ok()
            .filter(|&points| points <= 2)
            .ok_or_else(error)
    };
    Ok(([first, second], [half_points(black)?, half_points(white)?]))
}

const HEADING: &str =
    "# Generated by `reversi train ladder`: game, bot, Elo rating, margin of error (95%).\n";

/// Atomically replaces the lines of a game in the embedded rating list.
fn write_list(list: &[Rung], out: &Path) -> Result<(), ToolError> {
    let before = fs::read_to_string(out).unwrap_or_default();
    let invalid = |error: RungError| ToolError::Invalid {
        name: printable_path(out).to_string(),
        source: Box::new(error),
    };
    let mut rungs = ladder::parse(&before).map_err(invalid)?;
    rungs.retain(|rung| list.iter().all(|new| new.game != rung.game));
    rungs.extend_from_slice(list);
    let place = |rung: &Rung| games::REGISTRY.iter().position(|info| *info == rung.game);
    rungs.sort_by_key(place);
    let mut text = HEADING.to_owned();
    for rung in &rungs {
        let _ = writeln!(text, "{rung}");
    }
    files::replace(out, text.as_bytes()).map_err(ToolError::unwritable(out))
}

#[cfg(test)]
mod tests;
