//! What a run has to know of the runs before it in the same folder.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Generations;
use crate::training::{TrainingError, Weights, rows};

/// After so many seconds the time that was spent is written down.
const PAUSE: f64 = 10.0;

/// What is written down.
#[derive(Debug, Serialize, Deserialize)]
struct Written {
    reversi: String,
    version: u32,
    /// What the run was asked to do.
    options: String,
    /// How many seconds it has worked.
    spent: f64,
    generations: Vec<Chosen>,
}

/// What was chosen for a generation, and what came of it.
#[derive(Debug, Serialize, Deserialize)]
struct Chosen {
    games: usize,
    /// How many seconds everything after labelling took.
    fitting: Option<f64>,
}

/// The state of a run, which is in the file `state.json` of its folder.
#[derive(Debug)]
pub(super) struct State {
    path: PathBuf,
    written: Written,
    /// How many seconds were spent when it was last written.
    saved: f64,
    /// Who holds the lock on it may work in the folder.
    _lock: File,
}

impl State {
    /// That of the folder, or a new one.
    pub(super) fn open(how: &Generations, count: usize) -> Result<Self, TrainingError> {
        let lock = lock(&how.folder)?;
        let path = how.folder.join("state.json");
        let name = rows::shown(&path);
        let from = match &how.from {
            Weights::Blank => "blank".to_owned(),
            Weights::Shipped => "shipped".to_owned(),
            Weights::File(path) => rows::shown(path),
        };
        let Generations { hours, seed, label_exact_from: exact_from, label_depth: depth, .. } = how;
        let wanted = format!(
            "--hours {hours} --seed {seed} --generations {count} --label-exact-from {exact_from} \
             --label-depth {depth} --from {from}"
        );
        let (reversi, version) = ("generations".to_owned(), 1);
        let written = match fs::read(&path) {
            Ok(bytes) => {
                let written: Written = serde_json::from_slice(&bytes).map_err(|error| {
                    let (name, line) = (name.clone(), error.line());
                    TrainingError::Damaged { name, line, reason: error.to_string() }
                })?;
                if (&written.reversi, written.version) != (&reversi, version) {
                    let reason = "it is not of this version of the program".to_owned();
                    return Err(TrainingError::Damaged { name, line: 1, reason });
                }
                if written.options != wanted {
                    let found = written.options;
                    return Err(TrainingError::OtherRun { name, found, wanted });
                }
                written
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Written { reversi, version, options: wanted, spent: 0.0, generations: Vec::new() }
            }
            Err(source) => return Err(TrainingError::Unreadable { name, source }),
        };
        let saved = written.spent;
        let mut state = Self { path, written, saved, _lock: lock };
        state.save()?;
        Ok(state)
    }

    /// How many seconds were spent.
    pub(super) fn spent(&self) -> f64 {
        self.written.spent
    }

    /// Some time has passed. It is written down now and then: a kill costs the last seconds.
    pub(super) fn spend(&mut self, passed: Duration) {
        self.written.spent += passed.as_secs_f64();
        if self.written.spent - self.saved >= PAUSE {
            // What has to be written is written, or refused, between the stages.
            let _ = self.save();
        }
    }

    /// How many games a generation has, if that is chosen.
    pub(super) fn games(&self, number: usize) -> Option<usize> {
        Some(self.written.generations.get(number - 1)?.games)
    }

    /// The next generation has so many games, whatever happens.
    pub(super) fn choose(&mut self, games: usize) -> Result<(), TrainingError> {
        self.written.generations.push(Chosen { games, fitting: None });
        self.save()
    }

    /// Something that comes after labelling took so long in a generation; fitting is the first.
    pub(super) fn fitted(&mut self, number: usize, time: Duration) -> Result<(), TrainingError> {
        if let Some(chosen) = self.written.generations.get_mut(number - 1) {
            *chosen.fitting.get_or_insert(0.0) += time.as_secs_f64();
        }
        self.save()
    }

    /// Whether the weights of a generation were fitted.
    pub(super) fn has_fitted(&self, number: usize) -> bool {
        self.written.generations.get(number - 1).is_some_and(|chosen| chosen.fitting.is_some())
    }

    /// How many seconds all that was for each game of a generation, from 1; `None` if it is not known.
    pub(super) fn fitting_a_game(&self, number: usize) -> Option<f64> {
        let chosen = self.written.generations.get(number.checked_sub(1)?)?;
        #[expect(clippy::cast_precision_loss, reason = "a time needs few digits")]
        let games = chosen.games as f64;
        Some(chosen.fitting? / games)
    }

    fn save(&mut self) -> Result<(), TrainingError> {
        let mut text = serde_json::to_string_pretty(&self.written).unwrap_or_default();
        text.push('\n');
        rows::replace(&self.path, text.as_bytes())?;
        self.saved = self.written.spent;
        Ok(())
    }
}

/// Lets no second run work in the folder until this one ends.
fn lock(folder: &Path) -> Result<File, TrainingError> {
    let path = folder.join("lock");
    let name = rows::shown(&path);
    let file = File::options().write(true).create(true).truncate(false).open(&path);
    let file = file.map_err(|source| TrainingError::Unwritable { name, source })?;
    // Where files can't be locked, it is up to the person to start no second run.
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(TrainingError::InUse(rows::shown(folder)));
    }
    Ok(file)
}
