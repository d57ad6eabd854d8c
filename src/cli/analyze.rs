//! The arguments of `reversi analyze`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::MachineArguments;
use super::convert::readable;
use crate::analysis::usual_limits;
use crate::engine::Limits;
use crate::jobs::Analyze;
use crate::players::Level;
use crate::records::{Condition, Format};
use crate::text::duration;

/// What `reversi analyze` was asked to do.
#[derive(Debug, Clone, Args)]
pub struct AnalyzeArguments {
    /// Answer with one JSON object a game
    #[arg(long)]
    pub json: bool,

    /// Draw the score of each ply to FILE, as SVG; for later games to FILE-2 and so on
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Replace files of charts that are there
    #[arg(long, requires = "svg")]
    pub force: bool,

    /// The format to read; without it the file's extension or its content tells
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(readable()))]
    pub from: Option<String>,

    /// Take only games that this holds for: number=3 (in the file), player=NAME, year=1980..1985 and
    /// so on as for convert; several must all hold
    #[arg(long, value_name = "CONDITION", value_parser = str::parse::<Condition>)]
    pub select: Vec<Condition>,

    /// Look as far ahead as the bot of this level, 4 to 60
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    pub level: Option<Level>,

    /// Look so many plies ahead [default: 16]
    #[arg(long, value_name = "PLIES", conflicts_with = "level", value_parser = clap::value_parser!(u32).range(2..=60))]
    pub depth: Option<u32>,

    /// Find exact scores from so many empty squares on [default: 20]
    #[arg(long, value_name = "SQUARES", value_parser = clap::value_parser!(u32).range(0..=60))]
    pub exact_from: Option<u32>,

    /// Search each position at most so long: 2s, 500ms
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,

    /// What the engine may use of the machine
    #[command(flatten)]
    pub machine: MachineArguments,

    /// The games; - for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

impl AnalyzeArguments {
    /// What to analyze, and how.
    pub fn task(self) -> Analyze {
        let usual = self.level.and_then(Level::limits).unwrap_or_else(usual_limits);
        let limits = Limits {
            depth: self.depth.unwrap_or(usual.depth),
            exact_from: self.exact_from.unwrap_or(usual.exact_from),
            time: self.time,
            ..usual
        };
        Analyze {
            file: self.file,
            from: self.from.as_deref().and_then(Format::named),
            select: self.select,
            limits,
            threads: self.machine.threads.into(),
            hash_mb: self.machine.hash_mb as usize,
            json: self.json,
            svg: self.svg,
            force: self.force,
        }
    }
}

/// A level that says how far the engine looks.
fn level(word: &str) -> Result<Level, String> {
    let level = word
        .parse()
        .ok()
        .filter(|level: &Level| level.limits().is_some_and(|limits| limits.time.is_none()));
    level.ok_or_else(|| "levels of the engine are 4 to 60".to_owned())
}

/// A time that a search can keep to.
fn time(word: &str) -> Result<Duration, String> {
    let level = duration::parse(word).ok().and_then(Level::of_time).and_then(Level::limits);
    let time = level.and_then(|limits| limits.time);
    time.ok_or_else(|| "use a time like 2s or 500ms, up to an hour".to_owned())
}
