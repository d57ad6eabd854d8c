//! Duels: games between two evaluations.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use clap::builder::ArgPredicate;
use serde::{Serialize, Serializer};

use super::games::{GameRow, best_move};
use super::options::{EvaluationOptions, MAX_COUNT, read_weights, within};
use super::rows::{self, StageRows};
use crate::base::files::Output;
use crate::base::text::duration;
use crate::engine::eval::Evaluation;
use crate::engine::{Engine, Limits, openings};
use crate::tools::run::{RowsHeader, ToolError, is_of};

const OPENING: u32 = 8;

/// Half the width of the central 95% of a normal distribution, in standard deviations.
const NORMAL: f64 = 1.96;

/// The options of `reversi train duel`.
#[derive(Debug, Clone, Args, Serialize)]
pub struct DuelOptions {
    /// Weights file of the opponent
    #[arg(long, value_name = "WEIGHTS")]
    #[serde(skip)]
    opponent: PathBuf,

    /// Number of 8-ply openings, each played twice with colors reversed
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = within(1..=MAX_COUNT))]
    openings: usize,

    /// Search depth of the players, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 6, default_value_if("time", ArgPredicate::IsPresent, "60"), value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,

    /// Number of empty squares from which play is exact
    #[arg(long, value_name = "EMPTIES", default_value_t = 14, default_value_if("time", ArgPredicate::IsPresent, "60"), value_parser = clap::value_parser!(u32).range(0..=60))]
    exact_from: u32,

    /// Time limit per move instead of a depth (100ms, 2s); not reproducible
    #[arg(long, value_name = "TIME", conflicts_with_all = ["depth", "exact_from"], value_parser = move_time)]
    #[serde(rename = "milliseconds", serialize_with = "milliseconds")]
    time: Option<Duration>,

    /// Output file for the games, a new one
    #[arg(long, value_name = "GAMES")]
    #[serde(skip)]
    out: PathBuf,

    /// Continue an interrupted run with the same options, from GAMES
    #[arg(long)]
    #[serde(skip)]
    resume: bool,

    /// The weights whose result is reported
    #[command(flatten)]
    #[serde(skip)]
    engine: EvaluationOptions,
}

fn move_time(text: &str) -> Result<Duration, String> {
    let time = duration::parse(text).ok();
    let time = time.filter(|time| (1..=3_600_000).contains(&time.as_millis()));
    time.ok_or_else(|| "use a time like 100ms or 2s, at most 3600s".to_owned())
}

/// Serializes the time limit in milliseconds; 0 for none.
#[expect(clippy::ref_option, reason = "serde gives it so")]
fn milliseconds<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    let time = time.map_or(0, |time| time.as_millis());
    serializer.serialize_u64(u64::try_from(time).unwrap_or(u64::MAX))
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DuelResult {
    won: u32,
    drawn: u32,
    lost: u32,
    discs: i32,
}

impl DuelResult {
    pub fn points(&self) -> f64 {
        let games = f64::from(self.won + self.drawn + self.lost);
        (f64::from(self.won) + 0.5 * f64::from(self.drawn)) / games.max(1.0)
    }

    /// Returns Wilson's 95% interval of the score. Valid for few or one-sided games; draws make it a bit too wide.
    fn interval(&self) -> (f64, f64) {
        let games = f64::from(self.won + self.drawn + self.lost).max(1.0);
        let points = self.points();
        let square = NORMAL * NORMAL / games;
        let middle = points + square / 2.0;
        let half = (square * (points * (1.0 - points) + square / 4.0)).sqrt();
        (
            (middle - half) / (1.0 + square),
            (middle + half) / (1.0 + square),
        )
    }

    fn table(&self) -> String {
        let Self {
            won,
            drawn,
            lost,
            discs,
        } = *self;
        let (from, to) = self.interval();
        let percent = |part: f64| 100.0 * part;
        let points = percent(self.points());
        let from = percent(from);
        let to = percent(to);
        let discs = f64::from(discs) / f64::from((won + drawn + lost).max(1));
        format!(
            "{won} won, {drawn} drawn, {lost} lost: {points:.1}% of points (95% confidence: {from:.1} to \
             {to:.1}%), {discs:+.2} discs per game\n"
        )
    }

    /// Adds a game. In even games, from 0, the first player has Black.
    fn add(&mut self, number: usize, score: i32) {
        let score = if number.is_multiple_of(2) {
            score
        } else {
            -score
        };
        match score {
            1.. => self.won += 1,
            0 => self.drawn += 1,
            _ => self.lost += 1,
        }
        self.discs += score;
    }
}

