//! The files of a generation.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for the end of a process that an earlier run has left behind.
const WAIT: Duration = Duration::from_secs(5);

/// The files of a generation, each with the stage that makes it in its name.
#[derive(Debug)]
pub(super) struct Files {
    pub(super) games: PathBuf,
    pub(super) positions: PathBuf,
    /// Weights that have still to be measured, or have lost against those before.
    pub(super) fitted: PathBuf,
    /// Weights as they were fitted, where they are calibrated afterwards.
    pub(super) uncalibrated: PathBuf,
    /// What became of these: they have no model of `ProbCut` of their own yet.
    pub(super) calibrated: PathBuf,
    /// They are there when the generation is done.
    pub(super) weights: PathBuf,
    pub(super) chart: PathBuf,
    pub(super) searches: PathBuf,
    pub(super) duel: PathBuf,
    pub(super) errors: PathBuf,
    /// What the speed is measured with; removed afterwards.
    pub(super) measured_games: PathBuf,
    pub(super) measured_positions: PathBuf,
}

impl Files {
    pub(super) fn of(folder: &Path, number: usize) -> Self {
        let named = |kind: &str| folder.join(format!("generation-{number}.{kind}"));
        Self {
            games: named("games"),
            positions: named("positions"),
            uncalibrated: named("uncalibrated"),
            calibrated: named("calibrated"),
            fitted: named("fitted"),
            weights: named("weights"),
            chart: named("svg"),
            searches: named("searches"),
            duel: named("duel"),
            errors: named("errors"),
            measured_games: folder.join("measured.games"),
            measured_positions: folder.join("measured.positions"),
        }
    }

    pub(super) fn remove_measured(&self) {
        for file in [&self.measured_games, &self.measured_positions] {
            wait_for(file);
            // If it can't be removed, the stage that is to write it says so.
            let _ = fs::remove_file(file);
        }
    }
}

/// Waits until nobody writes to a file: after a kill the stage that was running ends a moment later
/// than the run that started it. If that never happens, the next stage says so.
pub(super) fn wait_for(file: &Path) {
    let start = Instant::now();
    let Ok(file) = File::options().write(true).open(file) else { return };
    while matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && start.elapsed() < WAIT {
        thread::sleep(Duration::from_millis(10));
    }
}
