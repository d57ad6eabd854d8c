//! Games between two evaluations.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use super::TrainingError;
use super::games::{Record, best_ply};
use super::rows::{self, Header, Stage};
use crate::engine::eval::Evaluation;
use crate::engine::{Engine, Limits, openings};
use crate::files::{Output, Shard};

/// How many plies openings have.
const OPENING: u32 = 8;

/// So many standard deviations to both sides have 95 % of a normal distribution.
const NORMAL: f64 = 1.96;

/// How two evaluations play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Duel {
    /// From so many openings, each with both colours.
    pub openings: usize,
    /// So many plies deep, and perfect from so many empty squares on.
    pub depth: u32,
    /// See `depth`.
    pub exact_from: u32,
    /// With so much time a move, in milliseconds; 0 for as much as it takes.
    pub milliseconds: u64,
}

/// What came of a duel, for the first of the two.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// Discs more, over all games.
    pub discs: i32,
}

impl Tally {
    /// The part of the points, a draw being half of one.
    pub fn points(&self) -> f64 {
        let games = f64::from(self.won + self.drawn + self.lost);
        (f64::from(self.won) + 0.5 * f64::from(self.drawn)) / games.max(1.0)
    }

    /// From where to where the part of the points is, in 95 % of all such duels: the interval of
    /// Wilson, which a duel of few games or one that is won throughout has as well. Draws make it a
    /// little too wide.
    pub fn interval(&self) -> (f64, f64) {
        let games = f64::from(self.won + self.drawn + self.lost).max(1.0);
        let points = self.points();
        let square = NORMAL * NORMAL / games;
        let middle = points + square / 2.0;
        let half = (square * (points * (1.0 - points) + square / 4.0)).sqrt();
        ((middle - half) / (1.0 + square), (middle + half) / (1.0 + square))
    }

    /// A game of a duel has been played: in even ones the first has Black.
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

/// Lets two evaluations play, and writes the games to a file, a row each as in a file of games; in
/// even games, from 0 on, the first has Black. Openings are taken from all those of eight plies.
///
/// # Errors
/// When the file can't be written, was written with different options, or is damaged.
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

/// What came of the games in the file of a duel.
///
/// # Errors
/// When the file can't be read, or is damaged.
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
        let players = [Evaluation::usual(), Arc::new(Evaluation::blank())];
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