/// Plays this process's evaluation against the opponent, from openings spread over all positions after eight plies. Describes
/// the result.
pub fn duel(options: &DuelOptions) -> Result<String, ToolError> {
    let threads = options.engine.start()?;
    let players = [
        Evaluation::global(),
        Arc::new(read_weights(&options.opponent)?),
    ];
    games(options, &players, threads).map(|result| result.table())
}

fn games(
    options: &DuelOptions,
    players: &[Arc<Evaluation>; 2],
    threads: usize,
) -> Result<DuelResult, ToolError> {
    let openings = openings(OPENING);
    let step = (openings.len() / options.openings.max(1)).max(1);
    let names = players.each_ref().map(|player| player.header().name());
    let weights = names.to_vec().into();
    let header = RowsHeader {
        weights,
        ..RowsHeader::new("duel", options)
    };
    let output = &Output {
        path: options.out.clone(),
        resume: options.resume,
    };
    let name = "duel";
    let unit = "games";
    let all = 2 * options.openings;
    let engine = |player: &Arc<Evaluation>| Engine::new(64, 1).with_evaluation(Arc::clone(player));
    StageRows {
        name,
        unit,
        header,
        all,
        threads,
        output,
    }
    .write(
        || players.each_ref().map(engine),
        |engines, number| {
            play(
                engines,
                options,
                number,
                &openings[number / 2 * step % openings.len()],
            )
        },
    )?;
    result(&output.path)
}

pub fn result(path: &Path) -> Result<DuelResult, ToolError> {
    let mut result = DuelResult::default();
    rows::read(path, is_of("duel"), |row| {
        let record: GameRow = row.parse()?;
        result.add(record.number, record.score);
        Ok(())
    })?;
    Ok(result)
}

fn play(
    engines: &mut [Engine; 2],
    options: &DuelOptions,
    number: usize,
    opening: &[u32],
) -> GameRow {
    let DuelOptions {
        depth,
        exact_from,
        time,
        ..
    } = *options;
    let limits = Limits {
        depth,
        exact_from,
        time,
        ..Limits::default()
    };
    for engine in engines.iter_mut() {
        engine.clear();
    }
    GameRow::play(number, opening, |position, sign, _| {
        let engine = &mut engines[usize::from((sign > 0) != number.is_multiple_of(2))];
        best_move(engine, position, &limits)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn knowledge_beats_none_and_a_duel_goes_on_where_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("duel");
        let players = [Evaluation::global(), Arc::new(Evaluation::blank())];
        let options = DuelOptions {
            opponent: PathBuf::new(),
            openings: 4,
            depth: 2,
            exact_from: 4,
            time: None,
            out: path.clone(),
            resume: true,
            engine: EvaluationOptions::default(),
        };
        let tally = games(&options, &players, 2).unwrap();
        assert_eq!(tally.won + tally.drawn + tally.lost, 8);
        assert!(tally.points() > 0.7 && tally.discs > 0, "{tally:?}");
        assert_eq!(games(&options, &players, 1).unwrap(), tally);
        let first = fs::read_to_string(&path).unwrap();
        let torn: String = first.split_inclusive('\n').take(4).collect();
        fs::write(&path, torn).unwrap();
        assert_eq!(games(&options, &players, 1).unwrap(), tally);
        assert_eq!(fs::read_to_string(&path).unwrap(), first);
    }

    #[test]
    fn the_interval_is_within_all_points_and_around_those_made() {
        for (won, drawn, lost) in [(0, 0, 4), (4, 0, 0), (10, 5, 3), (0, 7, 0)] {
            let tally = DuelResult {
                won,
                drawn,
                lost,
                discs: 0,
            };
            let ((from, to), points) = (tally.interval(), tally.points());
            assert!(
                0.0 <= from + 1e-9 && from - 1e-9 <= points,
                "{tally:?}: {from}"
            );
            assert!(points <= to + 1e-9 && to <= 1.0 + 1e-9, "{tally:?}: {to}");
            assert!(to - from > 0.2, "{tally:?}: {from} to {to}");
        }
    }

    #[test]
    fn a_draw_is_half_a_point_and_the_interval_narrows_with_games() {
        let points = DuelResult {
            won: 2,
            drawn: 1,
            lost: 1,
            discs: 9,
        }
        .points();
        assert!((points - 0.625).abs() < 1e-12);
        let (from, to) = DuelResult {
            won: 50,
            drawn: 0,
            lost: 50,
            discs: 0,
        }
        .interval();
        assert_eq!(
            ((from * 1000.0).round(), (to * 1000.0).round()),
            (404.0, 596.0)
        );
    }
}
