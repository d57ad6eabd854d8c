//! Runs all stages on one machine, in generations: each plays with the weights of the previous one.
//! A stage whose output is complete is not run again, and the others continue it, so the same
//! command resumes an interrupted run.

mod process;
mod state;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::duel::tally;
use super::{TrainingError, Weights, read_weights};
use crate::base::files;
use crate::base::terminal::in_words;
use crate::base::text::printable_path;
use process::{run_process, wait_for};
use state::{Chosen, State};

/// The first generation has at least this many seconds, unless the number of generations is given.
const SHORTEST: f64 = 300.0;

/// The fewest and the most generations, unless their number is given.
const GENERATIONS: (usize, usize) = (2, 5);

/// The fewest games of a generation: of each 20 one is held out.
const FEWEST_GAMES: usize = 20;

/// The part of a generation's time in which its speed is measured, about.
const MEASURE: f64 = 0.04;

/// The part of a generation's time for what comes after labelling, about. The generations after it
/// share what is left.
const FITTING: f64 = 0.2;

/// The settings of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Generations {
    /// The approximate running time, from which the time of earlier runs in the folder is
    /// subtracted.
    pub hours: f64,
    /// The folder of all files.
    pub folder: PathBuf,
    /// The random seed.
    pub seed: u64,
    /// The evaluation of the first generation.
    pub from: Weights,
    /// The number of generations; `None` for as many as fit in the time.
    pub count: Option<usize>,
    /// Positions with at most this many empty squares are solved for their labels, if the game has
    /// not done that.
    pub label_exact_from: u32,
    /// The search depth for the labels of others, in plies; 0 for none.
    pub label_depth: u32,
    /// The number of threads.
    pub threads: usize,
    /// The program that runs the stages.
    pub program: PathBuf,
}

/// Runs a stage with these arguments, the first of which is its name, and reports the time as it
/// passes.
type RunStage<'a> =
    dyn FnMut(&[OsString], &mut dyn FnMut(Duration)) -> Result<(), TrainingError> + 'a;

/// Plays, labels and fits, generation after generation, until the time is over; returns the file of
/// the last weights. What earlier runs in the folder have done is not done again.
///
/// Fitted weights get their own model of `ProbCut`, unless there is too little time to measure one.
/// From the second generation on, they play a match against the previous ones, which stay if the
/// new ones score less than half of the points. The last ones are tested on positions that were
/// held out.
///
/// Each generation has twice the time of the one before, because good players' games teach more. The
/// number of games that fit in its time is measured with a few, and written down before the first is
/// played.
///
/// # Errors
/// If a stage fails, the folder can't be written, or it belongs to a run with other options.
pub fn generations(how: &Generations) -> Result<PathBuf, TrainingError> {
    let program = how.program.clone();
    run(how, &mut move |arguments, passed| run_process(&program, arguments, passed))
}

fn run<'a>(how: &'a Generations, stages: &'a mut RunStage<'a>) -> Result<PathBuf, TrainingError> {
    if let Weights::File(from) = &how.from
        && !file(&how.folder, 1, "weights").exists()
    {
        // Before anything is written down of a run that can't begin.
        read_weights(from)?;
    }
    fs::create_dir_all(&how.folder).map_err(TrainingError::unwritable(&how.folder))?;
    let count = how.count.unwrap_or_else(|| usual_count(how.hours));
    let state = State::open(how, count)?;
    let mut run = Run { how, stages, state, count, number: 1 };
    let mut from = how.from.clone();
    for number in 1..=count {
        run.number = number;
        let weights = run.file("weights");
        if !weights.exists() {
            run.make(&from)?;
        }
        from = Weights::File(weights);
    }
    Ok(file(&how.folder, count, "weights"))
}

/// A file of a generation, with the kind of its content as its extension.
fn file(folder: &Path, generation: usize, kind: &str) -> PathBuf {
    folder.join(format!("generation-{generation}.{kind}"))
}

/// The number of generations that fit in this time.
fn usual_count(hours: f64) -> usize {
    let (least, most) = GENERATIONS;
    let fits = |count: &usize| hours * 3600.0 / (doubled(*count) - 1.0) >= SHORTEST;
    (least..=most).rev().find(fits).unwrap_or(least)
}

/// 2 to the power of a number.
fn doubled(times: usize) -> f64 {
    f64::powi(2.0, i32::try_from(times).unwrap_or(i32::MAX))
}

