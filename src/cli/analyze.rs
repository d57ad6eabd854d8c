//! The arguments of `reversi analyze`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::convert::readable;
use crate::analysis::usual_limits;
use crate::engine::Limits;
use crate::players::Level;
use crate::records::{Condition, Format};

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
    pub time: Option<Level>,

    /// Search on so many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,

    /// Memory for the table of positions, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub hash_mb: u32,

    /// The games; - for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

impl AnalyzeArguments {
    /// The format to read, if one was given.
    pub fn from(&self) -> Option<Format> {
        self.from.as_deref().and_then(Format::named)
    }

    /// How far positions are searched.
    pub fn limits(&self) -> Limits {
        let usual = self.level.and_then(Level::limits).unwrap_or_else(usual_limits);
        Limits {
            depth: self.depth.unwrap_or(usual.depth),
            exact_from: self.exact_from.unwrap_or(usual.exact_from),
            time: self.time.and_then(Level::limits).and_then(|limits| limits.time),
            ..usual
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

/// A time, as it is written for a bot.
fn time(word: &str) -> Result<Level, String> {
    let level = word
        .parse()
        .ok()
        .filter(|level: &Level| level.limits().is_some_and(|limits| limits.time.is_some()));
    level.ok_or_else(|| "a time is written like 2s or 500ms, up to an hour".to_owned())
}
