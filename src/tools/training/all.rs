//! Runs all stages on one machine, in generations that each play with the previous weights. Stages with complete
//! output are skipped and the others continued, so the same command resumes an interrupted run.

mod budget;
mod state;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use clap::Args;

use super::duel;
use super::options::{read_weights, thread_count, within};
use crate::base::files;
use crate::base::terminal::in_words;
use crate::base::text::printable_path;
use crate::tools::run::ToolError;
use budget::{amounts, default_count};
use state::RunState;

/// The names of initial weights that are not files.
const BLANK: &str = "blank";
const BUILT_IN: &str = "built-in";

/// The interval between two checks for the end of a process.
const LOOK: Duration = Duration::from_millis(20);

/// The maximum wait for a process left behind by an earlier run.
const WAIT: Duration = Duration::from_secs(5);

/// The options of `reversi train all`.
#[derive(Debug, Clone, Args)]
pub struct AllOptions {
    /// Approximate running time in hours
    #[arg(long, value_name = "H", value_parser = within(0.0..=10_000.0))]
    hours: f64,

    /// Folder for all files; created if missing
    #[arg(long, value_name = "DIR")]
    folder: PathBuf,

    /// Random seed; each one gives different games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Initial weights: blank (all zero), built-in, or a file
    #[arg(long, value_name = "WHICH", default_value = BLANK)]
    from: PathBuf,

    /// Solve positions with at most this many empty squares for labels (cost grows fast)
    #[arg(long, value_name = "EMPTIES", default_value_t = 14, value_parser = clap::value_parser!(u32).range(0..=60))]
    label_exact_from: u32,

    /// Search depth for other labels; 0 uses game results only, leaving time for more games
    #[arg(long, value_name = "PLIES", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=60))]
    label_depth: u32,

    /// Number of generations [default: as many as fit in the time]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    generations: Option<u16>,

    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// A function that runs a stage, named by the first argument. Its callback receives each period of time spent.
type RunStage<'a> = dyn FnMut(&[OsString], &mut dyn FnMut(Duration)) -> Result<(), ToolError> + 'a;

/// Runs all generations of play, labeling and fitting. Returns the last weights file. Continues earlier runs.
///
/// Fitted weights get their own `ProbCut` model if there is time to measure one. Starting with the second generation,
/// they play against the previous weights, which are kept if the new ones score less than half of the points. The
/// last weights are tested on held-out positions.
///
/// Each generation gets twice the time of the previous one, because games of better players teach more. The number of
/// games that fit into this time is measured with a few games, and saved before the first game is played.
pub fn all(options: &AllOptions) -> Result<PathBuf, ToolError> {
    let program = env::current_exe().map_err(ToolError::unreadable(Path::new("reversi")))?;
    run(options, &mut |arguments, passed| {
        run_process(&program, arguments, passed)
    })
}

fn run(options: &AllOptions, stages: &mut RunStage) -> Result<PathBuf, ToolError> {
    let AllOptions {
        hours,
        folder,
        from,
        ..
    } = options;
    if !is_no_file(from) && !file(folder, 1, "weights").exists() {
        // Check this before writing anything: the run may be impossible.
        read_weights(from)?;
    }
    fs::create_dir_all(folder).map_err(ToolError::unwritable(folder))?;
    let count = options
        .generations
        .map_or_else(|| default_count(*hours), usize::from);
    let mut from = from.clone();
    let mut run = Run {
        options,
        stages,
        state: RunState::open(options, count)?,
        count,
        number: 1,
    };
    for number in 1..=count {
        run.number = number;
        if !run.file("weights").exists() {
            run.make(&from)?;
        }
        from = run.file("weights");
    }
    Ok(from)
}

fn is_no_file(weights: &Path) -> bool {
    [BLANK, BUILT_IN]
        .iter()
        .any(|name| weights.as_os_str() == *name)
}

fn file(folder: &Path, generation: usize, kind: &str) -> PathBuf {
    folder.join(format!("generation-{generation}.{kind}"))
}

struct Run<'a> {
    options: &'a AllOptions,
    stages: &'a mut RunStage<'a>,
    state: RunState,
    /// The number of generations; `number` is the current one, from 1.
    count: usize,
    number: usize,
}

