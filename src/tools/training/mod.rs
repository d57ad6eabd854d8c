//! Trains and measures the evaluation in stages: games, labeled positions, weights, measurements. Tunes the search.
//!
//! Each stage reads files and writes one. The first line of a row file contains the options, so that files with
//! different options are never mixed. Interrupted stages can be resumed, and the output doesn't depend on the number
//! of threads. A shard of the work (`I/N`) can run on another machine. See `docs/dev/training.md`.

mod accuracy;
mod all;
mod calibrate;
mod duel;
mod errors;
mod fit;
mod games;
mod label;
mod ladder;
mod merge;
mod network;
mod options;
mod probcut;
mod regression;
mod rows;
mod selfplay;
mod tune;

pub use accuracy::{TestOptions, test};
pub use all::{AllOptions, all};
pub use calibrate::{CalibrateOptions, calibrate};
pub use duel::{DuelOptions, duel};
pub use fit::{FitOptions, fit};
pub use label::{LabelOptions, label};
pub use ladder::{LadderOptions, ladder};
pub use merge::merge;
pub use network::{FitNetworkOptions, fit_network};
pub use probcut::{FitProbcutOptions, ProbcutOptions, fit_probcut, measure};
pub use selfplay::{SelfPlayOptions, selfplay};
pub use tune::{TuneOptions, tune, tune_ranges};
