//! The state that runs in the same folder share.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Generations;
use crate::base::files::{self, FileReadError};
use crate::base::text::printable_path;
use crate::tools::training::{TrainingError, Weights};

/// The largest file of a state, in bytes.
const LARGEST: u64 = 1 << 20;

/// The interval in seconds at which the time spent is saved.
const PAUSE: f64 = 10.0;

/// The saved state.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Written {
    reversi: String,
    version: u32,
    /// The options of the run.
    options: String,
    /// The seconds that it has worked.
    pub(super) spent: f64,
    pub(super) generations: Vec<Chosen>,
}

/// The settings of a generation.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Chosen {
    pub(super) games: usize,
}

/// The state of a run, which is in the file `state.json` of its folder.
#[derive(Debug)]
pub(super) struct State {
    path: PathBuf,
    pub(super) written: Written,
    /// The seconds spent at the last save.
    saved: f64,
    /// The process that holds it may work in the folder.
    _lock: File,
}

impl State {
    /// That of the folder, or a new one.
    pub(super) fn open(how: &Generations, count: usize) -> Result<Self, TrainingError> {
        let lock = lock(&how.folder)?;
        let path = how.folder.join("state.json");
        let from = match &how.from {
            Weights::Blank => "blank".to_owned(),
            Weights::Shipped => "shipped".to_owned(),
            Weights::File(path) => printable_path(path).to_string(),
        };
        let Generations { hours, seed, label_exact_from: exact_from, label_depth: depth, .. } = how;
        let wanted = format!(
            "--hours {hours} --seed {seed} --generations {count} --label-exact-from {exact_from} \
             --label-depth {depth} --from {from}"
        );
        let (reversi, version) = ("generations".to_owned(), 1);
        let written = match files::read(&path, LARGEST) {
            Ok(bytes) => {
                let damaged = |line: usize, reason: String| TrainingError::Damaged {
                    path: path.clone(),
                    line,
                    reason,
                };
                let written: Written = serde_json::from_slice(&bytes)
                    .map_err(|error| damaged(error.line(), error.to_string()))?;
                if (&written.reversi, written.version) != (&reversi, version) {
                    return Err(damaged(1, "written by another version of the program".to_owned()));
                }
                if written.options != wanted {
                    return Err(TrainingError::OtherRun { path, found: written.options, wanted });
                }
                written
            }
            Err(FileReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                Written { reversi, version, options: wanted, spent: 0.0, generations: Vec::new() }
            }
            Err(error) => return Err(TrainingError::unreadable(&path)(error.into())),
        };
        let saved = written.spent;
        let mut state = Self { path, written, saved, _lock: lock };
        state.save()?;
        Ok(state)
    }

    /// Some time has passed. It is written down now and then: a kill costs the last seconds.
    pub(super) fn spend(&mut self, passed: Duration) {
        self.written.spent += passed.as_secs_f64();
        if self.written.spent - self.saved >= PAUSE {
            // Pending writes happen, or fail, between the stages.
            let _ = self.save();
        }
    }

    /// Writes it down.
    pub(super) fn save(&mut self) -> Result<(), TrainingError> {
        let mut text = serde_json::to_string_pretty(&self.written).unwrap_or_default();
        text.push('\n');
        files::replace(&self.path, text.as_bytes())
            .map_err(TrainingError::unwritable(&self.path))?;
        self.saved = self.written.spent;
        Ok(())
    }
}

/// Lets no second run work in the folder until this one ends.
fn lock(folder: &Path) -> Result<File, TrainingError> {
    let path = folder.join("lock");
    let file = File::options().write(true).create(true).truncate(false).open(&path);
    let file = file.map_err(TrainingError::unwritable(&path))?;
    // Where files can't be locked, people have to take care not to start a second run.
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(TrainingError::InUse(folder.to_owned()));
    }
    Ok(file)
}
