//! The arguments of `reversi analyze`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::convert::readable;
use super::{Arguments, MachineArguments, usage};
use crate::base::text::duration;
use crate::engine::Limits;
use crate::players::{Adviser, Level};
use crate::records::{Condition, Format};
use crate::tools::jobs::Analyze;

/// The arguments of `reversi analyze`.
#[derive(Debug, Clone, Args)]
pub struct AnalyzeArguments {
    /// Print one JSON object per game
    #[arg(long)]
    pub json: bool,

    /// List every move, not only inaccuracies, mistakes and blunders
    #[arg(long)]
    pub all: bool,

    /// Write a score chart to FILE as SVG (further games: FILE-2, FILE-3, ...)
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Overwrite existing charts
    #[arg(long, requires = "svg")]
    pub force: bool,

    /// Input format [default: by extension or content]
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(readable()))]
    pub from: Option<String>,

    /// Analyze only matching games: number=3, player=NAME, year=1980..1985, ... (see `convert
    /// --help`); repeat to combine
    #[arg(long, value_name = "CONDITION", value_parser = str::parse::<Condition>)]
    pub select: Vec<Condition>,

    /// Search as deep as a bot of this level, 4 to 60 [default: 18]
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    pub level: Option<Level>,

    /// Search depth in plies
    #[arg(long, value_name = "PLIES", conflicts_with = "level", value_parser = clap::value_parser!(u32).range(2..=60))]
    pub depth: Option<u32>,

    /// Solve exactly from this many empty squares [default: by level]
    #[arg(long, value_name = "SQUARES", value_parser = clap::value_parser!(u32).range(0..=60))]
    pub exact_from: Option<u32>,

    /// Time limit per position: 2s, 500ms
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,

    /// Memory and threads of the engine
    #[command(flatten)]
    pub machine: MachineArguments,

    /// File of games (- for standard input) [default: standard input, unless it is a terminal]
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
}

impl AnalyzeArguments {
    /// The task that the arguments describe.
    ///
    /// # Errors
    /// A usage error if there is no input.
    pub fn task(self) -> Result<Analyze, clap::Error> {
        let file = usage::input::<Arguments>("analyze", self.file, "no games: give FILE")?;
        let usual = self.level.and_then(Level::limits).unwrap_or_else(Adviser::limits);
        let exact_from = self.exact_from.unwrap_or(usual.exact_from);
        let limits = match self.depth {
            Some(depth) => Limits { depth, exact_from, ..Limits::default() },
            None => Limits { exact_from, ..usual },
        };
        let limits = Limits { time: self.time, ..limits };
        Ok(Analyze {
            file,
            from: self.from.as_deref().and_then(Format::named),
            select: self.select,
            limits,
            threads: self.machine.threads.into(),
            hash_mb: self.machine.hash as usize,
            json: self.json,
            all: self.all,
            svg: self.svg,
            force: self.force,
        })
    }
}

/// Parses a level that has a search depth.
fn level(word: &str) -> Result<Level, String> {
    let has_depth = |level: &Level| level.limits().is_some_and(|limits| limits.time.is_none());
    Level::from_name(word).filter(has_depth).ok_or_else(|| "use a level from 4 to 60".to_owned())
}

/// Parses a time limit for a search.
fn time(word: &str) -> Result<Duration, String> {
    let level = duration::parse(word).ok().and_then(Level::from_time).and_then(Level::limits);
    let time = level.and_then(|limits| limits.time);
    time.ok_or_else(|| "use a time like 2s or 500ms, up to an hour".to_owned())
}
