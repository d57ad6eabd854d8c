//! The state that runs in the same folder share.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::AllOptions;
use crate::base::files::{self, FileReadError};
use crate::base::text::printable_path;
use crate::tools::run::ToolError;

/// The maximum size of the file, in bytes.
const MAX_SIZE: u64 = 1 << 20;

/// The interval in seconds at which the time spent is saved.
const PAUSE: f64 = 10.0;

/// The state of a run, which is in the file `state.json` of its folder.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct RunState {
    reversi: String,
    version: u32,
    options: String,
    /// The seconds that it has worked.
    pub(super) spent: f64,
    pub(super) generations: Vec<GenerationState>,
    #[serde(skip)]
    path: PathBuf,
    /// The seconds spent at the last save.
    #[serde(skip)]
    saved: f64,
    /// The lock of the folder.
    #[serde(skip)]
    _lock: Option<File>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct GenerationState {
    pub(super) games: usize,
}

impl RunState {
    /// Opens the state of the folder, or creates it.
    pub(super) fn open(options: &AllOptions, count: usize) -> Result<Self, ToolError> {
        let lock = lock(&options.folder)?;
        let path = options.folder.join("state.json");
        let AllOptions { hours, seed, label_exact_from, label_depth, from, .. } = options;
        let from = match from.to_str() {
            // It was called so in 0.1.0.
            Some(super::BUILT_IN) => "shipped".to_owned(),
            _ => printable_path(from).to_string(),
        };
        let wanted = format!(
            "--hours {hours} --seed {seed} --generations {count} --label-exact-from \
             {label_exact_from} --label-depth {label_depth} --from {from}"
        );
        let damaged = |line: usize, reason: String| ToolError::Damaged {
            name: printable_path(&path).to_string(),
            line,
            reason,
        };
        let mut state = match files::read(&path, MAX_SIZE) {
            Ok(bytes) => serde_json::from_slice(&bytes)
                .map_err(|error| damaged(error.line(), error.to_string()))?,
            Err(FileReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                let (reversi, options) = ("generations".to_owned(), wanted.clone());
                Self { reversi, version: 1, options, ..Self::default() }
            }
            Err(error) => return Err(ToolError::unreadable(&path)(error)),
        };
        if (&*state.reversi, state.version) != ("generations", 1) {
            return Err(damaged(1, "written by another version of the program".to_owned()));
        }
        if state.options != wanted {
            return Err(ToolError::OtherRun { path, found: state.options, wanted });
        }
        state = Self { path, _lock: Some(lock), ..state };
        state.save()?;
        Ok(state)
    }

    /// Some time has passed. It is written down now and then: a kill costs the last seconds.
    pub(super) fn spend(&mut self, passed: Duration) {
        self.spent += passed.as_secs_f64();
        if self.spent - self.saved >= PAUSE {
            // Pending writes happen, or fail, between the stages.
            let _ = self.save();
        }
    }

    pub(super) fn save(&mut self) -> Result<(), ToolError> {
        let text = serde_json::to_string_pretty(&self).unwrap_or_default() + "\n";
        files::replace(&self.path, text.as_bytes()).map_err(ToolError::unwritable(&self.path))?;
        self.saved = self.spent;
        Ok(())
    }
}

/// Lets no second run work in the folder until this one ends.
fn lock(folder: &Path) -> Result<File, ToolError> {
    let path = folder.join("lock");
    let file = File::options().write(true).create(true).truncate(false).open(&path);
    let file = file.map_err(ToolError::unwritable(&path))?;
    // Where files can't be locked, people have to take care not to start a second run.
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(ToolError::InUse(folder.to_owned()));
    }
    Ok(file)
}