impl Run<'_> {
    fn file(&self, kind: &str) -> PathBuf {
        file(&self.options.folder, self.number, kind)
    }

    fn say(&self, what: &str) {
        eprintln!("all: generation {} of {}: {what}", self.number, self.count);
    }

    fn make(&mut self, from: &Path) -> Result<(), ToolError> {
        let (hours, number) = (self.options.hours, self.number);
        let games = match self.state.generations.get(number - 1) {
            Some(generation) => generation.games,
            None => self.choose(from)?,
        };
        let spent = in_words(self.state.spent);
        self.say(&format!(
            "{games} games; {spent} of {} are over",
            in_words(hours * 3600.0)
        ));
        let [probcut, openings, errors] = amounts(hours, number, self.count);
        let fitted = self.file("fitted");
        if !fitted.exists() {
            self.play_and_label(games, number as u64 - 1, from, "")?;
            self.fit(from, probcut)?;
        }
        // Don't compare with the initial weights, which this run did not make.
        let loses = number > 1 && self.loses(from, openings)?;
        let result = if loses { from } else { &fitted };
        if number == self.count && errors > 0 {
            let test = "--resume @positions --out @errors";
            self.search(
                &format!("test --exact={errors} --midgame={errors} {test}"),
                result,
            )?;
        }
        self.state.save()?;
        let weights = self.file("weights");
        let written = if loses {
            fs::read(result).and_then(|bytes| files::replace(&weights, &bytes))
        } else {
            fs::rename(&fitted, &weights)
        };
        written.map_err(ToolError::unwritable(&weights))
    }

    /// Fits weights to the labeled positions. Unless `probcut` is 0, also calibrates them and measures their
    /// `ProbCut` model, with `probcut` positions per number of empty squares.
    fn fit(&mut self, from: &Path, probcut: usize) -> Result<(), ToolError> {
        let raw = if probcut > 0 {
            "uncalibrated"
        } else {
            "fitted"
        };
        // Don't repeat the slow fit if a later step was interrupted.
        if !self.file(raw).exists() {
            self.search(&format!("fit @positions --out @{raw} --chart @svg"), from)?;
        }
        if probcut == 0 {
            return Ok(());
        }
        let calibrated = self.file("calibrated");
        if !calibrated.exists() {
            self.search("calibrate @positions --out @calibrated", &self.file(raw))?;
        }
        let measure = format!("probcut --positions {probcut} --seed {}", self.options.seed);
        self.search(&format!("{measure} --resume --out @searches"), &calibrated)?;
        self.stage(
            "fit-probcut @searches --out @fitted --weights @calibrated",
            &[],
        )
    }

    /// Whether the fitted weights score less than half of the points against the previous weights.
    fn loses(&mut self, former: &Path, openings: usize) -> Result<bool, ToolError> {
        let fitted = self.file("fitted");
        let duel = format!("duel --openings {openings} --depth=6 --exact-from=14 --resume");
        self.search(&format!("{duel} --opponent @former --out @duel"), &fitted)?;
        let points = duel::result(&self.file("duel"))?.points();
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

    /// Plays games and labels their positions. The kinds of the output files begin with `prefix`.
    fn play_and_label(
        &mut self,
        games: usize,
        seed: u64,
        from: &Path,
        prefix: &str,
    ) -> Result<(), ToolError> {
        let AllOptions {
            label_exact_from: exact_from,
            label_depth: depth,
            ..
        } = self.options;
        let seed = self.options.seed.wrapping_add(seed);
        // With blank weights, early searches to the end of the game take eight times as long.
        let end_from = if from.as_os_str() == BLANK {
            "--end-from 0"
        } else {
            ""
        };
        let play = format!("selfplay --games {games} --seed {seed} {end_from} --resume");
        self.search(&format!("{play} --out @{prefix}games"), from)?;
        let label = format!("label --exact-from={exact_from} --depth={depth} --resume");
        self.search(
            &format!("{label} @{prefix}games --out @{prefix}positions"),
            from,
        )
    }

    /// Runs a stage that searches with `weights`, on all threads.
    fn search(&mut self, line: &str, weights: &Path) -> Result<(), ToolError> {
        let threads = thread_count(self.options.threads).to_string();
        let mut more: Vec<OsString> = vec!["--threads".into(), threads.into()];
        if weights.as_os_str() == BLANK {
            more.push("--zero-weights".into());
        } else if !is_no_file(weights) {
            more.extend(["--weights".into(), weights.into()]);
        }
        self.stage(line, &more)
    }

    /// Runs a stage with the words of `line` and more arguments. A word like `@games` stands for the file of this
    /// kind, and `@former` for the previous weights.
    fn stage(&mut self, line: &str, more: &[OsString]) -> Result<(), ToolError> {
        let word = |word: &str| match word.strip_prefix('@') {
            Some("former") => file(&self.options.folder, self.number - 1, "weights").into(),
            Some(kind) => self.file(kind).into(),
            None => word.into(),
        };
        let mut arguments: Vec<OsString> = line.split_whitespace().map(word).collect();
        if let Some(out) = arguments.iter().skip_while(|word| *word != "--out").nth(1) {
            wait_for(Path::new(out));
        }
        arguments.extend_from_slice(more);
        let state = &mut self.state;
        (self.stages)(&arguments, &mut |passed| state.spend(passed))
    }
}

/// Runs a stage of `program` in its own process, because a process can use only one evaluation. Calls `passed` with each period of time spent.
fn run_process(
    program: &Path,
    arguments: &[OsString],
    passed: &mut dyn FnMut(Duration),
) -> Result<(), ToolError> {
    let mut child = Command::new(program)
        .arg("train")
        .args(arguments)
        // Ends the stage if this process is killed, so that it can't write to the files of the next run.
        .arg("--end-with-input")
        .stdin(Stdio::piped())
        .spawn()
        .map_err(ToolError::unreadable(program))?;
    let mut before = Instant::now();
    let status = loop {
        let status = child.try_wait().map_err(ToolError::unreadable(program))?;
        let now = Instant::now();
        passed(now - before);
        before = now;
        match status {
            Some(status) => break status,
            None => thread::sleep(LOOK),
        }
    };
    if status.success() {
        return Ok(());
    }
    let stage = arguments
        .first()
        .map(|stage| stage.to_string_lossy())
        .unwrap_or_default();
    Err(ToolError::Stage(format!("train {stage} ({status})")))
}

/// Waits until a file is unlocked. After a kill, a stage ends a moment later than the run that started it. If the
/// file stays locked, the next stage reports that.
fn wait_for(file: &Path) {
    let start = Instant::now();
    let Ok(file) = File::options().write(true).open(file) else {
        return;
    };
    while matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && start.elapsed() < WAIT {
        thread::sleep(Duration::from_millis(10));
    }
}
