//! Options shared by several stages.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread;

use clap::Args;

use crate::base::files::{self, Output};
use crate::base::text::Shard;
use crate::engine::eval::{Evaluation, LARGEST_FILE};
use crate::tools::run::{ShardOption, ToolError, threads};

pub const MAX_COUNT: usize = 1_000_000_000;

/// The shard, output and engine of a stage that can be split.
#[derive(Debug, Clone, Default, Args)]
pub struct WorkOptions {
    /// Shard
    #[command(flatten)]
    pub(super) shard: ShardOption,

    /// Output file (must not exist); {shard} in the name becomes, say, 2-of-8
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,

    /// Continue an interrupted run with the same options, from FILE
    #[arg(long)]
    pub(super) resume: bool,

    /// Threads and evaluation
    #[command(flatten)]
    pub(super) engine: EvaluationOptions,
}

/// The threads and the evaluation to search with.
#[derive(Debug, Clone, Default, Args)]
pub struct EvaluationOptions {
    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) threads: Option<u16>,

    /// Evaluate with all-zero weights, the starting point of training
    #[arg(long, conflicts_with = "weights")]
    pub(super) zero_weights: bool,
}

impl WorkOptions {
    /// Prepares this process for a stage. Returns the shard, the output and the number of threads.
    pub(super) fn start(&self, stage: &'static str) -> Result<(Shard, Output, usize), ToolError> {
        let shard = self.shard.get(stage)?;
        let output = Output::of_shard(&self.out, shard, self.resume);
        Ok((shard, output, self.engine.start()?))
    }
}

impl EvaluationOptions {
    /// Installs the evaluation for this process, and returns the number of threads. Call it before the first search.
    pub(super) fn start(&self) -> Result<usize, ToolError> {
        if self.zero_weights {
            let name = Path::new("the blank evaluation");
            Evaluation::blank()
                .install()
                .map_err(ToolError::invalid(name))?;
        }
        Ok(threads::helpers("reversi", thread_count(self.threads))?)
    }
}

pub fn thread_count(threads: Option<u16>) -> usize {
    threads.map_or_else(
        || thread::available_parallelism().map_or(1, Into::into),
        usize::from,
    )
}

pub fn within<T: FromStr + PartialOrd + Display + Clone>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("use a number from {} to {}", range.start(), range.end()))
    }
}

pub fn read_weights(path: &Path) -> Result<Evaluation, ToolError> {
    let bytes = files::read(path, LARGEST_FILE).map_err(ToolError::unreadable(path))?;
    Evaluation::from_bytes(&bytes).map_err(ToolError::invalid(path))
}

/// Refuses an output file that is also one of `others`, even under another name.
pub fn differ<'a>(
    out: &Path,
    others: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), ToolError> {
    if others
        .into_iter()
        .any(|other| files::resolved(other) == files::resolved(out))
    {
        return Err(ToolError::Overwrites {
            path: out.to_owned(),
            input: "also an input",
        });
    }
    Ok(())
}
