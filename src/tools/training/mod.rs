//! Creates the evaluation: games, labelled positions, weights, and their measurements. Tunes the
//! search.
//!
//! Each stage reads files and writes one. A file of rows begins with a line that says how it was
//! made, so that files made with different options are not mixed. An interrupted stage can be
//! continued, and its output depends only on its options, not on the number of threads. A shard of
//! the work (`I/N`) can run on another machine. `docs/training.md` describes how the stages are
//! used.

mod accuracy;
mod calibrate;
mod chart;
mod duel;
mod errors;
mod fit;
mod games;
mod generations;
mod label;
mod ladder;
mod merge;
mod positions;
mod probcut;
mod regression;
mod report;
mod rows;
mod selfplay;
mod tune;
mod weights;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::base::files::{NoThread, ResumeError};
use crate::base::text::{printable, printable_path, reason};
use crate::engine::eval::WeightsError;

pub use accuracy::{Accuracy, MeanErrors, mean_errors, test};
pub use calibrate::{Calibrated, Calibration, calibrate};
pub use duel::{Duel, Tally, duel};
pub use errors::Errors;
pub use fit::{Fit, fit};
pub use generations::{Generations, generations};
pub use label::{Label, label};
pub use ladder::{Ladder, ladder, ladder_table, write_list};
pub use merge::merge;
pub use probcut::{Deviations, Measure, deviations, measure, write_model};
pub use report::{
    calibrations_table, deviations_table, errors_table, mean_errors_table, tally_table, tuned_table,
};
pub use selfplay::{SelfPlay, selfplay};
pub use tune::{Tune, Tuned, tune};
pub use weights::{Weights, read_weights};

/// Why a stage failed.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// A file can't be read.
    #[error("can't read {}: {}", printable_path(.path), reason(.source))]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A file can't be written.
    #[error("can't write {}: {}", printable_path(.path), reason(.source))]
    Unwritable {
        /// Which file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A file of rows can't be begun, continued or written.
    #[error(transparent)]
    Output(#[from] ResumeError),
    /// There are no threads for the work.
    #[error(transparent)]
    NoThread(#[from] NoThread),
    /// The file to write exists.
    #[error("{} already exists: choose another name", printable_path(.0))]
    Exists(PathBuf),
    /// A file would be written where another one is read or written.
    #[error("{} is also an input: choose another output name", printable_path(.0))]
    Same(PathBuf),
    /// There are no positions to learn from.
    #[error("no training positions: all are held out, or the files are empty")]
    NoPositions,
    /// Another run works in the folder.
    #[error("{} is in use: another run works in it", printable_path(.0))]
    InUse(PathBuf),
    /// A line of a file is invalid.
    #[error("{}, line {line}: {reason}", printable_path(.path))]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A folder belongs to a run with other options.
    #[error(
        "{} belongs to a run with {}, not {wanted}: use the same options or another folder",
        printable_path(.path), printable(.found)
    )]
    OtherRun {
        /// Which file says so.
        path: PathBuf,
        /// The options of that run.
        found: String,
        /// Those of this run.
        wanted: String,
    },
    /// A stage in a child process failed, and has reported the reason.
    #[error("{0} has failed")]
    Stage(String),
    /// The shards to merge are incomplete.
    #[error("incomplete shards: {0}")]
    Shards(String),
    /// A file is not a weights file, or damaged.
    #[error("{name}: {source}")]
    Weights {
        /// Which file.
        name: String,
        /// What is wrong with it.
        source: WeightsError,
    },
}

impl TrainingError {
    /// For `map_err`: this file can't be read.
    fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Unreadable { path: path.to_owned(), source }
    }

    /// For `map_err`: this file can't be written.
    fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Unwritable { path: path.to_owned(), source }
    }

    /// Whether it is the input that can't be used.
    pub fn is_of_input(&self) -> bool {
        matches!(
            self,
            Self::Unreadable { .. }
                | Self::Damaged { .. }
                | Self::Shards(_)
                | Self::Weights { .. }
                | Self::NoPositions
        )
    }
}
