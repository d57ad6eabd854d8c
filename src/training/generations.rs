//! All stages one after the other on one machine, in generations: each plays with the weights of the
//! one before.

mod checks;
mod files;
mod stages;
mod state;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::progress::time;
use super::{TrainingError, Weights, read_weights, rows};
use checks::Amounts;
use files::{Files, wait_for};
use stages::{Processes, Stages};
use state::State;

/// The first generation of a usual run has at least so many seconds.
const SHORTEST: f64 = 300.0;

/// A usual run has at least, and at most, so many generations.
const GENERATIONS: (usize, usize) = (2, 5);

/// A generation has at least so many games: of each 20 one is held out.
const FEWEST_GAMES: usize = 20;

/// The part of a generation's time that its speed is measured in, about.
const MEASURE: f64 = 0.04;

/// The part of a generation's time for what comes after labelling, until a generation has shown how
/// long that takes.
const FITTING: f64 = 0.2;

/// What to do in which time.
#[derive(Debug, Clone, PartialEq)]
pub struct Generations {
    /// How long it may take, about; what earlier runs in the same folder took is taken off.
    pub hours: f64,
    /// The folder of all files.
    pub folder: PathBuf,
    /// From which chance starts.
    pub seed: u64,
    /// What the first generation plays with.
    pub from: Weights,
    /// How many generations there are, if not as many as go with the time.
    pub count: Option<usize>,
    /// With so many empty squares or fewer positions are solved for their labels, if the game has
    /// not done that.
    pub label_exact_from: u32,
    /// How deep others are searched for their labels, in plies; with 0 they are not.
    pub label_depth: u32,
    /// How many threads are used.
    pub threads: usize,
    /// The program that does the stages.
    pub program: PathBuf,
}

/// Plays, labels and fits, generation after generation, until the time is over; returns the file of
/// the last weights. What earlier runs in the folder have done is not done again.
///
/// Fitted weights get a model of `ProbCut` of their own, unless there is too little time to measure
/// one. From the second generation on they play against those before, and if they make less than half
/// of the points, those stay. The last ones are tested on positions that were held out.
///
/// Each generation has twice the time of the one before, because good players' games teach more. How
/// many games go into its time is measured with a few, and written down before the first is played.
///
/// # Errors
/// When a stage fails, the folder can't be written, or is that of a run with other options.
pub fn generations(how: &Generations) -> Result<PathBuf, TrainingError> {
    run(how, &mut Processes { program: how.program.clone() })
}

fn run(how: &Generations, stages: &mut dyn Stages) -> Result<PathBuf, TrainingError> {
    let unwritable = |source| TrainingError::Unwritable { name: rows::shown(&how.folder), source };
    if let Weights::File(from) = &how.from
        && !Files::of(&how.folder, 1).weights.exists()
    {
        // Before anything is written down of a run that can't begin.
        read_weights(from)?;
    }
    fs::create_dir_all(&how.folder).map_err(unwritable)?;
    let count = how.count.unwrap_or_else(|| usual_count(how.hours));
    let mut state = State::open(how, count)?;
    let mut from = how.from.clone();
    for number in 1..=count {
        let files = Files::of(&how.folder, number);
        if !files.weights.exists() {
            let (state, files) = (&mut state, &files);
            Generation { how, stages, state, files, number, count }.make(&from)?;
        }
        from = Weights::File(files.weights);
    }
    Ok(Files::of(&how.folder, count).weights)
}

/// How many generations go with so many hours.
fn usual_count(hours: f64) -> usize {
    let (least, most) = GENERATIONS;
    let fits = |count: &usize| hours * 3600.0 / (doubled(*count) - 1.0) >= SHORTEST;
    (least..=most).rev().find(fits).unwrap_or(least)
}

/// 2 to the power of a number.
fn doubled(times: usize) -> f64 {
    f64::powi(2.0, i32::try_from(times).unwrap_or(i32::MAX))
}

/// A generation that is being made.
struct Generation<'a> {
    how: &'a Generations,
    stages: &'a mut dyn Stages,
    state: &'a mut State,
    files: &'a Files,
    /// Which one it is, from 1, and of how many.
    number: usize,
    count: usize,
}

