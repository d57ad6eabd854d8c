//! The arguments of `trainer tune`.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;

use super::EngineArguments;
use super::values::count_or_none;
use crate::base::files::Output;
use crate::engine::{Parameter, Parameters};
use crate::tools::training::Tune;

/// The arguments of `trainer tune`.
#[derive(Debug, Clone, Args)]
pub struct TuneArguments {
    /// Number of game pairs; 0 only checks the --start values
    #[arg(long, value_name = "N", value_parser = count_or_none)]
    pub pairs: usize,

    /// Node limit per move
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Parameters to tune, separated by commas [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = parameter)]
    pub only: Vec<usize>,

    /// Initial values, such as doubt=40,mobility=9 [default: current values]
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',', value_parser = setting)]
    pub start: Vec<(usize, i32)>,

    /// Number of balanced openings of eight plies to learn from, in turn
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u16).range(1..))]
    pub openings: u16,

    /// Random seed of the openings and the trials
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Number of validation pairs against the current values, from other openings
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub check: u16,

    /// Node limit per move in these pairs [default: that of --nodes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub check_nodes: Option<u64>,

    /// Output file for the results of the pairs, a new one
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Continue an interrupted run with the same options, from FILE
    #[arg(long)]
    pub resume: bool,

    /// Threads and evaluation
    #[command(flatten)]
    pub engine: EngineArguments,
}

impl TuneArguments {
    /// The task that the arguments describe, and its output.
    pub fn task(&self) -> (Tune, Output) {
        let mut start = Parameters::DEFAULT.values();
        for &(index, value) in &self.start {
            start[index] = value;
        }
        let is_tuned = |index: &usize| self.only.is_empty() || self.only.contains(index);
        let how = Tune {
            pairs: self.pairs,
            nodes: self.nodes,
            openings: self.openings.into(),
            seed: self.seed,
            tuned: (0..Parameters::COUNT).filter(is_tuned).collect(),
            start: Parameters::of_values(start),
            check: self.check.into(),
            check_nodes: self.check_nodes.unwrap_or(self.nodes),
        };
        (how, Output { path: self.out.clone(), resume: self.resume })
    }
}

/// The names, usual values and ranges of all parameters, for the help.
pub(super) fn ranges() -> String {
    let mut text = "Parameters, defaults and ranges:".to_owned();
    for Parameter { name, default, min, max } in Parameters::ALL {
        // Text is written into a string, which can't fail.
        let _ = write!(text, "\n  {name:25} {default:3}  {min} to {max}");
    }
    text
}

/// The index of the parameter with a name.
fn parameter(name: &str) -> Result<usize, String> {
    let index = Parameters::ALL.iter().position(|parameter| parameter.name == name);
    index.ok_or_else(|| {
        let names: Vec<&str> = Parameters::ALL.iter().map(|parameter| parameter.name).collect();
        format!("unknown parameter {name:?}: use {}", names.join(", "))
    })
}

/// A parameter and its value.
fn setting(text: &str) -> Result<(usize, i32), String> {
    let (name, value) = text.split_once('=').ok_or("use NAME=VALUE, like doubt=40")?;
    let index = parameter(name)?;
    let Parameter { min, max, .. } = Parameters::ALL[index];
    let value = value.parse().ok().filter(|value| (min..=max).contains(value));
    let value = value.ok_or_else(|| format!("{name} takes a number from {min} to {max}"))?;
    Ok((index, value))
}
