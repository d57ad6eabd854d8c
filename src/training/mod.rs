//! Makes the evaluation: games, labelled positions, weights, and the measure of how good they are.
//!
//! Each stage reads files and writes one. A file of rows begins with a line that says what made it,
//! so that files of different makes are not mixed; a stage that was killed goes on where it was, and
//! what it writes depends on nothing but its options, whatever the number of threads. A share of the
//! work (`I/N`) can be done on another machine. `docs/training.md` tells how the stages are used.

mod accuracy;
mod calibrate;
mod chart;
mod duel;
mod fit;
mod games;
mod generations;
mod label;
mod merge;
mod ordered;
mod positions;
mod probcut;
mod progress;
mod regression;
mod report;
mod rows;
mod selfplay;
mod weights;

use std::io;

use thiserror::Error;

use crate::engine::eval::WeightsError;

pub use accuracy::{Accuracy, MeanErrors, mean_errors, test};
pub use calibrate::{Calibrated, Calibration, calibrate};
pub use duel::{Duel, Tally, duel};
pub use fit::{Errors, Fit, fit};
pub use games::{Ply, Record};
pub use generations::{Generations, generations};
pub use label::{Label, label};
pub use merge::merge;
pub use positions::Labelled;
pub use probcut::{Deviations, Measure, deviations, measure, write_model};
pub use report::{
    calibrations_table, deviations_table, errors_table, mean_errors_table, tally_table,
};
pub use rows::{Output, Shard};
pub use selfplay::{SelfPlay, selfplay};
pub use weights::{Weights, read_weights};

/// Why a stage could not be done.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// A file can't be read.
    #[error("can't read {name}: {source}")]
    Unreadable {
        /// Which file.
        name: String,
        /// The system's reason.
        source: io::Error,
    },
    /// A file can't be written.
    #[error("can't write {name}: {source}")]
    Unwritable {
        /// Which file.
        name: String,
        /// The system's reason.
        source: io::Error,
    },
    /// The file to write is there already.
    #[error("there is {0} already: remove it, or go on with it by --resume")]
    Exists(String),
    /// A file would be written where another one is read or written.
    #[error("{0} is there for something else: the output takes another name")]
    Same(String),
    /// There is nothing to learn from.
    #[error("there is no position to learn from: all are held out, or there are none")]
    NoPositions,
    /// Another process is writing to the file.
    #[error("{0} is in use: another run is writing to it")]
    InUse(String),
    /// The file to go on with was made with other options or another engine.
    #[error(
        "{name} is of another make, so it is left as it is: it begins with {found}, not {wanted}"
    )]
    Foreign {
        /// Which file.
        name: String,
        /// Its first line.
        found: String,
        /// What its first line would have to be.
        wanted: String,
    },
    /// A line of a file is not what it should be.
    #[error("{name}, line {line}: {reason}")]
    Damaged {
        /// Which file.
        name: String,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A folder is that of a run with other options.
    #[error(
        "{name} is of a run with {found}, not {wanted}: give the same options, or another folder"
    )]
    OtherRun {
        /// Which file says so.
        name: String,
        /// The options of that run.
        found: String,
        /// Those of this run.
        wanted: String,
    },
    /// A stage that was to be done by a process of its own has failed, and has said why.
    #[error("{0} has failed")]
    Stage(String),
    /// Shards that are to be merged don't make a whole.
    #[error("the shards are not all: {0}")]
    Shards(String),
    /// A file of weights is something else, or damaged.
    #[error("{name}: {source}")]
    Weights {
        /// Which file.
        name: String,
        /// What is wrong with it.
        source: WeightsError,
    },
}

impl TrainingError {
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