impl Generation<'_> {
    /// Does what of it is not done.
    fn make(&mut self, from: &Weights) -> Result<(), TrainingError> {
        let games = match self.state.games(self.number) {
            Some(games) => games,
            None => self.choose(from)?,
        };
        let hours = time(self.how.hours * 3600.0);
        let (number, count, spent) = (self.number, self.count, time(self.state.spent()));
        say(&format!("generation {number} of {count}: {games} games; {spent} of {hours} are over"));
        let Files { games: played, positions, uncalibrated, calibrated, fitted, chart, .. } =
            self.files;
        let seed = self.how.seed.wrapping_add(self.number as u64 - 1);
        for file in [played, positions] {
            wait_for(file);
        }
        self.searching_stage(&selfplay(games, seed, from, played), from)?;
        self.searching_stage(&self.label(played, positions), from)?;
        let probcut = Amounts::of(self.how.hours, number, count).probcut;
        let raw = if probcut > 0 { uncalibrated } else { fitted };
        // Fitting takes long, and is not done again because what comes after it was stopped.
        if !(raw.exists() && self.state.has_fitted(number)) {
            let fit = [
                &["fit".into(), positions.into(), "--out".into(), raw.into()][..],
                &["--chart".into(), chart.into()],
            ];
            let fitting = self.searching_stage(&fit.concat(), from)?;
            self.state.fitted(number, fitting)?;
        }
        // Earlier versions wrote the model of ProbCut over what they had calibrated.
        let has_model = calibrated.exists() && fitted.exists();
        if probcut > 0 && !calibrated.exists() {
            let calibrate =
                ["calibrate".into(), positions.into(), "--out".into(), calibrated.into()];
            let taken = self.searching_stage(&calibrate, &Weights::File(raw.clone()))?;
            self.state.fitted(number, taken)?;
        }
        if probcut > 0 && !has_model {
            self.probcut(probcut)?;
        }
        self.check(from)
    }

    /// Measures how long a game takes with all that is done with it, and chooses how many there are.
    fn choose(&mut self, from: &Weights) -> Result<usize, TrainingError> {
        let left = (self.how.hours * 3600.0 - self.state.spent()).max(0.0);
        // Twice as long as the one before: 1 + 2 + 4 + ...
        let (first, all) = (doubled(self.number - 1), doubled(self.count));
        let budget = left * first / (all - first);
        let (number, count, for_it) = (self.number, self.count, time(budget));
        say(&format!("generation {number} of {count}: {for_it} for it; measuring the speed"));
        let (games, positions) = (&self.files.measured_games, &self.files.measured_positions);
        let (mut sample, mut measuring) = (2 * self.how.threads.max(1), 0.0);
        let a_game = loop {
            self.files.remove_measured();
            let played =
                self.searching_stage(&selfplay(sample, self.how.seed, from, games), from)?;
            let labelled = self.searching_stage(&self.label(games, positions), from)?;
            let seconds = (played + labelled).as_secs_f64().max(1e-3);
            measuring += seconds;
            if seconds >= budget * MEASURE / 2.0 {
                break seconds / count_of(sample);
            }
            let factor = (budget * MEASURE / seconds).clamp(2.0, 16.0);
            sample = rounded(count_of(sample) * factor);
        };
        self.files.remove_measured();
        let a_game = match self.state.fitting_a_game(self.number - 1) {
            Some(fitting) => a_game + fitting,
            None => a_game / (1.0 - FITTING),
        };
        let chosen = rounded((budget - measuring) / a_game).max(FEWEST_GAMES);
        self.state.choose(chosen)?;
        Ok(chosen)
    }

    fn label(&self, games: &Path, out: &Path) -> Vec<OsString> {
        let Generations { label_exact_from: exact_from, label_depth: depth, .. } = self.how;
        vec![
            "label".into(),
            games.into(),
            format!("--exact-from={exact_from}").into(),
            format!("--depth={depth}").into(),
            "--resume".into(),
            "--out".into(),
            out.into(),
        ]
    }

    /// Does a stage that searches with these weights, on as many threads as there are to be.
    fn searching_stage(
        &mut self,
        arguments: &[OsString],
        weights: &Weights,
    ) -> Result<Duration, TrainingError> {
        let mut arguments = arguments.to_vec();
        arguments.extend(["--threads".into(), self.how.threads.to_string().into()]);
        match weights {
            Weights::Blank => arguments.push("--blank".into()),
            Weights::File(path) => arguments.extend(["--weights".into(), path.into()]),
            Weights::Shipped => {}
        }
        self.stage(&arguments)
    }

    /// Does a stage, and counts the time it takes.
    fn stage(&mut self, arguments: &[OsString]) -> Result<Duration, TrainingError> {
        let state = &mut *self.state;
        self.stages.run(arguments, &mut |passed| state.spend(passed))
    }
}

fn say(what: &str) {
    eprintln!("all: {what}");
}

fn selfplay(games: usize, seed: u64, from: &Weights, out: &Path) -> Vec<OsString> {
    let (games, seed) = (games.to_string().into(), seed.to_string().into());
    let mut arguments: Vec<OsString> =
        vec!["selfplay".into(), "--games".into(), games, "--seed".into(), seed];
    // Who knows nothing takes eight times as long to look to the end early.
    if matches!(from, Weights::Blank) {
        arguments.extend(["--end-from".into(), "0".into()]);
    }
    arguments.extend(["--resume".into(), "--out".into(), out.into()]);
    arguments
}

#[expect(clippy::cast_precision_loss, reason = "a time needs few digits")]
fn count_of(games: usize) -> f64 {
    games as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it saturates, and a negative number of games is none"
)]
fn rounded(games: f64) -> usize {
    (games.min(1e9)) as usize
}
