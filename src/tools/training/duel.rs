//! Games between two evaluations.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use super::TrainingError;
use super::games::{Record, best_ply};
use super::rows::{self, Header, Stage};
use crate::base::files::{Output, Shard};
use crate::engine::eval::Evaluation;
use crate::engine::{Engine, Limits, openings};

/// The length of openings in plies.
const OPENING: u32 = 8;

/// The half width in standard deviations of the central 95 % of a normal distribution.
const NORMAL: f64 = 1.96;

/// The settings of a duel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Duel {
    /// The number of openings, each played with both colours.
    pub openings: usize,
    /// The search depth in plies, and the number of empty squares from which play is exact.
    pub depth: u32,
    /// See `depth`.
    pub exact_from: u32,
    /// The time limit per move in milliseconds; 0 for none.
    pub milliseconds: u64,
}

/// The result of a duel from the first player's point of view.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// The sum of disc differences of all games.
    pub discs: i32,
}

impl Tally {
    /// The share of the points; a draw counts half.
    pub fn points(&self) -> f64 {
        let games = f64::from(self.won + self.drawn + self.lost);
        (f64::from(self.won) + 0.5 * f64::from(self.drawn)) / games.max(1.0)
    }

    /// The 95 % interval of the share of the points (Wilson's), which is valid for few games and
    /// for one-sided results. Draws make it slightly too wide.
    pub fn interval(&self) -> (f64, f64) {
        let games = f64::from(self.won + self.drawn + self.lost).max(1.0);
        let points = self.points();
        let square = NORMAL * NORMAL / games;
        let middle = points + square / 2.0;
        let half = (square * (points * (1.0 - points) + square / 4.0)).sqrt();
        ((middle - half) / (1.0 + square), (middle + half) / (1.0 + square))
    }

    /// Adds a game; in even ones the first player has Black.
    fn add(&mut self, number: usize, score: i32) {
        let score = if number.is_multiple_of(2) { score } else { -score };
        match score {
            1.. => self.won += 1,
            0 => self.drawn += 1,
            _ => self.lost += 1,
        }
        self.discs += score;
    }
}

/// Plays a duel between two evaluations, and writes one row per game to a file. In even games, from
/// 0, the first has Black. The openings are all positions after eight plies.
///
/// # Errors
/// If the file can't be written, was written with different options, or is damaged.
pub fn duel(
    how: &Duel,
    players: &[Arc<Evaluation>; 2],
    threads: usize,
    output: &Output,
) -> Result<Tally, TrainingError> {
    let weights = [0, 1].map(|player: usize| players[player].header().name());
    let openings = openings(OPENING);
    let step = (openings.len() / how.openings.max(1)).max(1);
    let (shard, all) = (Shard::ALL, 2 * how.openings);
    let stage = Stage { name: "duel", unit: "games", shard, all, threads, output };
    rows::write(
        &Header::new("duel", weights, how),
        &stage,
        || {
            [0, 1].map(|player: usize| {
                Engine::new(64, 1).with_evaluation(Arc::clone(&players[player]))
            })
        },
        |engines, number| play(engines, how, number, &openings[number / 2 * step % openings.len()]),
    )?;
    tally(&output.path)
}

/// The result of the games in a file of a duel.
///
/// # Errors
/// If the file can't be read, or is damaged.
pub(super) fn tally(path: &Path) -> Result<Tally, TrainingError> {
    let mut tally = Tally::default();
    rows::read(path, rows::is_of("duel"), |row| {
        let record: Record = row.parse()?;
        tally.add(record.number, record.score);
        Ok(())
    })?;
    Ok(tally)
}

fn play(engines: &mut [Engine; 2], how: &Duel, number: usize, opening: &[u32]) -> Record {
    let time = (how.milliseconds > 0).then(|| Duration::from_millis(how.milliseconds));
    let limits = Limits { depth: how.depth, exact_from: how.exact_from, time, ..Limits::default() };
    for engine in engines.iter_mut() {
        engine.clear();
    }
    Record::play(number, opening, |position, sign, _| {
        let engine = &mut engines[usize::from((sign > 0) != number.is_multiple_of(2))];
        best_ply(engine, position, &limits)
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
        let how = Duel { openings: 4, depth: 2, exact_from: 4, milliseconds: 0 };
        let output = Output { path, resume: true };
        let tally = duel(&how, &players, 2, &output).unwrap();
        assert_eq!(tally.won + tally.drawn + tally.lost, 8);
        assert!(tally.points() > 0.7 && tally.discs > 0, "{tally:?}");
        assert_eq!(duel(&how, &players, 1, &output).unwrap(), tally);
        let first = fs::read_to_string(&output.path).unwrap();
        let torn: String = first.split_inclusive('\n').take(4).collect();
        fs::write(&output.path, torn).unwrap();
        assert_eq!(duel(&how, &players, 1, &output).unwrap(), tally);
        assert_eq!(fs::read_to_string(&output.path).unwrap(), first);
    }

    #[test]
    fn the_interval_is_within_all_points_and_around_those_made() {
        for (won, drawn, lost) in [(0, 0, 4), (4, 0, 0), (10, 5, 3), (0, 7, 0)] {
            let tally = Tally { won, drawn, lost, discs: 0 };
            let ((from, to), points) = (tally.interval(), tally.points());
            assert!(0.0 <= from + 1e-9 && from - 1e-9 <= points, "{tally:?}: {from}");
            assert!(points <= to + 1e-9 && to <= 1.0 + 1e-9, "{tally:?}: {to}");
            assert!(to - from > 0.2, "{tally:?}: {from} to {to}");
        }
    }

    #[test]
    fn a_draw_is_half_a_point() {
        let points = Tally { won: 2, drawn: 1, lost: 1, discs: 9 }.points();
        assert!((points - 0.625).abs() < 1e-12);
    }

    #[test]
    fn the_interval_narrows_with_games() {
        let (from, to) = Tally { won: 50, drawn: 0, lost: 50, discs: 0 }.interval();
        assert_eq!(((from * 1000.0).round(), (to * 1000.0).round()), (404.0, 596.0));
    }
}
