//! What is done with fitted weights before they are those of their generation.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::files::{Files, wait_for};
use super::{Generation, doubled, rounded, say};
use crate::training::duel::tally;
use crate::training::{TrainingError, Weights, rows};

/// For so many seconds of a generation searches are measured in a position of each number of empty
/// squares, which take about half a second of a processor.
const A_POSITION: f64 = 20.0;

/// With fewer there is no model of `ProbCut` to be had, and more hardly change it.
const POSITIONS: (usize, usize) = (15, 200);

/// For so many seconds of a generation its weights play from an opening.
const AN_OPENING: f64 = 6.0;

/// At least, and at most, from so many.
const OPENINGS: (usize, usize) = (2, 50);

/// At most so many positions of each number of empty squares are searched for the errors; one for
/// each hour of the whole run.
const ERRORS: usize = 10;

/// How much is done, which depends on nothing but the options of the run.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Amounts {
    /// How many positions of each number of empty squares are searched for the model of `ProbCut`; 0
    /// for the model that the weights before had.
    pub(super) probcut: usize,
    /// From how many openings the weights play against those before.
    openings: usize,
    /// How many positions of each number of empty squares the last weights are tested on.
    errors: usize,
}

impl Amounts {
    /// Those of a generation, from 1, of so many.
    pub(super) fn of(hours: f64, number: usize, count: usize) -> Self {
        let seconds = hours * 3600.0 * doubled(number - 1) / (doubled(count) - 1.0);
        let (fewest, most) = POSITIONS;
        let probcut = rounded(seconds / A_POSITION).min(most);
        let (least, usual) = OPENINGS;
        Self {
            probcut: if probcut < fewest { 0 } else { probcut },
            openings: rounded(seconds / AN_OPENING).clamp(least, usual),
            errors: rounded(hours).min(ERRORS),
        }
    }
}

impl Generation<'_> {
    /// Measures fitted weights, and gives those that are to be the result of the generation their
    /// name: the fitted ones, unless they lose against those before.
    pub(super) fn check(&mut self, from: &Weights) -> Result<(), TrainingError> {
        let amounts = Amounts::of(self.how.hours, self.number, self.count);
        let (fitted, weights) = (&self.files.fitted, &self.files.weights);
        let former = match from {
            // What the first generation plays with is no result of this run.
            Weights::File(former) if self.number > 1 => self.duel(former, amounts.openings)?,
            _ => None,
        };
        let result = former.as_ref().unwrap_or(fitted);
        if self.number == self.count && amounts.errors > 0 {
            self.errors(result, amounts.errors)?;
        }
        let Some(former) = former else {
            let name = rows::shown(weights);
            return fs::rename(fitted, weights)
                .map_err(|source| TrainingError::Unwritable { name, source });
        };
        let bytes = fs::read(&former).map_err(|source| {
            let name = rows::shown(&former);
            TrainingError::Unreadable { name, source }
        })?;
        rows::replace(weights, &bytes)
    }

    /// Measures searches with calibrated weights, and writes these with their model of `ProbCut` as the
    /// fitted ones. The calibrated ones stay as they are: `--resume` looks at what has searched.
    pub(super) fn probcut(&mut self, positions: usize) -> Result<(), TrainingError> {
        let Files { calibrated, fitted, searches, .. } = self.files;
        wait_for(searches);
        let measure = [
            "probcut".into(),
            "--positions".into(),
            positions.to_string().into(),
            "--seed".into(),
            self.how.seed.to_string().into(),
            "--resume".into(),
            "--out".into(),
            searches.into(),
        ];
        let measuring = self.searching_stage(&measure, &Weights::File(calibrated.clone()))?;
        self.state.fitted(self.number, measuring)?;
        let fit: [OsString; 6] = [
            "fit-probcut".into(),
            searches.into(),
            "--weights".into(),
            calibrated.into(),
            "--out".into(),
            fitted.into(),
        ];
        let fitting = self.stage(&fit)?;
        self.state.fitted(self.number, fitting)
    }

    /// Lets the fitted weights play against those before; returns these if they are better.
    fn duel(&mut self, former: &Path, openings: usize) -> Result<Option<PathBuf>, TrainingError> {
        let (fitted, games) = (&self.files.fitted, &self.files.duel);
        wait_for(games);
        let duel = [
            "duel".into(),
            "--former".into(),
            former.into(),
            "--openings".into(),
            openings.to_string().into(),
            "--depth=6".into(),
            "--exact-from=14".into(),
            "--resume".into(),
            "--out".into(),
            games.into(),
        ];
        let playing = self.searching_stage(&duel, &Weights::File(fitted.clone()))?;
        self.state.fitted(self.number, playing)?;
        let points = tally(games)?.points();
        if points >= 0.5 {
            return Ok(None);
        }
        let (number, count, points) = (self.number, self.count, 100.0 * points);
        say(&format!(
            "generation {number} of {count}: {points:.1} % of the points against {}, which stay its \
             result; the new weights are in {}",
            rows::shown(former),
            rows::shown(fitted)
        ));
        Ok(Some(former.to_owned()))
    }

    fn errors(&mut self, weights: &Path, each: usize) -> Result<(), TrainingError> {
        let files = self.files;
        wait_for(&files.errors);
        let test = [
            "test".into(),
            (&files.positions).into(),
            format!("--exact={each}").into(),
            format!("--midgame={each}").into(),
            "--resume".into(),
            "--out".into(),
            (&files.errors).into(),
        ];
        let testing = self.searching_stage(&test, &Weights::File(weights.to_owned()))?;
        self.state.fitted(self.number, testing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_take_little_of_a_generation() {
        let of = |hours, number, count| {
            let Amounts { probcut, openings, errors } = Amounts::of(hours, number, count);
            [probcut, openings, errors]
        };
        assert_eq!(of(0.0, 2, 2), [0, 2, 0]);
        assert_eq!(of(0.5, 1, 2), [30, 50, 0]);
        assert_eq!(of(0.2, 1, 2), [0, 40, 0]);
        assert_eq!(of(8.0, 1, 5), [46, 50, 8]);
        assert_eq!(of(8.0, 5, 5), [200, 50, 8]);
        assert_eq!(of(10_000.0, 5, 5), [200, 50, 10]);
    }
}