struct Run<'a> {
    how: &'a Generations,
    stages: &'a mut RunStage<'a>,
    state: State,
    /// The number of generations, and the one that is being made, from 1.
    count: usize,
    number: usize,
}

impl Run<'_> {
    fn file(&self, kind: &str) -> PathBuf {
        file(&self.how.folder, self.number, kind)
    }

    fn say(&self, what: &str) {
        eprintln!("all: generation {} of {}: {what}", self.number, self.count);
    }

    /// The seconds that this run and those before it have worked.
    fn spent(&self) -> f64 {
        self.state.written.spent
    }

    /// Makes the weights of a generation.
    fn make(&mut self, from: &Weights) -> Result<(), TrainingError> {
        let games = match self.state.written.generations.get(self.number - 1) {
            Some(chosen) => chosen.games,
            None => self.choose(from)?,
        };
        let hours = in_words(self.how.hours * 3600.0);
        self.say(&format!("{games} games; {} of {hours} are over", in_words(self.spent())));
        let amounts = Amounts::of(self.how.hours, self.number, self.count);
        let fitted = self.file("fitted");
        if !fitted.exists() {
            self.play_and_label(games, self.number as u64 - 1, from, "")?;
            self.fit(from, amounts.probcut)?;
        }
        let result = match from {
            // The initial weights are not a result of this run.
            Weights::File(former) if self.number > 1 && self.loses(former, amounts.openings)? => {
                former
            }
            _ => &fitted,
        };
        if self.number == self.count && amounts.errors > 0 {
            let test = format!("test --exact={0} --midgame={0} --resume", amounts.errors);
            let (positions, errors) = (self.file("positions"), self.file("errors"));
            let weights = Weights::File(result.clone());
            self.search(&test, &[("", &positions), ("--out", &errors)], &weights)?;
        }
        self.state.save()?;
        let weights = self.file("weights");
        let written = if result == &fitted {
            fs::rename(&fitted, &weights)
        } else {
            fs::read(result).and_then(|bytes| files::replace(&weights, &bytes))
        };
        written.map_err(TrainingError::unwritable(&weights))
    }

    /// Fits weights to the labelled positions. With `probcut` positions of each number of empty
    /// squares to measure searches in, they are calibrated as well, and get their own model of
    /// `ProbCut`.
    fn fit(&mut self, from: &Weights, probcut: usize) -> Result<(), TrainingError> {
        let [positions, uncalibrated, calibrated, searches, fitted, chart] =
            ["positions", "uncalibrated", "calibrated", "searches", "fitted", "svg"]
                .map(|kind| self.file(kind));
        let raw = if probcut > 0 { &uncalibrated } else { &fitted };
        // Fitting takes long, and is not repeated because what comes after it was stopped.
        if !raw.exists() {
            self.search("fit", &[("", &positions), ("--out", raw), ("--chart", &chart)], from)?;
        }
        if probcut == 0 {
            return Ok(());
        }
        if !calibrated.exists() {
            let weights = Weights::File(uncalibrated);
            self.search("calibrate", &[("", &positions), ("--out", &calibrated)], &weights)?;
        }
        let seed = self.how.seed;
        let measure = format!("probcut --positions {probcut} --seed {seed} --resume");
        let weights = Weights::File(calibrated.clone());
        self.search(&measure, &[("--out", &searches)], &weights)?;
        let model = [("", &*searches), ("--out", &fitted), ("--weights", &calibrated)];
        self.stage("fit-probcut", &model, &[])
    }

    /// Whether the fitted weights make less than half of the points against those before.
    fn loses(&mut self, former: &Path, openings: usize) -> Result<bool, TrainingError> {
        let (games, fitted) = (self.file("duel"), self.file("fitted"));
        let duel = format!("duel --openings {openings} --depth=6 --exact-from=14 --resume");
        let weights = Weights::File(fitted.clone());
        self.search(&duel, &[("--opponent", former), ("--out", &games)], &weights)?;
        let points = tally(&games)?.points();
        if points < 0.5 {
            self.say(&format!(
                "{:.1}% of points against {}, which are kept; the rejected weights are in {}",
                100.0 * points,
                printable_path(former),
                printable_path(&fitted)
            ));
        }
        Ok(points < 0.5)
    }

    /// Measures how long a game takes with all that is done with it, and chooses the number of games.
    fn choose(&mut self, from: &Weights) -> Result<usize, TrainingError> {
        let start = self.spent();
        let left = (self.how.hours * 3600.0 - start).max(0.0);
        // Twice as long as the one before: 1 + 2 + 4 + ...
        let (first, all) = (doubled(self.number - 1), doubled(self.count));
        let budget = left * first / (all - first);
        self.say(&format!("budget {}; measuring speed", in_words(budget)));
        let mut sample = 2 * self.how.threads.max(1);
        let a_game = loop {
            let before = self.spent();
            // A killed run may have left files of another sample.
            self.remove_measured();
            self.play_and_label(sample, 0, from, "measured.")?;
            let seconds = (self.spent() - before).max(1e-3);
            if seconds >= budget * MEASURE / 2.0 {
                break seconds / count_of(sample);
            }
            let factor = (budget * MEASURE / seconds).clamp(2.0, 16.0);
            sample = rounded(count_of(sample) * factor);
        };
        self.remove_measured();
        let measuring = self.spent() - start;
        let chosen = rounded((budget - measuring) * (1.0 - FITTING) / a_game).max(FEWEST_GAMES);
        self.state.written.generations.push(Chosen { games: chosen });
        self.state.save()?;
        Ok(chosen)
    }

    /// If a file can't be removed, the stage that is to write it reports that.
    fn remove_measured(&self) {
        for kind in ["measured.games", "measured.positions"] {
            let _ = fs::remove_file(self.file(kind));
        }
    }

    /// Plays games and labels their positions, to files whose kinds begin with `prefix`.
    fn play_and_label(
        &mut self,
        games: usize,
        seed: u64,
        from: &Weights,
        prefix: &str,
    ) -> Result<(), TrainingError> {
        let Generations { label_exact_from: exact_from, label_depth: depth, .. } = self.how;
        let [played, positions] =
            ["games", "positions"].map(|kind| self.file(&format!("{prefix}{kind}")));
        let seed = self.how.seed.wrapping_add(seed);
        // Weights that know nothing take eight times as long to search to the end early.
        let end_from = if matches!(from, Weights::Blank) { "--end-from 0" } else { "" };
        let play = format!("selfplay --games {games} --seed {seed} {end_from} --resume");
        self.search(&play, &[("--out", &played)], from)?;
        let label = format!("label --exact-from={exact_from} --depth={depth} --resume");
        self.search(&label, &[("", &played), ("--out", &positions)], from)
    }

    /// Runs a stage that searches with these weights, on all threads.
    fn search(
        &mut self,
        line: &str,
        files: &[(&str, &Path)],
        weights: &Weights,
    ) -> Result<(), TrainingError> {
        let mut more = vec!["--threads".into(), self.how.threads.to_string().into()];
        match weights {
            Weights::Blank => more.push("--zero-weights".into()),
            Weights::File(path) => more.extend(["--weights".into(), path.into()]),
            Weights::Shipped => {}
        }
        self.stage(line, files, &more)
    }

    /// Runs a stage with the words of a line, files with their options, and more arguments.
    fn stage(
        &mut self,
        line: &str,
        files: &[(&str, &Path)],
        more: &[OsString],
    ) -> Result<(), TrainingError> {
        let mut arguments: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        for &(option, path) in files {
            arguments.extend((!option.is_empty()).then(|| option.into()));
            arguments.push(path.into());
            if option == "--out" {
                wait_for(path);
            }
        }
        arguments.extend_from_slice(more);
        let state = &mut self.state;
        (self.stages)(&arguments, &mut |passed| state.spend(passed))
    }
}

/// The extent of the measurements, which depends only on the options of the run.
struct Amounts {
    /// The positions of each number of empty squares that are searched for the model of `ProbCut`; 0
    /// for the model that the weights before had.
    probcut: usize,
    /// The openings from which the weights play against those before.
    openings: usize,
    /// The positions of each number of empty squares that the last weights are tested on.
    errors: usize,
}

impl Amounts {
    /// Those of a generation, from 1, of `count`.
    fn of(hours: f64, number: usize, count: usize) -> Self {
        let seconds = hours * 3600.0 * doubled(number - 1) / (doubled(count) - 1.0);
        // A position takes half a second of a processor. Fewer than 15 give no model, and more than
        // 200 hardly change it.
        let probcut = rounded(seconds / 20.0).min(200);
        Self {
            probcut: if probcut < 15 { 0 } else { probcut },
            openings: rounded(seconds / 6.0).clamp(2, 50),
            errors: rounded(hours).min(10),
        }
    }
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
    games.min(1e9) as usize
}
