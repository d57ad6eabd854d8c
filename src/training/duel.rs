//! Games between two evaluations.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;

use super::games::{Ply, Record};
use super::openings::openings;
use super::ordered::in_order;
use super::progress::Progress;
use super::rows::Rows;
use super::{Output, TrainingError};
use crate::engine::eval::Evaluation;
use crate::engine::{Engine, Limits, Position};

/// How many plies openings have.
const OPENING: u32 = 8;

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
    ///
    /// ```
    /// use reversi::training::Tally;
    /// assert_eq!(Tally { won: 2, drawn: 1, lost: 1, discs: 9 }.points(), 0.625);
    /// ```
    pub fn points(&self) -> f64 {
        let games = f64::from(self.won + self.drawn + self.lost);
        (f64::from(self.won) + 0.5 * f64::from(self.drawn)) / games.max(1.0)
    }

    fn add(&mut self, score: i32) {
        match score {
            1.. => self.won += 1,
            0 => self.drawn += 1,
            _ => self.lost += 1,
        }
        self.discs += score;
    }
}

#[derive(Serialize)]
struct FirstLine<'a> {
    reversi: &'static str,
    version: u32,
    weights: [String; 2],
    #[serde(flatten)]
    how: &'a Duel,
}

/// Lets two evaluations play, and writes the games to a file, a row each as in a file of games; in
/// even games, from 0 on, the first has Black. Openings are taken from all those of eight plies.
///
/// # Errors
/// When the file can't be written, or is of another make or damaged.
pub fn duel(
    how: &Duel,
    players: &[Arc<Evaluation>; 2],
    threads: usize,
    output: &Output,
) -> Result<Tally, TrainingError> {
    let weights = [0, 1].map(|player: usize| players[player].header().name());
    let first_line = FirstLine { reversi: "duel", version: 1, weights, how };
    let first_line = serde_json::to_string(&first_line).unwrap_or_default();
    let mut tally = Tally::default();
    let mut add = |number: usize, score: i32| {
        tally.add(if number.is_multiple_of(2) { score } else { -score })
    };
    let mut rows = Rows::open(output, &first_line)?;
    if rows.earlier > 0 {
        super::rows::read(
            &output.path,
            |_| Ok(()),
            |row| {
                let record: Record = row.parse()?;
                add(record.number, record.score);
                Ok(())
            },
        )?;
    }
    let openings = openings(OPENING);
    let step = (openings.len() / how.openings.max(1)).max(1);
    let total = 2 * how.openings;
    let mut progress = Progress::new("duel", "games", rows.earlier, total);
    in_order(
        threads,
        rows.earlier..total,
        || {
            [0, 1].map(|player: usize| {
                Engine::new(64, 1).with_evaluation(Arc::clone(&players[player]))
            })
        },
        |engines, number| play(engines, how, number, &openings[number / 2 * step % openings.len()]),
        |number, record| {
            progress.is_at(number);
            add(number, record.score);
            rows.write(&record.to_string())
        },
    )?;
    progress.finish();
    rows.finish()?;
    Ok(tally)
}

fn play(engines: &mut [Engine; 2], how: &Duel, number: usize, opening: &[u32]) -> Record {
    let never = AtomicBool::new(false);
    let time = (how.milliseconds > 0).then(|| Duration::from_millis(how.milliseconds));
    let limits = Limits { depth: how.depth, exact_from: how.exact_from, time, ..Limits::default() };
    for engine in engines.iter_mut() {
        engine.clear();
    }
    let (mut position, mut sign) = (Position::START, 1);
    let mut plies = Vec::new();
    loop {
        if position.legal_moves() == 0 {
            (position, sign) = (position.passed(), -sign);
            if position.legal_moves() == 0 {
                break;
            }
        }
        let ply = if let Some(&square) = opening.get(plies.len()) {
            Ply { square, score: None }
        } else {
            let engine = &mut engines[usize::from((sign > 0) != number.is_multiple_of(2))];
            let found = engine.search(position, &limits, &never, &mut |_| ());
            let any = position.legal_moves().trailing_zeros();
            Ply { square: found.best().unwrap_or(any), score: Some(found.score()) }
        };
        plies.push(ply);
        (position, sign) = (position.after(ply.square), -sign);
    }
    let end = engines[0].search(position, &Limits::default(), &never, &mut |_| ());
    Record { number, plies, score: sign * end.score() }
}

#[cfg(test)]
mod tests {
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
    }
}
