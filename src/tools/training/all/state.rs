//! The state of a run, which later runs in the same folder continue.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::AllOptions;
use crate::base::files::{self, FileReadError};
use crate::base::text::printable_path;
use crate::tools::run::ToolError;

/// The maximum size of the state file, in bytes.
const MAX_SIZE: u64 = 1 << 20;

/// The interval between two saves of the time spent, in seconds.
const PAUSE: f64 = 10.0;

/// The state of a run, stored in `state.json` in its folder.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct RunState {
    reversi: String,
    version: u32,
    options: String,
    /// The total working time, in seconds.
    pub spent: f64,
    pub generations: Vec<GenerationState>,
    #[serde(skip)]
    path: PathBuf,
    /// The value of `spent` at the last save.
    #[serde(skip)]
    saved: f64,
    #[serde(skip)]
    _lock: Option<File>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct GenerationState {
    pub games: usize,
}

impl RunState {
    /// Opens the state of the folder, or creates it.
    pub fn open(options: &AllOptions, count: usize) -> Result<Self, ToolError> {
        let lock = lock(&options.folder)?;
        let path = options.folder.join("state.json");
        let AllOptions {
            hours,
            seed,
            label_exact_from,
            label_depth,
            from,
            ..
        } = options;
        let from = printable_path(from);
        let wanted = format!(
            "--hours {hours} --seed {seed} --generations {count} --label-exact-from \
             {label_exact_from} --label-depth {label_depth} --from {from}"
        );
        let damaged = |line: usize, reason: String| ToolError::damaged(&path, line, reason);
        let mut state = match files::read(&path, MAX_SIZE) {
            Ok(bytes) => serde_json::from_slice(&bytes)
                .map_err(|error| damaged(error.line(), error.to_string()))?,
            Err(FileReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                let reversi = "generations".to_owned();
                let options = wanted.clone();
                Self {
                    reversi,
                    version: 1,
                    options,
                    ..Self::default()
                }
            }
            Err(error) => return Err(ToolError::unreadable(&path)(error)),
        };
        if (&*state.reversi, state.version) != ("generations", 1) {
            return Err(damaged(
                1,
                "written by another version of the program".to_owned(),
            ));
        }
        if state.options != wanted {
            return Err(ToolError::OtherRun {
                path,
                found: state.options,
                wanted,
            });
        }
        state = Self {
            path,
            _lock: Some(lock),
            ..state
        };
        state.save()?;
        Ok(state)
    }

    /// Adds to the time spent. Saves it now and then, so that a kill loses only a few seconds.
    pub fn spend(&mut self, passed: Duration) {
        self.spent += passed.as_secs_f64();
        if self.spent - self.saved >= PAUSE {
            // Ignore errors: the saves between the stages report them.
            let _ = self.save();
        }
    }

    pub fn save(&mut self) -> Result<(), ToolError> {
        let text = serde_json::to_string_pretty(&self).unwrap_or_default() + "\n";
        files::replace(&self.path, text.as_bytes()).map_err(ToolError::unwritable(&self.path))?;
        self.saved = self.spent;
        Ok(())
    }
}

fn lock(folder: &Path) -> Result<File, ToolError> {
    let path = folder.join("lock");
    let options = File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .to_owned();
    let file = files::open_regular(&options, &path).map_err(ToolError::unwritable(&path))?;
    // If locks are not supported, continue: users must not start a second run then.
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(ToolError::InUse(folder.to_owned()));
    }
    Ok(file)
}
